"""Table discipline on the screen: the turn clock, the pause, leaving, votes, giving up and exporting a match."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from game.core.actions import LeaveMatch
from game.core.events import Event, PlayerLeft, PlayerTimedOut, VoteToEndCast
from game.exchange.record_files import read_match_file
from game.storage.files import StorageError
from game.text.leaving import describe_status_event
from tests.fakes import FakeTextLog, make_match_setup
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver, get_full_match, get_record, get_session, open_table
from tests.ui.match_driver import play_until
from tests.ui.table_driver import open_pause, request_match, start_match_at_turn
from ui.scenes.dialogs.block_check import BlockCheckScene
from ui.scenes.dialogs.box import ConfirmDialog
from ui.scenes.dialogs.prompts import FilePrompt
from ui.scenes.main_menu.scene import MainMenuScene
from ui.table.overlays.pause import PauseOverlay
from ui.table.result.overlay import ResultOverlay

TURN_LIMIT_S = 30


@pytest.mark.slow
def test_warning_sounds_once_for_each_of_the_last_ten_seconds(app: AppDriver) -> None:
    start_match_at_turn(app, turn_seconds=TURN_LIMIT_S)
    heard: list[str] = []
    with patch.object(app.context.audio, "play", heard.append):
        for _frame in range(30 * 4 - 1):
            app.advance_frame(0.25)
    assert heard.count("warning") == 10


@pytest.mark.slow
@pytest.mark.parametrize("over", ["", "leave", "settings"])
def test_turn_clock_runs_under_the_pause_and_scenes_over_it(app: AppDriver, over: str) -> None:
    table = get_session(start_match_at_turn(app, "you club club club club", game="chiamata", turn_seconds=TURN_LIMIT_S))
    open_pause(app)
    if over:
        app.click_button(over)
    assert isinstance(app.context.scenes.top, PauseOverlay) == (not over)
    app.advance_frame(TURN_LIMIT_S + 1.0)
    if over == "settings":
        app.press_key(pygame.K_ESCAPE)
    app.advance_until(lambda: table.observation.is_over)
    assert get_full_match(table).timed_out_seat == 0
    if not over:
        app.click_button("resume")
        app.advance_until(lambda: isinstance(app.context.scenes.top, ResultOverlay))
        lines = app.expect_scene(ResultOverlay).penalty_lines
        assert any("60 min" in line and "out of time" in line for line in lines)


@pytest.mark.slow
def test_pause_belongs_to_the_person_who_opened_it(app: AppDriver) -> None:
    table = get_session(start_match_at_turn(app, "you you", turn_seconds=TURN_LIMIT_S))
    seat = table.observation.seat
    assert seat is not None
    open_pause(app)
    name = table.info.names[seat]
    assert app.get_button_text("leave") == f"{name}: Leave match"
    app.click_button("leave")
    scene = app.context.scenes.top
    assert isinstance(scene, ConfirmDialog) and scene.question.startswith(f"{name}: Leave the match?")
    app.advance_until(lambda: get_full_match(table).turn != seat, seconds=1.0)
    app.advance_frame(1.0)
    app.click_button("confirm")
    app.advance_until(lambda: bool(get_full_match(table).departed_seats))
    assert get_full_match(table).departed_seats == (seat,), "not the one who has come on turn meanwhile"


@pytest.mark.parametrize(
    ("options", "question_part"),
    [
        ({"turn_seconds": TURN_LIMIT_S, "bar_minutes": 45}, "45 min"),
        ({"turn_seconds": TURN_LIMIT_S, "bar_minutes": 0}, ""),
        ({"turn_seconds": 0}, ""),
    ],
)
def test_leaving_shows_its_penalty_first(app: AppDriver, options: dict[str, Any], question_part: str) -> None:
    table = get_session(start_match_at_turn(app, "you club", **options))
    open_pause(app)
    assert ("vote" in app.widget_ids) == ("leave" in app.widget_ids) == bool(options["turn_seconds"])
    app.click_button("leave" if options["turn_seconds"] else "give-up")
    question = app.expect_scene(ConfirmDialog).question
    assert question_part in question and ("min" in question) == bool(question_part)
    app.click_button("cancel")
    assert app.context.scenes.top is app.table_scene
    assert not get_full_match(table).departed_seats and not table.status.penalty_reasons


@check_rows("event", [PlayerTimedOut(1), PlayerLeft(1), VoteToEndCast(1, 2, 3)])
def test_single_person_is_addressed_as_you(event: Event) -> None:
    names = ("Anna", "Bruno", "Carla")
    assert describe_status_event(event, names, 0) == describe_status_event(
        event, names
    ) and "Bruno" in describe_status_event(event, names)
    assert describe_status_event(event, names, 1).startswith("You") and "Bruno" not in describe_status_event(
        event, names, 1
    )


@pytest.mark.slow
def test_match_that_was_left_is_finished_unseen_and_a_new_one_waits_for_its_penalty(app: AppDriver) -> None:
    start_match_at_turn(app, "you club", turn_seconds=TURN_LIMIT_S, deals_to_win=1)
    open_pause(app)
    app.click_button("leave")
    app.click_button("confirm")
    app.advance_until(lambda: isinstance(app.context.scenes.top, MainMenuScene))
    assert any("left the match" in notice and "60 min" in notice for notice in (*app.context.notices, app.toast_text))
    request_match(app, "you club")
    app.advance_until(lambda: any("blocked for" in line for line in getattr(app.context.scenes.top, "lines", [])))
    lines = app.expect_scene(BlockCheckScene).lines
    assert "Anna is blocked for" in lines[0] and "left the match" in lines[1]
    assert any("Winner: " in notice for notice in (*app.context.notices, app.toast_text))
    journal = app.storage.get_repository()
    assert not journal.archive.list_unfinished_matches() and journal.load_match(1).record.replay().standing.winners


@pytest.mark.slow
def test_deleting_a_match_under_a_turn_clock_does_not_avoid_the_penalty(app: AppDriver) -> None:
    start_match_at_turn(app, "you club", turn_seconds=TURN_LIMIT_S, deals_to_win=1)
    app.context.router.open_main_menu()
    app.advance_until(lambda: "continue" in app.widget_ids)
    app.click_button("history")
    app.advance_until(lambda: not app.context.scenes.top.is_busy)
    app.click_menu_entry("match-menu", "delete")
    scene = app.context.scenes.top
    assert isinstance(scene, ConfirmDialog) and "60 min" in scene.question
    app.click_button("confirm")
    app.advance_until(lambda: not app.context.router.left_matches.is_busy)
    journal = app.storage.get_repository()
    assert not journal.archive.list_unfinished_matches()
    assert [bar.name for bar in journal.check_in_players(("Anna",))] == ["Anna"]
    with pytest.raises(StorageError):
        journal.load_match(1)


def test_player_who_left_is_offered_no_chat_and_no_vote(app: AppDriver) -> None:
    table = get_session(start_match_at_turn(app, "you you club", turn_seconds=TURN_LIMIT_S))
    app.player_worker.is_paused = True
    seat = table.observation.seat
    assert seat is not None and table.act(LeaveMatch(seat)) is None
    app.advance_frame()
    open_pause(app)
    assert not any(table.info.names[seat] in app.get_button_text(text) for text in app.widget_ids if text != "speaker")


def test_giving_up_on_a_full_disk_is_told_and_retried_with_a_key(app: AppDriver, narration_log: FakeTextLog) -> None:
    scene = start_match_at_turn(app, "you club")
    app.storage.failure_message = "The disk is full."
    open_pause(app)
    for count in (1, 2):
        app.click_button("give-up")
        app.click_button("confirm")
        app.advance_frame()
        app.advance_frame()
        failures = [line for line in narration_log.lines if "The disk is full." in line and "n't been given up" in line]
        assert scene in app.context.scenes and len(failures) == count
    app.click_button("resume")
    assert app.context.scenes.top is scene and "n't been given up" in scene.session.error
    app.storage.failure_message = ""
    app.storage.is_paused = True
    app.press_key(pygame.K_SPACE)
    assert scene in app.context.scenes, "it waits for the disk"
    app.storage.finish_writes()
    app.advance_frame()
    app.expect_scene(MainMenuScene)
    journal = app.storage.get_repository()
    assert not journal.archive.list_unfinished_matches() and not journal.check_in_players(("Anna",))


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be deleted there")
def test_match_is_exported_from_the_pause_while_the_file_of_matches_is_gone(app: AppDriver, tmp_path: Path) -> None:
    app.skips_painting = True
    scene = open_table(app, make_match_setup("you club"))
    play_until(app, lambda table: table.session.is_your_turn and table.session.observation.deal_number == 2)
    open_pause(app)
    assert "export" not in app.widget_ids, "it is saved where it belongs"
    app.press_key(pygame.K_ESCAPE)
    (app.context.folders.data / "matches.db").unlink()
    scene.act(scene.session.observation.legal_actions[0])
    app.advance_until(lambda: bool(scene.session.error))
    assert "was moved or deleted" in scene.session.error
    open_pause(app)
    app.click_button("export")
    path = tmp_path / "table.tvr"
    app.expect_scene(FilePrompt).text = str(path)
    app.click_button("confirm")
    app.advance_until(path.exists)
    match = read_match_file(path, 0.0)
    assert [deal.actions for deal in match.record.deals] == [get_record(scene).deals[0].actions]
    assert match.player_kinds == ("you", "club")

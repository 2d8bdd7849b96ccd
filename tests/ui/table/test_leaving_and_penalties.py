"""Table discipline on the screen: the turn clock, the pause, leaving, votes, abandoning and exporting a match."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from game.core.actions import LeaveMatch
from game.core.cards import Card
from game.core.events import Event, PlayerLeft, PlayerTimedOut, VoteToEndCast
from game.shuffling.shuffle import RandomSource, shuffle_pack
from game.storage.files import StorageError
from game.storage.record_files import read_match_file
from tests.fakes import make_match_setup
from tests.rows import check_rows
from tests.session_driver import get_awaited_seat
from tests.ui.app_driver import (
    AppDriver,
    get_full_match,
    get_record,
    get_session,
    open_table,
    open_test_app,
    set_screen_seats,
)
from tests.ui.match_driver import play_until
from tests.ui.table_driver import open_pause, request_match, start_match_at_turn
from ui.scenes.dialogs.block_check import BlockCheckScene
from ui.scenes.dialogs.confirm import ConfirmDialog
from ui.scenes.dialogs.file_prompt import FilePrompt
from ui.scenes.main_menu.scene import MainMenuScene
from ui.table.hud.status_text import describe_status_event
from ui.table.overlays.pause import PauseOverlay
from ui.table.result.overlay import ResultOverlay
from ui.table.scene import TableScene

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
def test_chat_votes_and_leaving_are_available_on_the_result(app: AppDriver) -> None:
    table, rng = get_session(start_match_at_turn(app, "you club", turn_seconds=TURN_LIMIT_S, deals_to_win=7)), Random(2)
    while not isinstance(app.context.scenes.top, ResultOverlay):
        if table.is_your_turn and not app.table_scene.pending_steps:
            assert table.act(rng.choice(table.observation.legal_actions)) is None
        app.advance_frame(0.5)
    app.click_button("more")
    app.click_button("pause")
    assert {"talk", "vote", "leave"} <= set(app.widget_ids)
    app.click_button("vote")
    app.click_button("confirm")
    app.advance_until(lambda: table.penalties.vote_counts[0] > 0)


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
    app.click_button("leave" if options["turn_seconds"] else "abandon")
    question = app.expect_scene(ConfirmDialog).question
    assert question_part in question and ("min" in question) == bool(question_part)
    app.click_button("cancel")
    app.expect_scene(PauseOverlay)
    assert not get_full_match(table).departed_seats and not table.penalties.reasons


@check_rows("event", [PlayerTimedOut(1), PlayerLeft(1), VoteToEndCast(1, 2, 3)])
def test_single_person_is_addressed_as_you(event: Event) -> None:
    names = ("Anna", "Bruno", "Carla")
    assert describe_status_event(event, names, 0) == describe_status_event(
        event, names
    ) and "Bruno" in describe_status_event(event, names)
    assert describe_status_event(event, names, 1).startswith("You") and "Bruno" not in describe_status_event(
        event, names, 1
    )


def leave_match(app: AppDriver) -> None:
    """Let the only person leave a match with a turn clock."""
    start_match_at_turn(app, "you club", turn_seconds=TURN_LIMIT_S, deals_to_win=1)
    open_pause(app)
    app.click_button("leave")
    app.click_button("confirm")
    app.advance_until(lambda: isinstance(app.context.scenes.top, MainMenuScene))


@pytest.mark.slow
def test_abandoned_match_is_finished_unseen_and_penalty_applies(app: AppDriver) -> None:
    leave_match(app)
    assert any("left the match" in notice and "60 min" in notice for notice in (*app.context.notices, app.toast_text))
    app.advance_until(lambda: not app.context.router.is_finishing_matches())
    assert isinstance(app.context.scenes.top, MainMenuScene)
    assert any("Winner: " in notice for notice in (*app.context.notices, app.toast_text))
    journal = app.storage.get_repository()
    assert not journal.list_unfinished_matches() and journal.load_match(1).record.replay().standing.winners
    (penalty,) = journal.check_in_players(("Anna",))
    assert (penalty.name, penalty.reason_code) == ("Anna", "barred_left")


def test_new_match_waits_for_penalty_of_abandoned_match(app: AppDriver) -> None:
    leave_match(app)
    request_match(app, "you club")
    app.advance_until(lambda: not app.context.router.is_finishing_matches())
    app.advance_until(lambda: any("blocked for" in line for line in getattr(app.context.scenes.top, "lines", [])))
    dialog = app.context.scenes.top
    assert isinstance(dialog, BlockCheckScene)
    assert "Anna is blocked for" in dialog.lines[0]
    assert "left the match" in dialog.lines[1]


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
    app.advance_until(lambda: not app.context.router.is_finishing_matches())
    journal = app.storage.get_repository()
    assert not journal.list_unfinished_matches()
    assert [bar.name for bar in journal.check_in_players(("Anna",))] == ["Anna"]
    with pytest.raises(StorageError):
        journal.load_match(1)


@pytest.mark.slow
def test_vote_is_counted_and_offered_once(app: AppDriver) -> None:
    table = get_session(start_match_at_turn(app, "you you", turn_seconds=TURN_LIMIT_S, exit_votes=2))
    seat = table.observation.seat
    assert seat is not None
    open_pause(app)
    assert app.get_button_text("vote") == f"{table.info.names[seat]}: Vote to end"
    app.click_button("vote")
    app.click_button("confirm")
    app.advance_until(lambda: not table.is_saving)
    assert table.penalties.vote_counts == (1, 2)
    open_pause(app)
    assert "vote" not in app.widget_ids
    app.advance_until(lambda: get_full_match(table).turn != seat and get_awaited_seat(table) is not None, seconds=1.0)
    app.advance_frame()
    assert app.get_button_text("vote") == f"{table.info.names[1 - seat]}: Vote to end", "the person to act"


@pytest.mark.slow
@pytest.mark.parametrize("over", ["pause", "ask", "cover"])
def test_pause_shows_no_hand(tmp_path: Path, over: str) -> None:
    """Compare the pictures of two packs."""
    pictures = set()
    for name, turned in (("one", False), ("two", True)):

        def shuffle_or_reverse(cards: tuple[Card, ...], rng: RandomSource, turned: bool = turned) -> tuple[Card, ...]:
            pack = shuffle_pack(cards, rng)
            return pack[::-1] if turned else pack

        with open_test_app(tmp_path / name) as app:
            with patch("game.shuffling.commitments.shuffle_pack", shuffle_or_reverse):
                table = get_session(start_match_at_turn(app, "you " * 5, game="chiamata", turn_seconds=TURN_LIMIT_S))
            if over == "cover":
                set_screen_seats(table, None, awaited_seat=table.observation.seat)
            open_pause(app)
            if over == "ask":
                app.click_button("leave")
            app.advance_frame(0.0)
            assert isinstance(app.context.scenes.top, ConfirmDialog if over == "ask" else PauseOverlay)
            app.wait_for_card_images()
            app.repaint()
            pictures.add(pygame.image.tobytes(app.surface, "RGB"))
    assert len(pictures) == 1


def test_player_who_left_is_offered_no_chat_and_no_vote(app: AppDriver) -> None:
    table = get_session(start_match_at_turn(app, "you you club", turn_seconds=TURN_LIMIT_S))
    app.player_worker.is_paused = True
    seat = table.observation.seat
    assert seat is not None and table.act(LeaveMatch(seat)) is None
    app.advance_frame()
    open_pause(app)
    assert not any(table.info.names[seat] in app.get_button_text(text) for text in app.widget_ids if text != "speaker")


# -- abandoning on a full disk

DISK_FULL_TEXT = "The disk is full."


def open_pause_with_narration(app: AppDriver) -> tuple[TableScene, list[str]]:
    """Return the table with the pause over a person's turn, and the narrated lines."""
    scene, narrated = start_match_at_turn(app, "you club"), list[str]()
    app.context.narrate = narrated.append
    open_pause(app)
    return scene, narrated


def abandon(app: AppDriver) -> None:
    app.click_button("abandon")
    app.click_button("confirm")
    app.advance_frame()
    app.advance_frame()


def is_abandoned(app: AppDriver) -> bool:
    return (
        isinstance(app.context.scenes.top, MainMenuScene) and not app.storage.get_repository().list_unfinished_matches()
    )


@pytest.mark.parametrize("is_retried_at_table", [False, True])
def test_abandoning_on_full_disk_reports_error_and_can_be_retried(app: AppDriver, is_retried_at_table: bool) -> None:
    scene, narrated = open_pause_with_narration(app)
    app.storage.failure_message = DISK_FULL_TEXT
    for count in (1, 2):
        abandon(app)
        failures = [line for line in narrated if DISK_FULL_TEXT in line and "not abandoned" in line]
        assert scene in app.context.scenes and len(failures) == count
    if is_retried_at_table:
        app.click_button("resume")
        assert app.context.scenes.top is scene and "not abandoned" in scene.session.error
    app.storage.failure_message = ""
    if is_retried_at_table:
        app.press_key(pygame.K_SPACE)
        app.advance_frame()
    else:
        abandon(app)
    assert is_abandoned(app) and not app.storage.get_repository().check_in_players(("Anna",))


def test_pause_stays_until_the_abandon_is_stored(app: AppDriver) -> None:
    scene, _narrated = open_pause_with_narration(app)
    app.storage.is_paused = True
    abandon(app)
    assert scene in app.context.scenes
    app.storage.finish_writes()
    app.advance_frame()
    assert is_abandoned(app)


# -- leaving with the match in a file


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be deleted there")
def test_match_is_exported_from_the_pause_while_the_file_of_matches_is_gone(app: AppDriver, tmp_path: Path) -> None:
    app.skips_painting = True
    open_table(app, make_match_setup("you club"))
    play_until(app, lambda table: table.session.is_your_turn and table.session.observation.deal_number == 2)
    scene = app.expect_scene(TableScene)
    app.press_key(pygame.K_ESCAPE)
    app.expect_scene(PauseOverlay)
    assert "export" not in app.widget_ids, "it is saved where it belongs"
    app.press_key(pygame.K_ESCAPE)
    (app.context.folders.data / "matches.db").unlink()
    scene.act(scene.session.observation.legal_actions[0])
    app.advance_until(lambda: bool(scene.session.error))
    assert "was moved or deleted" in scene.session.error
    app.press_key(pygame.K_ESCAPE)
    app.expect_scene(PauseOverlay)
    app.click_button("export")
    path = tmp_path / "table.tvr"
    app.expect_scene(FilePrompt).text = str(path)
    app.click_button("confirm")
    app.advance_until(path.exists)
    match = read_match_file(path, 0.0)
    assert [deal.actions for deal in match.record.deals] == [get_record(scene).deals[0].actions]
    assert match.player_kinds == ("you", "club")

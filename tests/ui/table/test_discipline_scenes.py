"""Table discipline on the screen: the clock shown, the pause, leaving, votes (dummy driver)."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from game.engine.cards import Card
from game.engine.events import Event, Left, TimedOut, Unlocked
from game.fairness import Chance, shuffled
from game.store.files import StorageError
from tests.ui.stage import AppByHand, close, open_app, turn_screen, whole_match
from tests.ui.table.persons_turn import begin, pause, sit
from ui.scenes.ask import Ask
from ui.scenes.menu import Menu
from ui.scenes.settings import SettingsScene
from ui.table import hud
from ui.table.notices import said_of
from ui.table.pause import Pause
from ui.table.result import Result

TURN = 30


@pytest.mark.slow
def test_the_seconds_left_are_shown(app: AppByHand) -> None:
    table = begin(app, turn_seconds=TURN)
    shown: list[str] = []

    def prompt(_surface: object, _stage: object, text: str, *_rest: object, **_more: object) -> None:
        shown.append(text)

    app.drawn()
    with patch.object(hud, "prompt", prompt):
        app.step(0.0)
        app.step(5.0)
    assert table.seconds_left == TURN - 5
    assert list(dict.fromkeys(shown)) == ["Your turn  ·  you lead  ·  30 s", "Your turn  ·  you lead  ·  25 s"]


@pytest.mark.slow
def test_the_last_ten_seconds_are_heard_one_by_one(app: AppByHand) -> None:
    begin(app, turn_seconds=TURN)
    heard: list[str] = []
    with patch.object(app.stage.sounds, "play", heard.append):
        for _frame in range(30 * 4 - 1):
            app.step(0.25)
    assert heard.count("warning") == 10


@pytest.mark.slow
@pytest.mark.parametrize("where", ["pause", "talk", "ask"])
def test_the_clock_goes_on_under_the_pause_and_what_lies_over_it(app: AppByHand, where: str) -> None:
    table = begin(app, "you " * 5, game="chiamata", turn_seconds=TURN, exit_votes=5)
    app.step()
    pause(app)
    if where == "talk":
        app.press("talk")
    elif where == "ask":
        app.press("leave")
        assert isinstance(app.stage.scene, Ask)
    for _frame in range(TURN + 2):
        app.step(1.0)
    assert table.over and whole_match(table).expired is not None


@pytest.mark.slow
def test_the_settings_win_no_time(app: AppByHand) -> None:
    table = begin(app, "you club club club club", game="chiamata", turn_seconds=TURN)
    pause(app)
    app.press("settings")
    assert isinstance(app.stage.scene, SettingsScene)
    app.step(TURN + 1.0)
    app.key(pygame.K_ESCAPE)
    assert whole_match(table).expired == 0 or table.saving
    app.steps(lambda: table.over)


@pytest.mark.slow
@pytest.mark.parametrize("over", ["help", "leave", "talk"])
def test_whatever_lies_over_the_table_wins_no_time(app: AppByHand, over: str) -> None:
    table = begin(app, "you club club club club", game="chiamata", turn_seconds=TURN)
    pause(app)
    app.press(over)
    assert not isinstance(app.stage.scene, Pause)
    app.step(TURN + 1.0)
    app.steps(lambda: table.over)
    assert whole_match(table).expired == 0


@pytest.mark.slow
def test_talk_votes_and_leaving_are_there_on_the_result_too(app: AppByHand) -> None:
    table, rng = begin(app, "you club", turn_seconds=TURN, deals_to_win=7), Random(2)
    while not isinstance(app.stage.scene, Result):
        if table.your_turn and not app.table.beats:
            assert table.act(rng.choice(table.view.choices)) is None
        app.step(0.5)
    app.press("more")
    assert {"talk", "vote", "leave"} <= set(app.ids)
    app.press("vote")
    app.press("confirm")
    app.steps(lambda: table.votes[0] > 0)


@pytest.mark.slow
def test_whose_clock_ended_the_match_reads_why(app: AppByHand) -> None:
    table = begin(app, "you club club club club", game="chiamata", turn_seconds=TURN)
    app.step(TURN + 1.0)
    app.steps(lambda: isinstance(app.stage.scene, Result))
    result = app.stage.scene
    assert isinstance(result, Result) and table.view.expired == 0
    assert any("60 minutes" in line and "clock" in line for line in result.barred)


@pytest.mark.slow
def test_the_pause_is_of_who_opened_it_until_another_is_on_turn(app: AppByHand) -> None:
    table = begin(app, "you you", turn_seconds=TURN)
    seat = table.viewer
    assert seat is not None
    pause(app)
    name = table.names[seat]
    assert app.words_of("leave") == f"{name}: Leave the match for good"
    app.press("leave")
    scene = app.stage.scene
    assert isinstance(scene, Ask) and scene.question.startswith(f"{name}: Leave the match for good?")
    app.steps(lambda: whole_match(table).to_act != seat, seconds=1.0)
    app.step(1.0)
    app.press("confirm")
    app.steps(lambda: bool(whole_match(table).left))
    assert whole_match(table).left == (seat,), "not the one who has come on turn meanwhile"


def test_the_pause_names_who_is_on_turn_now(app: AppByHand) -> None:
    table = begin(app, "you you", turn_seconds=TURN)
    seat = table.viewer
    assert seat is not None
    scene = pause(app)
    other = table.names[1 - seat]
    app.steps(lambda: whole_match(table).to_act != seat and table.cover is not None, seconds=1.0)
    app.step()
    assert app.stage.scene is scene
    assert app.words_of("leave") == f"{other}: Leave the match for good"


def test_alone_with_computers_no_name_is_needed(app: AppByHand) -> None:
    begin(app, "you club", turn_seconds=TURN)
    pause(app)
    assert app.words_of("leave") == "Leave the match for good"


def test_who_leaves_is_told_what_it_costs(app: AppByHand) -> None:
    table = begin(app, "you club", turn_seconds=TURN, bar_minutes=45)
    pause(app)
    app.press("leave")
    scene = app.stage.scene
    assert isinstance(scene, Ask) and "45 minutes" in scene.question
    app.press("cancel")
    assert isinstance(app.stage.scene, Pause) and not whole_match(table).left


@pytest.mark.parametrize("options", [{"turn_seconds": TURN, "bar_minutes": 0}, {"turn_seconds": 0}])
def test_who_leaves_without_a_bar_is_told_of_none(app: AppByHand, options: dict[str, Any]) -> None:
    table = begin(app, "you you", **options)
    pause(app)
    app.press("leave")
    scene = app.stage.scene
    assert isinstance(scene, Ask) and "minutes" not in scene.question
    assert not table.barred


def test_without_a_clock_a_person_alone_gives_the_match_up_and_nobody_is_barred(app: AppByHand) -> None:
    begin(app, "you club")
    pause(app)
    assert not {"vote", "leave"} & set(app.ids)
    app.press("abandon")
    app.press("confirm")
    app.steps(lambda: isinstance(app.stage.scene, Menu))
    app.step()
    assert not app.storage.journal().unfinished()
    assert not app.storage.journal().sit_down((("Anna", "#a3361f"),))


@pytest.mark.parametrize("event", [TimedOut(1), Left(1), Unlocked(1, 2, 3)], ids=lambda event: event.code)
def test_who_is_alone_at_the_screen_is_spoken_to(event: Event) -> None:
    names = ("Anna", "Bruno", "Carla")
    assert said_of(event, names, 0) == said_of(event, names) and "Bruno" in said_of(event, names)
    assert said_of(event, names, 1).startswith("You") and "Bruno" not in said_of(event, names, 1)


def left_by_all(app: AppByHand) -> None:
    """The only person leaves a match under a clock."""
    begin(app, "you club", turn_seconds=TURN, deals_to_win=1)
    pause(app)
    app.press("leave")
    app.press("confirm")
    app.steps(lambda: isinstance(app.stage.scene, Menu))


@pytest.mark.slow
def test_all_have_left_the_match_is_played_to_its_end_unseen_and_the_bar_falls(app: AppByHand) -> None:
    left_by_all(app)
    assert any("left the match" in one and "60 minutes" in one for one in (*app.stage.notices, app.toasts.words))
    app.steps(lambda: not app.stage.doors.finishing())
    assert isinstance(app.stage.scene, Menu)
    assert any("played to its end. Winners: " in one for one in (*app.stage.notices, app.toasts.words))
    journal = app.storage.journal()
    assert not journal.unfinished() and journal.load(1).record.replay().standing.winners
    (bar,) = journal.sit_down((("Anna", "#a3361f"),))
    assert (bar.name, bar.why) == ("Anna", "barred_left")


@pytest.mark.slow
def test_a_match_that_all_have_left_is_not_offered_and_is_finished_at_the_next_start(tmp_path: Path) -> None:
    app = open_app(tmp_path)
    app.mind.thinking = True
    left_by_all(app)
    close(app)
    again = open_app(tmp_path)
    again.stage.push(Menu(again.stage))
    again.step()
    again.steps(lambda: not again.stage.doors.finishing())
    assert "continue" not in again.ids
    assert [bar.name for bar in again.storage.journal().sit_down((("Anna", "#a3361f"),))] == ["Anna"]
    close(again)


def test_who_wants_to_sit_down_meanwhile_waits_for_the_bar(app: AppByHand) -> None:
    left_by_all(app)
    sit(app, "you club")
    app.steps(lambda: not app.stage.doors.finishing())
    app.steps(lambda: any("may not sit" in line for line in getattr(app.stage.scene, "lines", [])))
    assert "Anna may not sit down" in app.stage.scene.lines[0]  # type: ignore[attr-defined]
    assert "left the match" in app.stage.scene.lines[1]  # type: ignore[attr-defined]


@pytest.mark.slow
def test_deleting_a_match_under_a_clock_evades_no_bar(app: AppByHand) -> None:
    begin(app, "you club", turn_seconds=TURN, deals_to_win=1)
    app.stage.doors.menu()
    app.steps(lambda: "continue" in app.ids)
    app.press("history")
    app.steps(lambda: not app.stage.scene.busy)
    app.press("delete")
    scene = app.stage.scene
    assert isinstance(scene, Ask) and "60 minutes" in scene.question
    app.press("confirm")
    app.steps(lambda: not app.stage.doors.finishing())
    journal = app.storage.journal()
    assert not journal.unfinished()
    assert [bar.name for bar in journal.sit_down((("Anna", "#a3361f"),))] == ["Anna"]
    with pytest.raises(StorageError):
        journal.load(1)


@pytest.mark.slow
def test_a_vote_is_counted_and_offered_once(app: AppByHand) -> None:
    table = begin(app, "you you", turn_seconds=TURN, exit_votes=2)
    seat = table.viewer
    assert seat is not None
    pause(app)
    assert app.words_of("vote") == f"{table.names[seat]}: Vote to end the match (0 of 2)"
    app.press("vote")
    app.press("confirm")
    app.steps(lambda: not table.saving)
    assert table.votes == (1, 2)
    pause(app)
    assert "vote" not in app.ids


@pytest.mark.slow
@pytest.mark.parametrize("over", ["pause", "ask", "cover"])
def test_the_pause_shows_nothing_of_any_hand(tmp_path: Path, over: str) -> None:
    """Two packs, the same picture."""
    pictures = set()
    for name, turned in (("one", False), ("two", True)):

        def shuffle(cards: tuple[Card, ...], rng: Chance, turned: bool = turned) -> tuple[Card, ...]:
            pack = shuffled(cards, rng)
            return pack[::-1] if turned else pack

        with patch("game.proof.shuffled", shuffle):
            app = open_app(tmp_path / name)
            table = begin(app, "you " * 5, game="chiamata", turn_seconds=TURN)
        if over == "cover":
            turn_screen(table, None, cover=table.viewer)
        pause(app)
        if over == "ask":
            app.press("leave")
        app.step(0.0)
        assert isinstance(app.stage.scene, Ask if over == "ask" else Pause)
        app.drawn()
        app.draw()
        pictures.add(pygame.image.tobytes(app.surface, "RGB"))
        close(app)
    assert len(pictures) == 1

"""Table discipline on the screen: sitting down, the pause, talk, the clock shown (dummy driver)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import localtime, strftime
from typing import Any
from unittest.mock import patch

import pygame
import pygame_gui
import pytest

from game.ai.characters import Character
from game.discipline import PHRASES, Message
from game.engine.actions import Leave
from game.engine.cards import Card
from game.fairness import Chance, shuffled
from game.local_table import LocalTable
from game.store.files import StorageError
from game.store.profiles import Bar
from tests.fakes import seating
from tests.ui.stage import AppByHand, at_table, close, open_app
from ui.scenes.ask import Ask
from ui.scenes.menu import Menu
from ui.scenes.settings import SettingsScene
from ui.scenes.sitting import Sitting, _barred
from ui.table import hud
from ui.table.chat import Chat
from ui.table.pause import Pause
from ui.table.result import Result
from ui.table.scene import TableScene

TURN = 30


@pytest.fixture
def app(tmp_path: Path) -> Iterator[AppByHand]:
    one = open_app(tmp_path)
    yield one
    close(one)


def to_turn(app: AppByHand) -> LocalTable:
    """On to a person's turn, the screen taken; gives the table."""
    table = app.table.table

    def reached() -> bool:
        app.table.skip()
        if table.cover is not None:
            table.ready()
        return table.your_turn and not app.table.beats and table._turn.running

    app.steps(reached)
    app.step(0.0)
    return table


def words(app: AppByHand) -> list[str]:
    """What stands on the buttons."""
    return [one.text for one in app.widgets() if isinstance(one, pygame_gui.elements.UIButton)]


def pause(app: AppByHand) -> Pause:
    app.key(pygame.K_ESCAPE)
    scene = app.stage.scene
    assert isinstance(scene, Pause)
    return scene


def begin(app: AppByHand, kinds: str = "you club", **options: Any) -> LocalTable:
    at_table(app, seating(kinds, **options))
    return to_turn(app)


# -- sitting down -------------------------------------------------------------------------------------


def sit(app: AppByHand, kinds: str) -> None:
    app.stage.push(Menu(app.stage))
    app.step()
    app.stage.doors.begin(seating(kinds))
    app.step()
    app.step()


def test_nobody_barred_the_match_begins(app: AppByHand) -> None:
    sit(app, "you club")
    assert isinstance(app.stage.scene, TableScene)
    assert [one.name for one in app.storage.journal().profiles()] == ["Anna"]


@pytest.mark.parametrize("kinds", ["you club", "club you", "you you club"])
def test_who_is_barred_sees_for_how_long_and_may_not_sit_down(app: AppByHand, kinds: str) -> None:
    name = "Bruno" if kinds == "club you" else "Anna"
    app.storage.journal().put_profile(name, "#a3361f")
    app.storage.journal().bar_profile(name, 3600)
    app.clock.go(90)
    sit(app, kinds)
    scene = app.stage.scene
    assert isinstance(scene, Sitting)
    until = strftime("%H:%M", localtime(app.clock.now + 3510))
    assert scene.lines == [f"{name} may not sit down at any table for 59 more minutes, until {until}."]
    assert app.storage.journal().unfinished() == ()
    app.press("Back")
    assert isinstance(app.stage.scene, Menu)


def test_a_computer_with_the_name_of_a_barred_person_may_sit_down(app: AppByHand) -> None:
    app.storage.journal().put_profile("Bruno", "#a3361f")
    app.storage.journal().bar_profile("Bruno", 3600)
    sit(app, "you club")
    assert isinstance(app.stage.scene, TableScene)


def test_when_the_bar_is_over_the_match_begins(app: AppByHand) -> None:
    app.storage.journal().put_profile("Anna", "#a3361f")
    app.storage.journal().bar_profile("Anna", 60)
    app.clock.go(60)
    sit(app, "you club")
    assert isinstance(app.stage.scene, TableScene)


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.2, "1 more minute,"), (60, "1 more minute,"), (60.5, "2 more"), (3600, "60 more")]
)
def test_minutes_are_never_told_too_short(seconds: float, said: str) -> None:
    assert said in _barred(Bar("Anna", seconds), 0.0)[0]


def test_a_storage_at_fault_is_one_line_and_a_way_back(app: AppByHand) -> None:
    app.storage.fault = "The disk is full."
    sit(app, "you club")
    scene = app.stage.scene
    assert isinstance(scene, Sitting) and scene.lines == ["The disk is full."]
    app.storage.fault = ""
    app.press("Back")
    assert isinstance(app.stage.scene, Menu)


def test_the_window_does_not_wait_for_the_disk(app: AppByHand) -> None:
    app.stage.push(Menu(app.stage))
    app.step()
    app.storage.holding = True
    app.stage.doors.begin(seating("you club"))
    for _frame in range(5):
        app.step()
    assert isinstance(app.stage.scene, Sitting) and app.stage.scene.busy
    app.storage.holding = False
    app.storage.let()
    app.steps(lambda: isinstance(app.stage.scene, TableScene))


def test_six_barred_people_fit_on_the_smallest_window(tmp_path: Path) -> None:
    app = open_app(tmp_path, size=(960, 540))
    for name in ("Anna", "Bruno", "Carla", "Dino", "Elsa", "Fede"):
        app.storage.journal().put_profile(name, "#a3361f")
        app.storage.journal().bar_profile(name, 3600)
    sit(app, "you " * 6)
    scene = app.stage.scene
    assert isinstance(scene, Sitting) and len(scene.lines) == 6
    assert app.surface.get_rect().contains(app.button("Back").get_abs_rect())
    close(app)


# -- the clock and the pause --------------------------------------------------------------------------


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


def test_the_last_ten_seconds_are_heard_one_by_one(app: AppByHand) -> None:
    begin(app, turn_seconds=TURN)
    heard: list[str] = []
    with patch.object(app.stage.sounds, "play", heard.append):
        for _frame in range(30 * 4 - 1):
            app.step(0.25)
    assert heard.count("warning") == 10


@pytest.mark.parametrize("where", ["pause", "talk", "ask"])
def test_the_clock_goes_on_under_the_pause_and_what_lies_over_it(app: AppByHand, where: str) -> None:
    table = begin(app, "you " * 5, game="chiamata", turn_seconds=TURN, exit_votes=5)
    app.step()
    pause(app)
    if where == "talk":
        app.press("Talk to the table")
    elif where == "ask":
        app.press(next(one for one in words(app) if "Leave the match" in one))
        assert isinstance(app.stage.scene, Ask)
    for _frame in range(TURN + 2):
        app.step(1.0)
    assert table.over and table._match.expired is not None


def test_the_settings_win_no_time(app: AppByHand) -> None:
    table = begin(app, "you club club club club", game="chiamata", turn_seconds=TURN)
    pause(app)
    app.press("Settings")
    assert isinstance(app.stage.scene, SettingsScene)
    app.step(TURN + 1.0)
    app.key(pygame.K_ESCAPE)
    assert table._match.expired == 0 or table.saving
    app.steps(lambda: table.over)


@pytest.mark.parametrize("over", ["Help", "Leave the match for good", "Talk to the table"])
def test_whatever_lies_over_the_table_wins_no_time(app: AppByHand, over: str) -> None:
    table = begin(app, "you club club club club", game="chiamata", turn_seconds=TURN)
    pause(app)
    app.press(over)
    assert not isinstance(app.stage.scene, Pause)
    app.step(TURN + 1.0)
    app.steps(lambda: table.over)
    assert table._match.expired == 0


def test_talk_votes_and_leaving_are_there_on_the_result_too(app: AppByHand) -> None:
    table, rng = begin(app, "you club", turn_seconds=TURN, deals_to_win=7), Random(2)
    while not isinstance(app.stage.scene, Result):
        if table.your_turn and not app.table.beats:
            assert table.act(rng.choice(table.view.choices)) is None
        app.step(0.5)
    app.press("More…")
    for wanted in ("Talk to the table", "Vote to end the match (0 of 2)", "Leave the match for good"):
        assert wanted in words(app)
    app.press("Vote to end the match (0 of 2)")
    app.press("Vote")
    app.steps(lambda: table.votes[0] > 0)


def test_whose_clock_ended_the_match_reads_why(app: AppByHand) -> None:
    table = begin(app, "you club club club club", game="chiamata", turn_seconds=TURN)
    app.step(TURN + 1.0)
    app.steps(lambda: isinstance(app.stage.scene, Result))
    result = app.stage.scene
    assert isinstance(result, Result) and table.view.expired == 0
    assert any("60 minutes" in line and "clock" in line for line in result.barred)


def test_the_pause_is_of_who_opened_it_until_another_is_on_turn(app: AppByHand) -> None:
    table = begin(app, "you you", turn_seconds=TURN)
    seat = table.viewer
    assert seat is not None
    pause(app)
    name = table.names[seat]
    assert f"{name}: Leave the match for good" in words(app)
    app.press(f"{name}: Leave the match for good")
    scene = app.stage.scene
    assert isinstance(scene, Ask) and scene.question.startswith(f"{name}: Leave the match for good?")
    app.steps(lambda: table._match.to_act != seat, seconds=1.0)
    app.step(1.0)
    app.press("Leave")
    app.steps(lambda: bool(table._match.left))
    assert table._match.left == (seat,), "not the one who has come on turn meanwhile"


def test_the_pause_names_who_is_on_turn_now(app: AppByHand) -> None:
    table = begin(app, "you you", turn_seconds=TURN)
    seat = table.viewer
    assert seat is not None
    scene = pause(app)
    other = table.names[1 - seat]
    app.steps(lambda: table._match.to_act != seat and table.cover is not None, seconds=1.0)
    app.step()
    assert app.stage.scene is scene
    assert f"{other}: Leave the match for good" in words(app)


def test_alone_with_computers_no_name_is_needed(app: AppByHand) -> None:
    begin(app, "you club", turn_seconds=TURN)
    pause(app)
    assert "Leave the match for good" in words(app)


def test_who_leaves_is_told_what_it_costs(app: AppByHand) -> None:
    table = begin(app, "you club", turn_seconds=TURN, bar_minutes=45)
    pause(app)
    app.press("Leave the match for good")
    scene = app.stage.scene
    assert isinstance(scene, Ask) and "45 minutes" in scene.question
    app.press("Stay")
    assert isinstance(app.stage.scene, Pause) and not table._match.left


@pytest.mark.parametrize("options", [{"turn_seconds": TURN, "bar_minutes": 0}, {"turn_seconds": 0}])
def test_who_leaves_without_a_bar_is_told_of_none(app: AppByHand, options: dict[str, Any]) -> None:
    table = begin(app, "you you", **options)
    pause(app)
    app.press(next(one for one in words(app) if "Leave the match" in one))
    scene = app.stage.scene
    assert isinstance(scene, Ask) and "minutes" not in scene.question
    assert not table.barred


def test_without_a_clock_a_person_alone_gives_the_match_up_and_nobody_is_barred(app: AppByHand) -> None:
    begin(app, "you club")
    pause(app)
    assert not any(key in one for one in words(app) for key in ("Vote", "Leave the match"))
    app.press("Give the match up")
    app.press("Give up")
    app.steps(lambda: isinstance(app.stage.scene, Menu))
    app.step()
    assert not app.storage.journal().unfinished()
    assert not app.storage.journal().sit_down((("Anna", "#a3361f"),))


def left_by_all(app: AppByHand) -> None:
    """The only person leaves a match under a clock."""
    begin(app, "you club", turn_seconds=TURN, deals_to_win=1)
    pause(app)
    app.press("Leave the match for good")
    app.press("Leave")
    app.steps(lambda: isinstance(app.stage.scene, Menu))


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


def test_a_match_that_all_have_left_is_not_offered_and_is_finished_at_the_next_start(tmp_path: Path) -> None:
    app = open_app(tmp_path)
    app.mind.thinking = True
    left_by_all(app)
    close(app)
    again = open_app(tmp_path)
    again.stage.push(Menu(again.stage))
    again.steps(lambda: again._opened and not again.stage.doors.finishing())
    assert "Continue" not in words(again)
    assert [bar.name for bar in again.storage.journal().sit_down((("Anna", "#a3361f"),))] == ["Anna"]
    close(again)


def test_who_wants_to_sit_down_meanwhile_waits_for_the_bar(app: AppByHand) -> None:
    left_by_all(app)
    sit(app, "you club")
    app.steps(lambda: not app.stage.doors.finishing())
    app.steps(lambda: any("may not sit" in line for line in getattr(app.stage.scene, "lines", [])))
    assert "Anna may not sit down" in app.stage.scene.lines[0]  # type: ignore[attr-defined]
    assert "left the match" in app.stage.scene.lines[1]  # type: ignore[attr-defined]


def test_deleting_a_match_under_a_clock_evades_no_bar(app: AppByHand) -> None:
    begin(app, "you club", turn_seconds=TURN, deals_to_win=1)
    app.stage.doors.menu()
    app.steps(lambda: "Continue" in words(app))
    app.press("History")
    app.steps(lambda: not app.stage.scene.busy)
    app.press("Delete…")
    scene = app.stage.scene
    assert isinstance(scene, Ask) and "60 minutes" in scene.question
    app.press("Delete")
    app.steps(lambda: not app.stage.doors.finishing())
    journal = app.storage.journal()
    assert not journal.unfinished()
    assert [bar.name for bar in journal.sit_down((("Anna", "#a3361f"),))] == ["Anna"]
    with pytest.raises(StorageError):
        journal.load(1)


def test_a_vote_is_counted_and_offered_once(app: AppByHand) -> None:
    table = begin(app, "you you", turn_seconds=TURN, exit_votes=2)
    seat = table.viewer
    assert seat is not None
    pause(app)
    app.press(f"{table.names[seat]}: Vote to end the match (0 of 2)")
    app.press("Vote")
    app.steps(lambda: not table.saving)
    assert table.votes == (1, 2)
    pause(app)
    assert not any("Vote" in one for one in words(app))


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
            table._screen.viewer, table._screen.cover = None, table.viewer
        pause(app)
        if over == "ask":
            app.press(next(one for one in words(app) if "Leave the match" in one))
        app.step(0.0)
        assert isinstance(app.stage.scene, Ask if over == "ask" else Pause)
        app.drawn()
        app.draw()
        pictures.add(pygame.image.tobytes(app.surface, "RGB"))
        close(app)
    assert len(pictures) == 1


# -- talk ---------------------------------------------------------------------------------------------


TALK: Any = {"game": "spades", "talk": "free"}
"""A table at which people may say what they like, from the beginning."""


def talk(app: AppByHand) -> Chat:
    pause(app)
    app.press("Talk to the table")
    scene = app.stage.scene
    assert isinstance(scene, Chat)
    return scene


def test_a_phrase_is_said_with_one_click(app: AppByHand) -> None:
    table = begin(app, **TALK)
    talk(app)
    for phrase in PHRASES:
        app.press(phrase)
    assert [one.text for one in table.chat] == list(PHRASES)


def test_where_only_phrases_are_said_there_is_no_line_for_ones_own(app: AppByHand) -> None:
    table = begin(app, game="spades")
    scene = talk(app)
    assert scene._entry is None and "Say" not in words(app)
    app.press(PHRASES[0])
    assert [one.text for one in table.chat] == [PHRASES[0]]


def test_where_nobody_talks_the_pause_offers_no_talk(app: AppByHand) -> None:
    begin(app, game="spades", talk="none")
    pause(app)
    assert "Talk to the table" not in words(app)


def test_in_the_first_trick_of_briscola_a_phrase_is_refused_in_words(app: AppByHand) -> None:
    table = begin(app)
    talk(app)
    app.press(PHRASES[0])
    assert not table.chat


def test_without_a_clock_the_pause_offers_no_vote(app: AppByHand) -> None:
    begin(app, turn_seconds=0)
    pause(app)
    assert not any("Vote" in one for one in words(app))


@pytest.mark.parametrize("clicked", [True, False], ids=["after a click", "as the chat opens"])
def test_a_line_of_ones_own_is_said_and_the_entry_empty_again(app: AppByHand, clicked: bool) -> None:
    table = begin(app, **TALK)
    scene = talk(app)
    assert scene._entry is not None
    if clicked:
        app.click(scene._entry.get_abs_rect().center)
    for letter in "Ciao!":
        app.post(pygame.TEXTINPUT, text=letter)
        app.post(pygame.KEYDOWN, key=ord(letter.lower()), mod=0, unicode=letter, scancode=0)
    assert scene.text == "Ciao!"
    app.key(pygame.K_RETURN)
    app.step()
    assert [one.text for one in table.chat] == ["Ciao!"] and scene.text == ""


def test_enter_never_means_what_loses_something(app: AppByHand) -> None:
    begin(app, **TALK)
    app.stage.push(Ask(app.stage, app.stage.scene, "Leave?", "Leave", lambda: pytest.fail("it was lost")))
    golden = app.stage.scene.focus.golden
    assert golden is not None and golden.text == "No"
    assert app.stage.scene.deck == app.stage.scenes[-2].deck, "the table under the question keeps its cards"
    app.key(pygame.K_RETURN)
    app.step()
    assert not isinstance(app.stage.scene, Ask)


def test_what_could_not_be_said_stays_in_the_entry(app: AppByHand) -> None:
    table = begin(app, **TALK)
    scene = talk(app)
    app.storage.holding = True
    app.press(PHRASES[0])
    scene.text = "Un momento"
    scene._say_text()
    assert scene.text == "Un momento" and not table.chat
    app.storage.holding = False
    app.storage.let()
    app.step()
    scene._say_text()
    app.step()
    assert [one.text for one in table.chat] == [PHRASES[0], "Un momento"] and scene.text == ""


def test_talk_is_of_who_opened_it_even_when_another_is_on_turn(app: AppByHand) -> None:
    table = begin(app, "you you", **TALK, turn_seconds=TURN)
    while not table._match.phase.in_play:  # type: ignore[union-attr]
        assert table.act(table.view.choices[0]) is None
        to_turn(app)
    seat = table.viewer
    talk(app)
    app.steps(lambda: table._match.to_act != seat and table.cover is not None, seconds=1.0)
    left = table.seconds_left
    app.press(PHRASES[4])
    assert [one.seat for one in table.chat] == [seat]
    assert left is not None and (table.seconds_left or 0) <= left


@pytest.mark.parametrize("text", ["word " * 40, "W" * 200, "♠" * 200, "{name} <b>%s</b>"])
@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
def test_a_long_message_can_be_read_inside_the_box(tmp_path: Path, text: str, size: tuple[int, int]) -> None:
    app = open_app(tmp_path, size=size)
    table = begin(app, **TALK)
    scene = talk(app)
    for _time in range(3):
        assert table.say(text.strip()) is None
        app.step()
    lines = scene._lines()
    assert 3 <= len(lines) <= 7
    assert all(name.get_width() + said.get_width() <= scene.box.width for name, said in lines)
    close(app)


def test_a_message_is_shown_beside_who_said_it(app: AppByHand) -> None:
    table = begin(app, **TALK)
    shown: list[tuple[str, int]] = []

    def bubble(_surface: object, _stage: object, text: str, seat: int, _spot: object) -> None:
        shown.append((text, seat))

    app.drawn()
    with patch.object(hud, "bubble", bubble):
        app.step()
        assert not shown
        assert table.say("Ecco!") is None
        app.step()
        app.step()
        assert ("Ecco!", 0) in shown
        for _frame in range(100):
            app.step(0.1)
        shown.clear()
        app.step()
        assert not shown, "it goes away"


def test_a_character_remarks_on_its_bid_once_the_bid_has_been_seen(app: AppByHand) -> None:
    """The bid itself is said beside the same plate: never two bubbles on one place."""
    talker = Character(name="", talkativeness=1.0)
    frames: list[set[tuple[int, str]]] = []

    def bubble(_surface: object, _stage: object, text: str, seat: int, _spot: object) -> None:
        frames[-1].add((seat, text))

    with patch("game.minds.character_of", lambda _name: talker), patch.object(hud, "bubble", bubble):
        at_table(app, seating("you club club club club", game="chiamata"))
        table = app.table.table
        for _frame in range(400):
            frames.append(set())
            app.step(0.05)
            if table.your_turn and not app.table.beats:
                break
        frames.append(set())
        app.step()
    said = {(one.seat, one.text) for one in table.chat}
    assert said and all(len({seat for seat, _text in frame}) == len(frame) for frame in frames)
    assert said <= {shown for frame in frames for shown in frame}


def test_what_was_said_last_does_not_hang_over_the_result(app: AppByHand) -> None:
    table = begin(app, "you club", deals_to_win=1)
    table.chat = (Message(1, "Ecco!"),)
    app.step()
    app.table.hearing.said_left = 1e9

    def over() -> bool:
        app.table.skip()
        if table.your_turn:
            table.act(table.view.choices[0])
        return isinstance(app.stage.scene, Result)

    app.steps(over)
    with patch.object(hud, "bubble") as bubble:
        app.step()
        app.draw()
    assert not bubble.called


def test_who_has_left_is_offered_neither_talk_nor_votes(app: AppByHand) -> None:
    table = begin(app, "you you club", turn_seconds=TURN)
    app.mind.thinking = True
    seat = table.viewer
    assert seat is not None and table.act(Leave(seat)) is None
    app.step()
    pause(app)
    assert not any(table.names[seat] in one for one in words(app) if "another" not in one)


def test_the_pause_can_be_used_while_the_match_goes_on_below(app: AppByHand) -> None:
    """It is made anew when something changes in it, and not at every frame."""
    table, rng = begin(app, "you club club club club", game="chiamata"), Random(1)
    while len(table.view.board.hands[0]) > 1 or not table.view.phase or not table.view.phase.in_play:
        assert table.act(rng.choice(table.view.choices)) is None
        to_turn(app)
    assert table.act(table.view.choices[0]) is None
    pause(app)
    app.steps(lambda: table.between_deals and not table.saving, seconds=0.2)
    app.steps(lambda: not app.table.beats, seconds=0.2)
    with patch.object(app.stage, "rebuild", wraps=app.stage.rebuild) as rebuild:
        for _frame in range(20):
            app.step()
    assert rebuild.call_count <= 2
    app.press("Go on")
    assert not isinstance(app.stage.scene, Pause)

"""Talk on the screen: phrases, own lines, what characters say (dummy driver)."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from game.ai.characters import Character
from game.discipline import PHRASES, Message
from game.engine.actions import Leave
from game.local_table import LocalTable
from tests.fakes import seating
from tests.ui.stage import AppByHand, at_table, close, open_app, whole_match
from tests.ui.table.persons_turn import begin, pause, to_turn
from ui.scenes.ask import Ask
from ui.table import hud
from ui.table.chat import Chat
from ui.table.pause import Pause
from ui.table.result import Result

TURN = 30


TALK: Any = {"game": "spades", "talk": "free"}
"""A table at which people may say what they like, from the beginning."""


def talk(app: AppByHand) -> Chat:
    pause(app)
    app.press("talk")
    scene = app.stage.scene
    assert isinstance(scene, Chat)
    return scene


@pytest.mark.slow
def test_a_phrase_is_said_with_one_click(app: AppByHand) -> None:
    table = begin(app, **TALK)
    talk(app)
    for number in range(1, len(PHRASES) + 1):
        app.press(f"phrase-{number}")
    assert [one.text for one in table.chat] == list(PHRASES)


@pytest.mark.slow
def test_where_only_phrases_are_said_there_is_no_line_for_ones_own(app: AppByHand) -> None:
    table = begin(app, game="spades")
    scene = talk(app)
    assert scene.focus.find("text") is None and "say" not in app.ids
    app.press("phrase-1")
    assert [one.text for one in table.chat] == [PHRASES[0]]


def test_where_nobody_talks_the_pause_offers_no_talk(app: AppByHand) -> None:
    begin(app, game="spades", talk="none")
    pause(app)
    assert "talk" not in app.ids


def test_in_the_first_trick_of_briscola_a_phrase_is_refused_in_words(app: AppByHand) -> None:
    table = begin(app)
    talk(app)
    app.press("phrase-1")
    assert not table.chat


def test_without_a_clock_the_pause_offers_no_vote(app: AppByHand) -> None:
    begin(app, turn_seconds=0)
    pause(app)
    assert "vote" not in app.ids


@pytest.mark.slow
@pytest.mark.parametrize("clicked", [True, False], ids=["after a click", "as the chat opens"])
def test_a_line_of_ones_own_is_said_and_the_entry_empty_again(app: AppByHand, clicked: bool) -> None:
    table = begin(app, **TALK)
    scene = talk(app)
    if clicked:
        app.click(app.widget("text").get_abs_rect().center)
    for letter in "Ciao!":
        app.post(pygame.TEXTINPUT, text=letter)
        app.post(pygame.KEYDOWN, key=ord(letter.lower()), mod=0, unicode=letter, scancode=0)
    assert scene.text == "Ciao!"
    app.key(pygame.K_RETURN)
    app.step()
    assert [one.text for one in table.chat] == ["Ciao!"] and scene.text == ""


@pytest.mark.slow
def test_enter_never_means_what_loses_something(app: AppByHand) -> None:
    begin(app, **TALK)
    app.stage.push(Ask(app.stage, app.stage.scene, "Leave?", "Leave", lambda: pytest.fail("it was lost")))
    golden = app.stage.scene.focus.golden
    assert golden is not None and golden.text == "No"
    assert app.stage.scene.deck == app.stage.scenes[-2].deck, "the table under the question keeps its cards"
    app.key(pygame.K_RETURN)
    app.step()
    assert not isinstance(app.stage.scene, Ask)


@pytest.mark.slow
def test_what_could_not_be_said_stays_in_the_entry(app: AppByHand) -> None:
    table = begin(app, **TALK)
    scene = talk(app)
    app.storage.holding = True
    app.press("phrase-1")
    scene.text = "Un momento"
    app.press("say")
    assert scene.text == "Un momento" and not table.chat
    app.storage.holding = False
    app.storage.let()
    app.step()
    app.press("say")
    app.step()
    assert [one.text for one in table.chat] == [PHRASES[0], "Un momento"] and scene.text == ""


@pytest.mark.slow
def test_talk_is_of_who_opened_it_even_when_another_is_on_turn(app: AppByHand) -> None:
    table = begin(app, "you you", **TALK, turn_seconds=TURN)
    while not whole_match(table).phase.in_play:  # type: ignore[union-attr]
        assert table.act(table.view.choices[0]) is None
        to_turn(app)
    seat = table.viewer
    talk(app)
    app.steps(lambda: whole_match(table).to_act != seat and table.cover is not None, seconds=1.0)
    left = table.seconds_left
    app.press("phrase-5")
    assert [one.seat for one in table.chat] == [seat]
    assert left is not None and (table.seconds_left or 0) <= left


@pytest.mark.slow
@pytest.mark.parametrize("text", ["word " * 40, "W" * 200, "♠" * 200, "{name} <b>%s</b>"])
@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
def test_a_long_message_can_be_read_inside_the_box(tmp_path: Path, text: str, size: tuple[int, int]) -> None:
    app = open_app(tmp_path, size=size)
    table = begin(app, **TALK)
    scene = talk(app)
    for _time in range(3):
        assert table.say(text.strip()) is None
        app.step()
    lines = scene.lines()
    assert 3 <= len(lines) <= 7
    assert all(name.get_width() + said.get_width() <= scene.box.width for name, said in lines)
    close(app)


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_character_remarks_on_its_bid_once_the_bid_has_been_seen(app: AppByHand) -> None:
    """The bid itself is said beside the same plate: never two bubbles on one place."""
    talker = Character(name="", talkativeness=1.0)
    frames: list[set[tuple[int, str]]] = []

    def bubble(_surface: object, _stage: object, text: str, seat: int, _spot: object) -> None:
        frames[-1].add((seat, text))

    begin_with_talkers = partial(LocalTable.begin, characters=lambda _name: talker)
    with patch.object(LocalTable, "begin", begin_with_talkers), patch.object(hud, "bubble", bubble):
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


@pytest.mark.slow
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
    assert not any(table.names[seat] in app.words_of(one) for one in app.ids if one != "speaker")


@pytest.mark.slow
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
    app.press("resume")
    assert not isinstance(app.stage.scene, Pause)

"""Talk at the table on the screen: an answer comes by itself, disturbs nothing, and stays away where it is unwanted."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pygame
import pytest

from game.discipline import PHRASES, Message
from tests.fakes import Paper
from tests.ui.stage import AppByHand, opened, settings
from tests.ui.table.test_table_scene import your_turn
from ui.narrator import Narrator
from ui.table.chat import Chat
from ui.table.scene import TableScene

ASKED = "Whose turn is it?"


def on_turn(app: AppByHand) -> TableScene:
    scene = your_turn(app, "you club", game="spades")
    app.steps(lambda: not scene.busy and scene.at_rest)
    return scene


def asks(scene: TableScene) -> None:
    assert scene.table.say(ASKED, 0) is None


def answered(app: AppByHand) -> None:
    app.steps(lambda: app.table.table.chat[-1:] == (Message(1, "Yours!"),), most=600)


def test_the_window_wakes_when_the_answer_is_due(app: AppByHand) -> None:
    scene = on_turn(app)
    asks(scene)
    app.step()
    assert 0.0 < scene.rest == scene.table.answers_in < 6.0
    app.step(scene.rest + 0.001)
    app.step()
    assert scene.table.chat[-1].text == "Yours!" and scene.table.answers_in == inf


@pytest.mark.slow
def test_an_answer_takes_nothing_out_of_the_hand_of_who_is_on_turn(app: AppByHand) -> None:
    """What he was about to choose stays chosen, and no sound says his turn anew."""
    scene = on_turn(app)
    offered, widgets = scene.offered, app.widgets()
    assert offered
    app.key(pygame.K_TAB)
    ring = app.stage.scene.focus.widget
    asks(scene)
    answered(app)
    for _frame in range(3):
        app.step()
    assert scene.offered == offered and app.stage.scene.focus.widget is ring and app.widgets() == widgets


@pytest.mark.slow
def test_what_is_said_and_answered_is_told(tmp_path: Path) -> None:
    with opened(tmp_path, settings=settings(speed=0.0)) as app:
        paper = Paper()
        app.stage.besides.append(Narrator(app.stage, paper))
        scene = on_turn(app)
        asks(scene)
        answered(app)
        app.step()
        said = [line for line in paper.take() if " says: " in line][-2:]
        assert said[0].endswith(f"says: {ASKED}") and said[1].endswith("says: Yours!")


@pytest.mark.slow
def test_the_answer_stands_in_the_talk_while_it_is_open(app: AppByHand) -> None:
    scene = on_turn(app)
    app.stage.push(Chat(app.stage, scene, 0))
    app.press(f"phrase-{PHRASES.index(ASKED) + 1}")
    answered(app)
    app.step()
    chat = app.stage.scene
    assert isinstance(chat, Chat) and len(chat.lines()) == len(scene.table.chat)


@pytest.mark.slow
def test_switched_off_in_the_settings_they_say_nothing(tmp_path: Path) -> None:
    with opened(tmp_path, settings=settings(table_talk=False)) as app:
        scene = on_turn(app)
        asks(scene)
        for _frame in range(20):
            app.step(0.5)
        assert [one.seat for one in scene.table.chat] == [0]

"""Replies in chat on the screen: they come by themselves, disturb nothing, and can be switched off."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pygame
import pytest

from game.session.penalties import CHAT_PHRASES, ChatMessage
from tests.fakes import FakeTextLog
from tests.ui.app_driver import AppDriver, get_session, make_settings, open_test_app
from tests.ui.table_driver import start_match_at_turn
from ui.app.narrator import Narrator
from ui.table.overlays.chat import ChatOverlay
from ui.table.scene import TableScene

QUESTION = "Whose turn is it?"


def open_table_at_turn(app: AppDriver) -> TableScene:
    scene = start_match_at_turn(app, "you club", game="spades")
    app.advance_until(lambda: not scene.is_busy and scene.is_idle)
    return scene


def send_question(scene: TableScene) -> None:
    assert get_session(scene).chat.say(QUESTION, 0) is None


def advance_to_reply(app: AppDriver) -> None:
    chat = get_session(app.table_scene).chat
    app.advance_until(lambda: chat.messages[-1:] == (ChatMessage(1, "Yours!"),), max_frames=600)


def test_window_wakes_when_the_reply_is_due(app: AppDriver) -> None:
    scene = open_table_at_turn(app)
    send_question(scene)
    app.advance_frame()
    assert 0.0 < scene.seconds_until_next_update == get_session(scene).seconds_until_next_update < 6.0
    app.advance_frame(scene.seconds_until_next_update + 0.001)
    app.advance_frame()
    assert get_session(scene).chat.messages[-1].text == "Yours!" and get_session(scene).seconds_until_next_update == inf


@pytest.mark.slow
def test_reply_keeps_the_choice_of_the_person_to_act(app: AppDriver) -> None:
    """Check that the chosen card stays chosen, and that no sound announces the turn again."""
    scene = open_table_at_turn(app)
    offered, widgets = scene.offered_actions, app.list_widgets()
    assert offered
    app.press_key(pygame.K_TAB)
    ring = app.context.scenes.top.focus.focused_widget
    send_question(scene)
    advance_to_reply(app)
    for _frame in range(3):
        app.advance_frame()
    assert (
        scene.offered_actions == offered
        and app.context.scenes.top.focus.focused_widget is ring
        and app.list_widgets() == widgets
    )


@pytest.mark.slow
def test_messages_and_replies_are_narrated(tmp_path: Path) -> None:
    with open_test_app(tmp_path, settings=make_settings(speed=0.0)) as app:
        paper = FakeTextLog()
        app.context.services.append(Narrator(app.context, paper))
        scene = open_table_at_turn(app)
        send_question(scene)
        advance_to_reply(app)
        app.advance_frame()
        narrated = [line for line in paper.take_lines() if "Chat from " in line][-2:]
        assert narrated[0].endswith(f": {QUESTION}") and narrated[1].endswith(": Yours!")


@pytest.mark.slow
def test_reply_appears_in_the_open_chat(app: AppDriver) -> None:
    scene = open_table_at_turn(app)
    app.context.scenes.push(ChatOverlay(app.context, scene, get_session(scene).chat, 0))
    app.click_button(f"phrase-{CHAT_PHRASES.index(QUESTION) + 1}")
    advance_to_reply(app)
    app.advance_frame()
    chat = app.context.scenes.top
    assert isinstance(chat, ChatOverlay) and len(chat.lines()) == len(get_session(scene).chat.messages)


@pytest.mark.slow
def test_computers_say_nothing_when_chat_is_off(tmp_path: Path) -> None:
    with open_test_app(tmp_path, settings=make_settings(table_talk=False)) as app:
        scene = open_table_at_turn(app)
        send_question(scene)
        for _frame in range(20):
            app.advance_frame(0.5)
        assert [message.seat for message in get_session(scene).chat.messages] == [0]

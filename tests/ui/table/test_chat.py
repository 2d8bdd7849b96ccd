"""Chat on the screen: phrases, free lines, and the remarks and replies of computer players."""

from __future__ import annotations

from functools import partial
from math import inf
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from game.ai.personas import Persona
from game.session.local import LocalSession
from game.session.write_queue import MAX_QUEUED_WRITES
from game.text.chat import CHAT_PHRASES
from tests.fakes import FakeTextLog, make_match_setup
from tests.session_driver import get_awaited_seat, is_card_play
from tests.ui.app_driver import AppDriver, get_full_match, get_session, make_settings, open_table, show_chat_message
from tests.ui.table_driver import advance_to_turn, open_pause, start_match_at_turn
from ui.table.overlays.chat import ChatOverlay
from ui.table.overlays.pause import PauseOverlay
from ui.table.result.overlay import ResultOverlay

TURN_LIMIT_S = 30


FREE_CHAT_OPTIONS: Any = {"game": "spades", "talk": "free"}
"""A table with free chat from the beginning."""


def open_chat(app: AppDriver) -> ChatOverlay:
    open_pause(app)
    app.click_button("talk")
    scene = app.context.scenes.top
    assert isinstance(scene, ChatOverlay)
    return scene


@pytest.mark.slow
@pytest.mark.parametrize("is_free", [True, False])
def test_phrases_are_sent_with_one_click_and_own_text_where_chat_is_free(app: AppDriver, is_free: bool) -> None:
    table = get_session(start_match_at_turn(app, game="spades", talk="free" if is_free else "phrases"))
    chat = open_chat(app)
    assert ("text" in app.widget_ids) == ("say" in app.widget_ids) == is_free
    if is_free:
        for letter in "Ciao!":
            app.post_event(pygame.TEXTINPUT, text=letter)
            app.post_event(pygame.KEYDOWN, key=ord(letter.lower()), mod=0, unicode=letter, scancode=0)
        assert chat.form.text == "Ciao!"
        app.press_key(pygame.K_RETURN)
        app.advance_frame()
        assert chat.form.text == ""
    for widget_id in PHRASE_IDS:
        app.click_button(widget_id)
    assert [message.text for message in table.chat_messages] == ["Ciao!"] * is_free + list(CHAT_PHRASES)


def test_chat_stays_beside_the_table_while_the_match_goes_on_until_it_is_closed(
    app: AppDriver, narration_log: FakeTextLog
) -> None:
    scene = start_match_at_turn(app, game="spades")
    app.click_button("chat")
    app.advance_frame()
    assert app.context.scenes.top is scene and app.context.settings.chat_beside
    assert "The chat is open." in narration_log.take_lines()
    app.click_button("phrase-2")
    observation = scene.session.observation
    scene.act(observation.legal_actions[0])
    advance_to_turn(app)
    assert scene.session.observation != observation and "phrase-2" in app.widget_ids
    lines = narration_log.take_lines()
    assert get_session(scene).chat_messages[0].text == "Well played!" and any("Well played!" in line for line in lines)
    rect = scene.layout.chat_rect
    assert not any(rect.collidepoint(pose.x, pose.y) for pose in scene.card_poses.values())
    assert rect.collidelist([scene.layout.hand_rect, scene.layout.free_rect, scene.layout.prompt_rect]) < 0
    open_table(app, make_match_setup("you club", game="spades"))
    advance_to_turn(app)
    app.click_button("chat-close")
    app.advance_frame()
    assert "phrase-2" not in app.widget_ids and not app.context.settings.chat_beside
    assert "The chat is closed." in narration_log.take_lines()


def test_letters_typed_into_the_chat_beside_the_table_play_no_card(app: AppDriver) -> None:
    scene = start_match_at_turn(app, **FREE_CHAT_OPTIONS)
    app.context.apply_settings(make_settings(chat_beside=True))
    app.advance_frame()
    field = scene.focus.find("text")
    assert field is not None
    app.click(field.get_abs_rect().center)
    for letter in "b1":
        app.post_event(pygame.TEXTINPUT, text=letter)
        app.post_event(pygame.KEYDOWN, key=ord(letter), mod=0, unicode=letter, scancode=0)
    assert scene.side_chat.form.text == "b1" and scene.session.is_your_turn and not scene.message
    app.press_key(pygame.K_RETURN)
    app.advance_frame()
    assert [message.text for message in get_session(scene).chat_messages] == ["b1"] and not scene.side_chat.form.text


def test_people_who_share_the_screen_do_not_see_what_another_has_not_sent(app: AppDriver) -> None:
    scene = start_match_at_turn(app, "you you", **FREE_CHAT_OPTIONS)
    app.context.apply_settings(make_settings(chat_beside=True))
    app.advance_frame()
    scene.side_chat.form.text = "I have the ace"
    scene.act(scene.session.observation.legal_actions[0])
    app.advance_until(lambda: get_awaited_seat(scene.session) is not None and not scene.playback.pending_steps)
    app.advance_frame()
    assert "text" not in app.widget_ids and "phrase-1" not in app.widget_ids
    advance_to_turn(app)
    assert "text" in app.widget_ids and not scene.side_chat.form.text


def test_chat_opens_over_the_table_where_there_is_no_room_beside_it(app: AppDriver) -> None:
    app.context.apply_settings(make_settings(scale=2.0, chat_beside=True))
    start_match_at_turn(app, game="spades")
    assert "phrase-1" not in app.widget_ids
    app.click_button("chat")
    app.expect_scene(ChatOverlay)


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("options", [{}, FREE_CHAT_OPTIONS])
@pytest.mark.parametrize("is_writing", [False, True])
def test_escape_closes_the_chat_before_it_opens_the_pause(
    app: AppDriver, scale: float, options: dict[str, Any], is_writing: bool
) -> None:
    app.context.apply_settings(make_settings(scale=scale))
    scene = start_match_at_turn(app, **{"game": "spades", **options})
    app.click_button("chat")
    app.advance_frame()
    assert (app.context.scenes.top is scene) == (scale == 1.0)
    if is_writing and options:
        app.click_widget("text")
    app.press_key(pygame.K_ESCAPE)
    app.advance_frame()
    assert app.context.scenes.top is scene and "phrase-1" not in app.widget_ids
    app.press_key(pygame.K_ESCAPE)
    app.expect_scene(PauseOverlay)


def test_pause_offers_no_chat_where_chat_is_off(app: AppDriver) -> None:
    start_match_at_turn(app, game="spades", talk="none")
    open_pause(app)
    assert "talk" not in app.widget_ids


PHRASE_IDS = tuple(f"phrase-{number}" for number in range(1, len(CHAT_PHRASES) + 1))
FIRST_TRICK_LINE = "No chat and no signs during the first trick."


def test_first_trick_is_silent_in_the_open_chat_and_its_end_is_not(app: AppDriver) -> None:
    table, spoken = get_session(start_match_at_turn(app, "you you")), list[str]()
    app.context.narrate = spoken.append
    overlay = open_chat(app)
    app.click_button("phrase-1")
    assert len(table.chat_messages) == 1 and not overlay.form.refusal_text, "a greeting before the first card"
    assert table.act(table.observation.legal_actions[0]) is None
    app.advance_until(lambda: bool(overlay.form.refusal_text), max_frames=50)
    assert overlay.form.refusal_text == FIRST_TRICK_LINE and FIRST_TRICK_LINE in spoken
    assert not any(app.get_button(widget_id).is_enabled for widget_id in PHRASE_IDS)
    app.click_button("phrase-1")
    assert len(table.chat_messages) == 1 and not app.toast_text
    app.press_key(pygame.K_ESCAPE)
    app.press_key(pygame.K_ESCAPE)
    advance_to_turn(app)
    assert table.act(table.observation.legal_actions[0]) is None
    advance_to_turn(app)
    assert not open_chat(app).form.refusal_text
    app.click_button("phrase-2")
    assert [message.text for message in table.chat_messages] == list(CHAT_PHRASES[:2])


@pytest.mark.slow
def test_unsent_text_stays_in_the_input(app: AppDriver) -> None:
    table = get_session(start_match_at_turn(app, **FREE_CHAT_OPTIONS))
    scene = open_chat(app)
    app.storage.is_paused = True
    for _message in range(MAX_QUEUED_WRITES):
        assert table.say(CHAT_PHRASES[0]) is None
    scene.form.text = "Un momento"
    app.click_button("say")
    assert scene.form.text == "Un momento" and not table.chat_messages, "too much waits for the disk"
    app.storage.finish_writes()
    app.advance_frame()
    app.click_button("say")
    app.advance_frame()
    assert table.chat_messages[-1].text == "Un momento" and scene.form.text == ""


@pytest.mark.slow
def test_chat_belongs_to_the_person_who_opened_it(app: AppDriver) -> None:
    table = get_session(start_match_at_turn(app, "you you", **FREE_CHAT_OPTIONS, turn_seconds=TURN_LIMIT_S))
    while not is_card_play(get_full_match(table)):
        assert table.act(table.observation.legal_actions[0]) is None
        advance_to_turn(app)
    seat = table.observation.seat
    open_chat(app)
    app.advance_until(lambda: get_full_match(table).turn != seat and get_awaited_seat(table) is not None, seconds=1.0)
    left = table.turn_seconds_left
    app.click_button("phrase-5")
    assert [message.seat for message in table.chat_messages] == [seat]
    assert left is not None and (table.turn_seconds_left or 0) <= left


@pytest.mark.slow
def test_character_remarks_on_its_bid_after_it_was_shown(app: AppDriver) -> None:
    """Check that the bid and the remark are never two bubbles in the same place, and that bubbles go away."""
    talker = Persona(name="", talkativeness=1.0)
    with patch.object(LocalSession, "start", partial(LocalSession.start, characters=lambda _name: talker)):
        scene = open_table(app, make_match_setup("you club club club club", game="chiamata"))
    frames = list[list[tuple[int, str]]]()
    while not (scene.session.is_your_turn and not scene.playback.pending_steps):
        app.advance_frame(0.05)
        frames.append([(bubble.seat, bubble.text) for bubble in scene.view_model.bubbles])
    remarks = {(message.seat, message.text) for message in get_session(scene).chat_messages}
    assert remarks and all(len({seat for seat, _text in frame}) == len(frame) for frame in frames)
    assert remarks <= {bubble for frame in frames for bubble in frame}
    for _frame in range(100):
        app.advance_frame(0.1)
    assert not remarks & {(bubble.seat, bubble.text) for bubble in scene.view_model.bubbles}


@pytest.mark.slow
def test_last_message_does_not_cover_the_result(app: AppDriver) -> None:
    table = get_session(start_match_at_turn(app, "you club", deals_to_win=1))
    show_chat_message(table, 1, "Ecco!")
    app.advance_frame()
    app.table_scene.audio.message_seconds_left = 1e9
    app.skips_painting = True

    def is_result_shown() -> bool:
        app.table_scene.skip_animations()
        if table.is_your_turn:
            table.act(table.observation.legal_actions[0])
        return isinstance(app.context.scenes.top, ResultOverlay)

    app.advance_until(is_result_shown)
    app.advance_frame()
    assert not app.table_scene.view_model.bubbles


QUESTION = "Whose turn is it?"


@pytest.mark.parametrize("is_computer_chat_on", [True, False])
def test_window_wakes_for_the_reply_to_a_question_if_computers_chat(app: AppDriver, is_computer_chat_on: bool) -> None:
    app.context.apply_settings(make_settings(table_talk=is_computer_chat_on))
    scene = start_match_at_turn(app, "you club", game="spades")
    app.advance_until(lambda: not scene.is_busy and scene.is_idle)
    assert get_session(scene).say(QUESTION, 0) is None
    app.advance_frame()
    assert (scene.seconds_until_next_update < 6.0) == is_computer_chat_on
    app.advance_frame(min(scene.seconds_until_next_update, 6.0) + 0.001)
    app.advance_frame()
    replies = ("Yours!",) * is_computer_chat_on
    assert [message.text for message in get_session(scene).chat_messages] == [QUESTION, *replies]
    assert scene.seconds_until_next_update == inf

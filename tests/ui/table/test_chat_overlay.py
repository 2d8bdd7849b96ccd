"""Chat on the screen: phrases, free lines, and lines of computer players."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from game.ai.personas import Persona
from game.core.actions import LeaveMatch
from game.session.local import LocalSession
from game.session.penalties import CHAT_PHRASES
from game.session.pending_write import MAX_QUEUED_WRITES
from tests.fakes import make_match_setup
from tests.session_driver import get_awaited_seat
from tests.ui.app_driver import AppDriver, get_full_match, get_session, open_table, open_test_app, show_chat_message
from tests.ui.table_driver import advance_to_turn, open_pause, start_match_at_turn
from ui.scenes.dialogs.confirm import ConfirmDialog
from ui.table.hud import seats
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
def test_phrase_is_sent_with_one_click(app: AppDriver) -> None:
    table = get_session(start_match_at_turn(app, **FREE_CHAT_OPTIONS))
    open_chat(app)
    for number in range(1, len(CHAT_PHRASES) + 1):
        app.click_button(f"phrase-{number}")
    assert [message.text for message in table.chat.messages] == list(CHAT_PHRASES)


@pytest.mark.slow
def test_phrase_only_chat_has_no_text_input(app: AppDriver) -> None:
    table = get_session(start_match_at_turn(app, game="spades"))
    scene = open_chat(app)
    assert scene.focus.find("text") is None and "say" not in app.widget_ids
    app.click_button("phrase-1")
    assert [message.text for message in table.chat.messages] == [CHAT_PHRASES[0]]


def test_pause_offers_no_chat_where_chat_is_off(app: AppDriver) -> None:
    start_match_at_turn(app, game="spades", talk="none")
    open_pause(app)
    assert "talk" not in app.widget_ids


PHRASE_IDS = tuple(f"phrase-{number}" for number in range(1, len(CHAT_PHRASES) + 1))
FIRST_TRICK_LINE = "No chat and no signs during the first trick."


@pytest.mark.parametrize("kinds", ["you you", "you you you you"])
def test_greeting_before_the_first_card_is_sent_and_the_first_trick_is_silent(app: AppDriver, kinds: str) -> None:
    table = get_session(start_match_at_turn(app, kinds))
    spoken: list[str] = []
    app.context.narrate = spoken.append
    overlay = open_chat(app)
    app.click_button("phrase-1")
    assert [message.text for message in table.chat.messages] == [CHAT_PHRASES[0]] and not overlay.refusal_text
    app.press_key(pygame.K_ESCAPE)
    app.press_key(pygame.K_ESCAPE)
    for _card in range(len(table.info.players) - 1):
        assert table.act(table.observation.legal_actions[0]) is None
        advance_to_turn(app)
        overlay, spoken[:] = open_chat(app), []
        assert overlay.refusal_text == FIRST_TRICK_LINE and FIRST_TRICK_LINE in overlay.narration
        assert not any(app.get_button(widget_id).is_enabled for widget_id in PHRASE_IDS)
        app.click_button("phrase-1")
        assert len(table.chat.messages) == 1 and not app.toast_text
        app.press_key(pygame.K_ESCAPE)
        app.press_key(pygame.K_ESCAPE)
    assert table.act(table.observation.legal_actions[0]) is None
    advance_to_turn(app)
    assert not open_chat(app).refusal_text
    app.click_button("phrase-2")
    assert [message.text for message in table.chat.messages] == list(CHAT_PHRASES[:2])


def test_open_chat_follows_what_is_allowed_and_narrates_the_change(app: AppDriver) -> None:
    start_match_at_turn(app, "you you")
    table, spoken = app.table_scene, list[str]()
    app.context.narrate = spoken.append
    overlay = open_chat(app)
    assert app.get_button("phrase-1").is_enabled
    session = get_session(table)
    assert session.act(session.observation.legal_actions[0]) is None
    app.advance_until(lambda: bool(overlay.refusal_text), max_frames=50)
    assert FIRST_TRICK_LINE in spoken and not app.get_button("phrase-1").is_enabled


def test_pause_offers_no_vote_without_turn_clock(app: AppDriver) -> None:
    start_match_at_turn(app, turn_seconds=0)
    open_pause(app)
    assert "vote" not in app.widget_ids


@pytest.mark.slow
@pytest.mark.parametrize("clicked", [True, False], ids=["after a click", "as the chat opens"])
def test_own_text_is_sent_and_the_input_cleared(app: AppDriver, clicked: bool) -> None:
    table = get_session(start_match_at_turn(app, **FREE_CHAT_OPTIONS))
    scene = open_chat(app)
    if clicked:
        app.click(app.get_widget("text").get_abs_rect().center)
    for letter in "Ciao!":
        app.post_event(pygame.TEXTINPUT, text=letter)
        app.post_event(pygame.KEYDOWN, key=ord(letter.lower()), mod=0, unicode=letter, scancode=0)
    assert scene.text == "Ciao!"
    app.press_key(pygame.K_RETURN)
    app.advance_frame()
    assert [message.text for message in table.chat.messages] == ["Ciao!"] and scene.text == ""


@pytest.mark.slow
def test_enter_never_presses_a_destructive_button(app: AppDriver) -> None:
    start_match_at_turn(app, **FREE_CHAT_OPTIONS)
    app.context.scenes.push(
        ConfirmDialog(app.context, app.context.scenes.top, "Leave?", "Leave", lambda: pytest.fail("it was lost"))
    )
    default_button = app.context.scenes.top.focus.default_button
    assert default_button is not None and default_button.text == "No"
    assert app.context.scenes.top.deck == app.context.scenes.covered[-1].deck, (
        "the table under the question keeps its cards"
    )
    app.press_key(pygame.K_RETURN)
    app.advance_frame()
    assert not isinstance(app.context.scenes.top, ConfirmDialog)


@pytest.mark.slow
def test_unsent_text_stays_in_the_input(app: AppDriver) -> None:
    table = get_session(start_match_at_turn(app, **FREE_CHAT_OPTIONS))
    scene = open_chat(app)
    app.storage.is_paused = True
    for _message in range(MAX_QUEUED_WRITES):
        assert table.chat.say(CHAT_PHRASES[0]) is None
    scene.text = "Un momento"
    app.click_button("say")
    assert scene.text == "Un momento" and not table.chat.messages, "too much waits for the disk"
    app.storage.finish_writes()
    app.advance_frame()
    app.click_button("say")
    app.advance_frame()
    assert table.chat.messages[-1].text == "Un momento" and scene.text == ""


@pytest.mark.slow
def test_chat_belongs_to_the_person_who_opened_it(app: AppDriver) -> None:
    table = get_session(start_match_at_turn(app, "you you", **FREE_CHAT_OPTIONS, turn_seconds=TURN_LIMIT_S))
    while not get_full_match(table).phase.is_card_play:  # type: ignore[union-attr]
        assert table.act(table.observation.legal_actions[0]) is None
        advance_to_turn(app)
    seat = table.observation.seat
    open_chat(app)
    app.advance_until(lambda: get_full_match(table).turn != seat and get_awaited_seat(table) is not None, seconds=1.0)
    left = table.penalties.turn_seconds_left
    app.click_button("phrase-5")
    assert [message.seat for message in table.chat.messages] == [seat]
    assert left is not None and (table.penalties.turn_seconds_left or 0) <= left


@pytest.mark.slow
@pytest.mark.parametrize("text", ["word " * 40, "W" * 200, "♠" * 200, "{name} <b>%s</b>"])
@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
def test_long_message_can_be_read_inside_the_box(tmp_path: Path, text: str, size: tuple[int, int]) -> None:
    with open_test_app(tmp_path, size=size) as app:
        table = get_session(start_match_at_turn(app, **FREE_CHAT_OPTIONS))
        scene = open_chat(app)
        for _time in range(3):
            assert table.chat.say(text.strip()) is None
            app.advance_frame()
        lines = scene.lines()
        assert 3 <= len(lines) <= 7
        assert all(name.get_width() + message.get_width() <= scene.panel_rect.width for name, message in lines)


@pytest.mark.slow
def test_message_is_shown_beside_its_sender(app: AppDriver) -> None:
    table = get_session(start_match_at_turn(app, **FREE_CHAT_OPTIONS))
    shown: list[tuple[str, int]] = []

    def record_bubble(_surface: object, _stage: object, text: str, seat: int, _spot: object) -> None:
        shown.append((text, seat))

    app.wait_for_card_images()
    with patch.object(seats, "draw_speech_bubble", record_bubble):
        app.advance_frame()
        assert not shown
        assert table.chat.say("Ecco!") is None
        app.advance_frame()
        app.advance_frame()
        assert ("Ecco!", 0) in shown
        for _frame in range(100):
            app.advance_frame(0.1)
        shown.clear()
        app.advance_frame()
        assert not shown, "it goes away"


@pytest.mark.slow
def test_character_remarks_on_its_bid_after_it_was_shown(app: AppDriver) -> None:
    """Check that the bid and the remark are never two bubbles in the same place."""
    talker = Persona(name="", talkativeness=1.0)
    frames: list[set[tuple[int, str]]] = []

    def record_bubble(_surface: object, _stage: object, text: str, seat: int, _spot: object) -> None:
        frames[-1].add((seat, text))

    begin_with_talkers = partial(LocalSession.start, characters=lambda _name: talker)
    with (
        patch.object(LocalSession, "start", begin_with_talkers),
        patch.object(seats, "draw_speech_bubble", record_bubble),
    ):
        open_table(app, make_match_setup("you club club club club", game="chiamata"))
        table = app.table_scene.session
        for _frame in range(400):
            frames.append(set())
            app.advance_frame(0.05)
            if table.is_your_turn and not app.table_scene.pending_steps:
                break
        frames.append(set())
        app.advance_frame()
    bubbles = {(message.seat, message.text) for message in get_session(app.table_scene).chat.messages}
    assert bubbles and all(len({seat for seat, _text in frame}) == len(frame) for frame in frames)
    assert bubbles <= {shown for frame in frames for shown in frame}


@pytest.mark.slow
def test_last_message_does_not_cover_the_result(app: AppDriver) -> None:
    table = get_session(start_match_at_turn(app, "you club", deals_to_win=1))
    show_chat_message(table, 1, "Ecco!")
    app.advance_frame()
    app.table_scene.audio.message_seconds_left = 1e9

    def is_result_shown() -> bool:
        app.table_scene.skip_animations()
        if table.is_your_turn:
            table.act(table.observation.legal_actions[0])
        return isinstance(app.context.scenes.top, ResultOverlay)

    app.advance_until(is_result_shown)
    with patch.object(seats, "draw_speech_bubble") as bubble:
        app.advance_frame()
        app.repaint()
    assert not bubble.called


def test_player_who_left_is_offered_no_chat_and_no_vote(app: AppDriver) -> None:
    table = get_session(start_match_at_turn(app, "you you club", turn_seconds=TURN_LIMIT_S))
    app.player_worker.is_paused = True
    seat = table.observation.seat
    assert seat is not None and table.act(LeaveMatch(seat)) is None
    app.advance_frame()
    open_pause(app)
    assert not any(table.info.names[seat] in app.get_button_text(text) for text in app.widget_ids if text != "speaker")


@pytest.mark.slow
def test_pause_is_not_rebuilt_every_frame(app: AppDriver) -> None:
    """Check that it is rebuilt only when its content changes."""
    table, rng = get_session(start_match_at_turn(app, "you club club club club", game="chiamata")), Random(1)
    app.skips_painting = True
    while (
        len(table.observation.board.hands[0]) > 1
        or not table.observation.phase
        or not table.observation.phase.is_card_play
    ):
        assert table.act(rng.choice(table.observation.legal_actions)) is None
        advance_to_turn(app)
    assert table.act(table.observation.legal_actions[0]) is None
    open_pause(app)
    app.advance_until(lambda: table.course.is_between_deals and not table.is_saving, seconds=0.2)
    app.advance_until(lambda: not app.table_scene.pending_steps, seconds=0.2)
    with patch.object(app.context.scenes, "rebuild", wraps=app.context.scenes.rebuild) as rebuild:
        for _frame in range(20):
            app.advance_frame()
    assert rebuild.call_count <= 2
    app.click_button("resume")
    assert not isinstance(app.context.scenes.top, PauseOverlay)

"""Buttons of the table: one that would be refused looks so and says why before it is pressed."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest
from pygame_gui.core import UIElement

from game.core.actions import Play, VoteToEnd
from game.match.house_rules import RuleSet
from game.session.penalties import CHAT_PHRASES
from game.session.rate_limit import LIMIT_INTERVAL_S, MAX_AT_ONCE
from game.text.messages import COMMON_MESSAGES
from tests.ui.app_driver import AppDriver, get_session
from tests.ui.network_window import NetworkWindow
from tests.ui.table_driver import advance_to_turn, start_match_at_turn
from ui.table.overlays.chat import ChatOverlay
from ui.widgets.button import Button

TALKATIVE_DEAL = RuleSet(game="spades", preset="individual", changes={"talk": "free"})
TABLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("you club", {}),
    ("you club club club", {"signals": "after_first_trick", "trump_exchange": "seven"}),
    ("you you", {"talk": "free", "turn_seconds": 60, "exit_votes": 2}),
    ("you club club club club", {"game": "chiamata"}),
    ("you club club club", {"game": "spades"}),
    ("you club club", {"game": "muscio"}),
)


def looks_usable(widget: UIElement | None) -> bool:
    return (
        isinstance(widget, Button)
        and bool(widget.visible)
        and widget.is_enabled
        and not widget.is_dimmed
        and not widget.refusal_text
    )


def list_usable_ids(app: AppDriver) -> list[str]:
    focus = app.context.scenes.top.focus
    return [widget_id for widget_id in app.widget_ids if looks_usable(focus.find(widget_id))]


def list_refused_buttons(app: AppDriver) -> list[Button]:
    return [
        widget for widget in app.context.scenes.top.focus.widgets if isinstance(widget, Button) and widget.refusal_text
    ]


def has_refusal(app: AppDriver) -> bool:
    """Return whether the table or a toast shows the reason of a refusal."""
    table = app.table_scene
    shown = f"{table.message if table.message_seconds_left > 0 else ''}\n{app.toast_text}".lower()
    return any(text.split("{")[0] in shown for text in COMMON_MESSAGES.values() if len(text.split("{")[0]) > 8)


@pytest.mark.slow
@pytest.mark.parametrize("kinds, options", TABLES, ids=lambda value: str(value))
def test_no_button_that_looks_usable_is_refused(app: AppDriver, kinds: str, options: dict[str, Any]) -> None:
    """Press every usable button of the table and of the chat on many turns of random play."""
    session, rng = get_session(start_match_at_turn(app, kinds, **options)), Random(3)
    app.skips_painting = True
    for _turn in range(12):
        if session.course.is_between_deals:
            break
        for widget_id in ("undo", "hint", "chat", "vote", "last-trick", "score"):
            if widget_id not in list_usable_ids(app):
                continue
            app.click_button(widget_id)
            assert not has_refusal(app), widget_id
            if isinstance(app.context.scenes.top, ChatOverlay):
                for phrase_id in list_usable_ids(app):
                    if phrase_id.startswith("phrase"):
                        app.click_button(phrase_id)
                        assert not has_refusal(app), phrase_id
            while app.context.scenes.top is not app.table_scene:
                app.context.scenes.pop()
                app.advance_frame()
            advance_to_turn(app)
        for button in list_refused_buttons(app):
            assert button.refusal_text.endswith(".")
        actions = session.observation.legal_actions
        assert session.act(rng.choice(actions)) is None
        app.advance_until(lambda: session.course.is_between_deals or _is_turn(app), seconds=0.2)


def _is_turn(app: AppDriver) -> bool:
    app.table_scene.skip_animations()
    session = get_session(app.table_scene)
    if session.hot_seat is not None and session.hot_seat.awaited_seat is not None:
        app.table_scene.confirm_hand_over()
    return session.is_your_turn and not app.table_scene.pending_steps


@pytest.mark.parametrize(
    "kinds, options", [TABLES[1], TABLES[3], TABLES[4], TABLES[5]], ids=["briscola", "chiamata", "spades", "muscio"]
)
def test_illegal_choice_says_why_when_hovered_or_focused(app: AppDriver, kinds: str, options: dict[str, Any]) -> None:
    session = get_session(start_match_at_turn(app, kinds, **options))
    panel = app.table_scene.controls.panel
    for button, action in panel.actions_by_button.items():
        assert isinstance(button, Button)
        assert bool(button.refusal_text) is (action not in session.observation.legal_actions)


def test_vote_looks_refused_after_it_was_cast(app: AppDriver) -> None:
    session = get_session(start_match_at_turn(app, "you you club", turn_seconds=60, exit_votes=3))
    assert looks_usable(app.get_button("vote"))
    seat = session.observation.seat
    assert seat is not None and session.act(VoteToEnd(seat)) is None
    app.advance_until(lambda: not looks_usable(app.get_button("vote")), max_frames=200)
    button = app.get_button("vote")
    assert isinstance(button, Button) and button.refusal_text == "This seat has already voted."
    app.context.scenes.top.focus.focus_widget(button)
    description = app.context.scenes.top.focus.description
    assert description is not None and button.refusal_text in description.text


def test_reason_is_shown_over_a_hovered_button(app: AppDriver) -> None:
    start_match_at_turn(app)
    button = app.get_button("undo")
    focus = app.context.scenes.top.focus
    assert isinstance(button, Button) and button.refusal_text == "You have no move to undo in this deal."
    app.move_mouse((2, 2))
    assert focus.find_refused_button(app.context.ui_manager.mouse_position) is None
    app.move_mouse(pygame.Rect(button.get_abs_rect()).center)
    assert focus.find_refused_button(app.context.ui_manager.mouse_position) is button
    app.wait_for_card_images()
    app.repaint()


def test_phrases_over_the_network_wait_as_long_as_the_host_would_refuse_them(app: AppDriver, tmp_path: Path) -> None:
    window = NetworkWindow(app, tmp_path, rules=RuleSet(game="spades", preset="individual", changes={}))
    window.advance_to_own_turn()
    app.click_button("chat")
    overlay = app.expect_scene(ChatOverlay)
    for number in range(MAX_AT_ONCE):
        assert looks_usable(app.get_button(f"phrase-{number + 1}"))
        app.click_button(f"phrase-{number + 1}")
        window.frames(2)
    assert len(overlay.shown_messages) == MAX_AT_ONCE
    assert overlay.refusal_text.startswith("You have sent many messages: you can write again in ")
    assert not any(looks_usable(app.get_button(f"phrase-{number + 1}")) for number in range(len(CHAT_PHRASES)))
    window.frames(3, seconds=LIMIT_INTERVAL_S / 2)
    assert not overlay.refusal_text
    app.click_button("phrase-1")
    window.frames(2)
    assert len(overlay.shown_messages) == MAX_AT_ONCE + 1 and not app.toast_text


def test_phrases_are_refused_while_the_host_is_away(app: AppDriver, tmp_path: Path) -> None:
    window = NetworkWindow(app, tmp_path, rules=RuleSet(game="spades", preset="individual", changes={}))
    window.advance_to_own_turn()
    app.click_button("chat")
    overlay = app.expect_scene(ChatOverlay)
    window.client.lose_connection()
    app.advance_frame()
    assert overlay.refusal_text and not looks_usable(app.get_button("phrase-1"))


def test_first_trick_over_the_network_is_silent_after_its_first_card(app: AppDriver, tmp_path: Path) -> None:
    window = NetworkWindow(app, tmp_path)
    chat = window.table.session.chat
    assert chat is not None and chat.find_refusal_reason() is None
    window.advance_to_own_turn()
    observation = window.table.session.observation
    if not observation.board.trick:
        window.table.act(next(action for action in observation.legal_actions if isinstance(action, Play)))
        window.frames()
    reason = chat.find_refusal_reason()
    assert reason is not None and reason.code == "signs_first_trick"
    app.press_key(pygame.K_ESCAPE)

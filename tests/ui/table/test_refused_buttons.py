"""Buttons of the table: one that would be refused looks so and says why before it is pressed."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from game.core.actions import VoteToEnd
from game.match.house_rules import RuleSet
from game.session.rate_limit import LIMIT_INTERVAL_S, MAX_AT_ONCE
from game.text.chat import CHAT_PHRASES
from game.text.messages import COMMON_MESSAGES
from tests.lanes import choose_sample, long_test
from tests.ui.app_driver import AppDriver, get_session
from tests.ui.match_driver import play_until
from tests.ui.network_window import NetworkWindow
from tests.ui.table_driver import advance_to_turn, start_match_at_turn
from ui.widgets.button import Button

PHRASE_IDS = tuple(f"phrase-{number}" for number in range(1, len(CHAT_PHRASES) + 1))
TABLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("you club", {}),
    ("you club club club", {"signals": "after_first_trick", "trump_exchange": "seven"}),
    ("you you", {"talk": "free", "turn_seconds": 60, "exit_votes": 2}),
    ("you club club club club", {"game": "chiamata"}),
    ("you club club club", {"game": "spades"}),
    ("you club club", {"game": "muscio"}),
)


def looks_usable(app: AppDriver, widget_id: str) -> bool:
    widget = app.context.scenes.top.focus.find(widget_id)
    if not isinstance(widget, Button):
        return False
    return bool(widget.visible) and widget.is_enabled and not widget.is_dimmed and not widget.refusal_text


def has_refusal(app: AppDriver) -> bool:
    """Return whether the table or a toast shows the reason of a refusal."""
    table = app.table_scene
    shown = f"{table.message if table.message_seconds_left > 0 else ''}\n{app.toast_text}".lower()
    return any(text.split("{")[0] in shown for text in COMMON_MESSAGES.values() if len(text.split("{")[0]) > 8)


@long_test
@pytest.mark.parametrize("kinds, options", choose_sample(TABLES, 6, 1), ids=lambda value: str(value))
def test_no_button_that_looks_usable_is_refused(app: AppDriver, kinds: str, options: dict[str, Any]) -> None:
    """Press every usable button of the table and of the chat on many turns of random play."""
    session, rng = get_session(start_match_at_turn(app, kinds, **options)), Random(3)
    app.skips_painting = True
    for _turn in range(6):
        if session.status.is_between_deals:
            break
        for widget_id in ("undo", "hint", "chat", "vote", "last-trick", "score"):
            if not looks_usable(app, widget_id):
                continue
            app.click_button(widget_id)
            assert not has_refusal(app), widget_id
            if widget_id == "chat":
                app.advance_frame()
                for phrase_id in filter(partial(looks_usable, app), PHRASE_IDS):
                    app.click_button(phrase_id)
                    assert not has_refusal(app), phrase_id
            while app.context.scenes.top is not app.table_scene:
                app.context.scenes.pop()
                app.advance_frame()
            advance_to_turn(app)
        texts = [widget.refusal_text for widget in app.table_scene.focus.widgets if isinstance(widget, Button)]
        assert all(text.endswith(".") for text in texts if text)
        assert session.act(rng.choice(session.observation.legal_actions)) is None
        play_until(app, lambda table: table.session.is_your_turn or session.status.is_between_deals)


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
    assert looks_usable(app, "vote")
    seat = session.observation.seat
    assert seat is not None and session.act(VoteToEnd(seat)) is None
    app.advance_until(lambda: not looks_usable(app, "vote"), max_frames=200)
    button = app.get_button("vote")
    assert isinstance(button, Button) and button.refusal_text == "This seat can't vote twice."
    app.context.scenes.top.focus.focus_widget(button)
    description = app.context.scenes.top.focus.description
    assert description is not None and button.refusal_text in description.text


def test_reason_is_shown_over_a_hovered_button(app: AppDriver) -> None:
    start_match_at_turn(app)
    button = app.get_button("undo")
    focus = app.context.scenes.top.focus
    assert isinstance(button, Button) and button.refusal_text == "You have no move to undo in this deal."
    app.move_mouse((2, 2))
    assert focus.find_explained_button(app.context.ui_manager.mouse_position) is None
    app.move_mouse(pygame.Rect(button.get_abs_rect()).center)
    assert focus.find_explained_button(app.context.ui_manager.mouse_position) is button
    app.wait_for_card_images()
    app.repaint()


def test_phrases_over_the_network_wait_as_long_as_the_host_would_refuse_them(app: AppDriver, tmp_path: Path) -> None:
    window = NetworkWindow(app, tmp_path, rules=RuleSet(game="spades", preset="individual", changes={}))
    window.advance_to_own_turn()
    app.click_button("chat")
    app.advance_frame()
    form = app.table_scene.side_chat.form
    for phrase_id in PHRASE_IDS[:MAX_AT_ONCE]:
        assert looks_usable(app, phrase_id)
        app.click_button(phrase_id)
        window.frames(2)
    assert len(form.shown_messages) == MAX_AT_ONCE
    assert form.refusal_text.startswith("You've sent too many messages: wait ")
    assert not any(looks_usable(app, phrase_id) for phrase_id in PHRASE_IDS)
    window.frames(3, seconds=LIMIT_INTERVAL_S / 2)
    assert not form.refusal_text
    app.click_button("phrase-1")
    window.frames(2)
    assert len(form.shown_messages) == MAX_AT_ONCE + 1 and not app.toast_text
    window.client.lose_connection()
    app.advance_frame()
    assert form.refusal_text and not looks_usable(app, "phrase-1"), "the host is away"

"""The widgets of the table: buttons, panel of choices, marks at the name plates."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from game.core.actions import VoteToEnd
from game.core.messages import Reason
from game.text.gettext import _, pgettext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import make_rounded_rect
from ui.table.action_panel import ActionPanel
from ui.table.hud.absence_notice import find_button_rect
from ui.table.hud.score_panel import place_score_panel
from ui.table.hud.status_text import format_title
from ui.table.layout.buttons import (
    compute_ready_button_rect,
    compute_tray_button_rects,
    compute_tray_ground,
    list_extra_button_rects,
)
from ui.table.overlays.pause import confirm_vote
from ui.table.overlays.score_table import ScorePadOverlay
from ui.table.overlays.trick_history import TrickHistoryOverlay
from ui.table.screen_seats import get_active_seat, get_screen_seats
from ui.table.state import TableState
from ui.widgets.base import place_widget, set_visible
from ui.widgets.button import Button
from ui.widgets.part import Part

if TYPE_CHECKING:
    from ui.table.scene import TableScene


class TableControls:
    """The widgets of a table.

    They are made once for each size of the window; the state of the table shows and hides them. The widgets of the
    panel and of the marks are made again when the offered actions change.
    """

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self.panel = ActionPanel(table)
        self.seat_marks = table.presentation.make_seat_marks(table)
        self.buttons: dict[str, Button] = {}
        """The buttons of the table by widget id.

        There is a button ``ready`` only if several people share the screen.
        """
        self._choices: Part | None = None

    def build_buttons(self) -> None:
        """Make the buttons of the table."""
        table, layout, place = self.table, self.table.layout, self.table.context.place
        self.buttons = {}
        if not table.is_television:
            score = ScoreButton(self._score_rect, _("Score"), place)
            self._add("score", score, partial(table.open_overlay, ScorePadOverlay))
        text, symbol = (_("Pause"), "pause") if table.has_pause else (_("Leave"), "leave")
        if table.network is not None:
            text, symbol = _("Menu"), "dots"
        self._add("menu", Button(layout.pause_rect, text, place, symbol=symbol), table.open_pause)
        if table.is_television:
            return
        handlers: dict[str, Callable[[], object]] = {
            "last-trick": partial(table.open_overlay, TrickHistoryOverlay),
            "skip": table.skip_choice,
            "chat": table.side_chat.toggle,
            "vote": self._open_vote,
        }
        for widget_id, rect in compute_tray_button_rects(layout, self.tray_ids).items():
            if widget_id in handlers:
                self._add(widget_id, make_tray_button(table, widget_id, rect, self.tray_ids), handlers[widget_id])
        table.focus.sort_by_position()
        play_on_button = Button(list_extra_button_rects(layout)[0], _("Skip ahead"), place, symbol="next")
        self._add("play-on", play_on_button, table.play_on)
        if table.network is not None:
            button = Button(pygame.Rect(0, 0, 1, 1), "", place, symbol="computer")
            self._add("substitute", button, table.network.substitute_noticed)
        if table.session.hot_seat is not None:
            button = Button(self._ready_rect, _("Ready"), place, style="#primary")
            self._add("ready", button, table.confirm_hand_over)
        self.update()

    def _add(self, widget_id: str, button: Button, on_press: Callable[[], object]) -> None:
        self.buttons[widget_id] = button
        self.table.focus.add(button, widget_id, handler=on_press)

    def _open_vote(self) -> None:
        """Ask whether the person at the screen votes to end the match, or show why they may not."""
        session, seat = self.table.session, get_active_seat(self.table.session)
        if seat is not None and seat in session.status.voting_seats:
            confirm_vote(self.table, seat)
        elif seat is not None:
            self.table.act(VoteToEnd(seat))

    def _update_substitute_button(self, button: Button) -> None:
        """Show the owner the button that lets the computer play, while somebody has been away for a while."""
        notice = self.table.absence_notice
        if notice is None or not notice.button_text:
            set_visible(button, is_visible=False)
            return
        place_widget(button, find_button_rect(self.table.context, self.table.layout, notice))
        button.set_text(notice.button_text)
        set_visible(button, is_visible=True)

    @property
    def _vote_refusal_reason(self) -> Reason | None:
        """The reason against a vote of the person at the screen to end the match, or None."""
        session, seat = self.table.session, get_active_seat(self.table.session)
        if seat is None or seat in session.status.voting_seats:
            return None
        observation = session.observation
        if observation.is_over:
            return Reason("match_over")
        return Reason("not_dealt" if observation.phase is None else "voted_already")

    @property
    def _score_rect(self) -> pygame.Rect:
        table, names = self.table, self.table.session.info.names
        titles = (format_title(table),)
        shown = table.presentation, table.observation, titles, names, table.deck, table.layout
        return table.context.kept.get(place_score_panel, table.context, *shown)

    @property
    def _ready_rect(self) -> pygame.Rect:
        """The place of the button "Ready", which follows the hand of the awaited person."""
        layout = self.table.layout
        return compute_ready_button_rect(layout, len(self.table.session.observation.board.hands[layout.bottom_seat]))

    @property
    def tray_ids(self) -> tuple[str, ...]:
        """The widget ids of the buttons in the tray that this match permits."""
        if self.table.is_television:
            return ()
        session = self.table.session
        status, has_people = session.status, session.is_match and bool(get_screen_seats(session))
        ids = ["last-trick", "skip"] if self.table.can_skip_choice else ["last-trick"]
        talk = session.observation.options.talk
        if (talk != "none" and has_people) or (talk == "free" and session.is_watching):
            ids.append("chat")
        if session.observation.options.has_turn_clock and has_people:
            ids.append("vote")
        if not is_permanent(status.hint_refusal_reason):
            ids.insert(0, "hint")
        if not is_permanent(status.undo_refusal_reason):
            ids.insert(0, "undo")
        return tuple(ids)

    @property
    def tray_rect(self) -> pygame.Rect | None:
        """The ground of the buttons at the hand, None while another person is asked to the screen."""
        if self.table.state is TableState.HAND_OVER or self.table.is_television:
            return None
        return compute_tray_ground(self.table.layout, self.tray_ids)

    def build_choices(self) -> None:
        """Make the widgets of the panel and of the marks."""
        self._choices = Part("choices", self.table.context.ui_manager, self.table.focus, self._make_choices)
        self._choices.compose()

    def recompose_choices(self) -> None:
        """Make the widgets of the panel and of the marks again."""
        if self._choices is not None:
            self._choices.compose()

    def _make_choices(self) -> None:
        if self.table.offered_actions:
            self.panel.build()
        self.seat_marks.build()

    def replace_panel(self) -> None:
        """Replace the panel by the one of the offered actions, whose widgets are made later."""
        table = self.table
        self.panel = table.presentation.make_panel(table) if table.offered_actions else ActionPanel(table)

    def update(self) -> None:
        """Show the buttons of the current state, and hide the others."""
        is_hand_over = self.table.state is TableState.HAND_OVER
        for widget_id, button in self.buttons.items():
            if widget_id == "substitute":
                self._update_substitute_button(button)
                continue
            is_shown = self.table.can_play_on if widget_id == "play-on" else is_hand_over == (widget_id == "ready")
            set_visible(button, is_visible=is_shown)
            if widget_id == "vote" and isinstance(button, Button):
                reason = self._vote_refusal_reason
                text = "" if reason is None else self.table.format_refusal(reason)
                button.set_dimmed(is_dimmed=reason is not None, reason=text)
            elif widget_id == "score":
                place_widget(button, self._score_rect)
            elif widget_id == "ready" and is_hand_over:
                place_widget(button, self._ready_rect)


class ScoreButton(Button):
    """The score panel as a button: it paints only a border, while it is hovered or pressed."""

    def paint(self, canvas: Canvas) -> None:
        if self.is_highlighted:
            border = make_rounded_rect(canvas.size, self.corner_radius, theme.GOLD, 0, theme.GOLD, self.line_width)
            canvas.blit(border, (0, 0))


ASSISTANCE_IDS: Final = ("undo", "hint")
TRAY_SYMBOLS: Final[Mapping[str, str]] = {
    "undo": "undo", "hint": "hint", "last-trick": "tricks", "chat": "chat",
    "vote": "vote", "skip": "next",
}  # fmt: skip
"""The symbols of the buttons in the tray by widget id."""
PERMANENT_REASON_CODES: Final = frozenset({"undo_off", "undo_people", "undo_clock", "hints_off", "hints_people"})
"""The codes of reasons for which a match has no undo or no hints at all."""


def is_permanent(reason: Reason | None) -> bool:
    """Return whether a refusal holds for the whole match."""
    return reason is not None and reason.code in PERMANENT_REASON_CODES


def make_tray_button(table: TableScene, widget_id: str, rect: pygame.Rect, ids: Sequence[str]) -> Button:
    """Return a button of the tray; ``ids``: the widget ids of all its buttons."""
    has_memory = table.session.info.assistance.memory != "off"
    texts = {
        "undo": _("Undo"),
        "hint": _("Hint"),
        "last-trick": _("Tricks") if has_memory else _("Last trick"),
        "chat": pgettext("button", "Chat"),
        "vote": _("Vote"),
        "skip": _("Skip"),
    }
    symbol = TRAY_SYMBOLS[widget_id]
    button = Button(rect, texts[widget_id], table.context.place, symbol=symbol, align="left")
    button.match_group([texts[name] for name in ids])
    return button

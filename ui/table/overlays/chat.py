"""Chat at the table: messages, prepared phrases, and a line for a text."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame
import pygame_gui

from game.core.messages import N_, Reason
from game.text.chat import CHAT_PHRASES, MAX_MESSAGE_CHARACTERS, ChatMessage
from game.text.gettext import _
from game.text.messages import format_reason
from ui.graphics import theme
from ui.table.overlays.base import Overlay, pad_scroll, pad_sides
from ui.widgets.base import set_enabled
from ui.widgets.fields import Action, Input
from ui.widgets.layout import Column, Grid, Row, Sized
from ui.widgets.nodes import Line, Node, Section, Sheet, Text
from ui.widgets.popup_menu import MenuEntry

if TYPE_CHECKING:
    from ui.table.scene import TableScene

PANEL_HEIGHT: Final = 520
"""The usual height of the panel, in design pixels."""
MIN_PHRASE_WIDTH: Final = 160
"""The least width of a button with a phrase, in design pixels."""


class ChatOverlay(Overlay):
    """The chat over the table, which all players can read.

    A message counts as an action of the player on turn.
    """

    title = N_("Chat")
    max_scale = 1.25
    panel_width = 840  # the phrases of every language fit into three columns
    first_focus_id = "text"

    def __init__(self, table: TableScene, seat: int | None) -> None:
        super().__init__(table)
        self.seat = seat
        """The seat that speaks, even if another person comes on turn meanwhile."""
        self.text = ""
        self.refusal_reason = table.session.chat_refusal_reason
        """The reason for which nothing can be sent now, None if a message may be sent."""
        self._last_messages: list[ChatMessage] = []

    @property
    def narration(self) -> tuple[str, ...]:
        return tuple(filter(None, (*super().narration, self.refusal_text)))

    @property
    def refusal_text(self) -> str:
        """The line that says why nothing can be sent now, or ""."""
        return "" if self.refusal_reason is None else self.table.format_refusal(self.refusal_reason)

    def list_corner_actions(self) -> tuple[Action, ...]:
        network = self.table.network
        if network is None or not network.mutable_seats:
            return super().list_corner_actions()
        return (
            self.make_corner_action("mute", "people", _("Mute"), self._open_mute_menu),
            *super().list_corner_actions(),
        )

    def describe(self) -> Node:
        phrases = [
            self._make_send_button(f"phrase-{number}", _(phrase), partial(self._send, _(phrase)), "button")
            for number, phrase in enumerate(CHAT_PHRASES, 1)
        ]
        refusal = Line(self.refusal_text, id="refusal", face="bold")
        lines: list[Node] = [refusal, Grid(phrases, MIN_PHRASE_WIDTH, gap=theme.SMALL_GAP, max_columns=3)]
        if self.table.session.observation.options.talk == "free":
            options = {"sends_on_enter": True}
            text = Input(
                self.text,
                self._set_text,
                MAX_MESSAGE_CHARACTERS,
                id="text",
                label=_("Your message"),
                options=options,
                grow=1,
            )
            send = self._make_send_button("say", _("Send"), self._send_text, "#primary")
            lines.append(Row(text, send, gap=theme.SMALL_GAP))
        messages = Section("messages", self._describe_messages, grow=1)
        return Sized(self.arrange(messages, pad_sides(Column(*lines, gap=theme.GAP))), height=PANEL_HEIGHT)

    def _make_send_button(self, widget_id: str, text: str, on_press: Callable[[], object], style: str) -> Action:
        can_send = self.refusal_reason is None
        return Action(widget_id, text, on_press, style=style, height=theme.CONTROL_HEIGHT, is_enabled=can_send)

    def _describe_messages(self) -> Node:
        """Return the messages, the newest last, each after the name of its player."""
        self._last_messages = self.shown_messages
        lines: list[Node] = [
            Row(
                Text(self.names[message.seat] + ":", face="bold", color=theme.GOLD),
                Text(message.text, grow=1),
                gap=theme.SMALL_GAP,
            )
            for message in self._last_messages
        ]
        lines = lines or [Text(_("No messages yet."), color=theme.MUTED)]
        column = Column(*lines, gap=theme.TINY_GAP)
        scroll = Sheet("messages", column, padding=theme.TINY_GAP, is_at_end=True)
        return pad_scroll(scroll)

    def update(self, seconds: float) -> None:
        """Show whether a message may be sent now, and narrate a change."""
        if self.shown_messages != self._last_messages:
            self.recompose("messages")
        reason, had_code = self.table.session.chat_refusal_reason, _get_code(self.refusal_reason)
        if reason != self.refusal_reason:
            self.refusal_reason = reason
            self._enable_buttons()
            if _get_code(reason) != had_code and self.context.narrate is not None:
                self.context.narrate(self.refusal_text or _("You can write again."))

    def _enable_buttons(self) -> None:
        self.find("refusal").set_text(self.refusal_text)
        for widget_id in self.focus.ids:
            if widget_id == "say" or widget_id.startswith("phrase-"):
                set_enabled(self.find(widget_id), is_enabled=self.refusal_reason is None)

    def _mute(self, seat: int, *, is_muted: bool) -> None:
        if self.table.network is not None:
            self.table.network.mute(seat, is_muted=is_muted)

    @property
    def _muted_seats(self) -> frozenset[int]:
        return frozenset() if self.table.network is None else self.table.network.muted_seats

    def _open_mute_menu(self) -> None:
        """Open the menu of the people whose messages can be muted, at this screen only."""
        network, entries = self.table.network, list[MenuEntry]()
        for seat in () if network is None else network.mutable_seats:
            is_muted = seat in self._muted_seats
            text = _("Unmute {name}") if is_muted else _("Mute {name}")
            toggle = partial(self._mute, seat, is_muted=not is_muted)
            entries.append(MenuEntry(f"mute-{seat}", text.format(name=self.names[seat]), toggle, "chat"))
        self.open_menu("mute", entries)

    @property
    def shown_messages(self) -> list[ChatMessage]:
        """The messages of the players that are not muted, the oldest first."""
        return [message for message in self.table.session.chat_messages if message.seat not in self._muted_seats]

    def handle_event(self, event: pygame.event.Event) -> None:
        if event.type == pygame_gui.UI_TEXT_ENTRY_FINISHED and event.ui_element is self.find("text"):
            self._send_text()
        else:
            super().handle_event(event)

    def _set_text(self, text: str) -> None:
        self.text = text

    def _send_text(self) -> None:
        if self.text.strip() and self._send(self.text.strip()):
            self.text = ""
            if self.find("text") is not None:
                self.find("text").set_text("")

    def _send(self, text: str) -> bool:
        reason = self.table.session.say(text, self.seat)
        if reason is not None:
            self.context.notify(format_reason(reason, self.names))
        return reason is None


def _get_code(reason: Reason | None) -> str:
    return "" if reason is None else reason.code

"""The chat over a table that has no room for it at its side."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from game.core.messages import N_
from game.text.chat import ChatMessage, format_speaker
from game.text.gettext import _
from ui.graphics import theme
from ui.table.chat_form import ChatForm
from ui.table.overlays.base import Overlay, pad_scroll, pad_sides
from ui.widgets.fields import Action
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

    A message counts as an action of the player on turn. ``seat``: speaks, even if another person comes on turn.
    """

    title = N_("Chat")
    max_scale = 1.25
    panel_width = 840  # the phrases of every language fit into three columns
    first_focus_id = "text"

    def __init__(self, table: TableScene, seat: int | None) -> None:
        super().__init__(table)
        self.form = ChatForm(table, self.find, seat)
        self._last_messages: list[ChatMessage] = []

    @property
    def narration(self) -> tuple[str, ...]:
        return tuple(filter(None, (*super().narration, self.form.refusal_text)))

    def list_corner_actions(self) -> tuple[Action, ...]:
        network = self.table.network
        if network is None or not network.mutable_people:
            return super().list_corner_actions()
        return (
            self.make_corner_action("mute", "people", _("Mute"), self._open_mute_menu),
            *super().list_corner_actions(),
        )

    def describe(self) -> Node:
        phrases = self.form.list_phrases(theme.CONTROL_HEIGHT, "button")
        refusal = Line(self.form.refusal_text, id="refusal", face="bold")
        lines: list[Node] = [refusal, Grid(phrases, MIN_PHRASE_WIDTH, gap=theme.SMALL_GAP, max_columns=3)]
        if self.form.has_text_field:
            lines.append(Row(self.form.make_text_field(), self.form.make_send_button("#primary"), gap=theme.SMALL_GAP))
        messages = Section("messages", self._describe_messages, grow=1)
        return Sized(self.arrange(messages, pad_sides(Column(*lines, gap=theme.GAP))), height=PANEL_HEIGHT)

    def _describe_messages(self) -> Node:
        """Return the messages, the newest last, each after the name of its player."""
        self._last_messages = self.form.shown_messages
        lines: list[Node] = [
            Row(
                Text(format_speaker(message, self.names) + ":", face="bold", color=theme.GOLD),
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
        """Show whether a message may be sent now."""
        if self.form.shown_messages != self._last_messages:
            self.recompose("messages")
        old_text = self.form.refusal_text
        self.form.update()
        if self.form.refusal_text != old_text:
            self.find("refusal").set_text(self.form.refusal_text)

    def _open_mute_menu(self) -> None:
        """Open the menu of the people whose messages can be muted, at this screen only."""
        network, entries = self.table.network, list[MenuEntry]()
        for person in () if network is None else network.mutable_people:
            assert network is not None
            is_muted, name = person in network.muted_people, self.names[person] if isinstance(person, int) else person
            text = _("Unmute {name}") if is_muted else _("Mute {name}")
            toggle = partial(network.mute, person, is_muted=not is_muted)
            entries.append(MenuEntry(f"mute-{person}", text.format(name=name), toggle, "chat"))
        self.open_menu("mute", entries)

    def handle_event(self, event: pygame.event.Event) -> None:
        if not self.form.handle_event(event):
            super().handle_event(event)

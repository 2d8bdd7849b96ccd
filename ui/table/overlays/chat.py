"""The chat at a table: its messages and its form, and the page where the table has no room for it at its side."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import pygame
import pygame_gui

from game.core.messages import N_, Reason
from game.text.chat import CHAT_PHRASES, MAX_MESSAGE_CHARACTERS, ChatMessage, format_speaker
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
PHRASE_IDS: Final = tuple(f"phrase-{number}" for number in range(1, len(CHAT_PHRASES) + 1))
"""The ids of the buttons that send `CHAT_PHRASES`."""
SEND_IDS: Final = (*PHRASE_IDS, "say")
"""The ids of all buttons that send a message."""


class ChatOverlay(Overlay):
    """The chat over the table, which all players can read.

    A message counts as an action of the player on turn. ``seat``: speaks, even if another person comes on turn.
    """

    title = N_("Chat")
    is_for_all = True
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


class ChatForm:
    """The messages of a table, and the text that a person writes.

    ``find`` returns the widget with an id, or None. ``seat``: the one that speaks, None for the person at the screen at
    that moment. ``text``: what is not sent yet. ``refusal_reason``: the reason for which nothing can be sent now, None
    if a message may be sent.
    """

    def __init__(self, table: TableScene, find: Callable[[str], Any], seat: int | None = None) -> None:
        self._table, self._find, self._seat = table, find, seat
        self.text = ""
        self.refusal_reason: Reason | None = table.session.chat_refusal_reason

    @property
    def shown_messages(self) -> list[ChatMessage]:
        """The messages of the players that are not muted, the oldest first."""
        network = self._table.network
        messages = self._table.session.chat_messages
        return [message for message in messages if network is None or not network.is_muted(message)]

    @property
    def refusal_text(self) -> str:
        """The line that says why nothing can be sent now, or ""."""
        return "" if self.refusal_reason is None else self._table.format_refusal(self.refusal_reason)

    @property
    def has_text_field(self) -> bool:
        """Whether this table permits own words besides the phrases."""
        return self._table.session.observation.options.talk == "free"

    def list_phrases(self, height: float, style: str) -> list[Action]:
        """Return a button for each phrase, which sends it; ``height``: of a button in design pixels."""
        return [
            self._make_send_button(widget_id, _(phrase), partial(self._send, _(phrase)), style, height)
            for widget_id, phrase in zip(PHRASE_IDS, CHAT_PHRASES, strict=True)
        ]

    def make_text_field(self) -> Input:
        """Return the field for own words."""
        options = {"sends_on_enter": True}
        return Input(
            self.text,
            self._set_text,
            MAX_MESSAGE_CHARACTERS,
            id="text",
            label=_("Your message"),
            options=options,
            grow=1,
        )

    def make_send_button(self, style: str) -> Action:
        """Return the button that sends own words."""
        return self._make_send_button("say", _("Send"), self._send_text, style, theme.CONTROL_HEIGHT)

    def _make_send_button(
        self, widget_id: str, text: str, on_press: Callable[[], object], style: str, height: float
    ) -> Action:
        return Action(widget_id, text, on_press, style=style, height=height, is_enabled=self.refusal_reason is None)

    def update(self) -> None:
        """Show whether a message may be sent now, and narrate a change."""
        reason, old_code = self._table.session.chat_refusal_reason, _get_code(self.refusal_reason)
        if reason == self.refusal_reason:
            return
        self.refusal_reason = reason
        for widget in filter(None, map(self._find, SEND_IDS)):
            set_enabled(widget, is_enabled=reason is None)
        if _get_code(reason) != old_code:
            self._table.context.speak(self.refusal_text or _("You can chat again."))

    def handle_event(self, event: pygame.event.Event) -> bool:
        """Send own words if Enter was pressed in their field, and return whether it was."""
        is_enter = event.type == pygame_gui.UI_TEXT_ENTRY_FINISHED and event.ui_element is self._find("text")
        if is_enter:
            self._send_text()
        return is_enter

    def _send_text(self) -> None:
        if self.text.strip() and self._send(self.text.strip()):
            self.clear_text()

    def clear_text(self) -> None:
        """Forget what is not sent yet."""
        self.text = ""
        if self._find("text") is not None:
            self._find("text").set_text("")

    def _set_text(self, text: str) -> None:
        self.text = text

    def _send(self, text: str) -> bool:
        reason = self._table.session.say(text, self._seat)
        if reason is not None:
            self._table.context.notify(format_reason(reason, self._table.session.info.names))
        return reason is None


def _get_code(reason: Reason | None) -> str:
    return "" if reason is None else reason.code

"""The parts of a chat that the overlay and the column beside the table share: messages, phrases, a line for a text."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import pygame
import pygame_gui

from game.core.messages import Reason
from game.text.chat import CHAT_PHRASES, MAX_MESSAGE_CHARACTERS, ChatMessage
from game.text.gettext import _
from game.text.messages import format_reason
from ui.graphics import theme
from ui.widgets.base import set_enabled
from ui.widgets.fields import Action, Input

if TYPE_CHECKING:
    from ui.table.scene import TableScene

PHRASE_IDS: Final = tuple(f"phrase-{number}" for number in range(1, len(CHAT_PHRASES) + 1))
"""The ids of the buttons that send `CHAT_PHRASES`."""
SEND_IDS: Final = (*PHRASE_IDS, "say")
"""The ids of all buttons that send a message."""


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
        if _get_code(reason) != old_code and self._table.context.narrate is not None:
            self._table.context.narrate(self.refusal_text or _("You can write again."))

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

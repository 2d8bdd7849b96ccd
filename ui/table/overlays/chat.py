"""Chat at the table: messages, prepared phrases, and a line for a text."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import pygame
import pygame_gui

from game.core.messages import Reason
from game.text.chat import CHAT_PHRASES, MAX_MESSAGE_CHARACTERS, ChatMessage
from game.text.gettext import _
from game.text.messages import format_reason
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.table.overlays.base import CORNER_BUTTON_MARGIN, CORNER_BUTTON_SIZE, HEADER_HEIGHT, PANEL_PADDING, Overlay
from ui.widgets.base import set_enabled
from ui.widgets.button import Button
from ui.widgets.popup_menu import MenuEntry
from ui.widgets.text_input import TextInput

if TYPE_CHECKING:
    from ui.table.scene import TableScene

PANEL_WIDTH: Final = 840
"""The width from which the phrases of every language fit into three columns, in design pixels."""
MAX_CHAT_LINES: Final = 7
REASON_LINE_HEIGHT: Final = 32
"""The height of the line that says why nothing can be sent, above the phrases, in design pixels."""


class ChatOverlay(Overlay):
    """The chat over the table, which all players can read.

    A message counts as an action of the player on turn.
    """

    max_scale = 1.25

    def __init__(self, context: AppContext, table: TableScene, seat: int | None) -> None:
        super().__init__(context, table)
        self.seat = seat
        """The seat that speaks, even if another person comes on turn meanwhile."""
        self.text = ""
        self.refusal_reason = table.session.chat_refusal_reason
        """The reason for which nothing can be sent now, None if a message may be sent."""
        self._text_input: TextInput | None = None
        self._send_buttons: list[Button] = []
        self._phrases_top = 0

    @property
    def narration(self) -> tuple[str, ...]:
        return tuple(filter(None, (_("Chat"), self.refusal_text)))

    @property
    def refusal_text(self) -> str:
        """The line that says why nothing can be sent now, or ""."""
        return "" if self.refusal_reason is None else self.table.format_refusal(self.refusal_reason)

    def compose(self) -> None:
        px = self.context.px
        self.place_panel(px(PANEL_WIDTH), px(520))
        self.add_close_button()
        network = self.table.network
        if network is not None and network.mutable_seats:
            size, margin = px(CORNER_BUTTON_SIZE), px(CORNER_BUTTON_MARGIN)
            left = self.panel_rect.right - margin - 2 * size - px(8)
            rect = pygame.Rect(left, self.panel_rect.y + margin, size, size)
            self.add_button("mute", "", rect, self._open_mute_menu, style="#small", label=_("Mute"), symbol="people")
        inner_rect = self.panel_rect.inflate(-2 * px(PANEL_PADDING), -px(48))
        send_rect = pygame.Rect(inner_rect.right - px(110), inner_rect.bottom - px(42), px(110), px(42))
        input_rect = pygame.Rect(inner_rect.x, send_rect.y, inner_rect.width - px(120), px(42))
        phrases_bottom, self._send_buttons = inner_rect.bottom, []
        if self.table.session.observation.options.talk == "free":
            phrases_bottom = input_rect.top - px(12)
            self._text_input = TextInput(
                self.text, input_rect, self.context.place, max_length=MAX_MESSAGE_CHARACTERS, sends_on_enter=True
            )
            self.bind_text("text", self._text_input, self._set_text, _("Your message"))
            self._send_buttons = [self.add_button("say", _("Send"), send_rect, self._send_text, style="#primary")]
        button_width = (inner_rect.width - px(16)) // 3
        self._phrases_top = phrases_bottom - px(86)
        for index, phrase in enumerate(CHAT_PHRASES):
            x, y = inner_rect.x + index % 3 * (button_width + px(8)), self._phrases_top + index // 3 * px(46)
            rect, act = pygame.Rect(x, y, button_width, px(40)), partial(self._send, _(phrase))
            self._send_buttons.append(self.add_button(f"phrase-{index + 1}", _(phrase), rect, act, style="button"))
        self._enable_buttons()
        if not self.focus.focused_id and self._text_input is not None:
            self.focus.focus_widget(self._text_input)

    def update(self, seconds: float) -> None:
        """Show whether a message may be sent now, and narrate a change."""
        reason, had_code = self.table.session.chat_refusal_reason, _get_code(self.refusal_reason)
        if reason != self.refusal_reason:
            self.refusal_reason = reason
            self._enable_buttons()
            if _get_code(reason) != had_code and self.context.narrate is not None:
                self.context.narrate(self.refusal_text or _("You can write again."))

    def _enable_buttons(self) -> None:
        for button in self._send_buttons:
            set_enabled(button, is_enabled=self.refusal_reason is None)

    def _mute(self, seat: int, *, is_muted: bool) -> None:
        if self.table.network is not None:
            self.table.network.mute(seat, is_muted=is_muted)

    @property
    def _muted_seats(self) -> frozenset[int]:
        return frozenset() if self.table.network is None else self.table.network.muted_seats

    def _open_mute_menu(self) -> None:
        """Open the menu of the people whose messages can be muted, at this screen only."""
        widget, names, entries = self.focus.find("mute"), self.table.session.info.names, list[MenuEntry]()
        network = self.table.network
        for seat in () if network is None else network.mutable_seats:
            is_muted = seat in self._muted_seats
            text = _("Unmute {name}") if is_muted else _("Mute {name}")
            toggle = partial(self._mute, seat, is_muted=not is_muted)
            entries.append(MenuEntry(f"mute-{seat}", text.format(name=names[seat]), toggle, "chat"))
        if widget is not None:
            self.open_menu(self.focus.get_widget_id(widget), entries)

    @property
    def shown_messages(self) -> list[ChatMessage]:
        """The messages of the players that are not muted, the oldest first."""
        return [message for message in self.table.session.chat_messages if message.seat not in self._muted_seats]

    def handle_event(self, event: pygame.event.Event) -> None:
        if event.type == pygame_gui.UI_TEXT_ENTRY_FINISHED and event.ui_element is self._text_input:
            self._send_text()
        else:
            super().handle_event(event)

    def _set_text(self, text: str) -> None:
        self.text = text

    def _send_text(self) -> None:
        if self.text.strip() and self._send(self.text.strip()):
            self.text = ""
            if self._text_input is not None:
                self._text_input.set_text("")

    def _send(self, text: str) -> bool:
        reason = self.table.session.say(text, self.seat)
        if reason is not None:
            self.context.notify(format_reason(reason, self.table.session.info.names))
        return reason is None

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        px = self.context.px
        self.draw_title(canvas, _("Chat"))
        left, y = self.panel_rect.x + px(PANEL_PADDING), self.panel_rect.y + px(HEADER_HEIGHT)
        if not self.shown_messages:
            empty_text = theme.render_text(_("No messages yet."), "sans", px(theme.BODY_TEXT_SIZE), theme.MUTED)
            canvas.blit(empty_text, (left, y))
        for name_image, text_image in self.lines():
            canvas.blit(name_image, (left, y))
            canvas.blit(text_image, (left + px(8) + name_image.get_width(), y))
            y += px(27)
        if self.refusal_reason is not None:
            width, size = self.panel_rect.width - 2 * px(PANEL_PADDING), px(theme.BODY_TEXT_SIZE)
            reason_image = theme.render_fitted_text(self.refusal_text, "bold", size, theme.CREAM, width)
            canvas.blit(reason_image, (left, self._phrases_top - px(REASON_LINE_HEIGHT)))

    def lines(self) -> list[tuple[pygame.Surface, pygame.Surface]]:
        """Return the last lines of the chat as images of name and text.

        The name is blank in a line that continues a message.
        """
        px, names = self.context.px, self.table.session.info.names
        lines: list[tuple[pygame.Surface, pygame.Surface]] = []
        for message in self.shown_messages[-MAX_CHAT_LINES:]:
            name = theme.render_text(names[message.seat] + ":", "bold", px(theme.BODY_TEXT_SIZE), theme.GOLD)
            room = self.panel_rect.width - 2 * px(PANEL_PADDING) - px(8) - name.get_width()
            for row, part in enumerate(theme.wrap_text(message.text, "sans", px(theme.BODY_TEXT_SIZE), room)):
                words = theme.render_fitted_text(part, "sans", px(theme.BODY_TEXT_SIZE), theme.CREAM, room)
                lines.append((pygame.Surface((name.get_width(), 0)) if row else name, words))
        return lines[-MAX_CHAT_LINES:]


def _get_code(reason: Reason | None) -> str:
    return "" if reason is None else reason.code

"""The chat in a column beside the table, where it covers no card and the match goes on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame
from msgspec.structs import replace

from game.session.avatars import choose_portraits
from game.text.chat import ChatMessage, format_speaker
from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.table.hud.frame import HUD_ALPHA, TIGHT_LINE_RATIO, make_table_frame
from ui.table.overlays.chat import ChatForm, ChatOverlay
from ui.table.screen_seats import get_active_seat
from ui.table.state import TableState
from ui.widgets.fields import Action
from ui.widgets.layout import Column, Framed, Padded, Row, Sized
from ui.widgets.nodes import Frame, Image, Line, Node, Rule, Section, Sheet, Space, Text
from ui.widgets.part import Part
from ui.widgets.text_input import find_text_input

if TYPE_CHECKING:
    from ui.table.scene import TableScene

PHRASE_SCALE: Final = 0.86
"""The size of the buttons with phrases, as a share of that of other buttons."""
PORTRAIT_SIZE: Final = 34
HEAD_BUTTON_SIZE: Final = 36
"""The sizes of a portrait and of a button at the top, in design pixels."""


class SideChat:
    """The chat of one table, which stays open until the person closes it (`Settings.chat_beside`).

    It is not shown while another person is asked to the screen, nor where the table has no room for it.
    """

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self.form = ChatForm(table, self._find)
        self._part: Part | None = None
        self._viewer = table.viewer
        self._last_messages: list[ChatMessage] = []
        self._composed: tuple[bool, str] | None = None

    @property
    def is_wanted(self) -> bool:
        """Whether the table leaves room for the chat if it can."""
        return self.table.context.settings.chat_beside and "chat" in self.table.controls.tray_ids

    @property
    def is_shown(self) -> bool:
        """Whether the chat is beside the table now."""
        return bool(self.table.layout.chat_rect.width) and self.table.state is not TableState.HAND_OVER

    def toggle(self) -> None:
        """Open or close the chat; where the table has no room for it, open the overlay."""
        table, settings = self.table, self.table.context.settings
        if not table.compute_layout(has_chat=True).chat_rect.width:
            table.open_overlay(ChatOverlay, get_active_seat(table.session))
            return
        table.context.apply_settings(replace(settings, chat_beside=not settings.chat_beside))
        table.narrate(
            *((_("The chat is open."), self.form.refusal_text) if self.is_wanted else (_("The chat is closed."),))
        )

    # -- widgets

    def _find(self, widget_id: str) -> object:
        return None if self._part is None else self._part.find_widget(widget_id)

    def build(self) -> None:
        """Make the widgets in a part of their own."""
        self._part = Part("chat", self.table.context.ui_manager, self.table.focus, self._make_widgets)
        self._composed = None
        self.update()

    def update(self) -> None:
        """Show new messages and whether one may be sent; clear the text of an earlier person at the screen."""
        if self.table.viewer != self._viewer:
            self._viewer = self.table.viewer
            self.form.clear_text()
        if self._part is None or not self.table.is_top_scene:
            return
        if self.is_shown:
            self.form.update()
        shown = self.is_shown, self.form.refusal_text
        if shown != self._composed:
            self._composed = shown
            self._part.compose()
        elif self.is_shown and self.form.shown_messages != self._last_messages:
            self._part.list_path("messages")[0].compose()

    def _make_widgets(self) -> None:
        if self.is_shown:
            self._describe().make(self._frame, self.table.layout.chat_rect)

    @property
    def _frame(self) -> Frame:
        assert self._part is not None
        return make_table_frame(self.table.context, self.table.layout)._replace(part=self._part)

    def _describe(self) -> Node:
        head = [Line(_("Chat"), face="serif", size=theme.ROW_TITLE_TEXT_SIZE, grow=1)]
        buttons = [self._make_head_button("chat-close", "close", _("Close"), self.toggle)]
        if self.table.network is not None and self.table.network.mutable_people:
            open_overlay = partial(self.table.open_overlay, ChatOverlay, get_active_seat(self.table.session))
            buttons.insert(0, self._make_head_button("chat-mute", "people", _("Mute"), open_overlay))
        refusal = Text(self.form.refusal_text, size=theme.SMALL_TEXT_SIZE, face="bold")
        nodes: list[Node] = [
            Row(*head, *buttons, gap=theme.TINY_GAP, align="middle"),
            Rule(theme.TINY_GAP),
            Section("messages", self._describe_messages, grow=1),
            *([refusal] if refusal.text else []),
            *self._arrange_phrases(),
        ]
        if self.form.has_text_field:
            nodes += [Row(self.form.make_text_field()), self.form.make_send_button("#small")]
        return Padded(Column(*nodes, gap=theme.TINY_GAP + 2), padding=theme.GAP)

    def _make_head_button(self, widget_id: str, symbol: str, label: str, on_press: Callable[[], object]) -> Action:
        return Action(widget_id, "", on_press, symbol=symbol, label=label, style="#menu_entry", height=HEAD_BUTTON_SIZE)

    def _arrange_phrases(self) -> list[Node]:
        """Return the buttons with the phrases in rows that they fill, as many in each as fit."""
        frame, gap, rows = self._frame, theme.TINY_GAP + 2, list[list[Action]]()
        room = self.table.layout.chat_rect.width - 2 * frame.px(theme.GAP)
        measure = theme.load_font(theme.BUTTON_FACE, frame.px(theme.BODY_TEXT_SIZE * PHRASE_SCALE)).size
        for phrase in self.form.list_phrases(theme.CONTROL_HEIGHT, "#small"):
            phrase.grow = measure(phrase.text)[0] + 2 * frame.px(theme.GAP)
            if not rows or sum(other.grow + frame.px(gap) for other in rows[-1]) + phrase.grow > room:
                rows.append([])
            rows[-1].append(phrase)
        return [Sized(Row(*row, gap=gap), scale=PHRASE_SCALE * frame.place.scale) for row in rows]

    def _describe_messages(self) -> Node:
        """Return the messages, the newest last, each with the portrait and the name of its player."""
        table, self._last_messages = self.table, self.form.shown_messages
        names = table.session.info.names
        numbers, images = choose_portraits(names, table.avatars), table.context.scene_card_images
        lines: list[Node] = [
            Row(
                Space(PORTRAIT_SIZE)
                if message.seat is None
                else Sized(
                    Image(partial(images.get_portrait, numbers[message.seat]), PORTRAIT_SIZE), width=PORTRAIT_SIZE
                ),
                Column(
                    Text(
                        format_speaker(message, names),
                        size=theme.SMALL_TEXT_SIZE,
                        color=theme.MUTED,
                        line_ratio=TIGHT_LINE_RATIO,
                    ),
                    Text(message.text, line_ratio=TIGHT_LINE_RATIO),
                    grow=1,
                ),
                gap=theme.SMALL_GAP,
            )
            for message in self._last_messages
        ]
        lines = lines or [Text(_("No messages yet."), color=theme.MUTED)]
        column = Column(Space(grow=1), *lines, gap=theme.SMALL_GAP)
        return Sheet("messages", column, padding=theme.TINY_GAP, is_at_end=True)

    # -- input and picture

    def handle_event(self, event: pygame.event.Event) -> bool:
        """Handle an event in the chat; return whether it was one, so that the table does not."""
        if not self.is_shown or self._part is None:
            return False
        if self.form.handle_event(event):
            return True
        if event.type == pygame.KEYDOWN and find_text_input(self.table.context.ui_manager) is not None:
            if event.key == pygame.K_ESCAPE:
                self.toggle()
            return True
        areas = [area for part in self._part.iter_parts() for area in part.scroll_areas.values()]
        if event.type == pygame.MOUSEWHEEL and any(area.handle_event(event) for area in areas):
            return True
        return event.type == pygame.MOUSEBUTTONDOWN and self.table.layout.chat_rect.collidepoint(event.pos)

    def draw(self, canvas: Canvas) -> None:
        """Draw the ground and the messages, which are below the widgets."""
        if self.is_shown and self._part is not None:
            Framed(Space(), alpha=HUD_ALPHA).paint_ground(self._frame, canvas, self.table.layout.chat_rect)
            for part in self._part.iter_parts():
                for sheet in part.sheets:
                    sheet.draw(canvas)

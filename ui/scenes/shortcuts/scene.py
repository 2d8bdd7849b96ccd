"""The page of all shortcuts, on which some keys can be changed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

import msgspec
import pygame
from pygame_gui.elements import UIButton

from game.core.messages import N_
from game.text.gettext import _
from ui.app.context import AppContext
from ui.graphics import theme
from ui.input.key_bindings import explain_key_refusal, with_override
from ui.input.key_map import ALL_SHORTCUTS, GO_BACK, SHORTCUT_GROUPS, Shortcut
from ui.scenes.page import FOOTER_HEIGHT, Page
from ui.widgets.base import set_visible
from ui.widgets.controls import CONTROL_HEIGHT
from ui.widgets.form_layout import FormLayout
from ui.widgets.label import LINE_HEIGHT_RATIO, LineLabel, TextLabel

KEY_COLUMN_WIDTH: Final = 220
"""The width of the column with the keys, in design pixels."""
ROW_GAP: Final = 10


class ShortcutsScene(Page):
    """The shortcuts: keys on the left, actions on the right.

    A key on a button can be changed: the next key after its press replaces it. ``pending_shortcut``: the shortcut that
    waits for a key, None if none does.
    """

    title = N_("Shortcuts")

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.pending_shortcut: Shortcut | None = None
        self._status_text = ""
        self._status_line: LineLabel | None = None
        self._key_buttons: dict[Shortcut, UIButton] = {}
        self._defaults_button: UIButton | None = None

    @property
    def narration(self) -> tuple[str, ...]:
        template = _("{key}: {does}")
        lines = (
            template.format(key=self.context.key_map.label(shortcut), does=_(shortcut.description))
            for shortcut in ALL_SHORTCUTS
        )
        return (_(self.title), *lines, self._intro_text)

    @property
    def _intro_text(self) -> str:
        return _("A key on a button can be changed. Digits, letters of cards, Enter, Esc, Tab and arrows stay.")

    def compose(self) -> None:
        px, area, body = self.context.px, self.area, self.body
        text = _("The usual keys")
        width = self.measure_button_width(text)
        rect = pygame.Rect(area.right - width, area.top, width, px(CONTROL_HEIGHT))
        self._defaults_button = self.add_button("usual-keys", text, rect, self._restore_defaults, style="#small")
        board = pygame.Rect(0, body.top, min(body.width, px(820)), body.height)
        board.centerx = body.centerx
        self.add_board(board)
        column = FormLayout(self.begin_scroll_area("shortcuts", board), self.context.ui_manager)
        column.add_text(self._intro_text, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
        column.add_gap()
        for title, shortcuts in SHORTCUT_GROUPS:
            column.add_heading(_(title))
            for shortcut in shortcuts:
                self._add_shortcut_row(column, shortcut)
        self.end_scroll_area("shortcuts", column.next_y)
        self._add_footer()
        self._show_keys()

    def _add_shortcut_row(self, column: FormLayout, shortcut: Shortcut) -> None:
        px, left = self.context.px, min(self.context.px(KEY_COLUMN_WIDTH), column.width // 3)
        size, container, manager, keys_width = (
            px(theme.BODY_TEXT_SIZE),
            column.scroll_area.content,
            self.context.ui_manager,
            left - px(ROW_GAP),
        )
        row_height = px(CONTROL_HEIGHT) if shortcut.name else round(size * LINE_HEIGHT_RATIO)
        if shortcut.name:
            rect = pygame.Rect(0, column.next_y, min(keys_width, px(150)), row_height)
            self._key_buttons[shortcut] = self.add_button(
                f"key-{shortcut.name}",
                "",
                rect,
                partial(self._ask_for_key, shortcut),
                style="#small",
                label=_(shortcut.description),
                scroll_area=column.scroll_area,
            )
        else:
            keys_label = TextLabel(
                self.context.key_map.label(shortcut),
                (0, column.next_y),
                keys_width,
                manager,
                face="bold",
                size=size,
                color=theme.GOLD,
                container=container,
            )
            row_height = max(row_height, keys_label.rect.height)
        description_y = (
            column.next_y + (px(CONTROL_HEIGHT) - round(size * LINE_HEIGHT_RATIO)) // 2
            if shortcut.name
            else column.next_y
        )
        description_label = TextLabel(
            _(shortcut.description), (left, description_y), column.width - left, manager, size=size, container=container
        )
        column.next_y = max(column.next_y + row_height, description_y + description_label.rect.height) + px(ROW_GAP)

    def _add_footer(self) -> None:
        px, area = self.context.px, self.area
        left = self.add_footer_button("back", _("Back"), self.on_escape).relative_rect.right + px(20)
        rect, size = (
            pygame.Rect(left, area.bottom - px(FOOTER_HEIGHT), area.right - left, px(FOOTER_HEIGHT)),
            px(theme.BODY_TEXT_SIZE),
        )
        self._status_line = LineLabel(self._status_text, rect, self.context.ui_manager, size=size, color=theme.CREAM)

    def _ask_for_key(self, shortcut: Shortcut) -> None:
        self.pending_shortcut = shortcut
        self._show_status(_("The new key for “{does}”, please; Esc leaves it.").format(does=_(shortcut.description)))

    def _show_status(self, text: str) -> None:
        self._status_text = text
        if self._status_line is not None:
            self._status_line.set_text(text)
        if text and self.context.narrate is not None:
            self.context.narrate(text)

    def _restore_defaults(self) -> None:
        self._save_keys({})
        self._show_status(_("All keys are as usual."))

    def _save_keys(self, key_names: Mapping[str, str]) -> None:
        self.context.apply_settings(msgspec.structs.replace(self.context.settings, keys=dict(key_names)))
        self._show_keys()

    def _show_keys(self) -> None:
        """Show the current keys on the buttons; show the reset button if any is changed."""
        for shortcut, button in self._key_buttons.items():
            button.set_text(self.context.key_map.label(shortcut))
        if self._defaults_button is not None:
            set_visible(self._defaults_button, is_visible=bool(self.context.settings.keys))

    def capture_event(self, event: pygame.event.Event) -> bool:
        """Take the next key for a pending shortcut; a click cancels it."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.pending_shortcut = None
        if self.pending_shortcut is None or event.type != pygame.KEYDOWN:
            return False
        self._assign_key(self.pending_shortcut, event.key)
        return True

    def _assign_key(self, shortcut: Shortcut, key: int) -> None:
        refusal_text = explain_key_refusal(shortcut, key, self.context.key_map)
        if key in GO_BACK.default_keys:
            self._show_status("")
        elif refusal_text:
            self._show_status(refusal_text)
            return
        else:
            self._save_keys(with_override(self.context.settings.keys, shortcut, key))
            self._show_status(
                _("{key}: {does}").format(key=self.context.key_map.label(shortcut), does=_(shortcut.description))
            )
        self.pending_shortcut = None

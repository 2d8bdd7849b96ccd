"""The page of all shortcuts, on which some keys can be changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

import msgspec
import pygame
from pygame_gui.elements import UIButton

from game.core.messages import N_
from game.text.gettext import _
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.theme import CONTROL_HEIGHT, LINE_HEIGHT_RATIO
from ui.graphics.theme import SMALL_TEXT_SIZE as HINT_TEXT_SIZE
from ui.input.key_bindings import explain_key_refusal, with_override
from ui.input.key_map import ALL_SHORTCUTS, GO_BACK, SHORTCUT_GROUPS, Shortcut
from ui.scenes.page import FOOTER_HEIGHT, Page
from ui.widgets.base import CustomWidget, Place, set_enabled, set_visible
from ui.widgets.controls import draw_box
from ui.widgets.form_layout import FormLayout
from ui.widgets.label import LineLabel, TextLabel

KEY_COLUMN_WIDTH: Final = 180
"""The width of the keys, in design pixels."""
KEY_GAP: Final = 20
"""Design pixels between the keys and the description."""
COLUMN_GAP: Final = 44
TWO_COLUMNS_MIN_WIDTH: Final = 1000
"""The width from which the shortcuts are in two columns, in design pixels."""
LEFT_GROUP_COUNT: Final = 2
"""The number of groups in the left column, of about half the shortcuts."""
ROW_GAP: Final = 8


class KeyCap(CustomWidget):
    """Keys that cannot be changed, which look like those that can."""

    def __init__(
        self, text: str, rect: pygame.Rect, place: Place) -> None:  # fmt: skip
        self.text = text
        super().__init__(rect, place)

    def paint(self, canvas: Canvas) -> None:
        draw_box(
            canvas, self.theme, canvas.rect, self.theme.button_color, self.theme.panel_line_color, self.ui_scale
        )  # fmt: skip
        width, full_size = canvas.width - 2 * self.px(8), self.px(theme.BODY_TEXT_SIZE)
        sizes = range(full_size, full_size // 2, -1)
        size, lines = theme.wrap_to_height(self.text, "sans", sizes, width, canvas.height, LINE_HEIGHT_RATIO)
        line_height = round(size * LINE_HEIGHT_RATIO)
        top = (canvas.height - line_height * len(lines)) // 2
        for row, line in enumerate(lines):
            image = theme.render_text(line, "sans", size, theme.CREAM)
            center = canvas.rect.centerx, top + row * line_height + line_height // 2
            canvas.blit(image, image.get_rect(center=center))


class ShortcutsScene(Page):
    """The shortcuts: keys on the left, actions on the right.

    A key with a pencil can be changed: the next key after its press replaces it. ``pending_shortcut``: the shortcut
    that waits for a key, None if none does.
    """

    title = N_("Shortcuts")

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.pending_shortcut: Shortcut | None = None
        self._status_text = ""
        self._status_line: LineLabel | None = None
        self._key_buttons: dict[Shortcut, UIButton] = {}
        self._description_labels: dict[Shortcut, TextLabel] = {}
        self._refusal_lines: dict[Shortcut, LineLabel] = {}
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
        return _("Keys with a pencil can be changed: choose one, then press the new key.")

    def compose(self) -> None:
        px, area, body = self.context.px, self.area, self.body
        text = _("Reset all")
        width = self.measure_button_width(text)
        rect = pygame.Rect(area.right - width, area.top, width, px(CONTROL_HEIGHT))
        self._defaults_button = self.add_button("usual-keys", text, rect, self._restore_defaults, style="#small")
        self.add_board(body)
        column = FormLayout(self.begin_scroll_area("shortcuts", body))
        column.add_text(self._intro_text, size=HINT_TEXT_SIZE, color=theme.MUTED)
        column.add_gap()
        has_two_columns = column.width >= px(TWO_COLUMNS_MIN_WIDTH)
        gap = px(COLUMN_GAP)
        left, width = 0, (column.width - gap) // 2 if has_two_columns else column.width
        top, bottom = column.next_y, 0
        for index, (title, shortcuts) in enumerate(SHORTCUT_GROUPS):
            if has_two_columns and index == LEFT_GROUP_COUNT:
                left, bottom, column.next_y = width + gap, column.next_y, top
            self._add_group(column, _(title), shortcuts, left, width)
        self.end_scroll_area("shortcuts", max(bottom, column.next_y))
        self._add_footer()
        self._show_keys()

    def _add_group(self, column: FormLayout, title: str, shortcuts: Sequence[Shortcut], left: int, width: int) -> None:
        """Add a heading and the shortcuts below it; ``left`` and ``width``: of the column, in pixels."""
        px = self.context.px
        heading = TextLabel(
            title, (left, column.next_y), width, column.scroll_area.place, face="serif", size=theme.SECTION_TEXT_SIZE
        )
        column.next_y += heading.rect.height + px(ROW_GAP)
        for shortcut in shortcuts:
            self._add_shortcut_row(column, shortcut, left, width)
        column.add_gap()

    def _add_shortcut_row(self, column: FormLayout, shortcut: Shortcut, left: int, width: int) -> None:
        px, scroll_area = self.context.px, column.scroll_area
        keys_width = min(px(KEY_COLUMN_WIDTH), width * 2 // 5)
        key_rect = pygame.Rect(left, column.next_y, keys_width, px(CONTROL_HEIGHT))
        row_height = key_rect.height
        if shortcut.name:
            self._key_buttons[shortcut] = self.add_button(
                f"key-{shortcut.name}", "", key_rect, partial(self._ask_for_key, shortcut), style="#small",
                label=_(shortcut.description), scroll_area=scroll_area, symbol="edit", is_symbol_last=True,
            )  # fmt: skip
        else:
            text = self.context.key_map.label(shortcut)
            KeyCap(text, key_rect, scroll_area.place)
        text_left = key_rect.right + px(KEY_GAP)
        text_rect = pygame.Rect(text_left, column.next_y, left + width - text_left, key_rect.height)
        description_label = self._add_text(column, _(shortcut.description), text_rect)
        if shortcut.name:
            self._description_labels[shortcut] = description_label
            self._refusal_lines[shortcut] = LineLabel(
                "", text_rect, scroll_area.place, size=theme.BODY_TEXT_SIZE, color=theme.RED_LIGHT
            )
        column.next_y += max(row_height, description_label.rect.height) + px(ROW_GAP)

    def _add_text(self, column: FormLayout, text: str, rect: pygame.Rect) -> TextLabel:
        """Add a text whose first line is in the middle of the height of ``rect``, and return it."""
        size = self.context.px(theme.BODY_TEXT_SIZE)
        top = rect.top + (rect.height - round(size * LINE_HEIGHT_RATIO)) // 2
        return TextLabel(text, (rect.left, top), rect.width, column.scroll_area.place, size=theme.BODY_TEXT_SIZE)

    def _add_footer(self) -> None:
        px, area = self.context.px, self.area
        left = self.add_footer_button("back", _("Back"), self.on_escape).relative_rect.right + px(20)
        rect = pygame.Rect(left, area.bottom - px(FOOTER_HEIGHT), area.right - left, px(FOOTER_HEIGHT))
        self._status_line = LineLabel(
            self._status_text, rect, self.context.place, size=theme.BODY_TEXT_SIZE, color=theme.CREAM
        )

    def _ask_for_key(self, shortcut: Shortcut) -> None:
        self.pending_shortcut = shortcut
        self._show_status(_("Press the new key for “{does}”. Esc cancels.").format(does=_(shortcut.description)))

    def _show_refusal(self, shortcut: Shortcut | None, text: str = "") -> None:
        """Show why a key is refused beside it, in the place of its description; None: show no refusal."""
        for other_shortcut, line in self._refusal_lines.items():
            is_refused = other_shortcut is shortcut
            line.set_text(text if is_refused else "")
            set_visible(self._description_labels[other_shortcut], is_visible=not is_refused)

    def _show_status(self, text: str) -> None:
        self._status_text = text
        self._show_refusal(None)
        if self._status_line is not None:
            self._status_line.set_text(text)
        if text and self.context.narrate is not None:
            self.context.narrate(text)

    def _restore_defaults(self) -> None:
        self._save_keys({})
        self._show_status(_("All keys reset."))

    def _save_keys(self, key_names: Mapping[str, str]) -> None:
        self.context.apply_settings(msgspec.structs.replace(self.context.settings, keys=dict(key_names)))
        self._show_keys()

    def _show_keys(self) -> None:
        """Show the current keys on the buttons; all can be reset if any is changed."""
        for shortcut, button in self._key_buttons.items():
            button.set_text(self.context.key_map.label(shortcut))
        if self._defaults_button is not None:
            set_enabled(self._defaults_button, is_enabled=bool(self.context.settings.keys))

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
            self._show_status("")
            self._show_refusal(shortcut, refusal_text)
            if self.context.narrate is not None:
                self.context.narrate(refusal_text)
            return
        else:
            self._save_keys(with_override(self.context.settings.keys, shortcut, key))
            self._show_status(
                _("{key}: {does}").format(key=self.context.key_map.label(shortcut), does=_(shortcut.description))
            )
        self.pending_shortcut = None

"""A button with round corners whose text shrinks to fit."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import make_rounded_rect
from ui.graphics.symbols import render_symbol
from ui.widgets.base import Place, PressedWidget

MIN_TEXT_SCALE: Final = 0.6
"""The smallest text size, as a share of the theme's size."""
MIN_SYMBOL_TEXT_SCALE: Final = 0.85
"""The smallest text size beside the symbols of a group of buttons, as a share of the theme's size."""
TEXT_PADDING_RATIO: Final = 0.6
"""The least space left and right of the content together, as a share of the text size."""
SYMBOL_SIZE_RATIO: Final = 1.15
"""Size of the symbol, of the height of the text."""
SYMBOL_GAP_RATIO: Final = 0.5
"""Space between the symbol and the text, of the height of the text."""
LEFT_PADDING_RATIO: Final = 0.33
"""Space left of a text that is aligned left, of the height of its button: texts of two sizes begin in one line.

It is smaller before a text that would have to shrink.
"""
LOWER_EDGE_RATIO: Final = 0.055
"""Height of the dark lower edge of a primary button, of its height."""
PRIMARY_STYLES: Final = frozenset({"#primary", "#primary_row"})
"""The styles of golden buttons; that of a row has the text size of the rows below it."""
PRIMARY_COLORS: Final = {"normal": theme.GOLD, "hovered": "#ffcb57", "active": "#d99a1f"}
LARGE_STYLES: Final = frozenset({"#primary", "#menu", "#off"})
"""The styles of buttons with large text."""
MENU_STYLES: Final = frozenset({"#menu_entry", "#list_entry", "#menu_danger"})
"""The styles of buttons without an edge on a panel."""
DANGER_STYLES: Final = frozenset({"#danger", "#menu_danger"})
OFF_STYLES: Final = frozenset({"#off", "#small_off"})
"""The styles of buttons that look disabled, though a press says why they do nothing."""
SYMBOL_WIDTH: Final = 30
"""The natural width of a symbol with the gap after it, in design pixels."""
NOTE_SIZE_RATIO: Final = theme.SMALL_TEXT_SIZE / theme.BODY_TEXT_SIZE
"""The size of a note, and the space before it, in text sizes."""


class Button(PressedWidget):
    """A button with a ``text``; ``style`` is one of the names in this module, or ``#small``.

    ``symbol`` is the name of a symbol of ``assets/symbols`` before the text, or after it with ``is_symbol_last``;
    ``note``: a small text at the right end; with ``note_symbol`` before it, both are golden.
    """

    def __init__(
        self,
        rect: pygame.Rect,
        text: str,
        place: Place,
        *,
        style: str = "#small",
        symbol: str = "",
        is_symbol_last: bool = False,
        align: Literal["center", "left"] = "center",
        note: str = "",
        note_symbol: str = "",
    ) -> None:
        self.text, self.style = text, style
        self.symbol = symbol
        self.note, self.note_symbol = note, note_symbol
        self.is_symbol_last = is_symbol_last
        self.align = align
        self.is_dimmed = False
        self.refusal_text = ""
        """Why a press would do nothing now, shown while a dimmed button is hovered or has the focus; else ""."""
        self._group_texts: tuple[str, ...] = ()
        super().__init__(rect, place)
        scale = place.manager.ui_scale
        self.line_width = 0 if style in MENU_STYLES else self.theme.compute_line_width(scale)
        self.corner_radius = round(theme.BUTTON_CORNER_RADIUS * scale)
        self._full_size = round(self.get_text_size(style) * scale)

    @staticmethod
    def get_text_size(style: str) -> int:
        """Return the text size of a style in design pixels."""
        if style == "#list_entry":
            return theme.ROW_TITLE_TEXT_SIZE
        return theme.LARGE_TEXT_SIZE if style in LARGE_STYLES else theme.BODY_TEXT_SIZE

    @staticmethod
    def get_height(style: str) -> int:
        """Return the usual height of a style in design pixels."""
        return theme.BUTTON_HEIGHT if style in LARGE_STYLES else theme.CONTROL_HEIGHT

    @staticmethod
    def compute_width(place: Place, text: str, style: str, symbol: str = "", note: str = "") -> int:
        """Return the natural width of a button in pixels."""
        size = place.px(Button.get_text_size(style))
        text_width = theme.load_font(theme.BUTTON_FACE, size).size(text)[0] + measure_note(note, size)
        return text_width + place.px(2 * theme.MARGIN) + (place.px(SYMBOL_WIDTH) if symbol else 0)

    @property
    def is_primary(self) -> bool:
        """Whether the button is golden: Enter presses it where nothing else is selected."""
        return self.style in PRIMARY_STYLES

    def set_dimmed(self, *, is_dimmed: bool, reason: str = "") -> None:
        """Make the button look disabled, though a press still says why it does nothing; or make it look usable.

        ``reason``: the sentence that says so before a press, or "".
        """
        self.refusal_text = reason
        if is_dimmed != self.is_dimmed:
            self.is_dimmed = is_dimmed
            self.repaint()

    @property
    def explanation(self) -> str:
        """The text that is shown beside the button while it is hovered or has the focus, or ""."""
        return self.refusal_text

    @property
    def value_text(self) -> str:
        return self.refusal_text or self.text

    @property
    def key_help(self) -> str:
        return "" if self.refusal_text else super().key_help

    def set_text(self, text: str) -> None:
        """Show another text."""
        if text != self.text:
            self.text = text
            self.repaint()

    def paint(self, canvas: Canvas) -> None:
        fill_color, line_color, text_color = self._choose_colors()
        radius, (width, height) = self.corner_radius, canvas.size
        if self.is_primary and fill_color != self.theme.disabled_button_color:
            edge_height = max(2, round(height * LOWER_EDGE_RATIO))
            canvas.blit(make_rounded_rect(canvas.size, radius, theme.GOLD_DARK, 255), (0, 0))
            canvas.blit(make_rounded_rect((width, height - edge_height), radius, fill_color, 255), (0, 0))
        else:
            edge_height = 0
            canvas.blit(make_rounded_rect(canvas.size, radius, fill_color, 255, line_color, self.line_width), (0, 0))
        self._paint_content(canvas, text_color, (height - edge_height) // 2)

    def _choose_colors(self) -> tuple[theme.Color, theme.Color, theme.Color]:
        """Return the colors of the ground, the edge and the text in the present state."""
        colors, style, is_held = self.theme, self.style, self.held_part is not None
        if not self.is_enabled or (self.is_dimmed and not is_held):
            return colors.disabled_button_color, colors.panel_line_color, theme.DISABLED_TEXT
        state = "active" if is_held else "hovered" if self.is_highlighted else "normal"
        line_color = theme.GOLD if self.is_highlighted else colors.panel_line_color
        if style in PRIMARY_STYLES:
            return PRIMARY_COLORS[state], line_color, theme.INK
        if style in OFF_STYLES:
            return colors.disabled_button_color, line_color, theme.DISABLED_TEXT
        usual_color = colors.panel_color if style in MENU_STYLES else colors.button_color
        fill_colors = {"hovered": colors.hovered_button_color, "active": colors.pressed_button_color}
        text_color = theme.RED_LIGHT if style in DANGER_STYLES else theme.CREAM
        return fill_colors.get(state, usual_color), line_color, text_color

    def _paint_content(self, canvas: Canvas, color: theme.Color, center_y: int) -> None:
        size = self._compute_content_size()
        symbol_size = round(size * SYMBOL_SIZE_RATIO) if self.symbol else 0
        gap = round(size * SYMBOL_GAP_RATIO) if self.symbol and self.text else 0
        note_width = self._measure_note(size)
        text_width = self.rect.width - round(size * TEXT_PADDING_RATIO) - symbol_size - gap - note_width
        text_image = theme.render_fitted_text(self.text, theme.BUTTON_FACE, size, color, text_width, MIN_TEXT_SCALE)
        content_width = symbol_size + gap + (text_image.get_width() if self.text else 0)
        left = (self.rect.width - content_width) // 2
        if self.align == "left":
            left = min(left, round(self.rect.height * LEFT_PADDING_RATIO))
        text_left = left if self.is_symbol_last else left + symbol_size + gap
        canvas.blit(text_image, text_image.get_rect(midleft=(text_left, center_y)))
        if self.symbol:
            symbol_image = render_symbol(self.symbol, symbol_size, color)
            symbol_left = left + content_width - symbol_size if self.is_symbol_last else left
            canvas.blit(symbol_image, symbol_image.get_rect(midleft=(symbol_left, center_y)))
        if self.note:
            note_color = theme.GOLD if self.note_symbol else theme.MUTED
            note_image = theme.render_text(self.note, "sans", round(size * NOTE_SIZE_RATIO), note_color)
            note_rect = note_image.get_rect(midright=(self.rect.width - left, center_y))
            canvas.blit(note_image, note_rect)
            if self.note_symbol:
                note_symbol = render_symbol(self.note_symbol, size, note_color)
                canvas.blit(note_symbol, note_symbol.get_rect(midright=note_rect.midleft))

    def match_group(self, texts: Collection[str]) -> None:
        """Look like a group of buttons with these texts: as small as the longest, and all with symbols or none.

        There are no symbols where they would make a text too small to read.
        """
        self._group_texts = tuple(texts)
        if self.symbol and self._compute_content_size() < MIN_SYMBOL_TEXT_SCALE * self._full_size:
            self.symbol, self.align = "", "center"
        self.repaint()

    def _compute_content_size(self) -> int:
        """Return the text size in pixels; a symbol shrinks with its text, so that the text keeps more room."""
        size = self._full_size
        if not self._group_texts and not (self.symbol and self.text) and not self.note_symbol:
            return size
        spaces = TEXT_PADDING_RATIO + (SYMBOL_SIZE_RATIO + SYMBOL_GAP_RATIO if self.symbol else 0)
        measure = theme.load_font(theme.BUTTON_FACE, size).size
        text_width = max(measure(text)[0] for text in (self.text, *self._group_texts))
        needed_width = text_width + self._measure_note(size) + spaces * size
        return max(round(size * MIN_TEXT_SCALE), min(size, int(size * self.rect.width / needed_width)))

    def _measure_note(self, size: int) -> int:
        return measure_note(self.note, size) + (size if self.note_symbol else 0)


def measure_note(note: str, size: int) -> int:
    """Return the width of a note with the space before it, beside a text of ``size`` pixels; 0 without a note."""
    note_size = round(size * NOTE_SIZE_RATIO)
    return theme.load_font("sans", note_size).size(note)[0] + note_size if note else 0

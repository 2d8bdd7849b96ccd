"""A button with round corners whose text shrinks to fit.

The shapes of pygame-gui take 2 ms for a button in a large window, and as much for each state; these are much faster.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal

import pygame
from pygame_gui.core.drawable_shapes.drawable_shape import DrawableShape
from pygame_gui.elements import UIButton

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import make_rounded_rect
from ui.graphics.symbols import render_symbol
from ui.widgets.base import LazyElement, Place

MIN_TEXT_SCALE: Final = 0.6
"""The smallest text size, as a share of the theme's size."""
MIN_SYMBOL_TEXT_SCALE: Final = 0.85
"""The smallest text size beside the symbols of a group of buttons, as a share of the theme's size."""
TEXT_PADDING_RATIO: Final = 0.6
"""The space left and right of the text together, as a share of the text size."""
SYMBOL_SIZE_RATIO: Final = 1.15
"""Size of the symbol, of the height of the text."""
SYMBOL_GAP_RATIO: Final = 0.5
"""Space between the symbol and the text, of the height of the text."""
SIDE_PADDING_RATIO: Final = 0.6
"""Least space left and right of a text that is aligned left and its symbol together, as a share of the text size."""
LEFT_PADDING_RATIO: Final = 0.33
"""Space left of a text that is aligned left, of the height of its button: texts of two sizes begin in one line.

It is smaller before a text that would have to shrink.
"""
LOWER_EDGE_RATIO: Final = 0.055
"""Height of the dark lower edge of a primary button, of its height."""
PRIMARY_STYLES: Final = frozenset({"#primary", "#primary_row"})
"""The object ids of golden buttons; that of a row has the text size of the rows below it."""
LARGE_STYLES: Final = frozenset({"#primary", "#menu", "#off"})
"""The object ids of buttons with large text."""
SYMBOL_WIDTH: Final = 30
"""The natural width of a symbol with the gap after it, in design pixels."""
NOTE_SIZE_RATIO: Final = theme.SMALL_TEXT_SIZE / theme.BODY_TEXT_SIZE
"""The size of a note, and the space before it, in text sizes."""
BUTTON_STATES: Final = ("normal", "hovered", "disabled", "selected", "active")


class ButtonShape(DrawableShape):
    """The shape that a UIButton requires: it holds the state and tests clicks, but paints nothing."""

    def __init__(self, button: Button) -> None:
        super().__init__(button.rect, {"text": button.text}, list(BUTTON_STATES), button.ui_manager)
        self._button = button

    def redraw_state(self, state_str: str, add_text: bool = True) -> None:
        """Mark a state as drawn."""
        self.states[state_str].generated = self.states[state_str].has_fresh_surface = True

    def collide_point(self, point: pygame.Vector2 | tuple[float, float]) -> bool:
        """Return whether a point of the window is on the button."""
        return bool(self._button.rect.collidepoint(int(point[0]), int(point[1])))

    def set_text(self, text: str) -> None:
        """Schedule the painting of the button with its new text."""
        self._button.invalidate()


class Button(LazyElement, UIButton):
    """A button of pygame-gui with the round corners of the theme's ``shape_corner_radius``.

    ``symbol`` is the name of a symbol of ``assets/symbols`` before the text, or after it with ``is_symbol_last``;
    ``note``: a small text at the right end; with ``note_symbol`` before it, both are golden.
    """

    def __init__(
        self,
        rect: pygame.Rect,
        text: str,
        place: Place,
        *,
        object_id: str | None = None,
        symbol: str = "",
        is_symbol_last: bool = False,
        align: Literal["center", "left"] = "center",
        note: str = "",
        note_symbol: str = "",
    ) -> None:
        self.symbol = symbol
        self.note, self.note_symbol = note, note_symbol
        self.is_symbol_last = is_symbol_last
        self.align = align
        self.is_dimmed = False
        self.refusal_text = ""
        """Why a press would do nothing now, shown while a dimmed button is hovered or has the focus; else ""."""
        self._group_texts: tuple[str, ...] = ()
        super().__init__(rect, text, place.manager, container=place.container, object_id=object_id)

    @staticmethod
    def get_text_size(style: str) -> int:
        """Return the text size of a style in design pixels."""
        return theme.LARGE_TEXT_SIZE if style in LARGE_STYLES else theme.BODY_TEXT_SIZE

    @staticmethod
    def get_height(style: str) -> int:
        """Return the usual height of a style in design pixels."""
        return theme.BUTTON_HEIGHT if style in LARGE_STYLES else theme.CONTROL_HEIGHT

    @staticmethod
    def measure_width(place: Place, text: str, style: str, symbol: str = "", note: str = "") -> int:
        """Return the natural width of a button in pixels."""
        size = place.px(Button.get_text_size(style))
        text_width = theme.load_font(theme.BUTTON_FACE, size).size(text)[0] + measure_note(note, size)
        return text_width + place.px(2 * theme.MARGIN) + (place.px(SYMBOL_WIDTH) if symbol else 0)

    @property
    def is_primary(self) -> bool:
        """Whether the button is golden: Enter presses it where nothing else is selected."""
        return not PRIMARY_STYLES.isdisjoint(self.object_ids)

    def set_dimmed(self, *, is_dimmed: bool, reason: str = "") -> None:
        """Make the button look disabled, though a press still says why it does nothing; or make it look usable.

        ``reason``: the sentence that says so before a press, or "".
        """
        self.refusal_text = reason
        if is_dimmed != self.is_dimmed:
            self.is_dimmed = is_dimmed
            self.invalidate()

    @property
    def held_part(self) -> int | None:
        """0 while the mouse button is held on the button, else None."""
        return 0 if self.held else None

    def hold(self, part: int = 0) -> None:
        """Mark the button as held: it is pressed when the mouse button is released over it."""
        self.held = True
        if self.drawable_shape is not None:
            self.drawable_shape.set_active_state("active")

    def hide(self) -> None:
        self.held = False  # a hidden button does not get the release of the mouse button
        super().hide()  # type: ignore[no-untyped-call]

    def rebuild_from_changed_theme_data(self) -> None:
        """Take the font and the shape of the theme; the colors are looked up when the button is painted."""
        self.font = self.ui_theme.get_font(self.combined_element_ids)
        self._check_shape_theming_changed(defaults=vars(self))
        self.rebuild()

    def rebuild(self) -> None:
        """Make a new shape after a change of colors, size or text."""
        self.drawable_shape = ButtonShape(self)
        if not self.is_enabled:
            self.drawable_shape.set_active_state("disabled")
        self.invalidate()

    def on_fresh_drawable_shape_ready(self) -> None:
        """Schedule the painting of the button after a change of state."""
        if self.drawable_shape is not None:
            self.drawable_shape.active_state.has_fresh_surface = False
        self.invalidate()

    def paint(self, canvas: Canvas) -> None:
        assert self.drawable_shape is not None
        state = self.drawable_shape.active_state.state_id
        state = "disabled" if self.is_dimmed and state in ("normal", "hovered") else state
        fill_color, line_color, text_color = (self._get_color(f"{state}_{part}") for part in ("bg", "border", "text"))
        radius, (width, height) = self.shape_corner_radius[0], canvas.size
        line_width = self.border_width["top"]
        if self.is_primary and state != "disabled":
            edge_height = max(2, round(height * LOWER_EDGE_RATIO))
            canvas.blit(make_rounded_rect(canvas.size, radius, theme.GOLD_DARK, 255), (0, 0))
            canvas.blit(make_rounded_rect((width, height - edge_height), radius, fill_color, 255), (0, 0))
        else:
            edge_height = 0
            canvas.blit(make_rounded_rect(canvas.size, radius, fill_color, 255, line_color, line_width), (0, 0))
        self._paint_content(canvas, text_color, (height - edge_height) // 2)

    def _paint_content(self, canvas: Canvas, color: theme.Color, center_y: int) -> None:
        size = self._compute_content_size()
        symbol_size = round(size * SYMBOL_SIZE_RATIO) if self.symbol else 0
        gap = round(size * SYMBOL_GAP_RATIO) if self.symbol and self.text else 0
        note_width = self._measure_note(size)
        text_width = self.rect.width - round(size * self._side_space_ratio) - symbol_size - gap - note_width
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
        if self.symbol and self._compute_content_size() < MIN_SYMBOL_TEXT_SCALE * self._get_full_size():
            self.symbol, self.align = "", "center"
        self.invalidate()

    def _get_full_size(self) -> int:
        """Return the text size of the theme in pixels."""
        return self.font.get_point_size() if self.font is not None else theme.BODY_TEXT_SIZE

    @property
    def _side_space_ratio(self) -> float:
        """The least space left and right of the content together, as a share of the text size."""
        return SIDE_PADDING_RATIO if self.align == "left" else TEXT_PADDING_RATIO

    def _compute_content_size(self) -> int:
        """Return the text size in pixels; a symbol shrinks with its text, so that the text keeps more room."""
        size = self._get_full_size()
        if not self._group_texts and not (self.symbol and self.text) and not self.note_symbol:
            return size
        spaces = self._side_space_ratio + (SYMBOL_SIZE_RATIO + SYMBOL_GAP_RATIO if self.symbol else 0)
        measure = theme.load_font(theme.BUTTON_FACE, size).size
        text_width = max(measure(text)[0] for text in (self.text, *self._group_texts))
        needed_width = text_width + self._measure_note(size) + spaces * size
        return max(round(size * MIN_TEXT_SCALE), min(size, int(size * self.rect.width / needed_width)))

    def _measure_note(self, size: int) -> int:
        return measure_note(self.note, size) + (size if self.note_symbol else 0)

    def _get_color(self, name: str) -> theme.Color:
        return theme.to_hex_color(self.ui_theme.get_colour(name, self.combined_element_ids))


def measure_note(note: str, size: int) -> int:
    """Return the width of a note with the space before it, beside a text of ``size`` pixels; 0 without a note."""
    note_size = round(size * NOTE_SIZE_RATIO)
    return theme.load_font("sans", note_size).size(note)[0] + note_size if note else 0

"""A button with round corners whose text shrinks to fit.

The shapes of pygame-gui take 2 ms for a button in a large window, and as much for each state; these are much faster.
"""

from __future__ import annotations

from typing import Final

import pygame
from pygame_gui.core.drawable_shapes.drawable_shape import DrawableShape
from pygame_gui.elements import UIButton

from ui.graphics import theme
from ui.graphics.shapes import make_rounded_rect
from ui.widgets.base import LazyElement

MIN_TEXT_SCALE: Final = 0.6
"""The smallest text size, as a share of the theme's size."""
TEXT_PADDING_RATIO: Final = 0.3
"""The space left and right of the text together, as a share of the text size."""
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
    """A button of pygame-gui with the corner radius of the theme's ``shape_corner_radius``."""

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

    def paint_image(self) -> None:
        assert self.drawable_shape is not None
        state = self.drawable_shape.active_state.state_id
        fill_color, line_color, text_color = (self._get_color(f"{state}_{part}") for part in ("bg", "border", "text"))
        size = self.rect.size
        image = make_rounded_rect(
            size, self.shape_corner_radius[0], fill_color, 255, line_color, self.border_width["top"]
        ).copy()
        text_image = self._render_text(text_color)
        image.blit(text_image, text_image.get_rect(center=image.get_rect().center))
        self._set_image(image.premul_alpha())

    def _render_text(self, text_color: theme.Color) -> pygame.Surface:
        """Return the text in the theme's size, or smaller to fit."""
        size = self.font.get_point_size() if self.font is not None else theme.BODY_TEXT_SIZE
        return theme.render_fitted_text(
            self.text, "sans", size, text_color, self.rect.width - round(size * TEXT_PADDING_RATIO), MIN_TEXT_SCALE
        )

    def _get_color(self, name: str) -> theme.Color:
        color = self.colours[name]
        assert isinstance(color, pygame.Color)
        return theme.to_hex_color(color)

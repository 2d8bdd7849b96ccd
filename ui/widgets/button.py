"""A button with round corners, whose words are as large as they fit.

pygame-gui's own shapes take 2 ms a button in a large window and as much again for every look; round ones take 80.
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
"""Of the theme's size, words are at least so large."""
TEXT_PADDING_RATIO: Final = 0.3
"""Of the height of the words, left and right of them together."""
BUTTON_STATES: Final = ("normal", "hovered", "disabled", "selected", "active")


class ButtonShape(DrawableShape):
    """What a UIButton asks of its shape: which look it has, and where it is hit. It paints nothing."""

    def __init__(self, button: Button) -> None:
        super().__init__(button.rect, {"text": button.text}, list(BUTTON_STATES), button.ui_manager)
        self._button = button

    def redraw_state(self, state_str: str, add_text: bool = True) -> None:
        """The button has this look for the first time."""
        self.states[state_str].generated = self.states[state_str].has_fresh_surface = True

    def collide_point(self, point: pygame.Vector2 | tuple[float, float]) -> bool:
        """Whether a click there hits the button."""
        return bool(self._button.rect.collidepoint(int(point[0]), int(point[1])))

    def set_text(self, text: str) -> None:
        """The button has other words."""
        self._button.invalidate()


class Button(LazyElement, UIButton):
    """A button of pygame-gui; its corners are as round as the theme's ``shape_corner_radius`` says."""

    @property
    def held_part(self) -> int | None:
        """0 while the mouse is down on it, None else."""
        return 0 if self.held else None

    def hold(self, part: int = 0) -> None:
        """The mouse went down on it: it is pressed when the mouse is let go over it."""
        self.held = True
        if self.drawable_shape is not None:
            self.drawable_shape.set_active_state("active")

    def hide(self) -> None:
        self.held = False  # the release of the mouse does not reach a hidden button
        super().hide()  # type: ignore[no-untyped-call]

    def rebuild(self) -> None:
        """It has other colours, another size or other words."""
        self.drawable_shape = ButtonShape(self)
        if not self.is_enabled:
            self.drawable_shape.set_active_state("disabled")
        self.invalidate()

    def on_fresh_drawable_shape_ready(self) -> None:
        """It has another look."""
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
        """The words as large as the theme says or as they fit."""
        size = self.font.get_point_size() if self.font is not None else theme.BODY_TEXT_SIZE
        return theme.render_fitted_text(
            self.text, "sans", size, text_color, self.rect.width - round(size * TEXT_PADDING_RATIO), MIN_TEXT_SCALE
        )

    def _get_color(self, name: str) -> theme.Color:
        color = self.colours[name]
        assert isinstance(color, pygame.Color)
        return theme.to_hex_color(color)

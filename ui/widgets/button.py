"""A button with round corners, whose words are as large as they fit.

pygame-gui's own shapes take 2 ms a button in a large window and as much again for every look; round ones take 80.
"""

from __future__ import annotations

from typing import Final

import pygame
from pygame_gui.core.drawable_shapes.drawable_shape import DrawableShape
from pygame_gui.elements import UIButton

from ui import theme
from ui.backdrop import rounded
from ui.widgets.later import Later

SMALLEST: Final = 0.6
"""Of the theme's size, words are at least so large."""
AIR: Final = 0.3
"""Of the height of the words, left and right of them together."""
LOOKS: Final = ("normal", "hovered", "disabled", "selected", "active")


class Shape(DrawableShape):
    """What a UIButton asks of its shape: which look it has, and where it is hit. It paints nothing."""

    def __init__(self, button: Button) -> None:
        super().__init__(button.rect, {"text": button.text}, list(LOOKS), button.ui_manager)
        self._button = button

    def redraw_state(self, state_str: str, add_text: bool = True) -> None:
        """The button has this look for the first time."""
        self.states[state_str].generated = self.states[state_str].has_fresh_surface = True

    def collide_point(self, point: pygame.Vector2 | tuple[float, float]) -> bool:
        """Whether a click there hits the button."""
        return bool(self._button.rect.collidepoint(int(point[0]), int(point[1])))

    def set_text(self, text: str) -> None:
        """The button has other words."""
        self._button.stale_now()


class Button(Later, UIButton):
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

    def rebuild(self) -> None:
        """It has other colours, another size or other words."""
        self.drawable_shape = Shape(self)
        if not self.is_enabled:
            self.drawable_shape.set_active_state("disabled")
        self.stale_now()

    def on_fresh_drawable_shape_ready(self) -> None:
        """It has another look."""
        if self.drawable_shape is not None:
            self.drawable_shape.active_state.has_fresh_surface = False
        self.stale_now()

    def paint_now(self) -> None:
        assert self.drawable_shape is not None
        look = self.drawable_shape.active_state.state_id
        ground, line, ink = (self._colour(f"{look}_{part}") for part in ("bg", "border", "text"))
        size = self.rect.size
        picture = rounded(size, self.shape_corner_radius[0], ground, 255, line, self.border_width["top"]).copy()
        words = self._words(ink)
        picture.blit(words, words.get_rect(center=picture.get_rect().center))
        self._set_image(picture.premul_alpha())

    def _words(self, ink: theme.Colour) -> pygame.Surface:
        """The words as large as the theme says or as they fit."""
        size = self.font.get_point_size() if self.font is not None else theme.BODY
        return theme.fitted(self.text, "sans", size, ink, self.rect.width - round(size * AIR), SMALLEST)

    def _colour(self, name: str) -> theme.Colour:
        colour = self.colours[name]
        assert isinstance(colour, pygame.Color)
        return theme.named(colour)

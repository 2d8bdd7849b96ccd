"""A button with round corners, whose words are as large as they fit.

pygame-gui draws round shapes at four times their size, which takes 80 ms a page in a large window, and cuts words off.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pygame
from pygame_gui.core.gui_font_pygame import GUIFontPygame
from pygame_gui.elements import UIButton

from ui import theme
from ui.backdrop import with_corners

SMALLEST: Final = 0.6
"""Of the theme's size, words are at least so large."""
AIR: Final = 0.3
"""Of the height of the words, left and right of them together."""


class Button(UIButton):
    """A button of pygame-gui; its corners are as round as the theme's ``shape_corner_radius`` says."""

    def rebuild(self) -> None:
        """Draw the button anew."""
        size = self.font.get_point_size() if self.font is not None else theme.BODY
        room = self.rect.width - round(size * AIR)
        fitting = next((one for one in range(size, int(size * SMALLEST), -1) if _wide(self.text, one) <= room), 0)
        if fitting != size:
            self.font = _font(fitting or round(size * SMALLEST))
        super().rebuild()  # type: ignore[no-untyped-call]

    def _set_image(self, new_image: pygame.Surface | None) -> None:
        if new_image is not None and self.drawable_shape is not None:
            state = self.drawable_shape.active_state.state_id
            ground, line = self.colours[f"{state}_bg"], self.colours[f"{state}_border"]
            assert isinstance(ground, pygame.Color)
            assert isinstance(line, pygame.Color)
            new_image = with_corners(new_image, self.shape_corner_radius[0], ground, line, self.border_width["top"])
        super()._set_image(new_image)


def _wide(words: str, size: int) -> int:
    return theme.font("sans", size).size(words)[0]


@lru_cache(maxsize=32)
def _font(size: int) -> GUIFontPygame:
    return GUIFontPygame(theme.FACES["sans"], size)

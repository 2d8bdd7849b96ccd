"""The program's fonts as pygame-gui's widgets use them."""

from __future__ import annotations

from typing import Any

import pygame
from pygame_gui.core.interfaces.gui_font_interface import IGUIFontInterface

from ui.graphics.fonts.font import FallbackFont


class GuiFont(IGUIFontInterface):
    """A font that draws text in any script for the widgets of pygame-gui."""

    underline = False
    underline_adjustment = 0.0

    def __init__(self, font: FallbackFont, point_size: int) -> None:
        self._font = font
        self._point_size = point_size

    def size(self, text: str) -> tuple[int, int]:
        return self.get_rect(text).size

    def get_point_size(self) -> int:
        return self._point_size

    def get_rect(self, text: str) -> pygame.Rect:
        """Return the rectangle of a text; its top is the ascent of the font, as for pygame-gui's own fonts."""
        if not text:
            return pygame.Rect(0, 0, 0, 0)
        width, height = self._font.size(text)
        return pygame.Rect(0, self._font.get_ascent(), max(1, width), height)

    def get_metrics(self, text: str) -> list[Any]:
        return self._font.metrics(text)

    def render_premul(self, text: str, text_color: pygame.Color) -> pygame.Surface:
        image = self._font.render(text, True, text_color).convert_alpha()
        return image.premul_alpha() if all(image.get_size()) else image

    def render_premul_to(
        self, text: str, text_colour: pygame.Color, surf_size: tuple[int, int], surf_position: tuple[int, int]
    ) -> pygame.Surface:
        """Return an image of ``surf_size`` with the baseline of the text at ``surf_position``.

        Its colors are multiplied by alpha, as pygame-gui needs.
        """
        surface = pygame.Surface(surf_size, flags=pygame.SRCALPHA, depth=32)
        position = surf_position[0], surf_position[1] - self._font.get_ascent()
        surface.blit(self.render_premul(text, text_colour), position, special_flags=pygame.BLEND_PREMULTIPLIED)
        return surface

    def get_padding_height(self) -> int:
        """Return the number of pixels below the baseline."""
        return 1 - self._font.get_descent()

    def get_direction(self) -> int:
        return pygame.DIRECTION_LTR

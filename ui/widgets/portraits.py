"""Portraits as a node of a layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CardImages
from ui.widgets.nodes import Frame, Painted


@dataclass
class PortraitRow(Painted):
    """Portraits side by side in the middle of their room, smaller in a narrow or low one.

    ``numbers``: of the portraits; ``size``: their largest width in design pixels; ``step``: from a portrait to the
    next, in widths; ``has_rings``: whether each is in a golden ring.
    """

    images: CardImages
    numbers: Sequence[int]
    size: float
    step: float = 0.8
    has_rings: bool = False
    grow: float = 0

    @property
    def _width_ratio(self) -> float:
        """The width of all portraits as a multiple of that of a single one."""
        return 1 + self.step * (len(self.numbers) - 1)

    def measure_width(self, frame: Frame, room: int) -> int:
        return min(room, round(frame.px(self.size) * self._width_ratio))

    def measure_height(self, frame: Frame, width: int) -> int:
        return min(frame.px(self.size), int(width / self._width_ratio))

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        size = min(self.measure_height(frame, rect.width), rect.height)
        place = pygame.Rect(rect.centerx - round(size * self._width_ratio) // 2, rect.centery - size // 2, size, size)
        ring = max(3, size // 24) if self.has_rings else 0
        for index, number in enumerate(self.numbers):
            portrait = self.images.get_portrait(number, size - 2 * ring)
            portrait_rect = portrait.get_rect(center=(place.centerx + round(index * size * self.step), place.centery))
            if self.has_rings:
                canvas.draw_aacircle(frame.place.manager.theme.panel_color, portrait_rect.center, size / 2)
                canvas.draw_aacircle(theme.GOLD, portrait_rect.center, size / 2 - max(2, size // 36))
            canvas.blit(portrait, portrait_rect)

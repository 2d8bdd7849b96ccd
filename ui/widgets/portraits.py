"""Portraits as a node of a layout."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CardImages
from ui.widgets.nodes import Frame
from ui.widgets.tile import PictureNode

RAY_COUNT: Final = 12
INNER_RAY_RATIO: Final = 0.54
OUTER_RAY_RATIO: Final = 0.66
"""The ends of a ray around a portrait, in widths of the portrait from its middle."""


@dataclass
class PortraitRow(PictureNode):
    """Portraits side by side in the middle of their room, smaller in a narrow or low one.

    ``numbers``: of the portraits; ``size``: their largest width in design pixels; ``step``: from a portrait to the
    next, in widths; ``has_rings``: whether each is in a golden ring; ``get_rays``: how long the rays around them are
    now, 0 to 1, or None; ``waits``: whether among widgets they are shown once a thread has rasterized them.
    """

    images: CardImages
    numbers: Sequence[int]
    size: float
    step: float = 0.8
    has_rings: bool = False
    grow: float = 0
    get_rays: Callable[[], float] | None = None
    waits: bool = False

    @property
    def _width_ratio(self) -> float:
        """The width of all portraits as a multiple of that of a single one."""
        return 1 + self.step * (len(self.numbers) - 1)

    def measure_width(self, frame: Frame, room: int) -> int:
        return min(room, round(frame.px(self.size) * self._width_ratio))

    def measure_height(self, frame: Frame, width: int) -> int:
        return min(frame.px(self.size), int(width / self._width_ratio))

    def _measure(self, frame: Frame, rect: pygame.Rect) -> tuple[int, int]:
        """Return the size of a portrait with its ring, and the width of the ring."""
        size = min(self.measure_height(frame, rect.width), rect.height)
        return size, max(3, size // 24) if self.has_rings else 0

    def make(self, frame: Frame, rect: pygame.Rect) -> None:
        make = super().make if self.waits else super(PictureNode, self).make
        make(frame, rect)

    def list_portraits(self, frame: Frame, rect: pygame.Rect) -> Sequence[tuple[int, float]]:
        size, ring = self._measure(frame, rect)
        return [(number, (size - 2 * ring) / frame.place.scale) for number in self.numbers]

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        size, ring = self._measure(frame, rect)
        first_x = rect.centerx - round(size * self._width_ratio) // 2 + size // 2
        for index, number in enumerate(self.numbers):
            portrait = self.images.get_portrait(number, size - 2 * ring)
            portrait_rect = portrait.get_rect(center=(first_x + round(index * size * self.step), rect.centery))
            if self.get_rays is not None:
                _draw_rays(canvas, portrait_rect.center, size, self.get_rays())
            if self.has_rings:
                canvas.draw_aacircle(frame.place.manager.theme.panel_color, portrait_rect.center, size / 2)
                canvas.draw_aacircle(theme.GOLD, portrait_rect.center, size / 2 - max(2, size // 36))
            canvas.blit(portrait, portrait_rect)


def _draw_rays(canvas: Canvas, center: tuple[int, int], size: int, share: float) -> None:
    """Draw short golden rays around a portrait; ``share``: of their full length."""
    for index in range(RAY_COUNT if share else 0):
        direction = pygame.Vector2(1, 0).rotate(360 * index / RAY_COUNT)
        reach = INNER_RAY_RATIO + (OUTER_RAY_RATIO - INNER_RAY_RATIO) * share * (1 if index % 2 else 0.6)
        points = (pygame.Vector2(center) + direction * size * ratio for ratio in (INNER_RAY_RATIO, reach))
        start, end = ((round(point.x), round(point.y)) for point in points)
        canvas.draw_line(theme.GOLD, start, end, max(2, size // 24))

"""The picker for the portrait of a profile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pygame

from ui.graphics.canvas import Canvas
from ui.widgets.base import Place
from ui.widgets.controls import CONTROL_HEIGHT, Arrow
from ui.widgets.layout import Row
from ui.widgets.nodes import Frame, Node, Painter
from ui.widgets.segmented import SegmentedControl

PORTRAIT_SIZE: Final = 84
"""The side of a portrait, in design pixels."""
ARROW_WIDTH: Final = 30
ARROW_GAP: Final = 8
"""The space between the portrait and an arrow, in design pixels."""
RING_WIDTH: Final = 4


class PortraitPicker(SegmentedControl):
    """A portrait between two arrows, in a ring of ``color``.

    ``make_portrait(number, size)`` returns the portrait with a number from 1, ``size`` pixels wide and high.
    """

    natural_size = (PORTRAIT_SIZE + 2 * (ARROW_WIDTH + ARROW_GAP), PORTRAIT_SIZE)

    def __init__(
        self,
        count: int,
        value: int,
        color: str,
        make_portrait: Callable[[int, int], pygame.Surface],
        rect: pygame.Rect,
        place: Place,
    ) -> None:
        self.color, self._make_portrait = color, make_portrait
        numbers = range(1, count + 1)
        super().__init__(numbers, [""] * count, value, rect, place)
        self.is_row = False

    @classmethod
    def measure_width(cls, place: Place, room: int, *args: Any, **options: Any) -> int:
        return place.px(cls.natural_size[0])

    def describe(self) -> Node:
        left, right = (
            self.make_box(part, Arrow(direction), width=ARROW_WIDTH, height=CONTROL_HEIGHT)
            for part, direction in enumerate((-1, 1))
        )
        return Row(left, Painter(self._paint_portrait, height=PORTRAIT_SIZE, grow=1), right, align="middle")

    def _paint_portrait(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        canvas.draw_aacircle(self.color, rect.center, rect.height // 2)
        portrait = self._make_portrait(self.value, rect.height - 2 * frame.px(RING_WIDTH))
        canvas.blit(portrait, portrait.get_rect(center=rect.center))

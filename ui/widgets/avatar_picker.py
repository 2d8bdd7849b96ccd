"""The picker for the portrait of a profile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.widgets.base import Place
from ui.widgets.controls import CONTROL_HEIGHT, draw_arrow, draw_box
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

    @classmethod
    def measure_width(cls, place: Place, room: int, *args: Any, **options: Any) -> int:
        return place.px(PORTRAIT_SIZE + 2 * (ARROW_WIDTH + ARROW_GAP))

    @classmethod
    def measure_height(cls, place: Place, width: int, *args: Any, **options: Any) -> int:
        return place.px(PORTRAIT_SIZE)

    def list_part_rects(self) -> list[pygame.Rect]:
        width, arrow_height, arrow_width = self.rect.width, self.px(CONTROL_HEIGHT), self.px(ARROW_WIDTH)
        top = (self.rect.height - arrow_height) // 2
        return [
            pygame.Rect(0, top, arrow_width, arrow_height),
            pygame.Rect(width - arrow_width, top, arrow_width, arrow_height),
        ]

    def paint(self, canvas: Canvas) -> None:
        self.is_row = False
        for part, (rect, direction) in enumerate(zip(self.list_part_rects(), (-1, 1), strict=True)):
            is_hovered = self.hovered_part == part
            line_color = theme.GOLD if is_hovered else self.theme.panel_line_color
            draw_box(
                canvas,
                self.theme,
                rect,
                self.theme.hovered_button_color if is_hovered else self.theme.button_color,
                line_color,
                self.ui_scale,
            )
            draw_arrow(canvas, rect, direction, theme.CREAM)
        ring_rect = pygame.Rect(0, 0, self.px(PORTRAIT_SIZE), self.px(PORTRAIT_SIZE))
        ring_rect.center = canvas.rect.center
        canvas.draw_aacircle(self.color, ring_rect.center, ring_rect.width // 2)
        portrait_rect = ring_rect.inflate(-2 * self.px(RING_WIDTH), -2 * self.px(RING_WIDTH))
        canvas.blit(self._make_portrait(self.value, portrait_rect.width), portrait_rect)

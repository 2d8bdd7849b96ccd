"""Pickers for the portrait and the color of a profile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import make_rounded_rect
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


class ColorPicker(SegmentedControl):
    """A row of colored squares, one of them selected; ``labels`` are the names of the colors."""

    def __init__(
        self, colors: Sequence[str], labels: Sequence[str], value: str, rect: pygame.Rect, place: Place
    ) -> None:
        super().__init__(colors, labels, value, rect, place)
        self.is_row = True

    @classmethod
    def measure_width(cls, place: Place, room: int, *args: Any, **options: Any) -> int:
        return min(room, place.px(len(args[0]) * CONTROL_HEIGHT))

    def list_part_rects(self) -> list[pygame.Rect]:
        part_width, height = self.rect.width / len(self.values), self.rect.height
        return [
            pygame.Rect(round(index * part_width), 0, round(part_width), height) for index in range(len(self.values))
        ]

    def paint(self, canvas: Canvas) -> None:
        for index, rect in enumerate(self.list_part_rects()):
            is_selected = index == self.selected_index
            square_rect = rect.inflate(-self.px(6 if is_selected else 10), -self.px(6 if is_selected else 10))
            line_color = (
                theme.GOLD
                if is_selected
                else theme.CREAM
                if index == self.hovered_part
                else self.theme.panel_line_color
            )
            line_width = max(1, self.px(3 if is_selected else 1))
            canvas.blit(
                make_rounded_rect(
                    square_rect.size,
                    self.px(theme.BUTTON_CORNER_RADIUS * 0.6),
                    self.values[index],
                    255,
                    line_color,
                    line_width,
                ),
                square_rect,
            )

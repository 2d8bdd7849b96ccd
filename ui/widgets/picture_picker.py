"""A choice among pictures in a row, such as table colors and card backs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import make_rounded_rect
from ui.graphics.symbols import render_symbol
from ui.widgets.base import Place
from ui.widgets.described import Box
from ui.widgets.layout import Row
from ui.widgets.nodes import Frame, Node, Painter
from ui.widgets.segmented import SegmentedControl

PICTURE_GAP: Final = 12
"""The space between two pictures, in design pixels."""
RING_WIDTH: Final = 3
"""The width of the ring around the chosen picture, in design pixels."""
CHECK_SIZE_RATIO: Final = 0.5
"""The size of the check on the chosen picture, as a share of its width."""

PictureMaker = Callable[[Any, tuple[int, int]], pygame.Surface | None]
"""A function that returns the picture of a value in a size in pixels; None while it is being drawn."""


class PicturePicker(SegmentedControl):
    """A row of pictures, one of them chosen; ``labels`` are their names for a person who does not see them.

    ``padding``: the space between a picture and its ring, in pixels; without a space the chosen picture has a check.
    """

    def __init__(
        self,
        values: Sequence[Any],
        labels: Sequence[str],
        value: Any,
        make_picture: PictureMaker,
        rect: pygame.Rect,
        place: Place,
        *,
        padding: int = 0,
    ) -> None:
        self._make_picture = make_picture
        self._padding = padding
        self.is_complete = True
        super().__init__(values, labels, value, rect, place)
        self.is_row = True

    @staticmethod
    def get_width(count: int, picture_width: int) -> int:
        """Return the width for ``count`` pictures of a width, in design pixels."""
        return count * (picture_width + PICTURE_GAP) - PICTURE_GAP

    def describe(self) -> Node:
        nodes = (Painter(partial(self._paint_picture, index)) for index in range(len(self.values)))
        return Row(*(Box(node, part=index, grow=1) for index, node in enumerate(nodes)), gap=PICTURE_GAP)

    def refresh(self) -> None:
        """Paint the pictures again once all are drawn."""
        if self.has_new_pictures:
            self.is_complete = True
            self.repaint()

    @property
    def has_new_pictures(self) -> bool:
        return not self.is_complete and None not in self._list_pictures()

    def _list_pictures(self) -> list[pygame.Surface | None]:
        return [self._get_picture(value, self.part_rects[0]) for value in self.values]

    def _get_picture(self, value: Any, rect: pygame.Rect) -> pygame.Surface | None:
        return self._make_picture(value, (rect.width - 2 * self._padding, rect.height - 2 * self._padding))

    def paint(self, canvas: Canvas) -> None:
        self.is_complete = None not in self._list_pictures()
        super().paint(canvas)

    def _paint_picture(self, index: int, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        picture, is_selected = self._get_picture(self.values[index], rect), index == self.selected_index
        if picture is not None:
            canvas.blit(picture, picture.get_rect(center=rect.center))
        if is_selected or index == self.hovered_part or not self._padding:
            plain_color = theme.CREAM if index == self.hovered_part else self.theme.panel_line_color
            line_color = theme.GOLD if is_selected else plain_color
            line_width = max(1, frame.px(RING_WIDTH if is_selected else 1))
            radius = frame.px(theme.BUTTON_CORNER_RADIUS)
            ring = make_rounded_rect(rect.size, radius, self.theme.panel_color, 0, line_color, line_width)
            canvas.blit(ring, rect)
        if is_selected and not self._padding:
            check = render_symbol("check", round(rect.width * CHECK_SIZE_RATIO), theme.CREAM)
            canvas.blit(check, check.get_rect(center=rect.center))

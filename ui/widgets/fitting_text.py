"""Text that is larger where there is more room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.widgets.label import Align, draw_lines
from ui.widgets.nodes import Frame, Painted


@dataclass
class Headline(Painted):
    """A text in the largest of ``sizes`` that takes a line, or from the third size on ``max_lines``.

    The sizes are in design pixels.
    """

    text: str
    sizes: Sequence[float]
    face: theme.FontFace = "serif"
    align: Align = "centre"
    color: theme.Color = theme.CREAM
    has_shadow: bool = False
    max_lines: int = 2
    grow: float = 0

    def _wrap(self, frame: Frame, width: int) -> tuple[int, list[str]]:
        for index, size in enumerate(map(frame.px, self.sizes)):
            lines = theme.wrap_evenly(self.text, self.face, size, width)
            if len(lines) == 1 or (len(lines) <= self.max_lines and index >= 2):
                break
        return size, lines

    def measure_width(self, frame: Frame, room: int) -> int:
        size, lines = self._wrap(frame, room)
        return min(room, max(theme.load_font(self.face, size).size(line)[0] for line in lines))

    def measure_height(self, frame: Frame, width: int) -> int:
        size, lines = self._wrap(frame, width)
        return len(lines) * round(size * theme.LINE_HEIGHT_RATIO)

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        size, lines = self._wrap(frame, rect.width)
        if self.has_shadow:
            ground, shadow_rect = frame.place.manager.theme.panel_color, rect.move(0, max(1, size // 18))
            draw_lines(canvas, lines, self.face, size, ground, shadow_rect, self.align)
        draw_lines(canvas, lines, self.face, size, self.color, rect, self.align)

"""Labels: wrapped text that is never clipped, and lines that shrink to their place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.theme import LINE_HEIGHT_RATIO
from ui.widgets.base import CustomWidget, Place

Align: TypeAlias = Literal["left", "centre", "right"]


def draw_lines(
    canvas: Canvas, lines: Sequence[str], face: theme.FontFace, size: int, color: theme.Color, rect: pygame.Rect,
    align: Align = "left", line_ratio: float = LINE_HEIGHT_RATIO,
) -> None:  # fmt: skip
    """Draw the lines of a paragraph from the top of a rectangle, without those out of sight.

    ``size``: pixels; ``line_ratio``: the distance of two lines, in text sizes.
    """
    step = round(size * line_ratio)
    for index, line in enumerate(lines):
        top = rect.top + index * step
        if top < canvas.rect.bottom and top + step > canvas.rect.top:
            image = theme.render_fitted_text(line, face, size, color, max(1, rect.width))
            free_width = rect.width - image.get_width()
            left = rect.left + {"left": 0, "centre": free_width // 2, "right": free_width}[align]
            canvas.blit(image, (left, top + (step - image.get_height()) // 2))


def draw_fitted_text(
    canvas: Canvas, text: str, face: theme.FontFace, size: int, color: theme.Color, rect: pygame.Rect,
    align: Align = "left",
) -> pygame.Rect:  # fmt: skip
    """Draw a line of text, shrunk to fit a rectangle and vertically centered, and return its place; ``size``: px."""
    image = theme.render_fitted_text(text, face, size, color, max(1, rect.width))
    position = {"left": rect.midleft, "centre": rect.center, "right": rect.midright}[align]
    anchor = {"left": "midleft", "centre": "center", "right": "midright"}[align]
    text_rect = image.get_rect(**{anchor: position})
    canvas.blit(image, text_rect)
    return text_rect


class TextLabel(CustomWidget):
    """A text in one font face and color, wrapped to ``width`` pixels; its height follows.

    ``size``: of the text, in design pixels; ``is_even``: whether all lines are about as long.
    """

    def __init__(
        self, text: str, topleft: tuple[int, int], width: int, place: Place, *,
        face: theme.FontFace = "sans", size: float, color: theme.Color = theme.CREAM, align: Align = "left",
        is_even: bool = False,
    ) -> None:  # fmt: skip
        self.look = (face, place.px(size))
        self.lines = (theme.wrap_evenly if is_even else theme.wrap_text)(text, *self.look, width)
        self.line_height = round(self.look[1] * LINE_HEIGHT_RATIO)
        self.color = color
        self._align = align
        height = max(1, len(self.lines)) * self.line_height
        super().__init__(pygame.Rect(topleft, (width, height)), place)

    @property
    def text_width(self) -> int:
        """The width of the longest line, in pixels."""
        return max((theme.load_font(*self.look).size(line)[0] for line in self.lines), default=0)

    def paint(self, canvas: Canvas) -> None:
        draw_lines(canvas, self.lines, *self.look, self.color, canvas.rect, self._align)


class LineLabel(CustomWidget):
    """A line of text that can change; it shrinks, and is at last cut with an ellipsis, to fit ``rect``."""

    def __init__(
        self, text: str, rect: pygame.Rect, place: Place, *, size: float, color: theme.Color, align: Align = "left",
        face: theme.FontFace = "sans",
    ) -> None:  # fmt: skip
        self.text = text
        self.size, self._color, self._align, self._face = place.px(size), color, align, face
        super().__init__(rect, place)

    def set_text(self, text: str) -> None:
        """Show another text."""
        if text != self.text:
            self.text = text
            self.repaint()

    def paint(self, canvas: Canvas) -> None:
        draw_fitted_text(canvas, self.text, self._face, self.size, self._color, canvas.rect, self._align)

"""The drawing of text: paragraphs, and lines that shrink to their place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.theme import LINE_HEIGHT_RATIO

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

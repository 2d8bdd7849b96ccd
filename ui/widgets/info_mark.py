"""A mark behind a label, with an explanation that shows while the mark is hovered or has the focus."""

from __future__ import annotations

from typing import Final

import pygame

from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_panel
from ui.graphics.symbols import render_symbol
from ui.graphics.theme import LINE_HEIGHT_RATIO
from ui.widgets.base import CustomWidget, Place

MARK_SIZE: Final = 22
EXPLANATION_WIDTH: Final = 420
PADDING: Final = 16


class InfoMark(CustomWidget):
    """The mark; ``text`` is the explanation."""

    natural_size = (MARK_SIZE, MARK_SIZE)

    def __init__(self, text: str, rect: pygame.Rect, place: Place) -> None:
        self.text = text
        super().__init__(rect, place)

    @property
    def value_text(self) -> str:
        return self.text

    @property
    def key_help(self) -> str:
        return _("Explanation: Tab moves on")

    def find_part(self, position: tuple[int, int]) -> int | None:
        return 0

    def paint(self, canvas: Canvas) -> None:
        color = theme.CREAM if self.hovered_part is not None else theme.MUTED
        symbol = render_symbol("info", min(canvas.size), color)
        canvas.blit(symbol, symbol.get_rect(center=canvas.rect.center))

    def draw_explanation(self, canvas: Canvas) -> None:
        """Draw the explanation over all widgets."""
        draw_explanation(canvas, self.theme, self.text, pygame.Rect(self.get_abs_rect()), self.ui_scale)


def draw_explanation(
    canvas: Canvas, table_theme: theme.Theme, text: str, anchor: pygame.Rect, ui_scale: float
) -> None:  # fmt: skip
    """Draw a text in a panel below a rectangle of the window, or above it where there is no room."""

    def px(design: float) -> int:
        return round(design * ui_scale)

    window, size = canvas.rect.inflate(-2 * px(8), -2 * px(8)), px(theme.BODY_TEXT_SIZE)
    max_width, line_height = min(px(EXPLANATION_WIDTH), window.width) - 2 * px(PADDING), round(size * LINE_HEIGHT_RATIO)
    images = [
        theme.render_text(line, "sans", size, theme.CREAM) for line in theme.wrap_text(text, "sans", size, max_width)
    ]
    width = max(image.get_width() for image in images)
    rect = pygame.Rect(0, 0, width + 2 * px(PADDING), len(images) * line_height + 2 * px(12))
    rect.midtop = anchor.centerx, anchor.bottom + px(8)
    if rect.bottom > window.bottom and anchor.top - px(8) - rect.height >= window.top:
        rect.bottom = anchor.top - px(8)
    rect.clamp_ip(window)
    draw_panel(canvas, table_theme, rect, theme.CREAM, 255)
    for index, image in enumerate(images):
        canvas.blit(image, (rect.left + px(PADDING), rect.top + px(12) + index * line_height))

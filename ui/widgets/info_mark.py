"""A mark behind a label, with an explanation that shows while the mark is hovered or has the focus."""

from __future__ import annotations

from typing import Any, Final

import pygame

from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.symbols import render_symbol
from ui.widgets.base import CustomWidget, Place, get_window_rect
from ui.widgets.layout import Framed
from ui.widgets.nodes import Text, make_paint_frame, place_beside

MARK_SIZE: Final = 22
EXPLANATION_WIDTH: Final = 420


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
        manager: Any = self.ui_manager
        draw_explanation(canvas, Place(manager, self.ui_scale), self.text, get_window_rect(self))


def draw_explanation(canvas: Canvas, place: Place, text: str, anchor: pygame.Rect) -> None:
    """Draw a text in a panel below a rectangle of the window, or above it where there is no room."""
    frame, node = make_paint_frame(place), Framed(Text(text), padding=theme.LARGE_GAP, top=theme.GAP)
    node.line_color = theme.CREAM
    rect = place_beside(node, frame, anchor, canvas.rect, theme.SMALL_GAP, max_width=EXPLANATION_WIDTH)
    node.paint(frame, canvas, rect)

"""A mark behind a label, with an explanation that shows while the mark is hovered or has the focus."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pygame

from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.symbols import render_symbol
from ui.widgets.base import CustomWidget, Place
from ui.widgets.layout import Framed
from ui.widgets.nodes import Text, make_paint_frame, place_at

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
        return _("Explanation: press Tab to move on")

    def find_part(self, position: tuple[int, int]) -> int | None:
        return 0

    def paint(self, canvas: Canvas) -> None:
        color = theme.CREAM if self.hovered_part is not None else theme.MUTED
        symbol = render_symbol("info", min(canvas.size), color)
        canvas.blit(symbol, symbol.get_rect(center=canvas.rect.center))


def draw_explanation(
    canvas: Canvas, place: Place, text: str, anchor: pygame.Rect, neighbors: Iterable[pygame.Rect] = ()
) -> None:
    """Draw a text in a panel above or below a rectangle of the window, so near that it covers least ``neighbors``."""
    frame, node = make_paint_frame(place), Framed(Text(text), padding=theme.LARGE_GAP, top=theme.GAP)
    node.line_color = theme.CREAM
    gap, others = frame.px(theme.SMALL_GAP), list(neighbors)
    window = canvas.rect.inflate(-2 * gap, -2 * gap)
    below = place_at(
        node, frame, min(window.width, frame.px(EXPLANATION_WIDTH)), midtop=(anchor.centerx, anchor.bottom + gap)
    ).clamp(window)
    tops = [*range(anchor.bottom + gap, window.bottom - below.height + 1, gap)]
    tops += range(anchor.top - gap - below.height, window.top - 1, -gap)
    places = [below.move(0, top - below.top) for top in tops]

    def measure_cover(rect: pygame.Rect) -> tuple[int, int]:
        covered = sum(clip.width * clip.height for clip in map(rect.clip, others))
        return covered, abs(rect.centery - anchor.centery)

    node.paint(frame, canvas, min(places, key=measure_cover, default=below))

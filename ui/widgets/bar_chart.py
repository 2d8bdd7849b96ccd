"""Shares as horizontal bars, each with its confidence interval."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.widgets.nodes import Frame, Painted

ROW_HEIGHT: Final = 34
"""Design pixels from bar to bar."""


class ShareBar(NamedTuple):
    """A ``share`` of 1 with the bounds of its confidence interval, and the ``value_text`` beside it.

    ``reference_share``: the share to compare it with, none below 0; ``is_total``: the bar sums up the others.
    """

    label: str
    share: float
    lower_bound: float
    upper_bound: float
    value_text: str
    reference_share: float = -1.0
    is_total: bool = False


class BarChart(Painted):
    """Bars below one another: the bright part is the share, the line its bounds, the notch the reference share."""

    def __init__(self, bars: Sequence[ShareBar]) -> None:
        self._bars = tuple(bars)

    def measure_height(self, frame: Frame, width: int) -> int:
        return frame.px(ROW_HEIGHT) * len(self._bars)

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        self._px, self._theme = frame.px, frame.place.manager.theme
        gap = self._px(12)
        label_width = min(self._measure_widest(bar.label for bar in self._bars), rect.width * 34 // 100)
        text_width = min(self._measure_widest(bar.value_text for bar in self._bars), rect.width * 54 // 100)
        bar_rect = pygame.Rect(
            rect.x + label_width + gap, 0, max(1, rect.width - label_width - text_width - 2 * gap), self._px(ROW_HEIGHT)
        )
        for index, bar in enumerate(self._bars):
            bar_rect.y = rect.y + index * self._px(ROW_HEIGHT)
            self._draw_text(canvas, bar.label, bar, (rect.x, bar_rect.centery), label_width)
            self._draw_bar(canvas, bar, bar_rect)
            self._draw_text(canvas, bar.value_text, bar, (bar_rect.right + gap, bar_rect.centery), text_width)

    def _measure_widest(self, texts: Iterable[str]) -> int:
        measure = theme.load_font("bold", self._px(theme.SMALL_TEXT_SIZE)).size
        return max((measure(text)[0] for text in texts), default=0)

    def _draw_text(self, canvas: Canvas, text: str, bar: ShareBar, midleft: tuple[int, int], width: int) -> None:
        face: theme.FontFace = "bold" if bar.is_total else "sans"
        image = theme.render_fitted_text(text, face, self._px(theme.SMALL_TEXT_SIZE), theme.CREAM, max(1, width))
        canvas.blit(image, image.get_rect(midleft=midleft))

    def _draw_bar(self, canvas: Canvas, bar: ShareBar, bar_rect: pygame.Rect) -> None:
        bar_height, radius = self._px(16), self._px(4)
        background_rect = pygame.Rect(bar_rect.x, bar_rect.centery - bar_height // 2, bar_rect.width, bar_height)
        canvas.draw_rect(self._theme.disabled_button_color, background_rect, 0, radius)
        canvas.draw_rect(
            self._theme.panel_line_color,
            (*background_rect.topleft, round(bar_rect.width * bar.share), bar_height),
            0,
            radius,
        )
        left, right = (
            background_rect.x + round(bar_rect.width * share) for share in (bar.lower_bound, bar.upper_bound)
        )
        self._fill_line(canvas, theme.CREAM, pygame.Rect(left, bar_rect.centery, right - left, self._px(1.5)))
        for end in (left, right):
            self._fill_line(
                canvas, theme.CREAM, pygame.Rect(end, bar_rect.centery - self._px(4), self._px(1.5), self._px(9))
            )
        if bar.reference_share >= 0:
            x = background_rect.x + round(bar_rect.width * bar.reference_share)
            self._fill_line(
                canvas,
                theme.RED_LIGHT,
                pygame.Rect(x, background_rect.y - self._px(4), self._px(2), bar_height + self._px(8)),
            )

    def _fill_line(self, canvas: Canvas, color: theme.Color, rect: pygame.Rect) -> None:
        """Fill a thin rectangle, at least a pixel wide and high."""
        canvas.fill(color, (rect.x, rect.y, max(1, rect.width), max(1, rect.height)))

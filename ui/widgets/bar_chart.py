"""Shares as horizontal bars, each with its confidence interval."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.widgets.layout import Alternatives, Column, Rest, Row, Sized
from ui.widgets.nodes import Frame, Line, Node, Painter

ROW_HEIGHT: Final = 34
"""Design pixels from bar to bar."""
MIN_BAR_WIDTH: Final = 80
"""The width of the bars below which the texts take shares of the width."""
NARROW_SHARES: Final = (0.34, 0.12, 0.54)
"""The shares of labels, bars and values where there is little room."""


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


def describe_bar_chart(bars: Sequence[ShareBar]) -> Node:
    """Return bars below one another: the bright part is the share, the line its bounds, the notch the reference."""
    labels = Column(*(_describe_text(bar.label, bar) for bar in bars))
    values = Column(*(_describe_text(bar.value_text, bar) for bar in bars))
    pictures = Column(*(Sized(Painter(partial(paint_bar, bar)), height=ROW_HEIGHT) for bar in bars))
    labels.grow, pictures.grow, values.grow = NARROW_SHARES
    narrow = Row(labels, pictures, values, gap=theme.GAP)
    wide = Row(Column(*labels.nodes), Rest(pictures, MIN_BAR_WIDTH), Column(*values.nodes), gap=theme.GAP)
    return Alternatives(wide, narrow)


def _describe_text(text: str, bar: ShareBar) -> Node:
    return Sized(Line(text, face="bold" if bar.is_total else "sans", size=theme.SMALL_TEXT_SIZE), height=ROW_HEIGHT)


def paint_bar(bar: ShareBar, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
    """Paint a bar with its bounds and the notch of its reference share in the middle of a rectangle."""
    colors, height, radius = frame.place.manager.theme, rect.height * 8 // 17, rect.height // 8
    thin, left, top = max(1, rect.height // 22), rect.left, rect.centery - height // 2
    low, high, share, reference = (
        round(rect.width * share) for share in (bar.lower_bound, bar.upper_bound, bar.share, bar.reference_share)
    )
    canvas.draw_rect(colors.disabled_button_color, (left, top, rect.width, height), 0, radius)
    canvas.draw_rect(colors.panel_line_color, (left, top, share, height), 0, radius)
    canvas.fill(theme.CREAM, (left + low, rect.centery, max(1, high - low), thin))
    for end in (low, high):
        canvas.fill(theme.CREAM, (left + end, rect.centery - height // 4, thin, height // 2 + 1))
    if bar.reference_share >= 0:
        canvas.fill(theme.RED_LIGHT, (left + reference, top - height // 4, max(1, height // 8), height * 3 // 2))

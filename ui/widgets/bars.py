"""Shares as bars, each with the bounds between which it truly lies; and in columns, one after the other in time.

Both are blocks of a sheet: as high as their width makes them, painted into a rectangle.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import pygame

from game.conventions import percent
from ui import theme

ROW: Final = 34
"""From bar to bar, in design pixels."""
COLUMNS: Final = 200
"""How high columns are with what stands under them."""
FOOT: Final = 24
SCALE: Final = 46
"""How wide the numbers are beside columns."""


class Bar(NamedTuple):
    """``share`` of 1, which lies between ``low`` and ``high``; ``words`` stand beside it.

    ``mark``: another share that it is set against, none below 0; ``strong``: it sums up the others.
    """

    label: str
    share: float
    low: float
    high: float
    words: str
    mark: float = -1.0
    strong: bool = False


class _Chart:
    def __init__(self, unit: float, bars: Sequence[Bar]) -> None:
        self._unit = unit
        self._bars = tuple(bars)

    def _px(self, design: float) -> int:
        return round(design * self._unit)

    def _line(self, surface: pygame.Surface, colour: theme.Colour, rect: pygame.Rect) -> None:
        """A thin rectangle, at least a pixel wide and high."""
        surface.fill(colour, (rect.x, rect.y, max(1, rect.width), max(1, rect.height)))


class Bars(_Chart):
    """One below the other: the bright part is the share, the line its bounds, the notch what it is set against."""

    def height(self, width: int) -> int:
        """How many pixels it takes."""
        return self._px(ROW) * len(self._bars)

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw it into a rectangle."""
        gap = self._px(12)
        labels = min(self._widest(bar.label for bar in self._bars), rect.width * 34 // 100)
        words = min(self._widest(bar.words for bar in self._bars), rect.width * 44 // 100)
        room = pygame.Rect(rect.x + labels + gap, 0, max(1, rect.width - labels - words - 2 * gap), self._px(ROW))
        for at, bar in enumerate(self._bars):
            room.y = rect.y + at * self._px(ROW)
            self._words(surface, bar.label, bar, (rect.x, room.centery), labels)
            self._bar(surface, bar, room)
            self._words(surface, bar.words, bar, (room.right + gap, room.centery), words)

    def _widest(self, texts: Iterable[str]) -> int:
        measure = theme.font("bold", self._px(theme.SMALL)).size
        return max((measure(text)[0] for text in texts), default=0)

    def _words(self, surface: pygame.Surface, words: str, bar: Bar, place: tuple[int, int], width: int) -> None:
        face: theme.Face = "bold" if bar.strong else "sans"
        picture = theme.fitted(words, face, self._px(theme.SMALL), theme.CREAM, max(1, width))
        surface.blit(picture, picture.get_rect(midleft=place))

    def _bar(self, surface: pygame.Surface, bar: Bar, room: pygame.Rect) -> None:
        high, round_off = self._px(16), self._px(4)
        ground = pygame.Rect(room.x, room.centery - high // 2, room.width, high)
        pygame.draw.rect(surface, theme.BUTTON_OFF, ground, 0, round_off)
        pygame.draw.rect(
            surface, theme.PANEL_LINE, (*ground.topleft, round(room.width * bar.share), high), 0, round_off
        )
        tip = pygame.Rect(ground.x + round(room.width * bar.share) - self._px(2), ground.y, self._px(4), high)
        self._line(surface, theme.GOLD, tip.clamp(ground))
        left, right = (ground.x + round(room.width * one) for one in (bar.low, bar.high))
        self._line(surface, theme.CREAM, pygame.Rect(left, room.centery, right - left, self._px(1.5)))
        for end in (left, right):
            self._line(surface, theme.CREAM, pygame.Rect(end, room.centery - self._px(4), self._px(1.5), self._px(9)))
        if bar.mark >= 0:
            x = ground.x + round(room.width * bar.mark)
            self._line(
                surface, theme.RED_LIGHT, pygame.Rect(x, ground.y - self._px(4), self._px(2), high + self._px(8))
            )


class Columns(_Chart):
    """One beside the other, the labels of the first and the last under them, the scale from 0 to 100 % on the left."""

    def height(self, width: int) -> int:
        """How many pixels it takes."""
        return self._px(COLUMNS)

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw it into a rectangle."""
        chart = pygame.Rect(rect.x + self._px(SCALE), rect.y + self._px(10), rect.width - self._px(SCALE), 0)
        chart.height = rect.height - self._px(10 + FOOT)
        for share in (0.0, 0.5, 1.0):
            y = chart.bottom - round(chart.height * share)
            self._line(surface, theme.PANEL_LINE, pygame.Rect(chart.x, y, chart.width, 1))
            words = theme.text(percent(share), "sans", self._px(theme.SMALL), theme.MUTED)
            surface.blit(words, words.get_rect(midright=(chart.x - self._px(8), y)))
        wide = chart.width / max(1, len(self._bars))
        for at, bar in enumerate(self._bars):
            self._column(surface, bar, chart, chart.x + (at + 0.5) * wide, min(wide * 0.6, self._px(44)))
        for one, side in zip(self._bars[:1] + self._bars[1:][-1:], ("left", "right"), strict=False):
            words = theme.text(one.label, "sans", self._px(theme.SMALL), theme.MUTED)
            corner = (getattr(chart, side), chart.bottom + self._px(4))
            surface.blit(words, words.get_rect(**{f"top{side}": corner}))

    def _column(self, surface: pygame.Surface, bar: Bar, chart: pygame.Rect, x: float, wide: float) -> None:
        def y(share: float) -> int:
            return chart.bottom - round(chart.height * share)

        column = pygame.Rect(round(x - wide / 2), y(bar.share), round(wide), chart.bottom - y(bar.share))
        self._line(surface, theme.PANEL_LINE, column)
        self._line(surface, theme.GOLD, pygame.Rect(column.x, column.y - self._px(2), column.width, self._px(4)))
        thin = self._px(1.5)
        self._line(surface, theme.CREAM, pygame.Rect(round(x), y(bar.high), thin, y(bar.low) - y(bar.high)))
        for share in (bar.low, bar.high):
            self._line(surface, theme.CREAM, pygame.Rect(round(x) - self._px(4), y(share), self._px(9), thin))

"""A curve in a frame: points from left to right, one of them chosen by a click or by the arrows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

import pygame

from game.conventions import percent
from game.i18n import _
from ui import theme
from ui.widgets.controls import STEPS
from ui.widgets.drawn import Container, Drawn

SHARP: Final = 3
"""So many times larger is the curve drawn, to be scaled down smoothly."""
LEFT: Final = 52
FOOT: Final = 24
TOP: Final = 10
RIGHT: Final = 10
"""Design pixels around the frame: for the words of the axes on the left and below."""
ENDS: Final = {pygame.K_HOME: 0, pygame.K_END: -1}


class Point(NamedTuple):
    """How high a point is, None where the curve has none; ``marked``: it stands out; ``breaks``: the curve begins anew
    with it."""

    height: float | None
    marked: bool = False
    breaks: bool = False


class Tick(NamedTuple):
    """A word at an axis, and where: a height, or the number of a point."""

    at: float
    words: str


class Chart(Drawn):
    """``points`` between ``low`` and ``high``, ``rows`` at the left and ``columns`` below; ``value``: the chosen one.

    Without points it is an empty frame, and nothing can be chosen.
    """

    def __init__(
        self, points: Sequence[Point], low: float, high: float, rows: Sequence[Tick], columns: Sequence[Tick],
        rect: pygame.Rect, manager: Any, unit: float, container: Container | None = None, *, value: int = -1,
    ) -> None:  # fmt: skip
        self.points = tuple(points)
        self.value = value
        self._span = (low, high)
        self._ticks = (tuple(rows), tuple(columns))
        super().__init__(rect, manager, unit, container)

    @property
    def said(self) -> str:
        if not self._is_choosing:
            return ""
        words, height = _("{number} of {count}"), self.points[self.value].height
        if height is not None:
            words = _("{number} of {count}, at {share}")
        low, high = self._span
        share = percent(((height or 0.0) - low) / ((high - low) or 1.0))
        return words.format(number=self.value + 1, count=len(self.points), share=share)

    @property
    def how(self) -> str:
        return _("Curve: Left and Right go through it") if self._is_choosing else ""

    @property
    def _is_choosing(self) -> bool:
        return 0 <= self.value < len(self.points)

    @property
    def frame(self) -> pygame.Rect:
        """Where the curve is, within the widget."""
        px = self.px
        wide, high = self.rect.width - px(LEFT) - px(RIGHT), self.rect.height - px(TOP) - px(FOOT)
        return pygame.Rect(px(LEFT), px(TOP), max(1, wide), max(1, high))

    def place(self, at: int) -> tuple[float, float]:
        """Where a point is, within the widget."""
        height = self.points[at].height
        return self._across(at), self.frame.bottom if height is None else self._up(height)

    def _across(self, at: float) -> float:
        room, count = self.frame, len(self.points)
        return room.x + room.width * (at + 0.5) / max(1, count)

    def _up(self, height: float) -> float:
        low, high = self._span
        frame = self.frame
        return frame.bottom - frame.height * (height - low) / ((high - low) or 1.0)

    # -- what it looks like

    def paint(self, surface: pygame.Surface) -> None:
        self._axes(surface)
        if self.points:
            large = pygame.Surface((self.rect.width * SHARP, self.rect.height * SHARP), pygame.SRCALPHA)
            large.fill((*pygame.Color(theme.PANEL)[:3], 0))
            self._curve(large)
            surface.blit(pygame.transform.smoothscale(large, surface.get_size()), (0, 0))

    def _axes(self, surface: pygame.Surface) -> None:
        px, frame = self.px, self.frame
        thin, size = max(1, px(1)), px(theme.SMALL)
        for height, words in self._ticks[0]:
            y = round(self._up(height))
            pygame.draw.line(surface, theme.PANEL_LINE, (frame.x, y), (frame.right, y), thin)
            picture = theme.fitted(words, "sans", size, theme.MUTED, px(LEFT - 8))
            surface.blit(picture, picture.get_rect(midright=(frame.x - px(8), y)))
        used = float(frame.x - px(LEFT))
        for at, words in self._ticks[1]:
            picture = theme.text(words, "sans", size, theme.MUTED)
            where = picture.get_rect(midtop=(round(self._across(at)), frame.bottom + px(3)))
            where.clamp_ip(surface.get_rect())
            if where.left >= used:
                surface.blit(picture, where)
                used = where.right + px(8)

    def _curve(self, large: pygame.Surface) -> None:
        thick = max(2, round(self.px(2.4) * SHARP))
        places = [(x * SHARP, y * SHARP) for x, y in map(self.place, range(len(self.points)))]
        for (one, two), (before, point) in zip(pairwise(places), pairwise(self.points), strict=True):
            if not point.breaks and before.height is not None and point.height is not None:
                pygame.draw.line(large, theme.LINES[1], one, two, thick)
                pygame.draw.circle(large, theme.LINES[1], two, thick / 2)
        for at, (place, point) in enumerate(zip(places, self.points, strict=True)):
            self._dot(large, place, point, chosen=at == self.value)

    def _dot(self, large: pygame.Surface, place: tuple[float, float], point: Point, *, chosen: bool) -> None:
        size, (x, y) = self._dots * SHARP, place
        if chosen:
            frame, thin = self.frame, max(1, self.px(1))
            pygame.draw.line(large, theme.GOLD, (x, frame.y * SHARP), (x, frame.bottom * SHARP), thin * SHARP)
            pygame.draw.circle(large, theme.GOLD, place, size * 2, max(2, round(size / 2)))
        if point.marked:
            half = size * 1.6
            corners = [(x, y - half), (x + half, y), (x, y + half), (x - half, y)]
            pygame.draw.polygon(large, theme.RED_LIGHT, corners)
        elif point.height is not None:
            pygame.draw.circle(large, theme.LINES[1], place, size * 0.8)

    @property
    def _dots(self) -> float:
        """How large a point is: smaller where they stand close together."""
        return max(1.5, min(self.px(4), self.frame.width / max(1, len(self.points)) * 0.45))

    # -- choosing

    def part_at(self, where: tuple[int, int]) -> int | None:
        if not self.points or not self.frame.inflate(self.px(8), self.px(8)).collidepoint(where):
            return None
        return min(range(len(self.points)), key=lambda at: abs(self._across(at) - where[0]))

    def click(self, part: int, where: tuple[int, int]) -> None:
        self._choose(part)

    def _point_at(self, part: int | None) -> None:
        """Nothing looks other under the pointer: such a picture is not painted for every move."""

    def take_key(self, event: pygame.event.Event) -> bool:
        """The arrows go from point to point, Home and End to the ends."""
        last = len(self.points) - 1
        if event.key in ENDS and self.points:
            self._choose(ENDS[event.key] % len(self.points))
        elif event.key in STEPS and self.points:
            self._choose(min(max(0, self.value + STEPS[event.key]), last))
        else:
            return False
        return True

    def choose(self, value: int) -> None:
        """Another point is the chosen one, though nobody chose it here."""
        if value != self.value:
            self.value = value
            self.repaint()

    def _choose(self, value: int) -> None:
        if value != self.value:
            self.value = value
            self.changed()

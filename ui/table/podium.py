"""The end of a match: a podium, on which those who are level share a step, and the curve of the match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin
from typing import Final, TypeAlias

import pygame

from game.conventions import number
from game.i18n import _
from game.view import View
from ui import theme
from ui.backdrop import rounded
from ui.scene import Stage
from ui.table.scores import totals_after
from ui.table.sheet import hue, mark, put, small

STEPS: Final = (92, 62, 38)
"""Heights of the first three steps, in design pixels; whoever comes after stands on the floor."""
FLOOR: Final = 14
FACE: Final = 66
NAME: Final = 22
HIGH: Final = 250
CURVE: Final = 250
SHARP: Final = 3
"""So many times larger is the curve drawn, to be scaled down smoothly."""
LABEL: Final = 150
Point: TypeAlias = tuple[float, float]


def ranks(view: View, counts_down: bool) -> tuple[tuple[int, ...], ...]:
    """The seats by their place at the end, those who are level together, the winners first."""
    order = sorted(set(view.totals), reverse=not counts_down)
    rest = [tuple(s for s in range(view.seats) if view.totals[s] == t and s not in view.winners) for t in order]
    return tuple(group for group in (view.winners, *rest) if group)


class Podium:
    """Portraits on steps, the winners in the middle."""

    def __init__(
        self, stage: Stage, view: View, names: Sequence[str], people: Sequence[int], counts_down: bool
    ) -> None:
        self._stage = stage
        self._view = view
        self._names = names
        self._people = people
        self._ranks = ranks(view, counts_down)

    def height(self, width: int) -> int:
        return self._stage.px(HIGH)

    def _order(self) -> list[int]:
        """The places from left to right: the second, the first, the third, then the others."""
        places = list(range(len(self._ranks)))
        return [1, 0, *places[2:]] if len(places) > 1 else places

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        gap, left = self._stage.px(6), rect.x
        step = (rect.width - gap * (len(self._ranks) - 1)) // self._view.seats
        for place in self._order():
            wide = step * len(self._ranks[place])
            self._step(surface, pygame.Rect(left, rect.y, wide, rect.height), place)
            left += wide + gap

    def _step(self, surface: pygame.Surface, room: pygame.Rect, place: int) -> None:
        px, group = self._stage.px, self._ranks[place]
        high = px(STEPS[place] if place < len(STEPS) else FLOOR)
        block = pygame.Rect(room.x, room.bottom - high, room.width, high)
        colour = theme.WOOD_LIGHT if place == 0 and not theme.STRONG else theme.WOOD
        top = rounded((block.width, block.height + px(8)), px(8), colour)
        surface.blit(top, block, (0, 0, *block.size))
        if place < len(STEPS):
            put(surface, str(place + 1), "serif", px(theme.TITLE - 6 * place), theme.CREAM, block, "centre")
        each = room.width // len(group)
        for at, seat in enumerate(group):
            self._person(surface, pygame.Rect(room.x + at * each, room.y, each, block.y - room.y), seat, place == 0)

    def _person(self, surface: pygame.Surface, room: pygame.Rect, seat: int, first: bool) -> None:
        px, won = self._stage.px, seat in self._view.winners
        size = min(px(FACE if first else FACE - 12), room.width - px(6))
        total = pygame.Rect(room.x, room.bottom - px(NAME + 2), room.width, px(NAME))
        name = total.move(0, -px(NAME))
        put(surface, number(self._view.totals[seat]), "bold", px(theme.BODY), theme.CREAM, total, "centre")
        inner = name.inflate(-px(8), 0)
        put(surface, self._names[seat], "bold", px(theme.BODY), hue(True if won else None), inner, "centre")
        face = self._stage.art.portrait(self._people[seat], size)
        where = face.get_rect(midbottom=(room.centerx, name.y - px(3)))
        surface.blit(face, where)
        if won:
            sign = mark(px(22), True)
            surface.blit(sign, sign.get_rect(midbottom=(room.centerx, where.y - px(2))))


class Curve:
    """Where everybody stood after each deal, as lines with a name at each end."""

    def __init__(self, stage: Stage, view: View, names: Sequence[str]) -> None:
        self._stage = stage
        self._rows = totals_after(view)
        self._names = names
        self._drawn: pygame.Surface | None = None

    def height(self, width: int) -> int:
        return self._stage.px(CURVE)

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        px = self._stage.px
        label = min(px(LABEL), rect.width // 3)
        scale = pygame.Rect(rect.x, rect.y, px(40), rect.height)
        chart = pygame.Rect(scale.right + px(6), rect.y + px(10), rect.width - scale.width - label - px(22), 0)
        chart.height = rect.height - px(38)
        values = [value for row in self._rows for value in row]
        low, high = min(values), max(values)
        high += high == low

        def place(value: int) -> float:
            return chart.bottom - (value - low) * chart.height / (high - low)

        room = (high - low) * px(18) / max(1, chart.height)
        middle = (0,) if low + room < 0 < high - room else ()
        for value in (high, low, *middle):
            y = round(place(value))
            pygame.draw.line(surface, theme.PANEL_LINE, (chart.x, y), (chart.right, y), max(1, px(1)))
            row = pygame.Rect(scale.x, y - px(12), scale.width, px(24))
            put(surface, number(value), "sans", small(self._stage), theme.MUTED, row, "right")
        foot = pygame.Rect(chart.x, chart.bottom + px(6), chart.width, px(20))
        put(surface, _("deals"), "sans", small(self._stage), theme.MUTED, foot, "centre")
        put(surface, str(len(self._rows) - 1), "sans", small(self._stage), theme.MUTED, foot, "right")
        across = chart.width / max(1, len(self._rows) - 1)
        ways = [
            tuple((chart.x + at * across, place(row[seat])) for at, row in enumerate(self._rows))
            for seat in range(len(self._names))
        ]
        self._lines(surface, rect, ways)
        self._ends(surface, rect, chart.right + px(14), [way[-1][1] for way in ways])

    def _lines(self, surface: pygame.Surface, rect: pygame.Rect, ways: Sequence[tuple[Point, ...]]) -> None:
        if self._drawn is None or self._drawn.get_size() != rect.size:
            self._drawn = self._drawn_at(rect, ways)
        surface.blit(self._drawn, rect)

    def _drawn_at(self, rect: pygame.Rect, ways: Sequence[tuple[Point, ...]]) -> pygame.Surface:
        large = pygame.Surface((rect.width * SHARP, rect.height * SHARP), pygame.SRCALPHA)
        large.fill((*pygame.Color(theme.PANEL)[:3], 0))
        thick = max(2, round(self._stage.px(2.4) * SHARP))
        marked = len(self._rows) <= 24
        for seat, way in enumerate(ways):
            points = [((x - rect.x) * SHARP, (y - rect.y) * SHARP) for x, y in way]
            colour = theme.LINES[seat % len(theme.LINES)]
            for one, two in pairwise(points):
                pygame.draw.line(large, colour, one, two, thick)
                pygame.draw.circle(large, colour, two, thick / 2)
            for point in points if marked else points[-1:]:
                sign(large, seat, point, thick * 2.1)
        return pygame.transform.smoothscale(large, rect.size)

    def _ends(self, surface: pygame.Surface, rect: pygame.Rect, left: int, ends: Sequence[float]) -> None:
        """The names at the ends of the lines, moved apart where lines end together."""
        px = self._stage.px
        tops = apart(ends, px(21), rect.y + px(10), rect.bottom - px(12))
        for seat, (name, y) in enumerate(zip(self._names, tops, strict=True)):
            colour = theme.LINES[seat % len(theme.LINES)]
            key = _key(seat, px(14))
            surface.blit(key, key.get_rect(midleft=(left, round(y))))
            room = pygame.Rect(left + px(20), round(y) - px(10), rect.right - left - px(20), px(20))
            put(surface, name, "bold", small(self._stage), colour, room)


def apart(wanted: Sequence[float], least: float, top: float, bottom: float) -> list[float]:
    """The places, at least ``least`` from one another and between ``top`` and ``bottom``, in the same order."""
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    least = min(least, (bottom - top) / max(1, len(wanted) - 1))
    found, y = [0.0] * len(wanted), top - least
    for at in order:
        y = found[at] = max(wanted[at], y + least)
    y = bottom + least
    for at in reversed(order):
        y = found[at] = min(found[at], y - least)
    return found


def _polygon(corners: int, turn: float) -> Callable[[Point, float], list[Point]]:
    def points(middle: Point, size: float) -> list[Point]:
        turns = (turn + 2 * pi * at / corners for at in range(corners))
        return [(middle[0] + size * sin(one), middle[1] - size * cos(one)) for one in turns]

    return points


SHAPES: Final = (
    _polygon(24, 0), _polygon(4, pi / 4), _polygon(3, 0), _polygon(4, 0), _polygon(3, pi), _polygon(6, 0),
)  # fmt: skip
"""What the lines are told apart by besides their colours."""


def sign(surface: pygame.Surface, seat: int, middle: Point, size: float) -> None:
    """The shape of a seat's line, ``size`` pixels from its middle to its corners."""
    shape = SHAPES[seat % len(SHAPES)]
    pygame.draw.polygon(surface, theme.PANEL, shape(middle, size * 1.35))
    pygame.draw.polygon(surface, theme.LINES[seat % len(theme.LINES)], shape(middle, size))


@lru_cache(maxsize=32)
def _key(seat: int, size: int) -> pygame.Surface:
    large = pygame.Surface((size * SHARP, size * SHARP), pygame.SRCALPHA)
    large.fill((*pygame.Color(theme.PANEL)[:3], 0))
    sign(large, seat, (size * SHARP / 2, size * SHARP / 2), size * SHARP * 0.36)
    return pygame.transform.smoothscale(large, (size, size))

"""Bands that pass over and under each other: the lattices of curved swords and of straight batons."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import hypot

from ..palette import INK, LINE_WIDTH
from ..shapes import make_curve_path
from ..svg import CARD_PEN, Point

CROSSING_REACH_POINTS = 16
"""The number of points on both sides of a crossing that can be above the other strip."""


@dataclass(frozen=True)
class Band:
    """A strip of constant width along many points, with a stripe in its middle."""

    points: Sequence[Point]
    width: float
    fill: str
    stripe: str
    shade: str

    def get_direction(self, i: int) -> Point:
        """Return the unit vector along the band at a point."""
        (x0, y0), (x1, y1) = self.points[max(i - 1, 0)], self.points[min(i + 1, len(self.points) - 1)]
        length = hypot(x1 - x0, y1 - y0)
        return (x1 - x0) / length, (y1 - y0) / length

    def list_edge_points(self, indices: Sequence[int], side: float) -> list[Point]:
        """Return points beside the middle line; ``side``: the distance to the right, in half widths."""
        edge_points = []
        for i in indices:
            dx, dy = self.get_direction(i)
            x, y = self.points[i]
            edge_points.append((x - dy * side * self.width / 2, y + dx * side * self.width / 2))
        return edge_points

    def draw_whole(self, step: int, line: float = LINE_WIDTH) -> str:
        """Draw the strip from end to end; ``step``: the number of points in one curve."""
        last = len(self.points) - 1
        indices = [*range(0, last, step), last]
        return self._draw(lambda side: indices, line)

    def draw_crossing(self, i: int, other: "Band", j: int, line: float = LINE_WIDTH) -> str:
        """Draw the piece at point ``i`` that hides another strip at its point ``j``.

        It is cut along the edges of that strip.
        """
        (px, py), (dx, dy) = other.points[j], other.get_direction(j)
        limit = (other.width + line) / 2 + 1.7  # a little more, so that it hides the whole outline

        def list_indices_near_crossing(side: float) -> list[int]:
            window = range(max(0, i - CROSSING_REACH_POINTS), min(len(self.points), i + CROSSING_REACH_POINTS + 1))
            edge = self.list_edge_points(window, side)
            kept = [k for k, (x, y) in zip(window, edge, strict=True) if abs((x - px) * dy - (y - py) * dx) <= limit]
            return [kept[0], kept[len(kept) // 2], kept[-1]]

        return self._draw(list_indices_near_crossing, line)

    def _draw(self, pick: Callable[[float], Sequence[int]], line: float) -> str:
        """Draw the strip, open at its ends; ``pick``: returns the indices of its points for a side."""

        def make_edge_path(side: float, is_backwards: bool = False) -> str:
            points = self.list_edge_points(pick(side), side)
            return make_curve_path(points[::-1]).replace("M", "L", 1) if is_backwards else make_curve_path(points)

        body = CARD_PEN.path(f"{make_edge_path(-1)} {make_edge_path(1, True)} Z", self.fill, None)
        body += CARD_PEN.path(f"{make_edge_path(0.9)} {make_edge_path(0.35, True)} Z", self.shade, None)
        body += CARD_PEN.line(make_edge_path(-0.3), self.stripe, line * 0.6)
        return body + CARD_PEN.line(f"{make_edge_path(-1)} {make_edge_path(1)}", INK, line)


def find_crossings(a: Band, b: Band) -> list[tuple[int, int]]:
    """Return the index in each band of the points where they cross, in the order of the first."""
    crossings = []
    for i in range(len(a.points) - 1):
        (x0, y0), (x1, y1) = a.points[i], a.points[i + 1]
        for j in range(len(b.points) - 1):
            (u0, v0), (u1, v1) = b.points[j], b.points[j + 1]
            across = (x1 - x0) * (v1 - v0) - (y1 - y0) * (u1 - u0)
            if abs(across) < 1e-9:
                continue
            s = ((u0 - x0) * (v1 - v0) - (v0 - y0) * (u1 - u0)) / across
            t = ((u0 - x0) * (y1 - y0) - (v0 - y0) * (x1 - x0)) / across
            if 0 <= s < 1 and 0 <= t < 1:
                crossings.append((i, j))
    return crossings


def draw_woven(first: Sequence[Band], second: Sequence[Band], step: int, line: float = LINE_WIDTH) -> str:
    """Draw two families of bands, each of which passes over and under those of the other by turns.

    ``step``: the number of points in one curve.
    """
    body = "".join(band.draw_whole(step, line) for band in (*first, *second))
    for number, band in enumerate(first):
        met = sorted((i, j, k) for k, other in enumerate(second) for i, j in find_crossings(band, other))
        for turn, (i, j, k) in enumerate(met):
            if (number + turn) % 2 == 0:
                body += band.draw_crossing(i, second[k], j, line)
    return body

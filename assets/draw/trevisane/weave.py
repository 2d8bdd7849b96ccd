"""Bands that pass over and under one another: the lattices of curved swords and of straight batons."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from ..palette import INK, LINE
from ..shapes import curve
from ..svg import CARD, Point


@dataclass(frozen=True)
class Band:
    """A strip of even width along many points, with a stripe down its middle."""

    points: Sequence[Point]
    width: float
    fill: str
    stripe: str
    shade: str

    def direction(self, i: int) -> Point:
        """The unit vector along the band at a point."""
        (x0, y0), (x1, y1) = self.points[max(i - 1, 0)], self.points[min(i + 1, len(self.points) - 1)]
        length = hypot(x1 - x0, y1 - y0)
        return (x1 - x0) / length, (y1 - y0) / length

    def edge(self, indices: Sequence[int], side: float) -> list[Point]:
        """The points at some distance from the middle line; side 1 is half the width to the right."""
        found = []
        for i in indices:
            dx, dy = self.direction(i)
            x, y = self.points[i]
            found.append((x - dy * side * self.width / 2, y + dx * side * self.width / 2))
        return found

    def stretch(self, start: int, end: int, step: int, line: float = LINE) -> str:
        """The strip between two points, open at its ends, hiding what lies beneath."""
        indices = [*range(start, end, step), end]
        left, right = self.edge(indices, -1), self.edge(indices, 1)
        back = curve(list(reversed(right))).replace("M", "L", 1)
        body = CARD.path(f"{curve(left)} {back} Z", self.fill, None)
        low = curve(list(reversed(self.edge(indices, 0.35)))).replace("M", "L", 1)
        body += CARD.path(f"{curve(self.edge(indices, 0.9))} {low} Z", self.shade, None)
        body += CARD.line(curve(self.edge(indices, -0.3)), self.stripe, line * 0.6)
        return body + CARD.line(f"{curve(left)} {curve(right)}", INK, line)


def crossings(a: Band, b: Band) -> list[tuple[int, int]]:
    """Where two bands meet: the index in each, along the first."""
    found = []
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
                found.append((i, j))
    return found


def woven(first: Sequence[Band], second: Sequence[Band], reach: float, step: int, line: float = LINE) -> str:
    """Two families of bands, each passing over and under the other's by turns.

    reach: how much of a band, to both sides of a crossing, is drawn again to lie on top (card units);
    step: how many points of a band one drawn curve spans.
    """
    body = "".join(band.stretch(0, len(band.points) - 1, step, line) for band in (*first, *second))
    for number, band in enumerate(first):
        met = sorted(i for other in second for i, _ in crossings(band, other))
        for turn, i in enumerate(met):
            if (number + turn) % 2:
                continue
            x, y = band.points[i]
            near = [k for k, (u, v) in enumerate(band.points) if hypot(u - x, v - y) <= reach]
            body += band.stretch(near[0], near[-1], max(1, (near[-1] - near[0]) // 2), line)
    return body

"""Parts that the French courts share: the seam between the two halves, belts, robes and their patterns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import atan, degrees

from ..palette import FINE, INK, LINE, THIN
from ..svg import CARD, Pen, Point, half_turn

LEFT, TOP, RIGHT, BOTTOM = 44.0, 22.0, 176.0, 338.0
"""The frame of a court."""


@dataclass(frozen=True, slots=True)
class Figure:
    """half: what lies above the seam; tilt: the seam's slope, down to the right; belt: cloth, jewel and setting."""

    half: Callable[[], str]
    tilt: float
    belt: tuple[str, str, str]


def seam(x: float, tilt: float) -> float:
    """The height at which the upper half ends."""
    return 180 + (x - 110) * tilt


def robe(contour: str, fill: str, tilt: float = 0, width: float = LINE) -> str:
    """Cloth from the contour (path text from the left edge to the right) down to the seam."""
    bottom = f" L{RIGHT - 1} {seam(RIGHT - 1, tilt)} L{LEFT + 1} {seam(LEFT + 1, tilt)} Z"
    return CARD.path(contour + bottom, fill, None) + CARD.line(contour, INK, width)


def belt(tilt: float, cloth: str, jewel: str, setting: str) -> str:
    """The jewelled band over the seam; it looks the same from both ends."""
    half = 8.0
    left, right = LEFT + 1, RIGHT - 1
    a, b = seam(left, tilt), seam(right, tilt)
    d = f"M{left} {a - half} L{right} {b - half} L{right} {b + half} L{left} {a + half} Z"
    body = CARD.path(d, cloth, None)
    for side in (-half, half):
        body += CARD.line(f"M{left} {a + side} L{right} {b + side}", INK, THIN * 1.1)
    pen = Pen(110, 180, 1, degrees(atan(tilt)))
    one = ""
    for x in (19, 38, 57):
        if x == 38:
            one += pen.circle(x, 0, 3.6, setting, INK, FINE)
        else:
            one += pen.path(f"M{x - 6} 0 L{x} -4.6 L{x + 6} 0 L{x} 4.6 Z", jewel, INK, FINE)
    body += one + half_turn(one)
    body += pen.path("M-9 0 L0 -7 L9 0 L0 7 Z", setting, INK, FINE * 1.2)
    return body + CARD.circle(110, 180, 2.8, jewel, INK, 1.2)


def rhombs(points: Sequence[Point], size: float, fill: str, stroke: str | None = INK) -> str:
    """Small lozenges sown on cloth."""
    return "".join(
        CARD.path(f"M{x} {y - size * 1.3} L{x + size} {y} L{x} {y + size * 1.3} L{x - size} {y} Z", fill, stroke, 1.2)
        for x, y in points
    )


def dots(points: Sequence[Point], radius: float, fill: str, stroke: str | None = None) -> str:
    """Pearls, buttons or spots."""
    return "".join(CARD.circle(x, y, radius, fill, stroke, 1.2) for x, y in points)


def along(start: Point, end: Point, count: int, sag: float = 0) -> list[Point]:
    """Points evenly spaced from start to end on a hanging curve that sags by so much in its middle."""
    result = []
    for i in range(count):
        t = i / (count - 1)
        y = start[1] + (end[1] - start[1]) * t + sag * 4 * t * (1 - t)
        result.append((start[0] + (end[0] - start[0]) * t, y))
    return result

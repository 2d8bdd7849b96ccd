"""Parts that the French courts share: the seam between the two halves, belts, robes and their patterns."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import atan, atan2, degrees, hypot

from ..palette import BLUE_DARK, FINE, INK, LINE, THIN
from ..svg import CARD, HEIGHT, WIDTH, Pen, Point, half_turn, rect
from .styles import Style

INSET = 11.0
"""From the card's edge to the frame."""

LEFT, RIGHT = 16.0, 204.0
"""How far robes and belts reach; the frame cuts them off."""


_NUMBER = re.compile(r"-?\d*\.?\d+")


@dataclass(frozen=True, slots=True)
class Figure:
    """half: what lies above the seam; tilt: the seam's slope, down to the right; belt: cloth, jewel and setting."""

    half: Callable[[], str]
    tilt: float
    belt: tuple[str, str, str]


def frame(style: Style, colour: str = BLUE_DARK, line: float = 2) -> str:
    """The frame's line with two corners left free for the indices, and paper over all that sticks out of it."""
    notch, deep = (58.0, 113.0) if style.jumbo else (43.0, 86.0)
    right, bottom = WIDTH - INSET, HEIGHT - INSET
    body = ""
    for x, y, width, height in (
        (3.0, 15.0, INSET - 3, HEIGHT - 30),
        (15.0, 3.0, WIDTH - 30, INSET - 3),
        (INSET, INSET, notch - INSET, deep - INSET),
    ):
        body += rect(x, y, width, height, 0, "url(#paper)")
        body += rect(WIDTH - x - width, HEIGHT - y - height, width, height, 0, "url(#paper)")
    d = f"M{notch} {INSET} L{right} {INSET} L{right} {HEIGHT - deep} L{WIDTH - notch} {HEIGHT - deep} "
    d += f"L{WIDTH - notch} {bottom} L{INSET} {bottom} L{INSET} {deep} L{notch} {deep} Z"
    return body + CARD.path(d, "none", colour, line)


def seam(x: float, tilt: float) -> float:
    """The height at which the upper half ends."""
    return 180 + (x - 110) * tilt


def robe(contour: str, fill: str, tilt: float = 0, width: float = LINE) -> str:
    """Cloth from the contour (path text from shoulder to shoulder) down to the seam."""
    contour = shoulders(contour)
    bottom = f" L{RIGHT} {seam(RIGHT, tilt)} L{LEFT} {seam(LEFT, tilt)} Z"
    return CARD.path(contour + bottom, fill, None) + CARD.line(contour, INK, width)


def shoulders(contour: str) -> str:
    """The contour carried on downwards at both ends, as far as the cloth reaches."""
    numbers = [float(word) for word in _NUMBER.findall(contour)]
    (x0, y0), (x1, y1) = numbers[:2], numbers[-2:]
    start = f"M{LEFT} {y0 + 30} Q{x0 - 14} {y0 + 10} {x0} {y0} "
    return start + contour.split(maxsplit=2)[2] + f" Q{x1 + 14} {y1 + 10} {RIGHT} {y1 + 30}"


def belt(tilt: float, cloth: str, jewel: str, setting: str) -> str:
    """The jewelled band over the seam; it looks the same from both ends."""
    half = 9.0
    left, right = LEFT, RIGHT
    a, b = seam(left, tilt), seam(right, tilt)
    d = f"M{left} {a - half} L{right} {b - half} L{right} {b + half} L{left} {a + half} Z"
    body = CARD.path(d, cloth, None)
    for side in (-half, half):
        body += CARD.line(f"M{left} {a + side} L{right} {b + side}", INK, THIN * 1.1)
    pen = Pen(110, 180, 1, degrees(atan(tilt)))
    one = ""
    for x in (25, 50, 75):
        if x == 50:
            one += pen.path(f"M{x - 8} 0 L{x} -6 L{x + 8} 0 L{x} 6 Z", jewel, INK, 1.2)
        else:
            one += pen.circle(x, 0, 4.6, setting, INK, 1.2)
    body += one + half_turn(one)
    return body + pen.path("M-10 0 L0 -7 L10 0 L0 7 Z", jewel, INK, 1.2)


def forearm(elbow: Point, wrist: Point, fill: str, cuff: str, wide: float = 36, narrow: float = 18) -> str:
    """A sleeve from the elbow, hidden by the belt or the robe's fold, to its cuff."""
    dx, dy = elbow[0] - wrist[0], elbow[1] - wrist[1]
    length = hypot(dx, dy)
    pen = Pen(*wrist, 1, degrees(atan2(-dx, dy)))
    a, b = narrow / 2, wide / 2
    d = f"M{-a} 0 C{-a - 1} {length * 0.4} {-b} {length * 0.5} {-b} {length} Q0 {length + 6} {b} {length} "
    body = pen.path(d + f"C{b} {length * 0.5} {a + 1} {length * 0.4} {a} 0 Z", fill, INK, LINE * 0.9)
    body += pen.line(f"M{-a * 0.3} 10 Q{-a * 0.5} {length * 0.6} {-b * 0.45} {length * 0.95}", INK, FINE)
    body += pen.line(f"M{a * 0.45} 12 Q{a * 0.5} {length * 0.5} {b * 0.4} {length * 0.8}", INK, FINE)
    a += 2.6
    return body + pen.path(f"M{-a} -2.5 Q0 -.5 {a} -2.5 L{a} 6 Q0 8.5 {-a} 6 Z", cuff, INK, THIN * 1.1)


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

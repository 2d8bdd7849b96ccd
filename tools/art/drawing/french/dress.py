"""Parts of the French court cards: the seam between the halves, belts, robes and their patterns."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import atan, atan2, degrees, hypot

from ..palette import BLUE_DARK, FINE_LINE_WIDTH, INK, LINE_WIDTH, THIN_LINE_WIDTH
from ..svg import CARD_HEIGHT, CARD_PEN, CARD_WIDTH, Pen, Point, draw_rect, rotate_half_turn
from .styles import FrenchDeckStyle

FRAME_INSET = 11.0
"""The distance of the frame from the edge of the card."""

ROBE_LEFT, ROBE_RIGHT = 16.0, 204.0
"""The extent of robes and belts, which the frame cuts off."""


_NUMBER_PATTERN = re.compile(r"-?\d*\.?\d+")


@dataclass(frozen=True, slots=True)
class CourtFigure:
    """The figure of a court card.

    ``draw_half``: draws the part above the seam; ``seam_slope``: downwards to the right; ``belt_colors``: of cloth,
    jewel and setting.
    """

    draw_half: Callable[[], str]
    seam_slope: float
    belt_colors: tuple[str, str, str]


def draw_frame(style: FrenchDeckStyle, color: str = BLUE_DARK, line: float = 2) -> str:
    """Draw the line of the frame, with two corners free for the indices, and paper over everything outside it."""
    notch, deep = (58.0, 113.0) if style.has_large_indices else (43.0, 86.0)
    right, bottom = CARD_WIDTH - FRAME_INSET, CARD_HEIGHT - FRAME_INSET
    body = ""
    for x, y, width, height in (
        (3.0, 15.0, FRAME_INSET - 3, CARD_HEIGHT - 30),
        (15.0, 3.0, CARD_WIDTH - 30, FRAME_INSET - 3),
        (FRAME_INSET, FRAME_INSET, notch - FRAME_INSET, deep - FRAME_INSET),
    ):
        body += draw_rect(x, y, width, height, 0, "url(#paper)")
        body += draw_rect(CARD_WIDTH - x - width, CARD_HEIGHT - y - height, width, height, 0, "url(#paper)")
    d = f"M{notch} {FRAME_INSET} L{right} {FRAME_INSET} L{right} {CARD_HEIGHT - deep} "
    d += f"L{CARD_WIDTH - notch} {CARD_HEIGHT - deep} "
    d += f"L{CARD_WIDTH - notch} {bottom} L{FRAME_INSET} {bottom} L{FRAME_INSET} {deep} L{notch} {deep} Z"
    return body + CARD_PEN.path(d, "none", color, line)


def get_seam_y(x: float, slope: float) -> float:
    """Return the y at which the upper half ends."""
    return 180 + (x - 110) * slope


def draw_robe(contour: str, fill: str, slope: float = 0, width: float = LINE_WIDTH) -> str:
    """Draw cloth from the contour (path text from shoulder to shoulder) down to the seam."""
    contour = extend_shoulders(contour)
    bottom = f" L{ROBE_RIGHT} {get_seam_y(ROBE_RIGHT, slope)} L{ROBE_LEFT} {get_seam_y(ROBE_LEFT, slope)} Z"
    return CARD_PEN.path(contour + bottom, fill, None) + CARD_PEN.line(contour, INK, width)


def extend_shoulders(contour: str) -> str:
    """Return the contour with both ends extended downwards to the extent of the cloth."""
    numbers = [float(word) for word in _NUMBER_PATTERN.findall(contour)]
    (x0, y0), (x1, y1) = numbers[:2], numbers[-2:]
    start = f"M{ROBE_LEFT} {y0 + 30} Q{x0 - 14} {y0 + 10} {x0} {y0} "
    return start + contour.split(maxsplit=2)[2] + f" Q{x1 + 14} {y1 + 10} {ROBE_RIGHT} {y1 + 30}"


def draw_belt(slope: float, cloth: str, jewel: str, setting: str) -> str:
    """Draw the jewelled band over the seam; it is equal when turned by 180 degrees."""
    half = 9.0
    left, right = ROBE_LEFT, ROBE_RIGHT
    a, b = get_seam_y(left, slope), get_seam_y(right, slope)
    d = f"M{left} {a - half} L{right} {b - half} L{right} {b + half} L{left} {a + half} Z"
    body = CARD_PEN.path(d, cloth, None)
    for side in (-half, half):
        body += CARD_PEN.line(f"M{left} {a + side} L{right} {b + side}", INK, THIN_LINE_WIDTH * 1.1)
    pen = Pen(110, 180, 1, degrees(atan(slope)))
    ornaments = ""
    for x in (25, 50, 75):
        if x == 50:
            ornaments += pen.path(f"M{x - 8} 0 L{x} -6 L{x + 8} 0 L{x} 6 Z", jewel, INK, 1.2)
        else:
            ornaments += pen.circle(x, 0, 4.6, setting, INK, 1.2)
    body += ornaments + rotate_half_turn(ornaments)
    return body + pen.path("M-10 0 L0 -7 L10 0 L0 7 Z", jewel, INK, 1.2)


def draw_forearm(elbow: Point, wrist: Point, fill: str, cuff: str, wide: float = 36, narrow: float = 18) -> str:
    """Draw a sleeve from the elbow, which the belt or the robe hides, to its cuff."""
    dx, dy = elbow[0] - wrist[0], elbow[1] - wrist[1]
    length = hypot(dx, dy)
    pen = Pen(*wrist, 1, degrees(atan2(-dx, dy)))
    a, b = narrow / 2, wide / 2
    d = f"M{-a} 0 C{-a - 1} {length * 0.4} {-b} {length * 0.5} {-b} {length} Q0 {length + 6} {b} {length} "
    body = pen.path(d + f"C{b} {length * 0.5} {a + 1} {length * 0.4} {a} 0 Z", fill, INK, LINE_WIDTH * 0.9)
    body += pen.line(f"M{-a * 0.3} 10 Q{-a * 0.5} {length * 0.6} {-b * 0.45} {length * 0.95}", INK, FINE_LINE_WIDTH)
    body += pen.line(f"M{a * 0.45} 12 Q{a * 0.5} {length * 0.5} {b * 0.4} {length * 0.8}", INK, FINE_LINE_WIDTH)
    a += 2.6
    return body + pen.path(f"M{-a} -2.5 Q0 -.5 {a} -2.5 L{a} 6 Q0 8.5 {-a} 6 Z", cuff, INK, THIN_LINE_WIDTH * 1.1)


def draw_rhombs(points: Sequence[Point], size: float, fill: str, stroke: str | None = INK) -> str:
    """Draw small rhombi on cloth."""
    return "".join(
        CARD_PEN.path(
            f"M{x} {y - size * 1.3} L{x + size} {y} L{x} {y + size * 1.3} L{x - size} {y} Z", fill, stroke, 1.2
        )
        for x, y in points
    )


def draw_dots(points: Sequence[Point], radius: float, fill: str, stroke: str | None = None) -> str:
    """Draw pearls, buttons or spots."""
    return "".join(CARD_PEN.circle(x, y, radius, fill, stroke, 1.2) for x, y in points)


def list_points_on_sagging_curve(start: Point, end: Point, count: int, sag: float = 0) -> list[Point]:
    """Return evenly spaced points from start to end on a curve that sags by ``sag`` in its middle."""
    result = []
    for i in range(count):
        t = i / (count - 1)
        y = start[1] + (end[1] - start[1]) * t + sag * 4 * t * (1 - t)
        result.append((start[0] + (end[0] - start[0]) * t, y))
    return result

"""Outlines and ornaments of all decks: limbs, leaves, flowers, ribbons."""

from collections.abc import Sequence
from math import atan2, cos, hypot, pi, sin

from .palette import GOLD, GREEN, GREEN_DARK, INK, LINE_WIDTH, RED, RED_DARK, THIN_LINE_WIDTH
from .svg import CARD_PEN, Pen, Point


def get_polar_point(cx: float, cy: float, radius: float, angle: float) -> Point:
    """Return the point at an angle in radians, clockwise from the right."""
    return cx + radius * cos(angle), cy + radius * sin(angle)


def make_polygon_path(points: Sequence[Point]) -> str:
    return "M" + " L".join(f"{x:.3f} {y:.3f}" for x, y in points) + " Z"


def make_curve_path(points: Sequence[Point], is_closed: bool = False) -> str:
    """Return a smooth line through all points (Catmull-Rom), as path text."""
    count = len(points)

    def get_point(i: int) -> Point:
        return points[i % count] if is_closed else points[min(max(i, 0), count - 1)]

    d = f"M{points[0][0]:.3f} {points[0][1]:.3f}"
    for i in range(count if is_closed else count - 1):
        before, start, end, after = get_point(i - 1), get_point(i), get_point(i + 1), get_point(i + 2)
        x1, y1 = start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6
        x2, y2 = end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6
        d += f" C{x1:.3f} {y1:.3f} {x2:.3f} {y2:.3f} {end[0]:.3f} {end[1]:.3f}"
    return d + (" Z" if is_closed else "")


def make_tube_path(points: Sequence[Point], widths: Sequence[float], cap: float = 0.5) -> str:
    """Return a smooth band along the points, with a width at each, as path text.

    ``cap``: the bulge of the rounded ends, in half widths.
    """
    left: list[Point] = []
    right: list[Point] = []
    directions: list[Point] = []
    last = len(points) - 1
    for i, (x, y) in enumerate(points):
        x0, y0 = points[max(i - 1, 0)]
        x1, y1 = points[min(i + 1, last)]
        length = hypot(x1 - x0, y1 - y0) or 1.0
        dx, dy = (x1 - x0) / length, (y1 - y0) / length
        directions.append((dx, dy))
        half = widths[i] / 2
        left.append((x + dy * half, y - dx * half))
        right.append((x - dy * half, y + dx * half))
    first_cap, last_cap = cap * widths[0] / 2, cap * widths[-1] / 2
    start = (points[0][0] - directions[0][0] * first_cap, points[0][1] - directions[0][1] * first_cap)
    end = (points[-1][0] + directions[-1][0] * last_cap, points[-1][1] + directions[-1][1] * last_cap)
    return make_curve_path([start, *left, end, *reversed(right)], is_closed=True)


def draw_merged_outlines(pen: Pen, parts: Sequence[str], fill: str, width: float = LINE_WIDTH) -> str:
    """Draw several outlines as one body, with a common contour and without lines where they overlap."""
    contour = "".join(pen.path(d, INK, INK, width * 1.5) for d in parts)
    return contour + "".join(pen.path(d, fill, None) for d in parts)


def make_star_path(cx: float, cy: float, outer: float, inner: float, points: int, turn: float = -pi / 2) -> str:
    corners = []
    for i in range(2 * points):
        corners.append(get_polar_point(cx, cy, inner if i % 2 else outer, turn + pi * i / points))
    return make_polygon_path(corners)


def make_petals_path(cx: float, cy: float, inner: float, outer: float, count: int, fat: float, turn: float = 0) -> str:
    """Return pointed petals around a center as one path; with ``fat`` 1 neighbors nearly touch."""
    d = ""
    for i in range(count):
        angle = turn + 2 * pi * i / count
        spread = fat * pi / count
        middle = inner + (outer - inner) * 0.62
        x0, y0 = get_polar_point(cx, cy, inner, angle)
        x1, y1 = get_polar_point(cx, cy, outer, angle)
        ax, ay = get_polar_point(cx, cy, middle, angle - spread)
        bx, by = get_polar_point(cx, cy, middle, angle + spread)
        d += f"M{x0:.3f} {y0:.3f} Q{ax:.3f} {ay:.3f} {x1:.3f} {y1:.3f} Q{bx:.3f} {by:.3f} {x0:.3f} {y0:.3f} Z"
    return d


def draw_leaf(
    x: float, y: float, length: float, angle: float, fill: str = GREEN, width: float = THIN_LINE_WIDTH
) -> str:
    """Draw a pointed leaf that starts at (x, y), at an angle in degrees clockwise from the right."""
    pen = Pen(x, y, length, angle)
    body = pen.path("M0 0 C.2 -.34 .66 -.36 1 0 C.66 .3 .24 .3 0 0 Z", fill, INK, width)
    return body + pen.line("M.1 0 Q.45 -.05 .74 0", INK, width * 0.6)


def draw_flower(x: float, y: float, size: float, fill: str = RED, heart: str = GOLD) -> str:
    """Draw a small flower with five petals."""
    pen = Pen(x, y, size)
    body = pen.path(make_petals_path(0, 0, 0.1, 1, 5, 1.25, -pi / 2), fill, INK, THIN_LINE_WIDTH * 0.8)
    return body + pen.circle(0, 0, 0.3, heart, INK, THIN_LINE_WIDTH * 0.7)


def draw_spray(points: Sequence[Point], leaf_length: float, fill: str = GREEN, dark: str = GREEN_DARK) -> str:
    """Draw a stalk along the points, with leaves in pairs that get smaller towards its tip."""
    body = CARD_PEN.line(make_curve_path(points), dark, THIN_LINE_WIDTH)
    count = len(points)
    for i in range(1, count):
        (x0, y0), (x1, y1) = points[i - 1], points[i]
        along = atan2(y1 - y0, x1 - x0) * 180 / pi
        size = leaf_length * (1 - 0.45 * i / count)
        body += draw_leaf(x0, y0, size, along - 42, fill, SPRAY_LEAF_LINE_WIDTH) + draw_leaf(
            x0, y0, size, along + 42, dark, SPRAY_LEAF_LINE_WIDTH
        )
    x, y = points[-1]
    (px, py) = points[-2]
    tip = atan2(y - py, x - px) * 180 / pi
    return body + draw_leaf(x, y, leaf_length * 0.55, tip, fill, SPRAY_LEAF_LINE_WIDTH)


SPRAY_LEAF_LINE_WIDTH = 1.5


def draw_banner(cx: float, cy: float, width: float, height: float, fill: str = RED, dark: str = RED_DARK) -> str:
    """Draw a short ribbon with two forked ends, in a slight curve."""
    pen = Pen(cx, cy)
    a, h = width / 2, height / 2
    for_ends = ""
    for flip in (False, True):
        end = Pen(cx, cy, 1, 0, flip)
        d = f"M{a * 0.62} {-h * 0.4} L{a * 1.05} {-h * 0.9} L{a * 0.94} {h * 0.2} L{a * 1.06} {h * 1.2} "
        d += f"L{a * 0.62} {h * 1.6} Z"
        for_ends += end.path(d, dark, INK, THIN_LINE_WIDTH)
    d = f"M{-a * 0.78} {-h} Q0 {h * 0.5} {a * 0.78} {-h} L{a * 0.78} {h} Q0 {h * 2.5} {-a * 0.78} {h} Z"
    return for_ends + pen.path(d, fill, INK, THIN_LINE_WIDTH * 1.2)

"""The northern suit signs: star coins, tall goblets, curved swords, turned batons; and ribbons."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, degrees, pi, radians

from ..palette import (
    BLUE,
    BLUE_DARK,
    BLUE_LIGHT,
    CREAM,
    FINE_LINE_WIDTH,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    GREEN,
    GREEN_DARK,
    GREEN_LIGHT,
    INK,
    LINE_WIDTH,
    ORANGE,
    RED,
    RED_DARK,
    RED_LIGHT,
    STEEL,
    STEEL_DARK,
    STEEL_LIGHT,
    THIN_LINE_WIDTH,
    WHITE,
)
from ..shapes import get_polar_point, make_curve_path, make_petals_path, make_star_path
from ..svg import CARD_PEN, Pen, Point
from .lettering import draw_text_along
from .weave import Band


def draw_star_coin(cx: float, cy: float, r: float, ray: str = RED, heart: str = BLUE) -> str:
    """Draw a round coin: a white and colored star on gold, with a heart of four petals."""
    line = max(1.2, min(LINE_WIDTH, r * 0.08))
    body = CARD_PEN.circle(cx, cy, r, ray, INK, line * 1.15)
    count = 12 if r < 34 else 16
    for i in range(count):
        x, y = get_polar_point(cx, cy, r * 0.87, 2 * pi * (i + 0.5) / count)
        body += CARD_PEN.circle(x, y, max(1.2, r * 0.055), CREAM, None)
    body += CARD_PEN.circle(cx, cy, r * 0.76, "url(#gold)", INK, line * 0.8)
    body += CARD_PEN.path(make_star_path(cx, cy, r * 0.74, r * 0.4, 8), WHITE, INK, line * 0.6)
    body += CARD_PEN.circle(cx, cy, r * 0.38, heart, INK, line * 0.7)
    body += CARD_PEN.path(make_petals_path(cx, cy, r * 0.04, r * 0.36, 4, 0.85, -pi / 2), GOLD_LIGHT, INK, line * 0.4)
    return body + CARD_PEN.circle(cx, cy, r * 0.09, RED_DARK, None)


def draw_goblet(cx: float, cy: float, size: float, turn: float = 0, gem: str = BLUE, panel: str = RED) -> str:
    """Draw a tall gold goblet, 2.7 sizes high and 1.5 wide, with a panelled bowl on a slender stem."""
    pen = Pen(cx, cy, size, turn)
    line = max(1.2, min(LINE_WIDTH, size * 0.085))
    foot = "M-.62 1.34 C-.6 1.14 -.2 1.12 -.12 .86 L-.1 .2 L.1 .2 L.12 .86 C.2 1.12 .6 1.14 .62 1.34 Z"
    body = pen.path(foot, "url(#goldbar)", INK, line)
    body += pen.line("M-.5 1.22 Q0 1.1 .5 1.22", GOLD_DARK, line * 0.6)
    knot = "M-.26 .62 C-.26 .44 .26 .44 .26 .62 C.26 .8 -.26 .8 -.26 .62 Z"
    body += pen.path(knot, gem, INK, line * 0.8)
    body += pen.path("M-.72 -1.16 C-.66 -.5 -.66 .26 0 .28 C.66 .26 .66 -.5 .72 -1.16 Z", GOLD, INK, line)
    # three panels on the bowl
    body += pen.path("M-.22 -.86 L.22 -.86 C.24 -.3 .16 .1 0 .14 C-.16 .1 -.24 -.3 -.22 -.86 Z", panel, INK, line * 0.6)
    for side in (-1, 1):
        d = f"M{side * 0.36} -.87 L{side * 0.58} -.91 C{side * 0.56} -.4 {side * 0.5} -.08 {side * 0.26} .06 "
        body += pen.path(d + f"C{side * 0.36} -.2 {side * 0.37} -.5 {side * 0.36} -.87 Z", gem, INK, line * 0.6)
    body += pen.ellipse(0, -1.16, 0.74, 0.19, GOLD_LIGHT, INK, line)
    return body + pen.ellipse(0, -1.14, 0.52, 0.1, RED_DARK, None)


BLADE_COLORS = {
    "steel": (STEEL, STEEL_LIGHT, STEEL_DARK),
    "sky": ("#5d97d0", "#b9dbf5", BLUE),
    "gold": (GOLD, GOLD_LIGHT, GOLD_DARK),
    "navy": (BLUE, BLUE_LIGHT, BLUE_DARK),
}
"""Body, light and shade of a blade, by tint."""


@dataclass(frozen=True)
class SwordArc:
    """An arc of a curved sword.

    The center of its circle is ``shift`` left of the middle of the card. ``start_angle``, ``end_angle``: from the
    middle down to the hilt and up to the point, in degrees of the circle.
    """

    shift: float
    radius: float
    start_angle: float
    end_angle: float


def make_curved_blade(bow: SwordArc, right: bool, width: float, tint: str) -> Band:
    """Return the blade of a curved sword that bends to the right, with its point up.

    If ``right`` is false, return its copy turned by 180 degrees.
    """
    points: list[Point] = []
    count = 144
    for i in range(count + 1):
        x, y = get_polar_point(
            -bow.shift, 0, bow.radius, radians(bow.start_angle - (bow.start_angle + bow.end_angle) * i / count)
        )
        points.append((110 + x, 180 + y) if right else (110 - x, 180 - y))
    fill, stripe, shade = BLADE_COLORS[tint]
    return Band(points, width, fill, stripe, shade)


def make_straight_blade(x: float, bottom: float, top: float, width: float, tint: str = "navy") -> Band:
    count = 24
    points = [(x, bottom + (top - bottom) * i / count) for i in range(count + 1)]
    fill, stripe, shade = BLADE_COLORS[tint]
    return Band(points, width, fill, stripe, shade)


def draw_tip(band: Band, length: float, line: float = LINE_WIDTH) -> str:
    """Draw the tip of a blade beyond its last point, slightly bent."""
    (x, y), (dx, dy) = band.points[-1], band.get_direction(len(band.points) - 1)
    pen = Pen(x, y, 1, degrees(atan2(dy, dx)))
    h = band.width / 2
    edge = f"M-1 {-h} Q{length * 0.6} {-h} {length} 0 Q{length * 0.6} {h} -1 {h}"
    body = pen.path(edge.replace("M-1", "M-2.5") + f" L-2.5 {h} Z", band.fill, None)
    low = f"M-2.5 {h * 0.9} Q{length * 0.5} {h * 0.9} {length * 0.86} 0 Q{length * 0.4} {h * 0.35} -2.5 {h * 0.35} Z"
    body += pen.path(low, band.shade, None) + pen.line(
        f"M-3 {-h * 0.3} L{length * 0.5} {-h * 0.25}", band.stripe, line * 0.6
    )
    return body + pen.line(edge, INK, line)


def draw_hilt(band: Band, grip: str, line: float = LINE_WIDTH, long: float = 22) -> str:
    """Draw guard, grip and pommel before the first point of the band."""
    (x, y), (dx, dy) = band.points[0], band.get_direction(0)
    pen = Pen(x, y, 1, degrees(atan2(dy, dx)))
    h = band.width / 2
    body = pen.path(f"M0 {-h * 0.7} L{-long} {-h * 0.6} L{-long} {h * 0.6} L0 {h * 0.7} Z", grip, INK, line * 0.9)
    for k in (1, 2, 3):
        distance = -long * k / 4
        body += pen.line(f"M{distance + 1.5} {-h * 0.6} L{distance - 1.5} {h * 0.6}", GOLD, line * 0.5)
    g = h * 2.2
    guard = f"M5 {-g} Q-3 {-g * 0.5} 0 0 Q3 {g * 0.5} -6 {g} Q-9 {g * 0.9} -5 {g * 0.4} Q-7 0 -4 {-g * 0.4} "
    body += pen.path(guard + f"Q-2 {-g * 1.05} 5 {-g} Z", GOLD, INK, line * 0.85)
    return body + pen.circle(-long - h * 0.3, 0, h * 0.95, GOLD, INK, line * 0.9)


def draw_scimitar(
    points: Sequence[Point], width: float, grip: str = RED, line: float = LINE_WIDTH, tint: str = "steel"
) -> str:
    """Draw a curved sword along a few points from the guard to the tip, broadest near its end."""
    dense = list_smooth_points(points, 3)
    fill, stripe, shade = BLADE_COLORS[tint]
    band = Band(dense, width, fill, stripe, shade)
    last = len(dense) - 1
    left: list[Point] = []
    right: list[Point] = []
    for i in range(last):
        t = i / last
        side = 0.86 + 0.34 * t / 0.72 if t < 0.72 else 1.2 * (1 - ((t - 0.72) / 0.28) ** 1.6)
        left += band.list_edge_points([i], -side)
        right += band.list_edge_points([i], side)
    back = make_curve_path([dense[last], *reversed(right)]).replace("M", "L", 1)
    body = CARD_PEN.path(f"{make_curve_path([*left, dense[last]])} {back} Z", fill, INK, line)
    most = range(1, round(last * 0.84))
    body += CARD_PEN.line(make_curve_path(band.list_edge_points(most, 0.42)), shade, width * 0.24)
    body += CARD_PEN.line(make_curve_path(band.list_edge_points(most, -0.32)), stripe, max(1.0, width * 0.14))
    return body + draw_hilt(band, grip, line, max(14.0, width * 1.6))


def list_smooth_points(points: Sequence[Point], parts: int = 8) -> list[Point]:
    """Return many points on the smooth line through a few (Catmull-Rom)."""
    result = [points[0]]
    last = len(points) - 1
    for i in range(last):
        p, q, r, s = points[max(i - 1, 0)], points[i], points[i + 1], points[min(i + 2, last)]
        for k in range(1, parts + 1):
            t = k / parts
            a, b = -t / 2 + t * t - t**3 / 2, 1 - 2.5 * t * t + 1.5 * t**3
            c, d = t / 2 + 2 * t * t - 1.5 * t**3, -t * t / 2 + t**3 / 2
            result.append(
                (
                    a * p[0] + b * q[0] + c * r[0] + d * s[0],
                    a * p[1] + b * q[1] + c * r[1] + d * s[1],
                )
            )
    return result


ROD_COLORS = {
    "red": (RED, RED_LIGHT, RED_DARK),
    "green": (GREEN, GREEN_LIGHT, GREEN_DARK),
    "blue": (BLUE, BLUE_LIGHT, BLUE_DARK),
    "flame": ("#f2a35e", "#ffd9ae", ORANGE),
    "leaf": ("#a3d585", WHITE, GREEN_LIGHT),
}
"""Body, light and shade of a baton, by color."""


def make_rod(x0: float, y0: float, x1: float, y1: float, width: float, color: str) -> Band:
    """Return the shaft of a baton between two points."""
    count = 120
    points = [(x0 + (x1 - x0) * i / count, y0 + (y1 - y0) * i / count) for i in range(count + 1)]
    fill, stripe, shade = ROD_COLORS[color]
    return Band(points, width, fill, stripe, shade)


def draw_caps(band: Band, line: float = LINE_WIDTH, has_foot: bool = True) -> str:
    """Draw the turned gold ends of a baton: a ring, a flared drum and a button; without a foot only the upper one."""
    (x0, y0), (x1, y1) = band.points[0], band.points[-1]
    turn = degrees(atan2(y1 - y0, x1 - x0))
    body = ""
    h = band.width / 2
    for x, y, angle in ((x0, y0, turn + 180), (x1, y1, turn))[0 if has_foot else 1 :]:
        pen = Pen(x, y, 1, angle)
        body += pen.path(f"M-3 {-h} L{h * 2} {-h * 1.45} L{h * 2} {h * 1.45} L-3 {h} Z", GOLD, INK, line * 0.9)
        body += pen.path(f"M{h * 2} {-h * 0.8} Q{h * 3.2} 0 {h * 2} {h * 0.8} Z", band.fill, INK, line * 0.8)
        body += pen.line(f"M{h * 0.7} {-h * 1.1} L{h * 0.7} {h * 1.1}", GOLD_DARK, line * 0.6)
        body += pen.path(f"M-8 {-h * 1.3} L-3 {-h * 1.3} L-3 {h * 1.3} L-8 {h * 1.3} Z", GOLD_LIGHT, INK, line * 0.7)
    return body


def draw_baton(
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    width: float,
    color: str = "red",
    line: float = LINE_WIDTH,
    has_foot: bool = True,
) -> str:
    """Draw a straight baton; without a foot its lower end has no cap."""
    band = make_rod(x0, y0, x1, y1, width, color)
    return band.draw_whole(60, line) + draw_caps(band, line, has_foot)


def draw_ribbon(
    middle: Sequence[Point], height: float, text: str, size: float, fill: str = CREAM, back: str = RED
) -> str:
    """Draw a ribbon along a few points, with folded, forked ends and its motto along the middle."""
    line = list_smooth_points(middle, 12)
    band = Band(line, height, fill, fill, fill)
    last = len(line) - 1
    body = ""
    for i, sense in ((0, -1), (last, 1)):
        x, y = line[i]
        dx, dy = band.get_direction(i)
        pen = Pen(x, y, 1, degrees(atan2(dy * sense, dx * sense)))
        h = height / 2
        down = -sense * 6
        fold = f"M-13 {-h + down} L12 {-h + down * 1.6} L5 {down * 1.6} L12 {h + down * 1.6} L-13 {h + down} Z"
        body += pen.path(fold, back, INK, THIN_LINE_WIDTH)
    indices = [*list(range(0, last, 6)), last]
    left, right = band.list_edge_points(indices, -1), band.list_edge_points(indices, 1)
    outline = make_curve_path(left) + " " + make_curve_path(list(reversed(right))).replace("M", "L", 1) + " Z"
    body += CARD_PEN.path(outline, fill, INK, THIN_LINE_WIDTH * 1.2)
    inner = (
        make_curve_path(band.list_edge_points(indices, -0.82)),
        make_curve_path(band.list_edge_points(indices, 0.82)),
    )
    body += CARD_PEN.line(" ".join(inner), back, FINE_LINE_WIDTH * 0.7)
    base = Band(line, 2, fill, fill, fill).list_edge_points(range(last + 1), size * 0.36)
    return body + draw_text_along(text, base, size)

"""Suit signs for cards, courts and icons: Italian coin, cup, sword and club; outlines of the French pips."""

from math import atan2, degrees, hypot, pi

from .palette import (
    BAY,
    BLUE,
    BROWN,
    BROWN_DARK,
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
    STEEL,
    STEEL_DARK,
    STEEL_LIGHT,
    TAN,
    WHITE,
)
from .shapes import get_polar_point, make_petals_path, make_tube_path
from .svg import CARD_PEN, Pen

FRENCH_PIP_PATHS = {
    "h": "M0 .95 C-.35 .55 -1 .15 -1 -.38 C-1 -.76 -.74 -.95 -.48 -.95 C-.22 -.95 -.06 -.78 0 -.56 "
    "C.06 -.78 .22 -.95 .48 -.95 C.74 -.95 1 -.76 1 -.38 C1 .15 .35 .55 0 .95 Z",
    "d": "M0 -1 C.22 -.55 .45 -.25 .78 0 C.45 .25 .22 .55 0 1 C-.22 .55 -.45 .25 -.78 0 C-.45 -.25 -.22 -.55 0 -1 Z",
    "s": "M0 -1 C.3 -.55 1 -.2 1 .3 C1 .62 .76 .8 .52 .8 C.34 .8 .18 .7 .09 .55 C.12 .75 .2 .9 .34 1 L-.34 1 "
    "C-.2 .9 -.12 .75 -.09 .55 C-.18 .7 -.34 .8 -.52 .8 C-.76 .8 -1 .62 -1 .3 C-1 -.2 -.3 -.55 0 -1 Z",
    "c": "M.09 .3 C.13 .66 .2 .86 .36 1 L-.36 1 C-.2 .86 -.13 .66 -.09 .3 C-.18 .5 -.34 .62 -.55 .62 "
    "C-.82 .62 -1 .42 -1 .15 C-1 -.12 -.82 -.32 -.55 -.32 C-.46 -.32 -.38 -.3 -.3 -.26 "
    "C-.42 -.36 -.47 -.46 -.47 -.56 C-.47 -.82 -.26 -1 0 -1 "
    "C.26 -1 .47 -.82 .47 -.56 C.47 -.46 .42 -.36 .3 -.26 "
    "C.38 -.3 .46 -.32 .55 -.32 C.82 -.32 1 -.12 1 .15 C1 .42 .82 .62 .55 .62 C.34 .62 .18 .5 .09 .3 Z",
}
"""The outline of each pip by suit letter, in the square from -1 to 1."""

FRENCH_COLORS = {"h": "#c8102e", "d": "#c8102e", "s": "#16181d", "c": "#16181d"}


def draw_coin(cx: float, cy: float, r: float, petal_count: int = 8, field: str = RED, beads: bool = True) -> str:
    """Draw a gold coin with a rosette on a colored field."""
    line = max(1.3, min(LINE_WIDTH, r * 0.085))
    body = CARD_PEN.circle(cx, cy, r, "url(#gold)", INK, line * 1.15)
    if beads and r > 18:
        count = 16 if r < 40 else 24
        for i in range(count):
            x, y = get_polar_point(cx, cy, r * 0.87, 2 * pi * i / count)
            body += CARD_PEN.circle(x, y, max(1.1, r * 0.042), GOLD_DARK, None)
    body += CARD_PEN.circle(cx, cy, r * 0.74, WHITE, INK, line * 0.8)
    body += CARD_PEN.circle(cx, cy, r * 0.63, field, INK, line * 0.7)
    rosette = make_petals_path(cx, cy, r * 0.1, r * 0.6, petal_count, 0.82, -pi / 2)
    body += CARD_PEN.path(rosette, GOLD, INK, line * 0.6)
    body += CARD_PEN.circle(cx, cy, r * 0.19, WHITE, INK, line * 0.6)
    return body + CARD_PEN.circle(cx, cy, r * 0.07, RED_DARK, None)


def draw_cup(cx: float, cy: float, size: float, bowl: str = "url(#redcloth)", band: str = BLUE, turn: float = 0) -> str:
    """Draw a chalice, about two sizes high and one and a half wide."""
    pen = Pen(cx, cy, size, turn)
    line = max(1.3, min(LINE_WIDTH, size * 0.085))
    foot = "M-.64 1 Q-.5 .74 -.15 .66 L-.13 .28 L.13 .28 L.15 .66 Q.5 .74 .64 1 Z"
    body = pen.path(foot, "url(#goldbar)", INK, line)
    body += pen.line("M-.44 .86 Q0 .76 .44 .86", INK, line * 0.5)
    body += pen.ellipse(0, 0.47, 0.25, 0.11, "url(#goldbar)", INK, line * 0.8)
    body += pen.path("M-.76 -.72 C-.82 .05 -.5 .36 0 .36 C.5 .36 .82 .05 .76 -.72 Z", bowl, INK, line)
    # the gold foot of the bowl, in petals
    lower = "M-.62 .02 Q-.42 .14 -.4 .3 Q-.24 .02 0 .04 Q.24 .02 .4 .3 Q.42 .14 .62 .02 C.48 .28 .26 .37 0 .37 "
    lower += "C-.26 .37 -.48 .28 -.62 .02 Z"
    body += pen.path(lower, GOLD, INK, line * 0.7)
    body += pen.path("M-.77 -.5 Q0 -.26 .77 -.5 L.755 -.26 Q0 .0 -.755 -.26 Z", GOLD, INK, line * 0.7)
    for x, y in ((-0.5, -0.33), (-0.17, -0.25), (0.17, -0.25), (0.5, -0.33)):
        body += pen.circle(x, y, 0.07, band, None)
    body += pen.ellipse(0, -0.72, 0.76, 0.2, GOLD_LIGHT, INK, line)
    return body + pen.ellipse(0, -0.7, 0.54, 0.11, RED_DARK, None)


def draw_sword(
    cx: float,
    cy: float,
    length: float,
    turn: float = 0,
    width: float = 0,
    grip: str = RED,
    blade: str = STEEL,
) -> str:
    """Draw a straight sword around (cx, cy), with its point up at turn 0; width 0 is proportional to the length."""
    pen = Pen(cx, cy, 1, turn)
    half = (width or max(9.0, length * 0.085)) / 2
    line = LINE_WIDTH if length > 90 else max(1.3, length / 32)
    top, bottom = -length / 2, length / 2
    handle = min(length * 0.24, 46 + half)
    guard = bottom - handle
    span = min(length * 0.16, half * 4.2)
    body = pen.path(
        f"M{-half} {guard} L{-half * 0.82} {top + half * 2.6} "
        f"L0 {top} L{half * 0.82} {top + half * 2.6} L{half} {guard} Z",
        STEEL_LIGHT,
        INK,
        line,
    )
    body += pen.path(
        f"M0 {guard} L0 {top + half} L{half * 0.62} {top + half * 2.8} L{half * 0.7} {guard} Z", blade, None
    )
    body += pen.line(f"M0 {top + half * 3.2} L0 {guard - half}", STEEL_DARK, line * 0.5)
    knob = half * 0.85
    grip_half = half * 0.62
    end = bottom - knob * 1.3
    body += pen.path(
        f"M{-grip_half} {guard} L{-grip_half * 1.15} {end} L{grip_half * 1.15} {end} L{grip_half} {guard} Z",
        grip,
        INK,
        line * 0.9,
    )
    for k in (1, 2, 3):
        y = guard + (end - guard) * k / 4
        body += pen.line(f"M{-grip_half} {y + 1.5} L{grip_half} {y - 1.5}", GOLD, line * 0.55)
    thick = half * 0.55
    quillon = f"M{-span} {guard - thick * 1.6} Q{-span * 0.5} {guard + thick * 0.4} 0 {guard - thick} "
    quillon += f"Q{span * 0.5} {guard + thick * 0.4} {span} {guard - thick * 1.6} L{span} {guard + thick * 0.6} "
    quillon += f"Q{span * 0.4} {guard + thick * 2} 0 {guard + thick * 1.2} "
    quillon += f"Q{-span * 0.4} {guard + thick * 2} {-span} {guard + thick * 0.6} Z"
    body += pen.path(quillon, GOLD, INK, line * 0.9)
    for side in (-span, span):
        body += pen.circle(side, guard - thick * 0.5, knob * 0.62, GOLD, INK, line * 0.8)
    return body + pen.circle(0, bottom - knob, knob, GOLD, INK, line * 0.9)


WOOD_COLORS = (GREEN, GREEN_DARK, GREEN_LIGHT)
BARK_COLORS = (BAY, BROWN_DARK, ORANGE)
"""Body, shade and light of a brown club; `WOOD_COLORS` has those of a green one."""


def draw_club(
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    thin: float = 13,
    thick: float = 27,
    wood_colors: tuple[str, str, str] = WOOD_COLORS,
) -> str:
    """Draw a knotty club from its thin end to its thick, sawn end."""
    fill, shade, light = wood_colors
    length = hypot(x1 - x0, y1 - y0)
    pen = Pen(x0, y0, 1, degrees(atan2(y1 - y0, x1 - x0)))
    line = LINE_WIDTH if thick > 14 else max(1.3, thick * 0.17)

    def get_half_width(t: float) -> float:
        return float(thin + (thick - thin) * t**0.8) / 2

    body = ""
    knots = ((0.2, -1), (0.38, 1), (0.56, -1), (0.76, 1))
    for t, side in knots:  # cut twigs behind the stem
        x, h = t * length, get_half_width(t)
        y = side * h * 0.7
        r = 0.42 * h + 2
        stub = (
            f"M{x - r * 1.5} {y} L{x + r * 0.1} {y + side * r * 1.9} "
            f"L{x + r * 1.7} {y + side * r * 1.25} L{x + r * 1.4} {y} Z"
        )
        body += pen.path(stub, fill, INK, line * 0.9)
        ex, ey = x + r * 0.9, y + side * r * 1.6
        twig_end = Pen(*pen.to_card_point(ex, ey), 1, pen.turn - side * 22)
        body += twig_end.ellipse(0, 0, r * 0.85, r * 0.42, TAN, INK, line * 0.6)
    bumps = []
    widths = []
    joints = 8 if thick > 25 else 6
    for i in range(joints + 1):
        t = i / joints
        bumps.append((t * length, (1 if i % 2 else -1) * get_half_width(t) * (0.07 if thick < 50 else 0.12)))
        widths.append(get_half_width(t) * 2 * (1.07 if i % 2 else 0.95))
    body += pen.path(make_tube_path(bumps, widths, 0.7), fill, INK, line)
    # bark: a light streak and short dark nicks
    streak = "M" + " L".join(f"{t * length} {-get_half_width(t) * 0.45}" for t in (0.04, 0.3, 0.32, 0.6, 0.88))
    body += pen.line(streak, light, line * 0.8)
    nicks = ((0.12, 0.3), (0.3, 0.35), (0.48, 0.1), (0.66, 0.4), (0.85, 0.2))
    for t, y in nicks if thick > 25 else nicks[1::2]:
        h = get_half_width(t)
        body += pen.line(
            f"M{t * length - h * 0.6} {y * h} Q{t * length} {y * h + h * 0.28} {t * length + h * 0.7} {y * h}",
            shade,
            line * 0.75,
        )
    if thick > 36:
        for y, start, end in (
            (0.1, 0.06, 0.34),
            (0.62, 0.2, 0.5),
            (-0.15, 0.44, 0.7),
            (0.5, 0.62, 0.9),
            (-0.2, 0.8, 0.95),
        ):
            grain = " L".join(f"{t * length} {y * get_half_width(t)}" for t in (start, end))
            body += pen.line("M" + grain, shade, line * 0.7)
    if thick > 50:
        for t, y in ((0.4, 0.1), (0.72, 0.25)):
            x, h = t * length, get_half_width(t)
            body += pen.ellipse(x, y * h, h * 0.42, h * 0.32, shade, INK, line * 0.8)
            body += pen.ellipse(x, y * h, h * 0.27, h * 0.2, TAN, INK, line * 0.6)
            body += pen.ellipse(x, y * h, h * 0.1, h * 0.07, "none", BROWN, line * 0.5)
    body += pen.ellipse(length + thick * 0.1, 0, thick * 0.2, thick * 0.46, TAN, INK, line * 0.8)
    return body + pen.ellipse(length + thick * 0.1, 0, thick * 0.07, thick * 0.2, "none", BROWN, line * 0.5)

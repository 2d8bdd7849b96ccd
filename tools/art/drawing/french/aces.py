"""The four aces: three with a fine inner line and a blossom, and the ornamental ace of spades."""

from math import pi

from ..emblems import FRENCH_PIP_PATHS
from ..palette import FINE_LINE_WIDTH, GOLD, GOLD_LIGHT, INK, THIN_LINE_WIDTH
from ..shapes import get_polar_point, make_petals_path
from ..svg import Pen, add_mirror_image, make_card, rotate_half_turn
from .indices import draw_corner_indices
from .pips import PIP_SCALE_BY_SUIT
from .styles import FrenchDeckStyle

CREAM_LINE_COLOR = "#fdf3da"
"""The color of ornament on the suit sign."""


def draw_ace(suit: str, style: FrenchDeckStyle) -> str:
    """Draw an ace: one large suit sign in the middle of the card."""
    color = style.colours[suit]
    body = (
        draw_ornamental_ace(color, 0.86 if style.has_large_indices else 1.0)
        if suit == "s"
        else draw_plain_ace(suit, color)
    )
    return make_card(draw_corner_indices("A", suit, style) + body, has_frame=False)


def draw_plain_ace(suit: str, color: str) -> str:
    """Draw a sign of one color with an inner line and a small blossom."""
    size = 52 * PIP_SCALE_BY_SUIT.get(suit, 1)
    middle = {"h": -0.14, "d": 0.0, "c": 0.02}[suit]
    body = Pen(110, 180, size).path(FRENCH_PIP_PATHS[suit], color, None)
    if suit == "c":
        for x, y in ((0, -0.56), (-0.55, 0.15), (0.55, 0.15)):
            body += Pen(110, 180, size).circle(x, y, 0.31, "none", CREAM_LINE_COLOR, FINE_LINE_WIDTH)
            body += Pen(110, 180, size).path(
                make_petals_path(x, y, 0.05, 0.22, 5, 1.1, -pi / 2), CREAM_LINE_COLOR, None
            )
    else:
        inner = Pen(110, 180 + middle * size * 0.22, size * 0.8)
        body += inner.path(FRENCH_PIP_PATHS[suit], "none", CREAM_LINE_COLOR, THIN_LINE_WIDTH)
    heart = Pen(110, 180 + middle * size, size)
    if suit != "c":
        body += heart.path(
            make_petals_path(0, 0, 0.08, 0.34, 8 if suit == "h" else 4, 0.8, -pi / 2), CREAM_LINE_COLOR, None
        )
    return body + heart.circle(0, 0, 0.07, CREAM_LINE_COLOR, None)


def draw_ornamental_ace(color: str, scale: float) -> str:
    """Draw an engraved spade with rosette, scrolls and lily, between two flourishes."""
    size = 70 * scale
    pen = Pen(110, 176, size)
    body = pen.path(FRENCH_PIP_PATHS["s"], color, None)
    rim = pen.line(
        "M0 -1.16 C.34 -.66 1.1 -.26 1.1 .29 C1.1 .68 .82 .9 .56 .9 C.44 .9 .36 .87 .28 .82", color, FINE_LINE_WIDTH
    )
    rim += pen.line(
        "M0 -.85 C.28 -.45 .88 -.14 .88 .29 C.88 .54 .7 .69 .52 .69 C.36 .69 .22 .6 .14 .46",
        CREAM_LINE_COLOR,
        FINE_LINE_WIDTH,
    )
    body += add_mirror_image(rim)
    # rosette
    cx, cy = 0.0, 0.26
    body += pen.path(make_petals_path(cx, cy, 0.1, 0.32, 12, 0.9), CREAM_LINE_COLOR, None)
    body += pen.circle(cx, cy, 0.15, GOLD, CREAM_LINE_COLOR, FINE_LINE_WIDTH) + pen.circle(cx, cy, 0.06, color, None)
    for i in range(12):
        x, y = get_polar_point(cx, cy, 0.38, pi * (i + 0.5) / 6)
        body += pen.circle(x, y, 0.022, GOLD_LIGHT, None)
    # scrolls at both sides and the lily above
    right = pen.line(
        "M.36 .46 C.5 .62 .78 .52 .76 .3 C.74 .1 .5 .1 .5 .27 C.5 .38 .64 .38 .63 .29",
        CREAM_LINE_COLOR,
        THIN_LINE_WIDTH,
    )
    right += pen.line("M.3 -.02 C.4 -.16 .58 -.14 .58 -.02 C.58 .06 .48 .06 .48 0", CREAM_LINE_COLOR, THIN_LINE_WIDTH)
    right += pen.line(
        "M.02 -.16 C.04 -.34 .26 -.36 .27 -.24 C.27 -.15 .17 -.15 .17 -.21", CREAM_LINE_COLOR, THIN_LINE_WIDTH
    )
    right += pen.circle(0.63, 0.44, 0.03, GOLD_LIGHT, None) + pen.circle(0.4, -0.06, 0.025, GOLD_LIGHT, None)
    body += add_mirror_image(right)
    body += pen.path("M0 -.16 C-.1 -.34 -.08 -.5 0 -.68 C.08 -.5 .1 -.34 0 -.16 Z", CREAM_LINE_COLOR, None)
    body += pen.path("M0 -.24 C-.04 -.36 -.03 -.44 0 -.52 C.03 -.44 .04 -.36 0 -.24 Z", GOLD, None)
    body += pen.path("M0 .66 L.05 .76 L0 .9 L-.05 .76 Z", CREAM_LINE_COLOR, None)
    # flourish below, and the same turned above
    scroll = Pen(110, 286, 0.8 if scale < 1 else 1.0)
    part = scroll.line("M2 0 C14 -14 34 -12 34 0 C34 8 24 8 24 1", INK, THIN_LINE_WIDTH)
    part += scroll.line("M30 -8 C40 -16 54 -14 62 -4", INK, FINE_LINE_WIDTH)
    part += scroll.path("M38 -12 C42 -20 50 -22 56 -18 C52 -14 44 -12 38 -12 Z", INK, None)
    part += scroll.path("M44 -12 C48 -6 54 -4 60 -6 C56 -12 50 -14 44 -12 Z", INK, None)
    part += scroll.circle(64, -2, 2, GOLD, INK, 1)
    ornament = add_mirror_image(part) + scroll.path("M0 -9 L6 0 L0 9 L-6 0 Z", GOLD, INK, FINE_LINE_WIDTH)
    return body + ornament + rotate_half_turn(ornament)

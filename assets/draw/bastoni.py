"""Bastoni: the knotty club, the leafy ace, the grotesque mask of the three, and the number cards."""

from math import atan2, degrees, hypot

from .palette import (
    BROWN,
    FINE,
    GREEN,
    GREEN_DARK,
    GREEN_LIGHT,
    INK,
    LINE,
    RED,
    TAN,
    THIN,
)
from .shapes import banner, flower, leaf, spray, tube
from .svg import CARD, Pen, card, half_turn, mirror

WOOD = GREEN


def club(
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    thin: float = 13,
    thick: float = 27,
    fill: str = WOOD,
    shade: str = GREEN_DARK,
    light: str = GREEN_LIGHT,
) -> str:
    """A knotty club from its thin end to its thick, sawn end."""
    length = hypot(x1 - x0, y1 - y0)
    pen = Pen(x0, y0, 1, degrees(atan2(y1 - y0, x1 - x0)))
    line = LINE if thick > 14 else max(1.3, thick * 0.17)

    def half(t: float) -> float:
        return (thin + (thick - thin) * t**0.8) / 2

    body = ""
    knots = ((0.2, -1), (0.38, 1), (0.56, -1), (0.76, 1))
    for t, side in knots:  # cut twigs behind the stem
        x, h = t * length, half(t)
        y = side * h * 0.7
        r = 0.42 * h + 2
        stub = f"M{x - r * 1.5} {y} L{x + r * 0.1} {y + side * r * 1.9} L{x + r * 1.7} {y + side * r * 1.25} L{x + r * 1.4} {y} Z"
        body += pen.path(stub, fill, INK, line * 0.9)
        ex, ey = x + r * 0.9, y + side * r * 1.6
        twig_end = Pen(*pen.at(ex, ey), 1, pen.turn - side * 22)
        body += twig_end.ellipse(0, 0, r * 0.85, r * 0.42, TAN, INK, line * 0.6)
    bumps = []
    widths = []
    for i in range(9):
        t = i / 8
        bumps.append((t * length, (1 if i % 2 else -1) * half(t) * 0.07))
        widths.append(half(t) * 2 * (1.07 if i % 2 else 0.95))
    body += pen.path(tube(bumps, widths, 0.35), fill, INK, line)
    # bark: a light streak and short dark nicks
    streak = "M" + " L".join(f"{t * length} {-half(t) * 0.45}" for t in (0.04, 0.3, 0.32, 0.6, 0.88))
    body += pen.line(streak, light, line * 0.8)
    for t, y in ((0.12, 0.3), (0.3, 0.35), (0.48, 0.1), (0.66, 0.4), (0.85, 0.2)):
        h = half(t)
        body += pen.line(f"M{t * length - h * 0.6} {y * h} Q{t * length} {y * h + h * 0.28} {t * length + h * 0.7} {y * h}", shade, line * 0.75)
    body += pen.ellipse(length + thick * 0.1, 0, thick * 0.2, thick * 0.46, TAN, INK, line * 0.8)
    return body + pen.ellipse(length + thick * 0.1, 0, thick * 0.07, thick * 0.2, "none", BROWN, line * 0.5)


def ace() -> str:
    body = club(74, 336, 132, 34, 26, 62)
    return card(body)


def two() -> str:
    body = club(46, 330, 174, 36, 16, 36) + club(174, 330, 46, 36, 16, 36)
    return card(body + banner(110, 196, 76, 20))


def _mask() -> str:
    return CARD.circle(110, 180, 48, TAN)


def three() -> str:
    body = club(110, 336, 110, 34, 14, 30)
    body += club(40, 326, 180, 40, 14, 30) + club(180, 326, 40, 40, 14, 30)
    return card(body + _mask())


def _pair(top: float, bottom: float, thin: float = 11, thick: float = 24) -> str:
    """Two clubs crossed between the given heights, thick ends up."""
    return club(34, bottom, 178, top, thin, thick) + club(186, bottom, 42, top, thin, thick)


def four() -> str:
    body = _pair(36, 164) + half_turn(_pair(36, 164))
    return card(body)


def _across() -> str:
    return club(26, 180, 186, 180, 11, 22)


def five() -> str:
    pair = _pair(32, 142)
    return card(pair + half_turn(pair) + _across())


def _sheaf(top: float, bottom: float) -> str:
    return club(110, bottom + 4, 110, top - 2, 10, 21) + club(40, bottom, 172, top, 10, 21) + club(180, bottom, 48, top, 10, 21)


def six() -> str:
    sheaf = _sheaf(38, 164)
    return card(sheaf + half_turn(sheaf))


def seven() -> str:
    sheaf = _sheaf(34, 148)
    return card(sheaf + half_turn(sheaf) + _across())


CARDS = {"A": ace, "2": two, "3": three, "4": four, "5": five, "6": six, "7": seven}
_UNUSED = (FINE, RED, THIN, flower, leaf, spray, mirror)

"""Spade: the straight sword, the ace held by a winged child, and the number cards."""

from .palette import (
    BLUE,
    BLUE_LIGHT,
    FINE,
    GOLD,
    INK,
    LINE,
    RED,
    RED_DARK,
    STEEL,
    STEEL_DARK,
    STEEL_LIGHT,
    THIN,
)
from .shapes import banner, flower, leaf, spray
from .svg import CARD, Pen, card, half_turn, mirror


def sword(
    cx: float, cy: float, length: float, turn: float = 0, width: float = 0, grip: str = RED, blade: str = STEEL
) -> str:
    """A straight sword, point up before turning, centred on (cx, cy); width 0 fits it to the length."""
    pen = Pen(cx, cy, 1, turn)
    half = (width or max(9.0, length * 0.085)) / 2
    line = LINE if length > 90 else max(1.3, length / 32)
    top, bottom = -length / 2, length / 2
    handle = min(length * 0.24, 46 + half)
    guard = bottom - handle
    span = min(length * 0.16, half * 4.2)
    body = pen.path(
        f"M{-half} {guard} L{-half * 0.82} {top + half * 2.6} L0 {top} L{half * 0.82} {top + half * 2.6} L{half} {guard} Z",
        STEEL_LIGHT,
        INK,
        line,
    )
    body += pen.path(f"M0 {guard} L0 {top + half} L{half * 0.62} {top + half * 2.8} L{half * 0.7} {guard} Z", blade, None)
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


def _putto() -> str:
    """A winged child standing behind the sword's hilt, hugging it with both hands."""
    return ""


def ace() -> str:
    body = sword(110, 172, 316, 0, 24)
    body += mirror(spray(((100, 318), (82, 326), (62, 322), (44, 328), (30, 316)), 20))
    return card(body + banner(110, 150, 130, 22))


def two() -> str:
    body = sword(56, 180, 300, 0, 18) + sword(164, 180, 300, 0, 18, BLUE)
    vine = spray(((110, 162), (110, 140), (110, 118), (110, 98), (110, 80)), 22)
    return card(body + vine + half_turn(vine) + flower(110, 180, 18))


def three() -> str:
    body = sword(50, 190, 270, 0, 17) + sword(170, 190, 270, 0, 17)
    return card(body + sword(110, 180, 316, 0, 20, BLUE))


def _column(x: float, length: float, grip: str = RED) -> str:
    """Two swords above each other, points outwards."""
    middle = 24 + length / 2
    return sword(x, middle, length, 0, 0, grip) + sword(x, 360 - middle, length, 180, 0, grip)


def four() -> str:
    body = _column(54, 148) + _column(166, 148)
    vine = spray(((110, 164), (110, 142), (110, 120), (110, 100), (110, 82)), 22)
    return card(body + vine + half_turn(vine) + flower(110, 180, 19))


def five() -> str:
    return card(_column(50, 148) + _column(170, 148) + sword(110, 180, 190, 0, 16, BLUE))


def six() -> str:
    return card(_column(46, 150) + _column(110, 150, BLUE) + _column(174, 150))


def seven() -> str:
    body = _column(46, 138) + _column(110, 138, BLUE) + _column(174, 138)
    return card(body + sword(110, 180, 180, 90, 12))


CARDS = {"A": ace, "2": two, "3": three, "4": four, "5": five, "6": six, "7": seven}
_UNUSED = (BLUE_LIGHT, FINE, RED_DARK, THIN, CARD, leaf)

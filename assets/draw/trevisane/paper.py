"""The face of a Trevisane card: its notched frame, its corner signs, and the divided courts."""

from ..palette import BLUE, FINE, GOLD, GOLD_DARK, GREEN, INK, PAPER_EDGE, RED, RED_DARK, STEEL, WHITE
from ..svg import CARD, HEIGHT, WIDTH, Pen, document, half_turn, rect
from .lettering import sign
from .signs import baton, goblet, star_coin

SUIT_COLOURS = {"d": GOLD, "h": RED, "s": BLUE, "c": GREEN}
NOTCH, DEEP = 36, 44


def _frame(deep: float) -> str:
    """A double line with the upper left and the lower right corner cut out for the signs."""
    body = ""
    for inset, stroke, width in ((8, RED_DARK, 1.8), (11.5, GOLD_DARK, 1.1)):
        a, b = inset, WIDTH - inset
        top, bottom = inset, HEIGHT - inset
        x, y = NOTCH - 8 + inset, deep - 8 + inset
        d = f"M{x} {top} L{b} {top} L{b} {HEIGHT - y} L{WIDTH - x} {HEIGHT - y} L{WIDTH - x} {bottom} "
        d += f"L{a} {bottom} L{a} {y} L{x} {y} Z"
        body += CARD.path(d, "none", stroke, width)
    return body


def emblem(suit: str, x: float, y: float, size: float) -> str:
    """A small suit sign about two sizes high, without gradients, for corners."""
    if suit == "d":
        return star_coin(x, y, size, RED, BLUE)
    if suit == "h":
        return goblet(x, y, size * 0.78)
    if suit == "s":
        pen = Pen(x, y, size)
        blade = "M-.5 .62 C.1 .3 .3 -.3 -.1 -1.2 C.9 -.7 .8 .6 -.28 .86 Z"
        body = pen.path(blade, STEEL, INK, 1.5) + pen.line("M-.5 .86 L-.95 1.15", RED, 3)
        return body + pen.line("M-.78 .46 L-.1 1.14", INK, 3.4) + pen.line("M-.74 .5 L-.14 1.1", GOLD, 1.7)
    return baton(x - size * 0.4, y + size * 0.6, x + size * 0.4, y - size * 0.6, size * 0.46, "green", 1.2)


def face(body: str, corner: str, suit: str = "") -> str:
    """A card: paper, frame, the drawing, and the sign in two corners (a suit's emblem below it if named)."""
    paper = rect(1, 1, WIDTH - 2, HEIGHT - 2, 14, "url(#paper)", PAPER_EDGE, 2)
    deep = DEEP + 24 if suit else DEEP
    mark = sign(corner, 24.5, 28, 25.5, INK, 4.6)
    if suit:
        mark += emblem(suit, 24.5, 55.5, 9.5)
    return document(paper + _frame(deep) + body + mark + half_turn(mark), WIDTH, HEIGHT)


def court(half: str, corner: str, suit: str, cloth: str, gem: str = WHITE) -> str:
    """A double-headed card: the upper half and its turned copy, a jewelled band between them.

    What the half draws below y = 180 is hidden only as far as the band reaches (y = 187).
    """
    band = CARD.path("M13 173 L207 173 L207 187 L13 187 Z", cloth, INK, 2.2)
    band += CARD.line("M14 176 L206 176 M14 184 L206 184", GOLD, 1.2)
    for i in range(9):
        x = 22 + 22 * i
        band += CARD.path(f"M{x} 175.5 L{x + 6} 180 L{x} 184.5 L{x - 6} 180 Z", gem if i % 2 else GOLD, INK, FINE * 0.8)
    return face(half + half_turn(half) + band, corner, suit)

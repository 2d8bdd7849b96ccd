"""The face of a Trevisane card: its notched frame, its corner signs, and the divided courts."""

from ..palette import BLUE, BLUE_LIGHT, FINE_LINE_WIDTH, GOLD, GOLD_DARK, GREEN, INK, PAPER_EDGE, RED, RED_DARK, WHITE
from ..svg import CARD_HEIGHT, CARD_PEN, CARD_WIDTH, Pen, draw_rect, make_document, rotate_half_turn
from .lettering import draw_corner_sign

SUIT_COLORS = {"d": GOLD, "h": RED, "s": BLUE, "c": GREEN}
NOTCH_WIDTH, NOTCH_DEPTH = 36, 74


def _draw_frame() -> str:
    """Draw a double line that leaves the upper left and the lower right corner free for the signs."""
    body = ""
    for inset, stroke, width in ((8, RED_DARK, 1.8), (11.5, GOLD_DARK, 1.1)):
        a, b = inset, CARD_WIDTH - inset
        top, bottom = inset, CARD_HEIGHT - inset
        x, y = NOTCH_WIDTH - 8 + inset, NOTCH_DEPTH - 8 + inset
        d = f"M{x} {top} L{b} {top} L{b} {CARD_HEIGHT - y} L{CARD_WIDTH - x} {CARD_HEIGHT - y} "
        d += f"L{CARD_WIDTH - x} {bottom} L{a} {bottom} L{a} {y} L{x} {y} Z"
        body += CARD_PEN.path(d, "none", stroke, width)
    return body


def draw_emblem(suit: str, x: float, y: float, size: float) -> str:
    """Draw a small suit sign of a few bold strokes for corners, about two sizes high."""
    pen = Pen(x, y, size)
    if suit == "d":
        coin = pen.circle(0, 0, 1, GOLD, INK, 2) + pen.circle(0, 0, 0.58, RED, INK, 1.6)
        return coin + pen.circle(0, 0, 0.22, WHITE, None)
    if suit == "h":
        foot = "M-.62 1.1 C-.5 .84 -.16 .86 -.13 .6 L-.13 .2 L.13 .2 L.13 .6 C.16 .86 .5 .84 .62 1.1 Z"
        bowl = "M-.82 -1 C-.78 -.2 -.6 .3 0 .34 C.6 .3 .78 -.2 .82 -1 Z"
        cup = pen.path(foot, GOLD, INK, 1.8) + pen.path(bowl, RED, INK, 2)
        return cup + pen.path("M-.82 -1 L.82 -1 L.77 -.6 L-.77 -.6 Z", GOLD, INK, 1.4)
    if suit == "s":
        blade = "M-.62 .5 C.05 .2 .2 -.4 -.2 -1.15 C1.05 -.7 .95 .6 -.26 .86 Z"
        body = pen.path(blade, BLUE_LIGHT, INK, 1.9) + pen.line("M-.5 .74 L-.86 1.08", RED, 4)
        return body + pen.line("M-.86 .36 L-.1 1.16", INK, 4.6) + pen.line("M-.8 .42 L-.16 1.1", GOLD, 2.4)
    body = pen.line("M-.6 .8 L.6 -.8", INK, 8.4) + pen.line("M-.6 .8 L.6 -.8", GREEN, 4.6)
    for side in (-1, 1):
        body += pen.line(f"M{side * 0.52} {side * -0.7} L{side * 0.7} {side * -0.94}", INK, 11.6)
        body += pen.line(f"M{side * 0.52} {side * -0.7} L{side * 0.7} {side * -0.94}", GOLD, 7.6)
    return body


def draw_face(body: str, corner: str, suit: str) -> str:
    """Return a card as SVG: paper, frame, ``body``, and the rank above the emblem of its suit in two corners."""
    paper = draw_rect(1, 1, CARD_WIDTH - 2, CARD_HEIGHT - 2, 14, "url(#paper)", PAPER_EDGE, 2)
    mark = draw_corner_sign(corner, 24.5, 27, 25.5, INK, 4.8) + draw_emblem(suit, 24.5, 57, 11.5)
    return make_document(paper + _draw_frame() + body + mark + rotate_half_turn(mark), CARD_WIDTH, CARD_HEIGHT)


def draw_court_card(half: str, corner: str, suit: str, cloth: str, gem: str = WHITE) -> str:
    """Return a double-headed card as SVG: the upper half and its turned copy, with a jewelled band between them.

    The band hides drawings of the half below y = 180 only to y = 189.
    """
    band = CARD_PEN.path("M13 171 L207 171 L207 189 L13 189 Z", cloth, INK, 2.2)
    band += CARD_PEN.line("M14 174.6 L206 174.6 M14 185.4 L206 185.4", GOLD, 1.3)
    for i in range(9):
        x = 22 + 22 * i
        band += CARD_PEN.path(
            f"M{x} 175.5 L{x + 6} 180 L{x} 184.5 L{x - 6} 180 Z", gem if i % 2 else GOLD, INK, FINE_LINE_WIDTH * 0.8
        )
    return draw_face(half + rotate_half_turn(half) + band, corner, suit)

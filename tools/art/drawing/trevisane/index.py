"""Corner indices: a finished card drawn again with its rank and suit on white tabs, for beginners and tight fans."""

import re
from collections.abc import Callable, Mapping
from functools import partial

from ..emblems import cup, sword
from ..palette import BLUE_DARK, GOLD, GREEN, INK, RED, TAN, WHITE
from ..shapes import tube
from ..svg import CARD, HEIGHT, WIDTH, Pen, document, half_turn, rect
from .lettering import sign

LETTERS = {"J": "F", "Q": "C", "K": "R"}
"""Fante, cavallo, re; the other ranks show their own numeral, the ace its A."""

Drawing = Callable[[], str]

_DOCUMENT = re.compile(r"<svg[^>]*>(?:<defs>.*?</defs>)?(.*)</svg>\n", re.DOTALL)


def _emblem(suit: str, x: float, y: float) -> str:
    if suit == "d":
        pen = Pen(x, y, 11.5)
        body = pen.circle(0, 0, 1, GOLD, INK, 1.8) + pen.circle(0, 0, 0.56, RED, INK, 1.4)
        return body + pen.circle(0, 0, 0.2, WHITE, None)
    if suit == "h":
        return cup(x, y + 1, 12)
    if suit == "s":
        return sword(x, y, 31, 40, 5.5, RED)
    body = CARD.path(tube(((x - 8, y + 10), (x - 1, y + 1), (x + 7, y - 9)), (5, 7.5, 11), 0.6), GREEN, INK, 1.8)
    body += CARD.line(f"M{x - 1} {y + 2} L{x - 7} {y} M{x + 1} {y} L{x + 6} {y + 4}", INK, 5.4)
    body += CARD.line(f"M{x - 2} {y + 1.6} L{x - 6.4} {y + 0.2} M{x + 1.5} {y + 0.6} L{x + 5.6} {y + 3.8}", GREEN, 2.6)
    return body + Pen(x + 7.6, y - 9.6, 1, 40).ellipse(0, 0, 4.6, 2.6, TAN, INK, 1.2)


def _tab(rank: str, suit: str) -> str:
    body = rect(4.5, 4.5, 36, 61, 11, WHITE, BLUE_DARK, 1.8)
    return body + sign(LETTERS.get(rank, rank), 22.5, 23.5, 25, INK, 4.6) + _emblem(suit, 22.5, 51)


def with_index(drawing: Drawing, rank: str, suit: str) -> str:
    """The card with a tab in the upper left and, turned round, in the lower right corner."""
    found = _DOCUMENT.fullmatch(drawing())
    if not found:
        raise ValueError("not a drawing of this package")
    tab = _tab(rank, suit)
    return document(found[1] + tab + half_turn(tab), WIDTH, HEIGHT)


def indexed(deck: Mapping[str, Drawing]) -> dict[str, Drawing]:
    """A whole deck (card name: rank, then suit letter) with corner indices."""
    return {name: partial(with_index, drawing, name[:-1], name[-1]) for name, drawing in deck.items()}

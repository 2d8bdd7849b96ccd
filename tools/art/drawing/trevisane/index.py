"""Corner indices: cards with rank and suit on white tabs, for beginners and for narrow fans."""

import re
from collections.abc import Callable, Mapping
from functools import partial

from ..emblems import draw_cup, draw_sword
from ..palette import BLUE_DARK, GOLD, GREEN, INK, RED, TAN, WHITE
from ..shapes import make_tube_path
from ..svg import CARD_HEIGHT, CARD_PEN, CARD_WIDTH, Pen, draw_rect, make_document, rotate_half_turn
from .lettering import draw_corner_sign

LETTERS_BY_LANGUAGE = {
    "it": {"J": "F", "Q": "C", "K": "R"},
    "en": {"J": "J", "Q": "N", "K": "K"},
    "fr": {"J": "V", "Q": "C", "K": "R"},
}
"""The letters of jack, knight and king, in Italian fante, cavallo and re; the other ranks have their numeral."""

DrawFunction = Callable[[], str]

_DOCUMENT_PATTERN = re.compile(r"<svg[^>]*>(?:<defs>.*?</defs>)?(.*)</svg>\n", re.DOTALL)


def _draw_emblem(suit: str, x: float, y: float) -> str:
    if suit == "d":
        pen = Pen(x, y, 11.5)
        body = pen.circle(0, 0, 1, GOLD, INK, 1.8) + pen.circle(0, 0, 0.56, RED, INK, 1.4)
        return body + pen.circle(0, 0, 0.2, WHITE, None)
    if suit == "h":
        return draw_cup(x, y + 1, 12)
    if suit == "s":
        return draw_sword(x, y, 31, 40, 5.5, RED)
    body = CARD_PEN.path(
        make_tube_path(((x - 8, y + 10), (x - 1, y + 1), (x + 7, y - 9)), (5, 7.5, 11), 0.6), GREEN, INK, 1.8
    )
    body += CARD_PEN.line(f"M{x - 1} {y + 2} L{x - 7} {y} M{x + 1} {y} L{x + 6} {y + 4}", INK, 5.4)
    body += CARD_PEN.line(
        f"M{x - 2} {y + 1.6} L{x - 6.4} {y + 0.2} M{x + 1.5} {y + 0.6} L{x + 5.6} {y + 3.8}", GREEN, 2.6
    )
    return body + Pen(x + 7.6, y - 9.6, 1, 40).ellipse(0, 0, 4.6, 2.6, TAN, INK, 1.2)


def _draw_tab(sign: str, suit: str) -> str:
    body = draw_rect(4.5, 4.5, 36, 61, 11, WHITE, BLUE_DARK, 1.8)
    return body + draw_corner_sign(sign, 22.5, 23.5, 25, INK, 4.6) + _draw_emblem(suit, 22.5, 51)


def add_index(drawing: DrawFunction, sign: str, suit: str) -> str:
    """Return the drawing of the card with a tab in the upper left corner and, turned, in the lower right one.

    Raise ValueError if ``drawing`` does not return a document of this package.
    """
    match = _DOCUMENT_PATTERN.fullmatch(drawing())
    if not match:
        raise ValueError("not a drawing of this package")
    tab = _draw_tab(sign, suit)
    return make_document(match[1] + tab + rotate_half_turn(tab), CARD_WIDTH, CARD_HEIGHT)


def add_indices(deck: Mapping[str, DrawFunction], language: str) -> dict[str, DrawFunction]:
    """Return the drawings of a deck, by card name, with the corner indices of a language."""
    letters = LETTERS_BY_LANGUAGE[language]
    return {
        name: partial(add_index, drawing, letters.get(name[:-1], name[:-1]), name[-1]) for name, drawing in deck.items()
    }

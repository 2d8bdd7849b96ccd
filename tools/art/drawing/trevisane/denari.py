"""Denari: star coins, and the ace with the sun of fortune and its motto."""

from math import pi

from ..heads import face as head_face
from ..palette import (
    BLUE,
    FINE,
    GOLD,
    GOLD_DARK,
    GREEN,
    INK,
    LINE,
    ORANGE,
    RED,
    RED_DARK,
    THIN,
    WHITE,
)
from ..shapes import flower, leaf, polar, spray, star
from ..svg import CARD, Pen, half_turn, mirror
from .paper import face
from .signs import ribbon, star_coin


def ace() -> str:
    """The great coin with the face of Fortune, blindfolded, between two ribbons."""
    cx, cy, r = 110, 180, 84
    body = CARD.circle(cx, cy, r, "url(#gold)", INK, LINE * 1.1)
    for i in range(28):
        x, y = polar(cx, cy, r * 0.92, 2 * pi * i / 28)
        body += CARD.circle(x, y, 3, GOLD_DARK, None)
    body += CARD.circle(cx, cy, r * 0.84, RED, INK, THIN * 1.2)
    body += CARD.path(star(cx, cy, r * 0.82, r * 0.56, 16), GOLD, INK, THIN)
    body += CARD.circle(cx, cy, r * 0.56, BLUE, INK, LINE * 0.9)
    for i in range(16):
        x, y = polar(cx, cy, r * 0.69, 2 * pi * (i + 0.5) / 16 - pi / 2)
        body += CARD.circle(x, y, 2.4, WHITE, None)
    head = Pen(cx, cy + 4, 31)
    hair = (
        "M-.7 -.7 C-1.35 -.5 -1.2 .3 -1 .6 C-1.2 .9 -.9 1.2 -.6 "
        ".95 L.6 .95 C.9 1.2 1.2 .9 1 .6 C1.2 .3 1.35 -.5 .7 -.7 Z"
    )
    body += head.path(hair, ORANGE, INK, THIN * 1.2)
    body += head_face(head, 0, brow=RED_DARK, ears=False)
    body += head.path(
        "M-.76 -.2 C-.8 -.9 -.4 -1.1 0 -.82 C.4 -1.1 .8 -.9 .76 -.2 C1.1 -.8 .8 -1.35 0 -1.3 "
        "C-.8 -1.35 -1.1 -.8 -.76 -.2 Z",
        ORANGE,
        INK,
        THIN,
    )
    # the blindfold
    body += head.path("M-.82 -.24 Q0 -.02 .82 -.24 L.8 .14 Q0 .36 -.8 .14 Z", WHITE, INK, THIN)
    body += head.line("M-.72 -.05 Q0 .16 .72 -.05", BLUE, FINE)
    body += ribbon(((52, 74), (86, 57), (122, 52), (158, 57), (194, 74)), 25, "Non val saper", 13.5)
    body += ribbon(((26, 286), (62, 303), (98, 308), (134, 303), (168, 286)), 24, "a chi ha fortuna contra", 11.2)
    twig = leaf(110, 332, 22, 188) + leaf(110, 332, 22, -8) + flower(110, 332, 8, BLUE)
    top = leaf(110, 31, 22, 188) + leaf(110, 31, 22, -8) + flower(110, 31, 8, RED)
    return face(body + twig + top, "A", "d")


def two() -> str:
    vine = spray(((110, 180), (86, 176), (66, 180), (46, 176)), 17)
    body = star_coin(110, 99, 63, RED, BLUE) + star_coin(110, 261, 63, BLUE, RED)
    return face(body + mirror(vine) + flower(110, 180, 14, GOLD, RED), "2", "d")


def three() -> str:
    body = star_coin(110, 68, 46, RED, BLUE) + star_coin(110, 180, 46, GREEN, RED) + star_coin(110, 292, 46, BLUE, RED)
    side = spray(((40, 232), (32, 206), (34, 180), (32, 154), (40, 128)), 17)
    return face(body + mirror(side), "3", "d")


def four() -> str:
    body = star_coin(66, 103, 38, RED, BLUE) + star_coin(154, 103, 38, BLUE, RED)
    body += star_coin(66, 257, 38, BLUE, RED) + star_coin(154, 257, 38, RED, BLUE)
    vine = spray(((110, 180), (86, 176), (66, 181), (44, 176)), 18)
    return face(body + mirror(vine) + flower(110, 180, 18, RED), "4", "d")


def five() -> str:
    body = star_coin(68, 95, 35, RED, BLUE) + star_coin(152, 95, 35, RED, BLUE)
    body += star_coin(68, 265, 35, RED, BLUE) + star_coin(152, 265, 35, RED, BLUE)
    return face(body + star_coin(110, 180, 46, BLUE, RED), "5", "d")


def six() -> str:
    body = ""
    for y, ray, heart in ((90, RED, BLUE), (180, BLUE, RED), (270, RED, BLUE)):
        body += star_coin(69, y, 36, ray, heart) + star_coin(151, y, 36, ray, heart)
    return face(body, "6", "d")


def seven() -> str:
    row = star_coin(72, 94, 35, RED, BLUE) + star_coin(148, 94, 35, RED, BLUE)
    body = row + half_turn(row)
    for x, ray in ((46, GREEN), (110, BLUE), (174, GREEN)):
        body += star_coin(x, 180, 28, ray, RED)
    bud = flower(110, 58, 9, BLUE) + leaf(110, 68, 20, 90)
    return face(body + bud + half_turn(bud), "7", "d")


CARDS = {"A": ace, "2": two, "3": three, "4": four, "5": five, "6": six, "7": seven}

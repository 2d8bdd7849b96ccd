"""Denari: star coins, and the ace with the sun of fortune and its motto."""

from math import pi

from ..heads import draw_face as head_face
from ..palette import (
    BLUE,
    FINE_LINE_WIDTH,
    GOLD,
    GOLD_DARK,
    GREEN,
    INK,
    LINE_WIDTH,
    ORANGE,
    RED,
    RED_DARK,
    THIN_LINE_WIDTH,
    WHITE,
)
from ..shapes import draw_flower, draw_leaf, draw_spray, get_polar_point, make_star_path
from ..svg import CARD_PEN, Pen, add_mirror_image, rotate_half_turn
from .paper import draw_face
from .signs import draw_ribbon, draw_star_coin


def draw_ace() -> str:
    """Draw the great coin with the blindfolded face of Fortune, between two ribbons."""
    cx, cy, r = 110, 180, 84
    body = CARD_PEN.circle(cx, cy, r, "url(#gold)", INK, LINE_WIDTH * 1.1)
    for i in range(28):
        x, y = get_polar_point(cx, cy, r * 0.92, 2 * pi * i / 28)
        body += CARD_PEN.circle(x, y, 3, GOLD_DARK, None)
    body += CARD_PEN.circle(cx, cy, r * 0.84, RED, INK, THIN_LINE_WIDTH * 1.2)
    body += CARD_PEN.path(make_star_path(cx, cy, r * 0.82, r * 0.56, 16), GOLD, INK, THIN_LINE_WIDTH)
    body += CARD_PEN.circle(cx, cy, r * 0.56, BLUE, INK, LINE_WIDTH * 0.9)
    for i in range(16):
        x, y = get_polar_point(cx, cy, r * 0.69, 2 * pi * (i + 0.5) / 16 - pi / 2)
        body += CARD_PEN.circle(x, y, 2.4, WHITE, None)
    head = Pen(cx, cy + 4, 31)
    hair = (
        "M-.7 -.7 C-1.35 -.5 -1.2 .3 -1 .6 C-1.2 .9 -.9 1.2 -.6 "
        ".95 L.6 .95 C.9 1.2 1.2 .9 1 .6 C1.2 .3 1.35 -.5 .7 -.7 Z"
    )
    body += head.path(hair, ORANGE, INK, THIN_LINE_WIDTH * 1.2)
    body += head_face(head, 0, brow=RED_DARK, ears=False)
    body += head.path(
        "M-.76 -.2 C-.8 -.9 -.4 -1.1 0 -.82 C.4 -1.1 .8 -.9 .76 -.2 C1.1 -.8 .8 -1.35 0 -1.3 "
        "C-.8 -1.35 -1.1 -.8 -.76 -.2 Z",
        ORANGE,
        INK,
        THIN_LINE_WIDTH,
    )
    # the blindfold
    body += head.path("M-.82 -.24 Q0 -.02 .82 -.24 L.8 .14 Q0 .36 -.8 .14 Z", WHITE, INK, THIN_LINE_WIDTH)
    body += head.line("M-.72 -.05 Q0 .16 .72 -.05", BLUE, FINE_LINE_WIDTH)
    body += draw_ribbon(((52, 74), (86, 57), (122, 52), (158, 57), (194, 74)), 25, "Non val saper", 13.5)
    body += draw_ribbon(((26, 286), (62, 303), (98, 308), (134, 303), (168, 286)), 24, "a chi ha fortuna contra", 11.2)
    twig = draw_leaf(110, 332, 22, 188) + draw_leaf(110, 332, 22, -8) + draw_flower(110, 332, 8, BLUE)
    top = draw_leaf(110, 31, 22, 188) + draw_leaf(110, 31, 22, -8) + draw_flower(110, 31, 8, RED)
    return draw_face(body + twig + top, "A", "d")


def draw_two() -> str:
    vine = draw_spray(((110, 180), (86, 176), (66, 180), (46, 176)), 17)
    body = draw_star_coin(110, 99, 63, RED, BLUE) + draw_star_coin(110, 261, 63, BLUE, RED)
    return draw_face(body + add_mirror_image(vine) + draw_flower(110, 180, 14, GOLD, RED), "2", "d")


def draw_three() -> str:
    body = (
        draw_star_coin(110, 68, 46, RED, BLUE)
        + draw_star_coin(110, 180, 46, GREEN, RED)
        + draw_star_coin(110, 292, 46, BLUE, RED)
    )
    side = draw_spray(((40, 232), (32, 206), (34, 180), (32, 154), (40, 128)), 17)
    return draw_face(body + add_mirror_image(side), "3", "d")


def draw_four() -> str:
    body = draw_star_coin(66, 103, 38, RED, BLUE) + draw_star_coin(154, 103, 38, BLUE, RED)
    body += draw_star_coin(66, 257, 38, BLUE, RED) + draw_star_coin(154, 257, 38, RED, BLUE)
    vine = draw_spray(((110, 180), (86, 176), (66, 181), (44, 176)), 18)
    return draw_face(body + add_mirror_image(vine) + draw_flower(110, 180, 18, RED), "4", "d")


def draw_five() -> str:
    body = draw_star_coin(68, 95, 35, RED, BLUE) + draw_star_coin(152, 95, 35, RED, BLUE)
    body += draw_star_coin(68, 265, 35, RED, BLUE) + draw_star_coin(152, 265, 35, RED, BLUE)
    return draw_face(body + draw_star_coin(110, 180, 46, BLUE, RED), "5", "d")


def draw_six() -> str:
    body = ""
    for y, ray, heart in ((90, RED, BLUE), (180, BLUE, RED), (270, RED, BLUE)):
        body += draw_star_coin(69, y, 36, ray, heart) + draw_star_coin(151, y, 36, ray, heart)
    return draw_face(body, "6", "d")


def draw_seven() -> str:
    row = draw_star_coin(72, 94, 35, RED, BLUE) + draw_star_coin(148, 94, 35, RED, BLUE)
    body = row + rotate_half_turn(row)
    for x, ray in ((46, GREEN), (110, BLUE), (174, GREEN)):
        body += draw_star_coin(x, 180, 28, ray, RED)
    bud = draw_flower(110, 58, 9, BLUE) + draw_leaf(110, 68, 20, 90)
    return draw_face(body + bud + rotate_half_turn(bud), "7", "d")


CARDS = {"A": draw_ace, "2": draw_two, "3": draw_three, "4": draw_four, "5": draw_five, "6": draw_six, "7": draw_seven}

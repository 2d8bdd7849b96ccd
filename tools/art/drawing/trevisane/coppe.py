"""Coppe: tall gold goblets, half of them upside down, and the ace's covered fountain cup."""

from ..palette import (
    BLUE,
    FINE_LINE_WIDTH,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    GREEN,
    INK,
    LINE_WIDTH,
    RED,
    RED_DARK,
    THIN_LINE_WIDTH,
    WHITE,
)
from ..shapes import draw_flower, draw_leaf, draw_spray
from ..svg import CARD_PEN, Pen, add_mirror_image, rotate_half_turn
from .paper import draw_face
from .signs import draw_goblet, draw_ribbon


def draw_ace() -> str:
    """Draw a covered cup with two dolphin handles; the motto is on two ribbons."""
    pen = Pen(110, 154, 0.9)
    handle = "M-50 -54 C-92 -66 -96 -10 -66 0 C-54 4 -46 -4 -50 -14 C-58 -8 -70 -14 -68 -28 C-66 -40 -56 -36 -50 -30 Z"
    body = add_mirror_image(
        CARD_PEN.path(pen.transform_path(handle), GOLD, INK, LINE_WIDTH) + pen.circle(-66, -36, 2.2, INK, None)
    )
    foot = "M-58 114 C-56 92 -18 96 -13 66 L-10 28 L10 28 L13 66 C18 96 56 92 58 114 Q0 126 -58 114 Z"
    body += pen.path(foot, "url(#goldbar)", INK, LINE_WIDTH)
    body += pen.line("M-50 105 Q0 116 50 105", GOLD_DARK, THIN_LINE_WIDTH) + pen.line(
        "M-30 94 Q0 100 30 94", RED, LINE_WIDTH
    )
    body += pen.path("M-25 54 C-25 38 25 38 25 54 C25 70 -25 70 -25 54 Z", BLUE, INK, LINE_WIDTH * 0.9)
    for x in (-14, 0, 14):
        body += pen.circle(x, 54, 3.6, GOLD_LIGHT, INK, 1)
    bowl = "M-58 -62 C-58 0 -44 32 0 36 C44 32 58 0 58 -62 Z"
    body += pen.path(bowl, "url(#gold)", INK, LINE_WIDTH)
    body += pen.path("M-15 -28 L15 -28 C16 2 10 22 0 30 C-10 22 -16 2 -15 -28 Z", RED, INK, THIN_LINE_WIDTH)
    for side in (-1, 1):
        d = f"M{side * 22} -28 L{side * 36} -28 C{side * 36} -2 {side * 30} 16 {side * 15} 26 "
        body += pen.path(d + f"C{side * 22} 10 {side * 24} -8 {side * 22} -28 Z", BLUE, INK, THIN_LINE_WIDTH)
        d = f"M{side * 42} -28 L{side * 54} -28 C{side * 52} -8 {side * 48} 4 {side * 38} 14 "
        body += pen.path(d + f"C{side * 42} 0 {side * 43} -12 {side * 42} -28 Z", RED, INK, THIN_LINE_WIDTH)
    body += pen.path("M-57 -56 Q0 -42 57 -56 L56 -34 Q0 -20 -56 -34 Z", WHITE, INK, THIN_LINE_WIDTH * 1.1)
    for i, along in enumerate((-44.0, -29.0, -14.7, 0, 14.7, 29, 44)):
        drop = 11 * (1 - (along / 57) ** 2) * 0.64
        body += pen.circle(along, -45 + drop, 4.4, (RED, BLUE)[i % 2], INK, FINE_LINE_WIDTH)
    lid = "M-62 -60 C-60 -96 -28 -98 -12 -112 L12 -112 C28 -98 60 -96 62 -60 Q0 -46 -62 -60 Z"
    body += pen.path(lid, "url(#goldbar)", INK, LINE_WIDTH)
    body += pen.line("M-54 -68 Q0 -54 54 -68", RED, LINE_WIDTH) + pen.line(
        "M-26 -99 Q0 -92 26 -99", RED_DARK, THIN_LINE_WIDTH
    )
    body += pen.path("M-9 -112 C-16 -124 -8 -136 0 -142 C8 -136 16 -124 9 -112 Z", RED, INK, LINE_WIDTH * 0.9)
    body += pen.line("M0 -114 L0 -128", GOLD_LIGHT, THIN_LINE_WIDTH)
    body += add_mirror_image(draw_leaf(72, 34, 24, 200) + draw_leaf(82, 44, 20, 160))
    body += draw_ribbon(((40, 264), (76, 274), (110, 277), (144, 274), (180, 264)), 24, "Per un punto", 13)
    body += draw_ribbon(((28, 294), (62, 306), (97, 309), (132, 306), (166, 294)), 22, "Martin perse la cappa", 11.2)
    return draw_face(body, "A", "h")


def draw_two() -> str:
    vine = draw_spray(((110, 180), (86, 176), (66, 181), (42, 176)), 18)
    cup = draw_goblet(110, 96, 49)
    return draw_face(
        cup + draw_goblet(110, 264, 49, 180, RED, BLUE) + add_mirror_image(vine) + draw_flower(110, 180, 16, RED),
        "2",
        "h",
    )


def draw_three() -> str:
    body = draw_goblet(110, 82, 38, 0, RED, BLUE)
    body += draw_goblet(60, 230, 40) + draw_goblet(160, 230, 40)
    vine = draw_spray(((110, 322), (110, 296), (110, 272), (110, 252)), 19)
    side = draw_spray(((166, 70), (172, 94), (166, 118), (170, 140)), 16)
    return draw_face(body + add_mirror_image(side) + vine + draw_flower(110, 322, 12, BLUE), "3", "h")


def draw_four() -> str:
    row = draw_goblet(70, 102, 38) + draw_goblet(150, 102, 38)
    vine = draw_spray(((110, 164), (110, 140), (110, 116), (110, 92)), 19)
    side = draw_spray(((92, 180), (70, 178), (46, 182)), 16)
    return draw_face(
        row
        + rotate_half_turn(row)
        + vine
        + rotate_half_turn(vine)
        + add_mirror_image(side)
        + draw_flower(110, 180, 17, BLUE),
        "4",
        "h",
    )


def draw_five() -> str:
    row = draw_goblet(67, 88, 34) + draw_goblet(153, 88, 34)
    sprig = draw_spray(((60, 180), (46, 172), (34, 178)), 13)
    return draw_face(
        row + rotate_half_turn(row) + draw_goblet(110, 180, 38, 0, RED, BLUE) + add_mirror_image(sprig), "5", "h"
    )


def draw_six() -> str:
    row = draw_goblet(68, 80, 34) + draw_goblet(152, 80, 34)
    middle = draw_goblet(68, 180, 34, 0, RED, BLUE) + draw_goblet(152, 180, 34, 180, RED, BLUE)
    return draw_face(row + rotate_half_turn(row) + middle, "6", "h")


def draw_seven() -> str:
    row = draw_goblet(72, 78, 33) + draw_goblet(148, 78, 33)
    body = row + rotate_half_turn(row)
    for x, gem in ((46, RED), (110, GREEN), (174, RED)):
        body += draw_goblet(x, 180, 33, 0, gem, BLUE)
    return draw_face(body, "7", "h")


CARDS = {"A": draw_ace, "2": draw_two, "3": draw_three, "4": draw_four, "5": draw_five, "6": draw_six, "7": draw_seven}

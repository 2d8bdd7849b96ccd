"""Bastoni: straight turned batons in a lattice, and the ace's great staff with its motto."""

from ..figures import draw_fist
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
    THIN_LINE_WIDTH,
    WHITE,
)
from ..shapes import draw_flower, draw_leaf, draw_spray, make_petals_path
from ..svg import Pen, add_mirror_image
from .paper import draw_face
from .signs import draw_baton, draw_caps, draw_ribbon, make_rod
from .weave import draw_woven

RIGHT_BATON_COLORS, LEFT_BATON_COLORS = ("red", "flame"), ("green", "leaf")
"""The two alternating tones of each family, so that neighbors stay distinct on small cards."""


def draw_lattice(count: int, gap: float, width: float, middle: float = 0, stagger: float = 0) -> str:
    """Draw batons that lean to the right, interlaced with their mirror images, with all ends in even rows.

    ``gap``: from one end to the next; ``middle``: the width of a straight baton in the middle, 0 for none; ``stagger``:
    how much lower the second baton from the middle ends; for the outer ones it grows with the square.
    """
    first, second = [], []
    places = 2 * count + (1 if middle else 0)
    lean = (places - count) * gap
    for k in range(count):
        x = 110 + (k - (places - 1) / 2) * gap
        foot, head = 322 - (count - 1 - k) ** 2 * stagger, 38 + k**2 * stagger
        first.append(make_rod(x, foot, x + lean, head, width, RIGHT_BATON_COLORS[k % 2]))
        second.append(make_rod(220 - x, foot, 220 - x - lean, head, width, LEFT_BATON_COLORS[k % 2]))
    body = draw_woven(first, second, 60) + "".join(draw_caps(band) for band in (*first, *second))
    return body + draw_baton(110, 324, 110, 36, middle, "blue") if middle else body


def draw_ace() -> str:
    """Draw a hand with a lace cuff that holds a great knobbed staff upright, with ribbons."""
    pen = Pen(110, 180)
    body = add_mirror_image(draw_spray(((84, 262), (62, 236), (50, 204), (48, 172), (54, 140)), 22))
    shaft = "M-13 118 C-16 20 -20 -60 -26 -104 L26 -104 C20 -60 16 20 13 118 Z"
    body += pen.path(shaft, GREEN, INK, LINE_WIDTH)
    body += pen.path("M4 117 C8 20 12 -60 16 -103 L24 -103 C18 -60 14 20 11 117 Z", "#27633a", None)
    body += pen.line("M-7 100 C-8 20 -12 -50 -17 -96", "#86c46a", LINE_WIDTH)
    for y in (-84, -34, 20):
        w = 22 - (y + 84) * 0.06
        body += pen.path(
            f"M{-w - 3} {y} Q0 {y + 9} {w + 3} {y} L{w + 2} {y + 13} Q0 {y + 22} {-w - 2} {y + 13} Z",
            GOLD,
            INK,
            THIN_LINE_WIDTH * 1.2,
        )
        for x in (-0.5, 0, 0.5):
            body += pen.circle(x * w, y + 10.5 - abs(x) * 4, 2.8, RED, INK, 1)
    body += pen.path(
        "M-30 -102 C-40 -122 -24 -142 0 -142 C24 -142 40 -122 30 -102 Q0 -92 -30 -102 Z", "url(#gold)", INK, LINE_WIDTH
    )
    body += pen.path(make_petals_path(0, -120, 2, 17, 8, 0.9), RED, INK, FINE_LINE_WIDTH) + pen.circle(
        0, -120, 4.5, GOLD_LIGHT, INK, FINE_LINE_WIDTH
    )
    body += pen.line("M-28 -104 Q0 -95 28 -104", GOLD_DARK, LINE_WIDTH)
    # the hand, out of a lace cuff below
    body += pen.path(
        "M-34 132 C-40 116 -30 104 -22 112 C-18 102 -4 102 0 110 C4 102 18 102 22 112 C30 104 40 116 34 132 Z",
        WHITE,
        INK,
        THIN_LINE_WIDTH * 1.2,
    )
    body += draw_fist(110, 274, 20, 0, True)
    body += pen.path("M-36 140 L-32 120 Q0 130 32 120 L36 140 Z", "url(#redcloth)", INK, LINE_WIDTH)
    body += pen.line("M-33 128 Q0 138 33 128", GOLD, LINE_WIDTH)
    body += draw_ribbon(((34, 192), (72, 206), (110, 208), (148, 206), (186, 192)), 27, "Se ti perdi", 15)
    body += draw_ribbon(((34, 296), (66, 312), (99, 317), (132, 312), (164, 296)), 27, "tuo danno", 15)
    return draw_face(body + draw_flower(58, 132, 9, RED) + draw_flower(162, 132, 9, BLUE), "A", "c")


def draw_two() -> str:
    body = draw_lattice(1, 96, 19)
    side = draw_spray(((74, 180), (58, 172), (42, 178), (26, 172)), 17)
    return draw_face(
        body + add_mirror_image(side) + draw_flower(74, 180, 11, RED) + draw_flower(146, 180, 11, RED), "2", "c"
    )


def draw_three() -> str:
    return draw_face(draw_lattice(1, 51, 17, 17), "3", "c")


def draw_four() -> str:
    body = draw_lattice(2, 38, 15, 0, 8)
    side = draw_leaf(48, 180, 22, 180) + draw_flower(48, 180, 10, BLUE)
    return draw_face(body + add_mirror_image(side), "4", "c")


def draw_five() -> str:
    return draw_face(draw_lattice(2, 31, 12, 13, 8), "5", "c")


def draw_six() -> str:
    return draw_face(draw_lattice(3, 26, 11, 0, 9), "6", "c")


def draw_seven() -> str:
    return draw_face(draw_lattice(3, 25, 9.5, 11, 12), "7", "c")


CARDS = {"A": draw_ace, "2": draw_two, "3": draw_three, "4": draw_four, "5": draw_five, "6": draw_six, "7": draw_seven}

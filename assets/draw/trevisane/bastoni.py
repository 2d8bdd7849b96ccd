"""Bastoni: straight turned batons laced into a lattice, and the ace's great staff with its motto."""

from ..figures import fist
from ..palette import BLUE, FINE, GOLD, GOLD_DARK, GOLD_LIGHT, GREEN, INK, LINE, RED, THIN, WHITE
from ..shapes import flower, leaf, petals, spray
from ..svg import Pen, mirror
from .paper import face
from .signs import baton, caps, ribbon, rod
from .weave import woven


def lattice(starts: tuple[float, ...], lean: float, width: float, stagger: float = 0) -> str:
    """Batons leaning to the right from the given feet, laced with their mirror images.

    stagger: how much lower than the middle ones the outer batons end.
    """
    first, second = [], []
    middle = (len(starts) - 1) / 2
    for k, x in enumerate(starts):
        short = stagger * abs(k - middle)
        first.append(rod(x, 320 - short, x + lean, 40 + short, width, "red"))
        second.append(rod(220 - x, 320 - short, 220 - x - lean, 40 + short, width, "green"))
    body = woven(first, second, 60)
    return body + "".join(caps(band) for band in (*first, *second))


def _spine(width: float) -> str:
    return baton(110, 322, 110, 38, width, "blue")


def ace() -> str:
    """A hand with a lace cuff holds a great knobbed staff upright, ribbons round it."""
    pen = Pen(110, 180)
    body = mirror(spray(((84, 262), (62, 236), (50, 204), (48, 172), (54, 140)), 22))
    shaft = "M-13 118 C-16 20 -20 -60 -26 -104 L26 -104 C20 -60 16 20 13 118 Z"
    body += pen.path(shaft, GREEN, INK, LINE)
    body += pen.path("M4 117 C8 20 12 -60 16 -103 L24 -103 C18 -60 14 20 11 117 Z", "#27633a", None)
    body += pen.line("M-7 100 C-8 20 -12 -50 -17 -96", "#86c46a", LINE)
    for y in (-84, -34, 20):
        w = 22 - (y + 84) * 0.06
        body += pen.path(
            f"M{-w - 3} {y} Q0 {y + 9} {w + 3} {y} L{w + 2} {y + 13} Q0 {y + 22} {-w - 2} {y + 13} Z",
            GOLD,
            INK,
            THIN * 1.2,
        )
        for x in (-0.5, 0, 0.5):
            body += pen.circle(x * w, y + 10.5 - abs(x) * 4, 2.8, RED, INK, 1)
    body += pen.path(
        "M-30 -102 C-40 -122 -24 -142 0 -142 C24 -142 40 -122 30 -102 Q0 -92 -30 -102 Z", "url(#gold)", INK, LINE
    )
    body += pen.path(petals(0, -120, 2, 17, 8, 0.9), RED, INK, FINE) + pen.circle(0, -120, 4.5, GOLD_LIGHT, INK, FINE)
    body += pen.line("M-28 -104 Q0 -95 28 -104", GOLD_DARK, LINE)
    # the hand, out of a lace cuff below
    body += pen.path(
        "M-34 132 C-40 116 -30 104 -22 112 C-18 102 -4 102 0 110 C4 102 18 102 22 112 C30 104 40 116 34 132 Z",
        WHITE,
        INK,
        THIN * 1.2,
    )
    body += fist(110, 274, 20, 0, True)
    body += pen.path("M-36 140 L-32 120 Q0 130 32 120 L36 140 Z", "url(#redcloth)", INK, LINE)
    body += pen.line("M-33 128 Q0 138 33 128", GOLD, LINE)
    body += ribbon(((34, 192), (72, 206), (110, 208), (148, 206), (186, 192)), 27, "Se ti perdi", 15)
    body += ribbon(((36, 296), (72, 314), (110, 319), (148, 314), (184, 296)), 27, "tuo danno", 15)
    return face(body + flower(58, 132, 9, RED) + flower(162, 132, 9, BLUE), "A")


def two() -> str:
    body = lattice((62,), 96, 19)
    side = spray(((74, 180), (58, 172), (42, 178), (26, 172)), 17)
    return face(body + mirror(side) + flower(74, 180, 11, RED) + flower(146, 180, 11, RED), "2")


def three() -> str:
    return face(lattice((59,), 102, 17) + _spine(17), "3")


def four() -> str:
    body = lattice((52, 92), 76, 15)
    side = leaf(48, 180, 22, 180) + flower(48, 180, 10, BLUE)
    return face(body + mirror(side), "4")


def five() -> str:
    return face(lattice((53, 82), 85, 13.5) + _spine(14), "5")


def six() -> str:
    return face(lattice((52, 75, 98), 70, 12.5, 5), "6")


def seven() -> str:
    return face(lattice((51, 71, 91), 78, 10.5, 5) + _spine(12), "7")


CARDS = {"A": ace, "2": two, "3": three, "4": four, "5": five, "6": six, "7": seven}

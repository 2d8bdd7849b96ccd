"""Spade: curved swords laced into a pointed oval, odd numbers with a straight one down the middle."""

from collections.abc import Sequence

from ..figures import fist
from ..palette import BLUE, FINE, GOLD, GREEN, INK, LINE, RED, THIN, WHITE
from ..shapes import flower, leaf, petals, spray
from ..svg import CARD, Pen, half_turn, mirror
from .paper import face
from .signs import Bow, bowed_blade, hilt, ribbon, scimitar, straight_blade, tip
from .weave import woven

GRIPS = (RED, GREEN, BLUE)


def lattice(bows: Sequence[Bow], width: float, gilt: int = 1) -> str:
    """Two families of bowed swords, the right one's points above, the left one's below.

    gilt: whether the odd (1) or the even (0) ones, counted from outside, are golden.
    """
    right = [bowed_blade(bow, True, width, "gold" if k % 2 == gilt else "sky") for k, bow in enumerate(bows)]
    left = [bowed_blade(bow, False, width, "gold" if k % 2 == gilt else "sky") for k, bow in enumerate(bows)]
    body = "".join(tip(band, 18) for band in (*right, *left))
    body += woven(right, left, 18)
    for k in range(len(bows)):
        body += hilt(right[k], GRIPS[k], LINE, 19) + hilt(left[k], GRIPS[k], LINE, 19)
    return body


def spine(width: float, top: float = 60, bottom: float = 286) -> str:
    """The straight sword of the odd numbers."""
    band = straight_blade(110, bottom, top, width)
    return band.whole(12) + tip(band, 22) + hilt(band, RED, LINE, 26)


def bows(count: int, gap: float, spread: float) -> tuple[Bow, ...]:
    """Arcs round one centre, the outermost first; each reaches spread degrees farther than its outer neighbour."""
    shift, radius = 58, 148
    return tuple(Bow(shift, radius - k * gap, 72 + spread * k, 72 + spread * k) for k in range(count))


ONE, TWO, THREE = bows(1, 0, 0), bows(2, 28, 14), bows(3, 21, 9)


def ace() -> str:
    """A gloved arm out of a cloud lifts a broad curved sword through a crown."""
    blade = ((92, 228), (112, 186), (124, 142), (122, 92), (100, 36))
    body = scimitar(blade, 25, RED)
    crown = Pen(117, 112, 30)
    body += crown.path(
        "M-1 .3 L-1.2 -.7 L-.62 -.2 L-.4 -.95 L0 -.25 L.4 -.95 L.62 -.2 L1.2 -.7 L1 .3 Q0 .66 -1 .3 Z",
        "url(#goldbar)",
        INK,
        LINE,
    )
    body += crown.path("M-1 .28 Q0 .64 1 .28 L.97 .02 Q0 .36 -.97 .02 Z", RED, INK, THIN)
    for x, y in ((-1.2, -0.76), (-0.4, -1), (0.4, -1), (1.2, -0.76)):
        body += crown.circle(x, y, 0.13, WHITE, INK, FINE)
    for x, y in ((-0.6, 0.25), (0, 0.34), (0.6, 0.25)):
        body += crown.circle(x, y, 0.09, GOLD, None)
    body += _cloud_arm()
    body += ribbon(((26, 266), (68, 279), (108, 282), (148, 278), (190, 263)), 24, "Il giuoco della spada", 11.6)
    body += ribbon(((30, 300), (64, 312), (97, 315), (130, 312), (164, 300)), 23, "a molti non aggrada", 11.4)
    palm = spray(((56, 190), (48, 162), (48, 134), (56, 106), (68, 84)), 20)
    body += palm + spray(((176, 196), (178, 168), (172, 140), (172, 112), (164, 86)), 20)
    return face(body + flower(56, 194, 9, RED) + flower(176, 200, 9, BLUE), "A", "s")


def _cloud_arm() -> str:
    """The arm from the right: cloud, sleeve, and the hand on the grip."""
    body = CARD.path(
        "M196 216 Q206 216 206 226 L206 262 Q206 268 200 268 C190 274 180 268 180 260 "
        "C168 262 164 250 172 244 C164 236 172 224 182 228 C182 220 190 216 196 216 Z",
        WHITE,
        INK,
        LINE * 0.9,
    )
    body += CARD.line("M182 246 Q188 240 194 246 M190 258 Q195 253 200 257", BLUE, THIN)
    body += CARD.path(
        "M176 234 C150 226 128 232 104 238 L106 262 C130 264 152 266 176 256 Z", "url(#bluecloth)", INK, LINE
    )
    body += CARD.line("M160 236 Q156 246 160 257 M146 234 Q142 246 146 260", GOLD, LINE)
    body += CARD.path("M116 232 L102 235 L104 266 L118 264 Z", GOLD, INK, THIN * 1.2)
    return body + fist(88, 250, 13, 28, True)


def two() -> str:
    body = lattice(ONE, 15)
    vine = spray(((110, 160), (110, 138), (110, 116), (110, 94)), 23)
    side = spray(((92, 180), (74, 176), (56, 180)), 17)
    body += vine + half_turn(vine) + mirror(side)
    return face(body + flower(110, 180, 22, RED), "2", "s")


def three() -> str:
    return face(lattice(ONE, 15, 0) + spine(18), "3", "s")


def four() -> str:
    vine = spray(((110, 166), (110, 148), (110, 130), (110, 112)), 18)
    body = lattice(TWO, 13) + vine + half_turn(vine)
    return face(body + flower(110, 180, 22, RED, GOLD), "4", "s")


def five() -> str:
    return face(lattice(TWO, 12) + spine(17), "5", "s")


def six() -> str:
    bud = leaf(110, 180, 34, -90) + leaf(110, 180, 34, 90)
    body = lattice(THREE, 10.5) + bud
    return face(
        body + CARD.path(petals(110, 180, 0, 15, 6, 1.1), RED, INK, THIN) + CARD.circle(110, 180, 4.5, GOLD, INK, 1.2),
        "6",
        "s",
    )


def seven() -> str:
    return face(lattice(THREE, 10, 0) + spine(15), "7", "s")


CARDS = {"A": ace, "2": two, "3": three, "4": four, "5": five, "6": six, "7": seven}

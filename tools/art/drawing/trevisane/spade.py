"""Spade: curved swords interlaced in a pointed oval; odd numbers have a straight sword in the middle."""

from collections.abc import Sequence

from ..figures import draw_fist
from ..palette import BLUE, FINE_LINE_WIDTH, GOLD, GREEN, INK, LINE_WIDTH, RED, THIN_LINE_WIDTH, WHITE
from ..shapes import draw_flower, draw_leaf, draw_spray, make_petals_path
from ..svg import CARD_PEN, Pen, add_mirror_image, rotate_half_turn
from .paper import draw_face
from .signs import SwordArc, draw_hilt, draw_ribbon, draw_scimitar, draw_tip, make_curved_blade, make_straight_blade
from .weave import draw_woven

GRIP_COLORS = (RED, GREEN, BLUE)


def draw_lattice(bows: Sequence[SwordArc], width: float, gilt: int = 1) -> str:
    """Draw two families of curved swords: the right one with points up, the left one with points down.

    ``gilt``: whether the odd (1) or the even (0) swords, counted from outside, are golden.
    """
    right = [make_curved_blade(bow, True, width, "gold" if k % 2 == gilt else "sky") for k, bow in enumerate(bows)]
    left = [make_curved_blade(bow, False, width, "gold" if k % 2 == gilt else "sky") for k, bow in enumerate(bows)]
    body = "".join(draw_tip(band, 18) for band in (*right, *left))
    body += draw_woven(right, left, 18)
    for k in range(len(bows)):
        body += draw_hilt(right[k], GRIP_COLORS[k], LINE_WIDTH, 19) + draw_hilt(left[k], GRIP_COLORS[k], LINE_WIDTH, 19)
    return body


def draw_middle_sword(width: float, top: float = 60, bottom: float = 286) -> str:
    """Draw the straight sword of the odd numbers."""
    band = make_straight_blade(110, bottom, top, width)
    return band.draw_whole(12) + draw_tip(band, 22) + draw_hilt(band, RED, LINE_WIDTH, 26)


def make_sword_arcs(count: int, gap: float, spread: float) -> tuple[SwordArc, ...]:
    """Return arcs with one center, the outermost first; each extends ``spread`` degrees beyond its outer neighbor."""
    shift, radius = 58, 148
    return tuple(SwordArc(shift, radius - k * gap, 72 + spread * k, 72 + spread * k) for k in range(count))


ONE_PAIR, TWO_PAIRS, THREE_PAIRS = make_sword_arcs(1, 0, 0), make_sword_arcs(2, 28, 14), make_sword_arcs(3, 21, 9)


def draw_ace() -> str:
    """Draw a gloved arm from a cloud that lifts a broad curved sword through a crown."""
    blade = ((92, 228), (112, 186), (124, 142), (122, 92), (100, 36))
    body = draw_scimitar(blade, 25, RED)
    crown = Pen(117, 112, 30)
    body += crown.path(
        "M-1 .3 L-1.2 -.7 L-.62 -.2 L-.4 -.95 L0 -.25 L.4 -.95 L.62 -.2 L1.2 -.7 L1 .3 Q0 .66 -1 .3 Z",
        "url(#goldbar)",
        INK,
        LINE_WIDTH,
    )
    body += crown.path("M-1 .28 Q0 .64 1 .28 L.97 .02 Q0 .36 -.97 .02 Z", RED, INK, THIN_LINE_WIDTH)
    for x, y in ((-1.2, -0.76), (-0.4, -1), (0.4, -1), (1.2, -0.76)):
        body += crown.circle(x, y, 0.13, WHITE, INK, FINE_LINE_WIDTH)
    for x, y in ((-0.6, 0.25), (0, 0.34), (0.6, 0.25)):
        body += crown.circle(x, y, 0.09, GOLD, None)
    body += _draw_cloud_arm()
    body += draw_ribbon(((26, 266), (68, 279), (108, 282), (148, 278), (190, 263)), 24, "Il giuoco della spada", 11.6)
    body += draw_ribbon(((30, 300), (64, 312), (97, 315), (130, 312), (164, 300)), 23, "a molti non aggrada", 11.4)
    palm = draw_spray(((56, 190), (48, 162), (48, 134), (56, 106), (68, 84)), 20)
    body += palm + draw_spray(((176, 196), (178, 168), (172, 140), (172, 112), (164, 86)), 20)
    return draw_face(body + draw_flower(56, 194, 9, RED) + draw_flower(176, 200, 9, BLUE), "A", "s")


def _draw_cloud_arm() -> str:
    """Draw the arm from the right: cloud, sleeve, and the hand on the grip."""
    body = CARD_PEN.path(
        "M196 216 Q206 216 206 226 L206 262 Q206 268 200 268 C190 274 180 268 180 260 "
        "C168 262 164 250 172 244 C164 236 172 224 182 228 C182 220 190 216 196 216 Z",
        WHITE,
        INK,
        LINE_WIDTH * 0.9,
    )
    body += CARD_PEN.line("M182 246 Q188 240 194 246 M190 258 Q195 253 200 257", BLUE, THIN_LINE_WIDTH)
    body += CARD_PEN.path(
        "M176 234 C150 226 128 232 104 238 L106 262 C130 264 152 266 176 256 Z", "url(#bluecloth)", INK, LINE_WIDTH
    )
    body += CARD_PEN.line("M160 236 Q156 246 160 257 M146 234 Q142 246 146 260", GOLD, LINE_WIDTH)
    body += CARD_PEN.path("M116 232 L102 235 L104 266 L118 264 Z", GOLD, INK, THIN_LINE_WIDTH * 1.2)
    return body + draw_fist(88, 250, 13, 28, True)


def draw_two() -> str:
    body = draw_lattice(ONE_PAIR, 15)
    vine = draw_spray(((110, 160), (110, 138), (110, 116), (110, 94)), 23)
    side = draw_spray(((92, 180), (74, 176), (56, 180)), 17)
    body += vine + rotate_half_turn(vine) + add_mirror_image(side)
    return draw_face(body + draw_flower(110, 180, 22, RED), "2", "s")


def draw_three() -> str:
    return draw_face(draw_lattice(ONE_PAIR, 15, 0) + draw_middle_sword(18), "3", "s")


def draw_four() -> str:
    vine = draw_spray(((110, 166), (110, 148), (110, 130), (110, 112)), 18)
    body = draw_lattice(TWO_PAIRS, 13) + vine + rotate_half_turn(vine)
    return draw_face(body + draw_flower(110, 180, 22, RED, GOLD), "4", "s")


def draw_five() -> str:
    return draw_face(draw_lattice(TWO_PAIRS, 12) + draw_middle_sword(17), "5", "s")


def draw_six() -> str:
    bud = draw_leaf(110, 180, 34, -90) + draw_leaf(110, 180, 34, 90)
    body = draw_lattice(THREE_PAIRS, 10.5) + bud
    return draw_face(
        body
        + CARD_PEN.path(make_petals_path(110, 180, 0, 15, 6, 1.1), RED, INK, THIN_LINE_WIDTH)
        + CARD_PEN.circle(110, 180, 4.5, GOLD, INK, 1.2),
        "6",
        "s",
    )


def draw_seven() -> str:
    return draw_face(draw_lattice(THREE_PAIRS, 10, 0) + draw_middle_sword(15), "7", "s")


CARDS = {"A": draw_ace, "2": draw_two, "3": draw_three, "4": draw_four, "5": draw_five, "6": draw_six, "7": draw_seven}

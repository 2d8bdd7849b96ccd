"""Coppe: the cup, the rich covered cup of the ace, and the number cards."""

from ..emblems import draw_cup
from ..palette import (
    BLUE,
    FINE_LINE_WIDTH,
    GOLD,
    GOLD_LIGHT,
    INK,
    LINE_WIDTH,
    RED,
    THIN_LINE_WIDTH,
    WHITE,
)
from ..shapes import draw_flower, draw_leaf, draw_spray, make_petals_path
from ..svg import CARD_PEN, Point, add_mirror_image, make_card, rotate_half_turn


def _draw_ace_side() -> str:
    """Draw the parts of the left half that are mirrored: handle, foot leaf, garland."""
    handle = "M58 128 C14 118 10 178 40 192 C52 198 64 190 60 180 C54 186 44 182 40 172 C34 152 44 142 62 148 Z"
    body = CARD_PEN.path(handle, "url(#goldbar)", INK, LINE_WIDTH)
    body += CARD_PEN.circle(34, 128, 5.5, RED, INK, THIN_LINE_WIDTH)
    body += draw_spray(((96, 334), (76, 336), (56, 330), (38, 320), (26, 304)), 21)
    return body


def draw_ace() -> str:
    body = add_mirror_image(_draw_ace_side())
    # foot and stem
    foot = "M56 326 Q64 304 96 298 Q100 286 98 274 L122 274 Q120 286 124 298 Q156 304 164 326 Q110 342 56 326 Z"
    body += CARD_PEN.path(foot, "url(#goldbar)", INK, LINE_WIDTH)
    body += CARD_PEN.line("M74 314 Q110 304 146 314", INK, THIN_LINE_WIDTH)
    body += CARD_PEN.ellipse(110, 284, 22, 11, RED, INK, THIN_LINE_WIDTH * 1.2)
    for x in (97, 110, 123):
        body += CARD_PEN.circle(x, 284.5 - (2 if x == 110 else 0), 3, GOLD_LIGHT, None)
    # bowl
    bowl = "M46 128 C42 196 62 272 110 274 C158 272 178 196 174 128 Z"
    body += CARD_PEN.path(bowl, "url(#redcloth)", INK, LINE_WIDTH)
    leaves = "M55 206 Q74 208 80 244 Q88 212 110 208 Q132 212 140 244 Q146 208 165 206 C152 252 136 274 110 275 "
    leaves += "C84 274 68 252 55 206 Z"
    body += CARD_PEN.path(leaves, "url(#gold)", INK, THIN_LINE_WIDTH * 1.2)
    for d in ("M110 214 L110 268", "M70 222 Q80 246 94 264", "M150 222 Q140 246 126 264"):
        body += CARD_PEN.line(d, INK, FINE_LINE_WIDTH)
    # frieze with a rosette
    body += CARD_PEN.path("M45 142 Q110 166 175 142 L173 180 Q110 206 47 180 Z", GOLD, INK, THIN_LINE_WIDTH * 1.2)
    body += add_mirror_image(draw_spray(((92, 178), (78, 174), (66, 168), (56, 160)), 15))
    body += CARD_PEN.path(make_petals_path(110, 176, 3, 19, 8, 0.95), RED, INK, FINE_LINE_WIDTH) + CARD_PEN.circle(
        110, 176, 5.5, WHITE, INK, FINE_LINE_WIDTH
    )
    # rim
    body += CARD_PEN.path("M40 122 Q110 150 180 122 L177 140 Q110 166 43 140 Z", BLUE, INK, THIN_LINE_WIDTH * 1.2)
    for x, y in (
        (56, 136.5),
        (74, 141.5),
        (92, 144.5),
        (110, 145.5),
        (128, 144.5),
        (146, 141.5),
        (164, 136.5),
    ):
        body += CARD_PEN.circle(x, y, 3.4, GOLD_LIGHT, None)
    # lid
    lid = "M40 122 C46 92 78 78 110 76 C142 78 174 92 180 122 Q110 148 40 122 Z"
    body += CARD_PEN.path(lid, "url(#redcloth)", INK, LINE_WIDTH)
    gores = "M110 77 Q80 100 76 131 Q94 135 110 135 Q126 135 144 131 Q140 100 110 77 Z"
    body += CARD_PEN.path(gores, GOLD, INK, THIN_LINE_WIDTH)
    body += CARD_PEN.path("M110 77 Q100 104 101 135 Q110 136 119 135 Q120 104 110 77 Z", BLUE, INK, THIN_LINE_WIDTH)
    body += CARD_PEN.ellipse(110, 76, 19, 7, "url(#goldbar)", INK, THIN_LINE_WIDTH * 1.2)
    # flame-shaped finial of flowers
    body += draw_leaf(108, 70, 34, -150) + draw_leaf(112, 70, 34, -30)
    body += draw_leaf(108, 68, 30, -118) + draw_leaf(112, 68, 30, -62)
    body += CARD_PEN.path(
        "M100 68 C92 54 102 46 110 22 C118 46 128 54 120 68 Q110 74 100 68 Z", RED, INK, THIN_LINE_WIDTH * 1.2
    )
    body += CARD_PEN.path("M106 66 C102 58 107 52 110 42 C113 52 118 58 114 66 Z", GOLD, INK, FINE_LINE_WIDTH)
    return make_card(body)


def draw_two() -> str:
    body = draw_cup(110, 92, 62) + draw_cup(110, 268, 62)
    vine = draw_spray(((96, 180), (74, 184), (54, 178), (36, 183), (24, 176)), 18)
    return make_card(body + add_mirror_image(vine) + draw_flower(110, 180, 14, BLUE))


def draw_three() -> str:
    body = draw_cup(110, 82, 52) + draw_cup(60, 262, 47) + draw_cup(160, 262, 47)
    body += add_mirror_image(draw_spray(((98, 172), (78, 176), (60, 170), (42, 176)), 18)) + draw_flower(
        110, 172, 13, BLUE
    )
    vine = draw_spray(((110, 314), (110, 296), (110, 278), (110, 260), (110, 244)), 15)
    return make_card(body + vine)


def draw_four() -> str:
    body = "".join(draw_cup(x, y, 45) for x in (57, 163) for y in (80, 280))
    vine = draw_spray(((110, 164), (110, 146), (110, 128), (110, 112), (110, 98)), 16)
    side = add_mirror_image(draw_spray(((94, 180), (76, 183), (58, 179), (40, 183)), 16))
    return make_card(body + vine + rotate_half_turn(vine) + side + draw_flower(110, 180, 16, BLUE))


def draw_five() -> str:
    body = "".join(draw_cup(x, y, 40) for x in (58, 162) for y in (68, 292))
    return make_card(body + draw_cup(110, 180, 46, BLUE, RED))


def _draw_cups(places: tuple[Point, ...], size: float) -> str:
    return "".join(draw_cup(x, y, size) for x, y in places)


def draw_six() -> str:
    return make_card(_draw_cups(tuple((x, y) for y in (68, 180, 292) for x in (62, 158)), 43))


def draw_seven() -> str:
    body = _draw_cups(tuple((x, y) for y in (63, 180, 297) for x in (50, 170)), 38)
    return make_card(body + draw_cup(110, 121, 35, BLUE, RED))


CARDS = {"A": draw_ace, "2": draw_two, "3": draw_three, "4": draw_four, "5": draw_five, "6": draw_six, "7": draw_seven}

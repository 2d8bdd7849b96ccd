"""Coppe: the cup, the rich covered cup of the ace, and the number cards."""

from ..emblems import cup
from ..palette import (
    BLUE,
    FINE,
    GOLD,
    GOLD_LIGHT,
    INK,
    LINE,
    RED,
    THIN,
    WHITE,
)
from ..shapes import flower, leaf, petals, spray
from ..svg import CARD, Point, card, half_turn, mirror


def _ace_side() -> str:
    """The left half's parts that are mirrored: handle, foot leaf, garland."""
    handle = (
        "M58 128 C14 118 10 178 40 192 C52 198 64 190 60 180 C54 186 44 182 40 172 C34 152 44 142 62 148 Z"
    )
    body = CARD.path(handle, "url(#goldbar)", INK, LINE)
    body += CARD.circle(34, 128, 5.5, RED, INK, THIN)
    body += spray(((96, 334), (76, 336), (56, 330), (38, 320), (26, 304)), 21)
    return body


def ace() -> str:
    body = mirror(_ace_side())
    # foot and stem
    foot = (
        "M56 326 Q64 304 96 298 Q100 286 98 274 L122 274 Q120 286 124 298 Q156 304 164 326 Q110 342 56 326 Z"
    )
    body += CARD.path(foot, "url(#goldbar)", INK, LINE)
    body += CARD.line("M74 314 Q110 304 146 314", INK, THIN)
    body += CARD.ellipse(110, 284, 22, 11, RED, INK, THIN * 1.2)
    for x in (97, 110, 123):
        body += CARD.circle(x, 284.5 - (2 if x == 110 else 0), 3, GOLD_LIGHT, None)
    # bowl
    bowl = "M46 128 C42 196 62 272 110 274 C158 272 178 196 174 128 Z"
    body += CARD.path(bowl, "url(#redcloth)", INK, LINE)
    leaves = (
        "M55 206 Q74 208 80 244 Q88 212 110 208 Q132 212 140 244 Q146 208 165 206 C152 252 136 274 110 275 "
    )
    leaves += "C84 274 68 252 55 206 Z"
    body += CARD.path(leaves, "url(#gold)", INK, THIN * 1.2)
    for d in ("M110 214 L110 268", "M70 222 Q80 246 94 264", "M150 222 Q140 246 126 264"):
        body += CARD.line(d, INK, FINE)
    # frieze with a rosette
    body += CARD.path("M45 142 Q110 166 175 142 L173 180 Q110 206 47 180 Z", GOLD, INK, THIN * 1.2)
    body += mirror(spray(((92, 178), (78, 174), (66, 168), (56, 160)), 15))
    body += CARD.path(petals(110, 176, 3, 19, 8, 0.95), RED, INK, FINE) + CARD.circle(
        110, 176, 5.5, WHITE, INK, FINE
    )
    # rim
    body += CARD.path("M40 122 Q110 150 180 122 L177 140 Q110 166 43 140 Z", BLUE, INK, THIN * 1.2)
    for x, y in (
        (56, 136.5),
        (74, 141.5),
        (92, 144.5),
        (110, 145.5),
        (128, 144.5),
        (146, 141.5),
        (164, 136.5),
    ):
        body += CARD.circle(x, y, 3.4, GOLD_LIGHT, None)
    # lid
    lid = "M40 122 C46 92 78 78 110 76 C142 78 174 92 180 122 Q110 148 40 122 Z"
    body += CARD.path(lid, "url(#redcloth)", INK, LINE)
    gores = "M110 77 Q80 100 76 131 Q94 135 110 135 Q126 135 144 131 Q140 100 110 77 Z"
    body += CARD.path(gores, GOLD, INK, THIN)
    body += CARD.path("M110 77 Q100 104 101 135 Q110 136 119 135 Q120 104 110 77 Z", BLUE, INK, THIN)
    body += CARD.ellipse(110, 76, 19, 7, "url(#goldbar)", INK, THIN * 1.2)
    # flame-shaped finial of flowers
    body += leaf(108, 70, 34, -150) + leaf(112, 70, 34, -30)
    body += leaf(108, 68, 30, -118) + leaf(112, 68, 30, -62)
    body += CARD.path(
        "M100 68 C92 54 102 46 110 22 C118 46 128 54 120 68 Q110 74 100 68 Z", RED, INK, THIN * 1.2
    )
    body += CARD.path("M106 66 C102 58 107 52 110 42 C113 52 118 58 114 66 Z", GOLD, INK, FINE)
    return card(body)


def two() -> str:
    body = cup(110, 92, 62) + cup(110, 268, 62)
    vine = spray(((96, 180), (74, 184), (54, 178), (36, 183), (24, 176)), 18)
    return card(body + mirror(vine) + flower(110, 180, 14, BLUE))


def three() -> str:
    body = cup(110, 82, 52) + cup(60, 262, 47) + cup(160, 262, 47)
    body += mirror(spray(((98, 172), (78, 176), (60, 170), (42, 176)), 18)) + flower(110, 172, 13, BLUE)
    vine = spray(((110, 314), (110, 296), (110, 278), (110, 260), (110, 244)), 15)
    return card(body + vine)


def four() -> str:
    body = "".join(cup(x, y, 45) for x in (57, 163) for y in (80, 280))
    vine = spray(((110, 164), (110, 146), (110, 128), (110, 112), (110, 98)), 16)
    side = mirror(spray(((94, 180), (76, 183), (58, 179), (40, 183)), 16))
    return card(body + vine + half_turn(vine) + side + flower(110, 180, 16, BLUE))


def five() -> str:
    body = "".join(cup(x, y, 40) for x in (58, 162) for y in (68, 292))
    return card(body + cup(110, 180, 46, BLUE, RED))


def _many(places: tuple[Point, ...], size: float) -> str:
    return "".join(cup(x, y, size) for x, y in places)


def six() -> str:
    return card(_many(tuple((x, y) for y in (68, 180, 292) for x in (62, 158)), 43))


def seven() -> str:
    body = _many(tuple((x, y) for y in (63, 180, 297) for x in (50, 170)), 38)
    return card(body + cup(110, 121, 35, BLUE, RED))


CARDS = {"A": ace, "2": two, "3": three, "4": four, "5": five, "6": six, "7": seven}

"""The four knights of the Trevisane deck, double-headed: the rider to the hip, with the horse's head and neck."""

from .. import horses
from ..figures import draw_feather, draw_fist, draw_sleeve
from ..heads import draw_face, draw_full_beard, draw_moustache
from ..horses import HorseColors
from ..palette import (
    BAY_DARK,
    BLUE,
    BLUE_DARK,
    BROWN,
    BROWN_DARK,
    COAT_BLACK,
    COAT_BLACK_DARK,
    FINE_LINE_WIDTH,
    GOLD,
    GOLD_DARK,
    GRAY,
    GRAY_DARK,
    GREEN,
    GREEN_DARK,
    HAIR_BLACK,
    HAIR_BLOND,
    HAIR_WHITE,
    INK,
    LINE_WIDTH,
    ORANGE,
    PLUM,
    RED,
    RED_DARK,
    SKIN_BROWN,
    STEEL,
    STEEL_DARK,
    STEEL_LIGHT,
    TAN,
    THIN_LINE_WIDTH,
    WHITE,
)
from ..svg import CARD_PEN, CARD_WIDTH, Pen, Point, make_group
from .dress import draw_buttons, draw_cape, draw_collar, draw_folds, draw_panel, draw_ruff, draw_trunk
from .paper import draw_court_card
from .signs import draw_baton, draw_goblet, draw_scimitar, draw_star_coin

CHESTNUT = HorseColors("#c8772f", BAY_DARK, GOLD, BROWN_DARK, line=GOLD_DARK)
WHITE_COAT = HorseColors(WHITE, "#d9d2c3", "#e4cb94", GRAY_DARK, line=GRAY_DARK)
BLACK_COAT = HorseColors(COAT_BLACK, COAT_BLACK_DARK, INK, GRAY_DARK, line="#6d6560")
GRAY_COAT = HorseColors(GRAY, GRAY_DARK, WHITE, INK, line=GRAY_DARK)


def _turn_to_right(half: str) -> str:
    """Return the half figure mirrored, so that it faces right."""
    return make_group(half, f"translate({CARD_WIDTH} 0) scale(-1 1)")


def _draw_horse(poll: Point, turn: float, coat: HorseColors, bridle: str, blaze: str = "", size: float = 0.76) -> str:
    """Draw the neck and head of a horse that faces left, above the dividing band."""
    x, y = poll
    d = (
        f"M{x - 4} {y - 4} C{x + 14} {y - 10} {x + 30} {y + 4} {x + 42} "
        f"{y + 30} C{x + 52} {y + 52} {x + 76} 160 {x + 96} 182 "
    )
    d += f"L{x - 12} 182 C{x - 8} 160 {x - 10} {y + 52} {x - 16} {y + 30} Z"
    body = CARD_PEN.path(d, coat.body, INK, LINE_WIDTH)
    body += CARD_PEN.line(
        f"M{x - 2} {y + 44} C{x + 4} {y + 60} {x + 2} {y + 70} {x} {y + 82}", coat.shade, THIN_LINE_WIDTH
    )
    crest = [(x + 4, y - 2), (x + 19, y + 6), (x + 31, y + 20), (x + 41, y + 38), (x + 51, y + 56)]
    body += horses.draw_mane(Pen(0, 0, 1), coat, crest, 15)
    body += horses.draw_head(Pen(x, y, size, turn), coat, bridle, blaze)
    return body + CARD_PEN.path(
        f"M{x - 6} {y - 8} Q{x - 20} {y - 4} {x - 16} {y + 10} Q{x - 8} {y + 6} {x - 2} {y - 2} Z",
        coat.mane,
        INK,
        THIN_LINE_WIDTH,
    )


def _draw_rein(bit: Point, hand: Point, color: str) -> str:
    (x0, y0), (x1, y1) = bit, hand
    d = f"M{x0} {y0} Q{(x0 + x1) / 2} {max(y0, y1) + 12} {x1} {y1}"
    return CARD_PEN.line(d, INK, LINE_WIDTH * 1.5) + CARD_PEN.line(d, color, LINE_WIDTH * 0.6)


def draw_denari() -> str:
    """Draw a chestnut horse with a flaxen mane, and a rider with ringlets and a plumed blue hat, who lifts the coin."""
    body = draw_trunk(146, 108, 40, 34, "url(#redcloth)") + draw_panel(146, 110, 9, 12, WHITE)
    body += draw_buttons(146, 124, 170, 12, GOLD)
    body += draw_star_coin(72, 54, 31, RED, BLUE)
    body += draw_sleeve(((120, 122), (98, 124), (84, 98)), (27, 25, 17), RED_DARK, WHITE)
    body += draw_fist(78, 88, 9.5, -34, True)
    body += _draw_horse((70, 106), 2, CHESTNUT, BLUE, WHITE)
    body += _draw_rein((56, 139), (130, 154), BLUE)
    body += draw_sleeve(((172, 124), (182, 152), (144, 154)), (28, 28, 18), "url(#redcloth)", WHITE)
    body += draw_fist(134, 154, 9.5, 80)
    body += draw_ruff(146, 102, 22)
    head = Pen(146, 74, 23)
    body += head.path(
        "M-.7 -.6 C-1.3 .1 -1.3 1 -1 1.4 C-.6 1.5 -.5 1 -.5 .6 L.5 .6 C.5 1.2 .8 1.6 1.2 1.4 C1.6 1 1.3 0 .8 -.7 Z",
        HAIR_BLACK,
        INK,
        LINE_WIDTH,
    )
    body += draw_face(
        head, -0.6, brow=INK, ears=False, traits=("lashes",), moustache=draw_moustache(head, -0.6, HAIR_BLACK, 0.25)
    )
    body += draw_feather(*head.to_card_point(0.7, -1), 46, 22, WHITE) + draw_feather(
        *head.to_card_point(0.9, -0.9), 36, 50, GOLD
    )
    body += head.path("M-.86 -.7 C-.8 -1.6 .8 -1.7 .9 -.75 Z", BLUE, INK, LINE_WIDTH)
    body += head.path(
        "M-1.6 -.86 C-1.2 -.56 1.1 -.5 1.6 -1 C1.6 -.4 .9 -.2 0 -.32 C-.8 -.3 -1.5 -.3 -1.6 -.86 Z",
        BLUE_DARK,
        INK,
        LINE_WIDTH,
    )
    body += head.path("M-.84 -.66 Q0 -.5 .88 -.7 L.86 -.92 Q0 -.74 -.84 -.9 Z", GOLD, INK, FINE_LINE_WIDTH)
    return draw_court_card(body, "C", "d", RED_DARK)


def draw_coppe() -> str:
    """Draw a white horse that faces right, and an old knight in a turban and blue who lifts the goblet."""
    body = draw_trunk(144, 108, 40, 35, "url(#bluecloth)")
    body += CARD_PEN.path("M120 104 L156 182 L136 182 L108 120 Z", ORANGE, INK, THIN_LINE_WIDTH * 1.1)
    body += draw_sleeve(((120, 122), (96, 124), (75, 96)), (27, 25, 17), BLUE_DARK, GOLD)
    body += draw_goblet(66, 60, 27, 0, BLUE, RED)
    body += draw_fist(67, 83, 9.5, -14, True)
    body += _draw_horse((72, 108), -6, WHITE_COAT, RED)
    body += _draw_rein((63, 142), (130, 155), RED)
    body += draw_sleeve(((170, 124), (182, 153), (144, 155)), (28, 28, 18), "url(#bluecloth)", GOLD)
    body += draw_fist(134, 155, 9.5, 80)
    body += draw_collar(144, 102, 22, GOLD, 14)
    head = Pen(144, 74, 23)
    body += draw_face(
        head,
        -0.5,
        brow=GRAY_DARK,
        nose="hook",
        traits=("wrinkles",),
        beard=draw_full_beard(head, -0.5, HAIR_WHITE, 1.9, 0.3, GRAY_DARK),
        moustache=draw_moustache(head, -0.5, HAIR_WHITE),
    )
    body += head.path("M-.5 -1.2 C-.5 -2 .5 -2 .6 -1.2 Z", RED, INK, THIN_LINE_WIDTH * 1.2)
    turban = (
        "M-.9 -.36 C-1.4 -.6 -1.2 -1.2 -.76 -1.3 C-.3 -1.6 .5 -1.6 .86 "
        "-1.2 C1.36 -1.1 1.4 -.5 .9 -.3 C.4 -.66 -.4 -.66 -.9 -.36 Z"
    )
    body += head.path(turban, GOLD, INK, LINE_WIDTH)
    body += head.line(
        "M-1.04 -.66 C-.4 -1.2 .4 -1.2 1.1 -.6 M-.7 -1.24 C-.2 -1 .4 -.7 .9 -.4 M.5 -1.44 C.1 -1.2 -.6 -1 -.96 -.46",
        GOLD_DARK,
        FINE_LINE_WIDTH,
    )
    hx, hy = head.to_card_point(-0.2, -1.15)
    body += draw_feather(hx, hy - 3, 24, -6, WHITE, True) + CARD_PEN.circle(hx, hy, 4.4, RED, INK, FINE_LINE_WIDTH)
    return draw_court_card(_turn_to_right(body), "C", "h", BLUE)


def draw_spade() -> str:
    """Draw a black horse and a knight in plate with an open visor and red plumes, the curved sword flung back."""
    body = draw_scimitar(((68, 96), (50, 80), (46, 56), (64, 18)), 14, RED)
    body += draw_trunk(146, 108, 42, 34, STEEL)
    body += CARD_PEN.path("M112 126 Q146 142 180 126 L182 148 Q146 164 112 148 Z", STEEL_LIGHT, INK, THIN_LINE_WIDTH)
    body += draw_folds((((146, 112), (146, 182)),), STEEL_DARK)
    body += CARD_PEN.path("M172 104 L188 112 L150 182 L128 182 Z", PLUM, INK, THIN_LINE_WIDTH * 1.1)
    body += draw_sleeve(((120, 122), (98, 126), (78, 108)), (27, 24, 17), STEEL, GOLD)
    body += draw_fist(69, 100, 10, 40, True)
    body += _draw_horse((70, 110), 4, BLACK_COAT, RED, "#8f8678")
    body += _draw_rein((55, 143), (130, 155), GOLD)
    body += draw_sleeve(((172, 124), (184, 152), (144, 155)), (29, 28, 18), STEEL, GOLD)
    body += CARD_PEN.path(
        "M160 112 C176 104 196 112 192 136 C180 142 166 136 158 128 Z", STEEL_LIGHT, INK, THIN_LINE_WIDTH * 1.2
    )
    body += draw_fist(134, 155, 9.5, 80)
    head = Pen(146, 76, 23)
    body += draw_feather(*head.to_card_point(0.1, -1.2), 44, 24, RED) + draw_feather(
        *head.to_card_point(0.3, -1.1), 40, 62, GOLD
    )
    body += head.path(
        "M-.9 1.2 C-1.2 .4 -1.2 -1.3 0 -1.4 C1.2 -1.3 1.2 .4 .9 1.2 Q0 1.6 -.9 1.2 Z", STEEL, INK, LINE_WIDTH
    )
    body += draw_face(
        head, -0.5, brow=BROWN, mood="stern", ears=False, moustache=draw_moustache(head, -0.5, HAIR_BLOND, 0.1)
    )
    body += head.path(
        "M-.8 .2 C-.7 .8 -.5 1 -.4 1.06 L.4 1.06 C.6 1 .74 .7 .8 .2 L1.02 .3 C1 .9 .9 1.3 .6 1.4 L-.6 1.4 "
        "C-.9 1.3 -1 .9 -1.02 .3 Z",
        STEEL,
        INK,
        THIN_LINE_WIDTH,
    )
    body += head.path(
        "M-1.24 -.42 C-.8 -1.5 .8 -1.5 1.1 -.42 C.6 -.74 -.6 -.74 -1.24 -.42 Z", STEEL_LIGHT, INK, LINE_WIDTH * 0.9
    )
    body += head.line(
        "M-.6 -.86 L-.5 -.7 M-.2 -.96 L-.16 -.78 M.2 -.96 L.18 -.78 M.6 -.86 L.5 -.7", INK, THIN_LINE_WIDTH
    )
    body += head.circle(0.9, -0.5, 0.13, GOLD, INK, FINE_LINE_WIDTH)
    return draw_court_card(body, "C", "s", PLUM)


def draw_bastoni() -> str:
    """Draw a dapple grey that faces right, and a brown-skinned huntsman in green with a fur cap and the baton."""
    body = draw_baton(96, 128, 50, 40, 15, "red")
    body += draw_trunk(146, 108, 41, 35, "url(#greencloth)")
    body += draw_buttons(146, 132, 172, 13, GOLD)
    body += CARD_PEN.path("M120 106 L178 182 L160 182 L108 118 Z", BROWN, INK, THIN_LINE_WIDTH)
    body += draw_sleeve(((122, 124), (104, 152), (92, 128)), (28, 27, 17), GREEN_DARK, TAN)
    body += draw_fist(86, 110, 10, -30, True, SKIN_BROWN)
    body += _draw_horse((72, 112), -6, GRAY_COAT, GREEN_DARK)
    for x, y, r in ((104, 152, 4), (118, 164, 3), (92, 164, 3.4), (88, 146, 2.6)):
        body += CARD_PEN.circle(x, y, r, "#d8d6d0", None)
    body += _draw_rein((63, 146), (131, 156), ORANGE)
    body += draw_sleeve(((172, 124), (184, 153), (146, 156)), (29, 28, 18), "url(#greencloth)", TAN)
    body += draw_fist(136, 156, 9.5, 80, False, SKIN_BROWN)
    body += draw_cape(146, 104, 30, 14, TAN)
    head = Pen(146, 76, 23)
    body += draw_face(
        head,
        -0.55,
        skin=SKIN_BROWN,
        brow=INK,
        mood="open",
        nose="round",
        beard=draw_full_beard(head, -0.55, HAIR_BLACK, 1.25, 0.5, GRAY_DARK),
    )
    body += head.path("M-.8 -.7 C-.9 -1.7 .9 -1.7 .86 -.7 Z", RED, INK, LINE_WIDTH)
    body += head.path(
        "M-1.04 -.4 C-1.3 -.6 -1.2 -.9 -.95 -.94 C-.4 -1.16 .5 -1.16 .98 -.9 C1.24 -.8 1.24 -.5 1 -.4 "
        "C.4 -.64 -.4 -.64 -1.04 -.4 Z",
        TAN,
        INK,
        LINE_WIDTH,
    )
    body += head.line(
        "M-.8 -.7 L-.74 -.58 M-.4 -.84 L-.36 -.7 M0 -.88 L0 -.74 M.4 -.84 L.38 -.7 M.8 -.7 L.74 -.56",
        BROWN,
        THIN_LINE_WIDTH,
    )
    body += draw_feather(*head.to_card_point(-0.3, -1.3), 30, -18, GREEN, True)
    return draw_court_card(_turn_to_right(body), "C", "c", GREEN_DARK)


CARDS = {"d": draw_denari, "h": draw_coppe, "s": draw_spade, "c": draw_bastoni}

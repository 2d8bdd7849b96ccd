"""The four jacks of the Trevisane deck, double-headed."""

from ..figures import draw_feather, draw_fist, draw_open_hand, draw_sleeve
from ..heads import draw_face, draw_moustache
from ..palette import (
    BLUE,
    BLUE_DARK,
    BROWN,
    CREAM,
    FINE_LINE_WIDTH,
    GOLD,
    GOLD_DARK,
    GREEN,
    GREEN_DARK,
    HAIR_BLACK,
    HAIR_BLOND,
    HAIR_RED,
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
    THIN_LINE_WIDTH,
    WHITE,
)
from ..shapes import draw_flower, draw_leaf
from ..svg import CARD_PEN, Pen
from .dress import draw_buttons, draw_collar, draw_folds, draw_panel, draw_ruff, draw_trunk
from .paper import draw_court_card
from .signs import draw_baton, draw_goblet, draw_scimitar, draw_star_coin


def draw_denari() -> str:
    """Draw a fair page in green and gold with a tall red toque, who admires the raised coin."""
    body = draw_sleeve(((146, 126), (172, 150), (168, 186)), (28, 30, 24), GOLD)
    body += draw_trunk(116, 112, 46, 38, "url(#greencloth)")
    body += draw_panel(116, 112, 11, 15, GOLD) + draw_buttons(116, 130, 172, 14, RED)
    body += draw_folds((((92, 132), (88, 174)), ((142, 132), (146, 174))), GREEN_DARK)
    body += draw_star_coin(52, 108, 33, RED, BLUE)
    body += draw_sleeve(((88, 126), (72, 168), (58, 152)), (29, 30, 18), GOLD, WHITE)
    body += draw_fist(55, 143, 10, -8, True)
    body += draw_ruff(116, 106, 26)
    head = Pen(116, 76, 25)
    body += head.path("M-.8 -.8 C-1.3 -.2 -1.2 .6 -1.05 1.05 L-.5 1 L-.4 -.6 Z", HAIR_BLOND, INK, LINE_WIDTH * 0.9)
    body += head.path("M.8 -.8 C1.3 -.2 1.25 .6 1.1 1.1 Q.7 1.25 .4 1 L.4 -.6 Z", HAIR_BLOND, INK, LINE_WIDTH * 0.9)
    body += draw_face(head, -0.7, brow=BROWN, ears=False, mood="open")
    body += head.path(
        "M-.8 0 C-.84 -.6 -.4 -.8 .2 -.7 C.6 -.66 .5 -.2 .6 .6 L.98 .66 C1.1 0 1.1 -.6 .8 -1 L-.7 -1 Z",
        HAIR_BLOND,
        INK,
        THIN_LINE_WIDTH,
    )
    body += draw_feather(134, 50, 40, 12, WHITE)
    body += head.path(
        "M-.9 -.7 C-1.3 -1.6 -.7 -2.1 .1 -2 C.9 -2.1 1.4 -1.5 .9 -.7 Q0 -1 -.9 -.7 Z", RED, INK, LINE_WIDTH
    )
    body += head.path("M-.94 -.84 Q0 -1.16 .94 -.84 L.9 -.56 Q0 -.84 -.9 -.56 Z", GOLD, INK, THIN_LINE_WIDTH)
    body += head.line("M-.4 -1.2 Q-.6 -1.6 -.3 -1.9 M.4 -1.2 Q.6 -1.6 .3 -1.92", RED_DARK, THIN_LINE_WIDTH)
    return draw_court_card(body, "F", "d", GREEN)


def draw_coppe() -> str:
    """Draw a brown-skinned page in a striped coat and a blue hood with a tail, who carries the goblet."""
    body = draw_trunk(98, 114, 46, 40, WHITE)
    for x in (-30, -10, 10, 30):
        body += CARD_PEN.path(
            f"M{98 + x * 0.75 - 4} 116 L{98 + x * 0.75 + 4} 116 L{98 + x + 6} 181 L{98 + x - 6} 181 Z", RED, None
        )
    body += draw_trunk(98, 114, 46, 40, "none")
    body += CARD_PEN.path("M58 164 Q98 174 139 164 L139 178 Q98 186 58 178 Z", GOLD, INK, THIN_LINE_WIDTH * 1.1)
    body += draw_sleeve(((66, 130), (50, 164), (92, 158)), (29, 29, 18), BLUE, GOLD)
    body += draw_open_hand(108, 154, 10, 174)
    body += draw_sleeve(((132, 130), (148, 172), (163, 138)), (29, 28, 18), BLUE, GOLD)
    body += draw_goblet(164, 98, 31, 0, BLUE, RED)
    body += draw_fist(164, 125, 10, 4, True, SKIN_BROWN)
    head = Pen(98, 78, 25)
    body += head.path(
        "M-1.3 1.5 C-1.5 .5 -1.2 -.6 -.8 -.9 L.8 -.9 C1.2 -.4 1.3 .7 1.3 1.5 Q0 2.1 -1.3 1.5 Z",
        "url(#bluecloth)",
        INK,
        LINE_WIDTH,
    )
    body += draw_face(head, 0.5, skin=SKIN_BROWN, brow=INK, ears=False, traits=("lashes",))
    body += head.path(
        "M-.78 .2 C-.86 -.6 -.4 -.78 .1 -.76 C.6 -.76 .84 -.4 .78 .2 L.84 .9 C1.3 .2 1.2 -1.3 .2 -1.35 "
        "C-.4 -1.4 -1.1 -1.1 -1.6 -1.7 C-2.1 -1.6 -2.3 -1 -1.9 -.6 C-1.6 -.9 -1.2 -.7 -1.1 -.3 "
        "C-1.1 .3 -1 .7 -.84 .9 Z",
        "url(#bluecloth)",
        INK,
        LINE_WIDTH,
    )
    body += head.line("M-.92 -.5 C-.6 -1.1 .4 -1.3 .86 -.6", BLUE_DARK, THIN_LINE_WIDTH) + head.circle(
        -2, -0.86, 0.2, GOLD, INK, FINE_LINE_WIDTH
    )
    body += head.path(
        "M-1.3 1.5 L-1.1 1.86 L-.8 1.6 L-.4 2.04 L0 1.7 L.4 2.04 L.8 1.6 L1.1 1.86 L1.3 1.5 Q0 2 -1.3 1.5 Z",
        BLUE,
        INK,
        THIN_LINE_WIDTH,
    )
    return draw_court_card(body, "F", "h", RED)


def draw_spade() -> str:
    """Draw a guard with a red moustache and a broad kettle hat, who shoulders a curved sword."""
    body = draw_scimitar(((72, 146), (52, 124), (44, 96), (60, 46)), 15, RED)
    body += draw_trunk(120, 116, 50, 42, STEEL)
    body += CARD_PEN.path("M84 128 Q120 146 156 128 L160 150 Q120 168 80 150 Z", STEEL_LIGHT, INK, THIN_LINE_WIDTH)
    body += draw_folds((((120, 116), (120, 180)),), STEEL_DARK)
    body += CARD_PEN.path("M79 162 Q120 178 162 162 L162 176 Q120 190 79 176 Z", RED, INK, THIN_LINE_WIDTH * 1.1)
    body += CARD_PEN.circle(120, 176, 6, GOLD, INK, FINE_LINE_WIDTH)
    body += draw_sleeve(((88, 134), (66, 172), (78, 158)), (30, 30, 20), PLUM, GOLD)
    body += draw_fist(78, 150, 11, 38, True)
    body += draw_sleeve(((154, 134), (176, 156), (166, 184)), (30, 31, 26), PLUM)
    for x, y in ((166, 140), (174, 154), (171, 168)):
        body += CARD_PEN.line(f"M{x - 10} {y + 5} L{x + 9} {y - 3}", GOLD, LINE_WIDTH)
    body += draw_collar(120, 110, 26, GOLD, 15)
    head = Pen(120, 82, 25)
    body += draw_face(
        head, -0.35, brow=HAIR_RED, mood="stern", nose="hook", moustache=draw_moustache(head, -0.35, HAIR_RED, 0.3)
    )
    body += head.path("M-.24 .84 Q-.2 1.3 -.1 1.36 Q.08 1.2 .06 .86 Z", HAIR_RED, INK, FINE_LINE_WIDTH)
    body += head.path("M-.86 -.5 C-.9 -1.5 .9 -1.5 .86 -.5 Z", STEEL, INK, LINE_WIDTH)
    body += head.path(
        "M-.1 -1.24 C-.6 -1.1 -.66 -.8 -.64 -.6 L-.3 -.6 C-.3 -.9 -.26 -1.1 -.1 -1.24 Z", STEEL_LIGHT, None
    )
    body += head.path("M-1.7 -.2 C-1.1 -.85 1.1 -.85 1.7 -.2 C1 -.5 -1 -.5 -1.7 -.2 Z", STEEL, INK, LINE_WIDTH)
    body += head.line("M-1.2 -.38 C-.6 -.66 .6 -.66 1.2 -.38", STEEL_DARK, THIN_LINE_WIDTH)
    body += draw_feather(*head.to_card_point(0.1, -1.2), 26, -20, RED) + head.circle(
        0, -1.22, 0.14, GOLD, INK, FINE_LINE_WIDTH
    )
    return draw_court_card(body, "F", "s", BLUE)


def draw_bastoni() -> str:
    """Draw a dark-haired country lad in orange and a straw hat with poppies, who leans on a staff."""
    body = draw_baton(172, 184, 166, 46, 14, "red", has_foot=False)
    body += draw_trunk(104, 114, 46, 40, ORANGE)
    body += CARD_PEN.path("M82 112 L104 150 L126 112 L118 108 L90 108 Z", WHITE, INK, THIN_LINE_WIDTH)
    body += CARD_PEN.path("M70 118 L80 113 L86 181 L70 181 Z", GREEN, INK, THIN_LINE_WIDTH)
    body += CARD_PEN.path("M138 118 L128 113 L122 181 L138 181 Z", GREEN, INK, THIN_LINE_WIDTH)
    body += CARD_PEN.path("M78 156 L130 156 L130 166 L78 166 Z", GREEN, INK, THIN_LINE_WIDTH)
    body += draw_sleeve(((74, 130), (48, 158), (52, 186)), (30, 31, 26), ORANGE)
    body += draw_folds((((56, 150), (50, 172)),), BROWN)
    body += draw_sleeve(((136, 130), (160, 166), (168, 140)), (30, 29, 18), ORANGE, WHITE)
    body += draw_fist(169, 126, 10.5, 0, False)
    scarf = "M82 110 Q104 126 128 110 L130 120 Q116 130 110 128 L118 148 L106 142 L98 150 L100 128 Q88 128 80 120 Z"
    body += CARD_PEN.path(scarf, RED, INK, THIN_LINE_WIDTH * 1.1)
    head = Pen(104, 82, 25)
    body += head.path("M-.8 -.7 C-1.2 -.2 -1.1 .4 -.9 .7 L.9 .7 C1.1 .4 1.2 -.2 .8 -.7 Z", HAIR_BLACK, INK, LINE_WIDTH)
    body += draw_face(head, 0.45, brow=INK, ears=False, nose="round", traits=("freckles",))
    body += head.path(
        "M-.8 .3 C-.8 -.4 -.5 -.6 0 -.5 C.3 -.3 .4 -.6 .8 -.2 L.84 -.8 L-.86 -.8 Z", HAIR_BLACK, INK, THIN_LINE_WIDTH
    )
    body += head.path("M-.86 -.62 C-.8 -1.6 .8 -1.6 .86 -.62 Z", GOLD, INK, LINE_WIDTH)
    body += head.path(
        "M-1.8 -.36 C-1.2 -.9 1.2 -.9 1.8 -.36 C1.2 -.14 .6 -.4 0 -.4 C-.6 -.4 -1.2 -.14 -1.8 -.36 Z",
        GOLD,
        INK,
        LINE_WIDTH,
    )
    body += head.line("M-1.3 -.42 C-.7 -.62 .7 -.62 1.3 -.42 M-.5 -1.1 Q0 -1.26 .5 -1.1", GOLD_DARK, THIN_LINE_WIDTH)
    body += head.path("M-.86 -.68 Q0 -1 .86 -.68 L.84 -.9 Q0 -1.2 -.84 -.9 Z", RED_DARK, INK, FINE_LINE_WIDTH)
    x, y = head.to_card_point(-0.6, -0.95)
    body += (
        draw_leaf(x, y, 15, 200, GREEN, FINE_LINE_WIDTH)
        + draw_leaf(x, y, 15, 110, GREEN, FINE_LINE_WIDTH)
        + draw_flower(x, y, 8, RED, INK)
    )
    return draw_court_card(body, "F", "c", ORANGE, CREAM)


CARDS = {"d": draw_denari, "h": draw_coppe, "s": draw_spade, "c": draw_bastoni}

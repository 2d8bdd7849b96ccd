"""Spade: the straight sword, the ace held by a winged child, and the number cards."""

from ..emblems import draw_sword
from ..figures import draw_fist, draw_ground
from ..heads import draw_face
from ..palette import (
    BLUE,
    BROWN,
    FINE_LINE_WIDTH,
    GOLD,
    GREEN,
    HAIR_BLOND,
    INK,
    LINE_WIDTH,
    RED,
    RED_DARK,
    SKIN,
    SKIN_SHADE,
    THIN_LINE_WIDTH,
    WHITE,
)
from ..shapes import draw_flower, draw_leaf, draw_merged_outlines, draw_spray, make_tube_path
from ..svg import CARD_PEN, Pen, add_mirror_image, make_card, rotate_half_turn


def _draw_wing(x: float, y: float, size: float, flip: bool = False) -> str:
    """Draw the raised wing of a child, which starts at (x, y) and extends up and left."""
    pen = Pen(x, y, size, 0, flip)
    body = ""
    feathers = (
        ("M-.1 .1 C-.5 .5 -.9 .5 -1.02 .36 C-.9 .3 -.5 .1 -.3 -.1 Z", BLUE),
        ("M-.2 .05 C-.7 .3 -1.1 .22 -1.2 .05 C-1 .02 -.6 -.1 -.4 -.25 Z", RED),
        ("M-.3 -.1 C-.8 .05 -1.2 -.1 -1.26 -.3 C-1.05 -.28 -.7 -.35 -.45 -.45 Z", BLUE),
        ("M-.4 -.25 C-.8 -.2 -1.15 -.42 -1.18 -.64 C-1 -.58 -.7 -.6 -.5 -.65 Z", RED),
    )
    for d, fill in feathers:
        body += pen.path(d, fill, INK, THIN_LINE_WIDTH * 1.2)
    arm = (
        "M.05 .12 C-.2 .1 -.5 -.1 -.62 -.4 C-.7 -.62 -.9 -.76 -1.02 -.96 "
        "C-.7 -1.02 -.36 -.9 -.2 -.6 C-.1 -.4 0 -.2 .1 -.1 Z"
    )
    body += pen.path(arm, WHITE, INK, LINE_WIDTH)
    return body + pen.line(
        "M-.2 -.12 Q-.34 -.2 -.34 -.34 M-.36 -.36 Q-.5 -.44 -.5 -.58 M-.5 -.6 Q-.66 -.66 -.7 -.8", INK, FINE_LINE_WIDTH
    )


def _draw_child() -> str:
    """Draw a winged child on the meadow at the left, with both arms to the right."""
    body = _draw_wing(72, 226, 48) + _draw_wing(94, 226, 44, True)
    # far sash end, legs and trunk
    body += CARD_PEN.path(
        "M56 276 C40 282 34 300 18 304 L26 312 L22 322 C44 318 54 300 66 290 Z", RED, INK, THIN_LINE_WIDTH * 1.2
    )
    trunk = "M60 222 C52 240 52 270 62 288 Q80 298 102 288 C110 270 108 240 100 222 Q80 212 60 222 Z"
    left_leg = make_tube_path(((70, 282), (62, 304), (62, 328)), (34, 25, 16), 0.3)
    right_leg = make_tube_path(((92, 282), (104, 304), (106, 328)), (34, 25, 16), 0.3)
    left_foot = "M70 324 C72 332 71 338 68 338 L48 338 C42 338 42 331 48 330 C52 329 54 326 55 322 Z"
    right_foot = "M98 324 C96 332 97 338 100 338 L120 338 C126 338 126 331 120 330 C116 329 114 326 113 322 Z"
    body += draw_merged_outlines(CARD_PEN, (trunk, left_leg, right_leg, left_foot, right_foot), SKIN)
    body += CARD_PEN.line("M54 306 Q60 310 68 306 M98 306 Q106 310 112 305", SKIN_SHADE, THIN_LINE_WIDTH)
    body += CARD_PEN.line("M66 240 Q74 246 82 241 M79 262 L82 263", SKIN_SHADE, THIN_LINE_WIDTH)
    sash = "M56 268 Q80 284 106 266 L110 290 Q104 298 98 294 Q92 304 84 300 Q76 306 70 298 Q62 300 55 292 Z"
    body += CARD_PEN.path(sash, RED, INK, THIN_LINE_WIDTH * 1.2)
    return body + CARD_PEN.line("M72 280 Q70 288 72 296 M90 279 Q94 286 92 296", RED_DARK, THIN_LINE_WIDTH)


def draw_ace() -> str:
    """Draw a winged child that lifts the great sword."""
    body = draw_ground() + _draw_child()
    body += draw_sword(140, 164, 286, 0, 27)
    arm = make_tube_path(((96, 232), (116, 252), (136, 264)), (22, 20, 15), 0.3)
    body += CARD_PEN.path(arm, SKIN, INK, LINE_WIDTH) + draw_fist(140, 264, 9.5, -4, True)
    far = make_tube_path(((66, 234), (92, 272), (130, 282)), (22, 20, 15), 0.3)
    body += CARD_PEN.path(far, SKIN, INK, LINE_WIDTH) + draw_fist(140, 281, 9.5, -4, True)
    head = Pen(82, 192, 27, -6)
    curls = (
        "M-.7 .5 C-1.1 .6 -1.2 .1 -1 -.05 C-1.3 -.2 -1.2 -.7 -.95 -.7 "
        "C-1 -1.1 -.6 -1.3 -.35 -1.15 C-.2 -1.45 .3 -1.4 .4 -1.15 "
        "C.7 -1.3 1.05 -1 .95 -.7 C1.2 -.6 1.2 -.2 .98 -.1 C1.1 .2 .9 .5 .7 .4 Z"
    )
    body += head.path(curls, HAIR_BLOND, INK, LINE_WIDTH)
    body += draw_face(head, 0.6, brow=BROWN, mood="open", ears=False)
    fringe = (
        "M-.74 .1 C-.95 -.4 -.8 -.95 -.3 -1 C0 -1.2 .5 -1.15 .7 -.7 C.8 -.5 .7 -.35 .6 -.35 C.5 -.6 .3 -.5 .2 -.62 "
    )
    fringe += "C.1 -.4 -.2 -.4 -.3 -.5 C-.3 -.3 -.5 -.25 -.55 -.1 C-.55 .1 -.7 .2 -.74 .1 Z"
    body += head.path(fringe, HAIR_BLOND, INK, THIN_LINE_WIDTH * 1.1)
    body += draw_flower(186, 322, 9) + draw_flower(168, 326, 7, BLUE) + draw_flower(30, 330, 7, BLUE)
    # ribbon fluttering from the blade
    right = "M150 92 C166 84 176 100 190 88 C196 82 197 74 196 66 C206 84 202 104 188 108 C176 112 166 102 150 110 Z"
    left = (
        "M130 92 C104 78 92 110 66 96 C50 88 36 92 22 80 L28 97 L20 112 C36 116 48 112 62 117 C92 128 104 98 130 110 Z"
    )
    body += CARD_PEN.path(right, RED, INK, THIN_LINE_WIDTH * 1.2) + CARD_PEN.path(left, RED, INK, THIN_LINE_WIDTH * 1.2)
    body += CARD_PEN.line("M124 99 C104 92 92 116 66 106 C54 101 46 102 36 99", GOLD, THIN_LINE_WIDTH)
    body += CARD_PEN.path("M124 90 Q140 100 156 88 L156 107 Q140 119 124 109 Z", RED, INK, THIN_LINE_WIDTH * 1.2)
    return make_card(body + CARD_PEN.line("M129 100 Q140 106 151 99", GOLD, THIN_LINE_WIDTH))


def draw_two() -> str:
    body = draw_sword(56, 180, 300, 0, 18) + draw_sword(164, 180, 300, 0, 18, BLUE)
    vine = draw_spray(((110, 162), (110, 140), (110, 118), (110, 98), (110, 80)), 22)
    return make_card(body + vine + rotate_half_turn(vine) + draw_flower(110, 180, 18))


def draw_three() -> str:
    body = draw_sword(57, 166, 280, 0, 16) + draw_sword(163, 166, 280, 0, 16)
    return make_card(body + draw_sword(110, 184, 316, 0, 20, BLUE))


def _draw_sword_column(x: float, length: float, grip: str = RED, width: float = 16) -> str:
    """Draw two swords, one above the other, with their points outwards."""
    middle = 24 + length / 2
    return draw_sword(x, middle, length, 0, width, grip) + draw_sword(x, 360 - middle, length, 180, width, grip)


def draw_four() -> str:
    body = _draw_sword_column(54, 148) + _draw_sword_column(166, 148)
    vine = draw_spray(((110, 164), (110, 142), (110, 120), (110, 100), (110, 82)), 22)
    return make_card(body + vine + rotate_half_turn(vine) + draw_flower(110, 180, 19))


def draw_five() -> str:
    body = _draw_sword_column(44, 150) + _draw_sword_column(176, 150) + draw_sword(110, 152, 196, 0, 17, BLUE)
    sprig = draw_spray(((110, 300), (92, 306), (78, 302), (66, 306)), 14)
    return make_card(body + add_mirror_image(sprig) + draw_leaf(110, 296, 26, -90) + draw_flower(110, 300, 13))


def draw_six() -> str:
    return make_card(
        _draw_sword_column(46, 150, RED, 14)
        + _draw_sword_column(110, 150, BLUE, 14)
        + _draw_sword_column(174, 150, RED, 14)
    )


def draw_seven() -> str:
    body = (
        _draw_sword_column(46, 136, RED, 13.5)
        + _draw_sword_column(110, 136, BLUE, 13.5)
        + _draw_sword_column(174, 136, RED, 13.5)
    )
    return make_card(body + draw_sword(110, 180, 178, 90, 15, GREEN))


CARDS = {"A": draw_ace, "2": draw_two, "3": draw_three, "4": draw_four, "5": draw_five, "6": draw_six, "7": draw_seven}

"""Bastoni: the knotty club, the leafy ace, the grotesque mask of the three, and the number cards."""

from ..emblems import BARK_COLORS, draw_club
from ..palette import (
    BLUE,
    BROWN,
    BROWN_DARK,
    FINE_LINE_WIDTH,
    GOLD,
    GREEN,
    GREEN_LIGHT,
    INK,
    LINE_WIDTH,
    ORANGE,
    RED,
    RED_DARK,
    RED_LIGHT,
    TAN,
    THIN_LINE_WIDTH,
    WHITE,
)
from ..shapes import draw_banner, draw_flower, draw_spray, make_star_path
from ..svg import CARD_PEN, Pen, Point, make_card, rotate_half_turn


def draw_ace() -> str:
    # leafy shoots behind the wood
    body = ""
    shoots: tuple[tuple[tuple[Point, ...], float], ...] = (
        (((98, 250), (84, 232), (62, 224), (42, 226), (26, 236)), 27),
        (((112, 214), (140, 204), (158, 206), (176, 198), (190, 184)), 27),
        (((96, 150), (76, 134), (60, 130), (44, 116), (34, 98)), 27),
        (((140, 120), (158, 118), (172, 108), (184, 92), (188, 74)), 24),
    )
    for points, size in shoots:
        body += draw_spray(points, size, GREEN_LIGHT, GREEN)
    body += draw_club(86, 334, 124, 52, 28, 62)
    body += (
        draw_flower(58, 250, 15, RED, GOLD)
        + draw_flower(164, 226, 15, BLUE, GOLD)
        + draw_flower(52, 158, 13, BLUE, GOLD)
    )
    # a ribbon wound round the wood
    body += CARD_PEN.path("M60 292 C70 300 108 306 122 296 L124 312 C108 324 70 318 58 308 Z", RED, INK, LINE_WIDTH)
    body += CARD_PEN.path(
        "M122 296 C148 286 164 300 190 288 L182 300 L192 312 C168 322 148 306 124 312 Z",
        RED,
        INK,
        THIN_LINE_WIDTH * 1.2,
    )
    body += CARD_PEN.path(
        "M60 292 C48 284 34 292 20 284 L27 297 L18 308 C34 314 46 304 58 308 Z", RED, INK, THIN_LINE_WIDTH * 1.2
    )
    body += CARD_PEN.line("M66 303 C80 311 104 312 118 304", GOLD, THIN_LINE_WIDTH)
    return make_card(body)


def draw_two() -> str:
    body = draw_club(46, 330, 174, 36, 16, 36) + draw_club(174, 330, 46, 36, 16, 36)
    return make_card(body + draw_banner(110, 196, 76, 20))


def _draw_mask() -> str:
    """Draw the gatto mammone: a grimacing cat-man with flaming hair and a huge moustache."""
    pen = Pen(110, 180, 1)
    body = pen.path(make_star_path(0, 0, 68, 46, 20, 0.0), ORANGE, INK, LINE_WIDTH)
    body += pen.path(make_star_path(0, 0, 58, 42, 20, 0.157), RED, None)
    for flip in (False, True):
        side = Pen(110, 180, 1, 0, flip)
        body += side.path("M-30 -34 C-48 -52 -50 -66 -44 -76 C-30 -70 -18 -56 -12 -44 Z", TAN, INK, LINE_WIDTH)
        body += side.path("M-31 -42 C-40 -52 -42 -60 -40 -66 C-32 -62 -26 -54 -22 -46 Z", RED, INK, FINE_LINE_WIDTH)
    body += pen.path("M0 -46 C30 -46 46 -26 44 0 C44 26 28 48 0 50 C-28 48 -44 26 -44 0 C-46 -26 -30 -46 0 -46 Z", TAN)
    # open mouth with teeth and tongue
    body += pen.path(
        "M-25 20 Q0 30 25 20 C24 40 12 48 0 48 C-12 48 -24 40 -25 20 Z", RED_DARK, INK, THIN_LINE_WIDTH * 1.2
    )
    body += pen.path("M-13 40 Q0 28 13 40 Q8 47 0 47 Q-8 47 -13 40 Z", RED_LIGHT, INK, FINE_LINE_WIDTH)
    body += pen.path(
        "M-22 22 L-18 33 L-13 25 L-8 32 L-4 26 L0 32 L4 26 L8 32 L13 25 L18 33 L22 22 Q0 30 -22 22 Z",
        WHITE,
        INK,
        FINE_LINE_WIDTH,
    )
    for flip in (False, True):
        side = Pen(110, 180, 1, 0, flip)
        body += side.circle(-32, 8, 8, RED_LIGHT, None)
        body += side.ellipse(-17, -10, 11, 9.5, WHITE, INK, THIN_LINE_WIDTH * 1.2)
        body += side.circle(-14, -8, 4.6, INK, None) + side.circle(-15.6, -10, 1.5, WHITE, None)
        body += side.path(
            "M-40 -22 C-34 -36 -18 -34 -5 -21 C-16 -25 -26 -24 -33 -16 Z", BROWN_DARK, INK, FINE_LINE_WIDTH
        )
        body += side.path(
            "M0 13 C-12 4 -22 10 -30 14 C-42 19 -56 12 -54 0 C-64 6 -62 26 -44 30 C-26 33 -8 28 0 19 Z",
            BROWN_DARK,
            INK,
            THIN_LINE_WIDTH * 1.2,
        )
        body += side.line("M-8 16 C-20 17 -30 24 -44 23", TAN, FINE_LINE_WIDTH)
    body += pen.line("M-6 -32 L-3 -24 M6 -32 L3 -24", BROWN, THIN_LINE_WIDTH)
    return body + pen.path(
        "M-5 -16 C-6 -4 -13 2 -12 9 C-10 15 -4 13 0 15 C4 13 10 15 12 9 C13 2 6 -4 5 -16 Z",
        RED_LIGHT,
        INK,
        THIN_LINE_WIDTH * 1.2,
    )


def draw_three() -> str:
    body = draw_club(110, 336, 110, 34, 14, 30, BARK_COLORS)
    body += draw_club(40, 326, 180, 40, 14, 30) + draw_club(180, 326, 40, 40, 14, 30)
    return make_card(body + _draw_mask())


def _pair(top: float, bottom: float, thin: float = 11, thick: float = 24) -> str:
    """Draw two crossed clubs between these heights, thick ends up."""
    return draw_club(34, bottom, 178, top, thin, thick) + draw_club(186, bottom, 42, top, thin, thick)


def draw_four() -> str:
    body = _pair(36, 164) + rotate_half_turn(_pair(36, 164))
    return make_card(body)


def _draw_horizontal_club() -> str:
    return draw_club(26, 180, 186, 180, 12, 24, BARK_COLORS)


def draw_five() -> str:
    pair = _pair(32, 142)
    return make_card(pair + rotate_half_turn(pair) + _draw_horizontal_club())


def _draw_club_fan(top: float, bottom: float) -> str:
    """Draw three clubs side by side that open upwards, the middle one brown."""
    body = draw_club(81, bottom, 47, top, 10, 25) + draw_club(139, bottom, 173, top, 10, 25)
    return body + draw_club(110, bottom + 2, 110, top - 4, 10, 25, BARK_COLORS)


def draw_six() -> str:
    fan = _draw_club_fan(40, 162)
    return make_card(fan + rotate_half_turn(fan))


def draw_seven() -> str:
    fan = _draw_club_fan(38, 145)
    return make_card(fan + rotate_half_turn(fan) + _draw_horizontal_club())


CARDS = {"A": draw_ace, "2": draw_two, "3": draw_three, "4": draw_four, "5": draw_five, "6": draw_six, "7": draw_seven}

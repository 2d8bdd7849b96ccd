"""The two jokers: the big one dances in all colors before a sun, the little one pipes on the moon in one color."""

import re
from math import pi

from ..figures import draw_fist, draw_limb, draw_open_hand, draw_sleeve
from ..heads import draw_face
from ..palette import (
    BLUE,
    BLUE_DARK,
    BLUSH,
    BROWN,
    FINE_LINE_WIDTH,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    GREEN,
    INK,
    LINE_WIDTH,
    RED,
    SKIN,
    SKIN_SHADE,
    STEEL,
    STEEL_DARK,
    STEEL_LIGHT,
    THIN_LINE_WIDTH,
    WHITE,
)
from ..shapes import make_star_path
from ..svg import CARD_HEIGHT, CARD_PEN, CARD_WIDTH, Pen, Point, draw_rect, make_card, make_group, rotate_half_turn
from .dress import FRAME_INSET, draw_dots, draw_frame, draw_rhombs
from .indices import GLYPH_PATHS, draw_glyph
from .styles import FrenchDeckStyle

_LETTER_J_PATH = " M6.8 .9 L10.4 .9 M9.4 .9 L9.4 10.2 Q9.4 13.2 7.6 13.2 Q5.9 13.2 5.8 10.8"
LETTER_PATHS = {
    "BJ": "M-.6 .8 L-.6 13.2 L1.4 13.2 Q3.9 13.2 3.9 10 Q3.9 6.7 1.4 6.7 L-.6 6.7 M1.4 6.7 Q3.5 6.7 3.5 3.8 "
    "Q3.5 .8 1.4 .8 L-.6 .8" + _LETTER_J_PATH,
    "LJ": "M-.4 .8 L-.4 13.2 L3.6 13.2" + _LETTER_J_PATH,
    "B": "M1.8 .8 L1.8 13.2 L5 13.2 Q8.8 13.2 8.8 10 Q8.8 6.7 5 6.7 L1.8 6.7 M5 6.7 Q8 6.7 8 3.8 Q8 .8 5 .8 L1.8 .8",
    "G": "M8.8 3 Q8 .8 5 .8 Q.8 .8 .8 7 Q.8 13.2 5 13.2 Q8.8 13.2 8.8 9.6 L8.8 7.6 L5.6 7.6",
    "I": "M5 .8 L5 13.2",
    "L": "M2 .8 L2 13.2 L8.4 13.2",
    "T": "M1 .8 L9 .8 M5 .8 L5 13.2",
    "O": "M5 .8 Q9.2 .8 9.2 7 Q9.2 13.2 5 13.2 Q.8 13.2 .8 7 Q.8 .8 5 .8 Z",
    "E": "M8.4 .8 L1.8 .8 L1.8 13.2 L8.6 13.2 M1.8 6.8 L7.2 6.8",
    "R": "M1.8 13.2 L1.8 .8 L5 .8 Q8.8 .8 8.8 4.2 Q8.8 7.4 5 7.4 L1.8 7.4 M5 7.4 L9 13.2",
}
DARKEST_TINT, LIGHTEST_TINT = (0x1B, 0x2A, 0x41), (0xFF, 0xFD, 0xF5)
"""The ends of the range of tints of the little joker, as RGB."""


def reduce_to_one_color(drawing: str) -> str:
    """Return the drawing with every color replaced by the tint of one blue that has its lightness."""

    def replace_color(match: re.Match[str]) -> str:
        red, green, blue = (int(match[0][i : i + 2], 16) for i in (1, 3, 5))
        light: float = (0.3 * red + 0.59 * green + 0.11 * blue) / 255
        mixed = (round(d + (t - d) * light) for d, t in zip(DARKEST_TINT, LIGHTEST_TINT, strict=True))
        return "#" + "".join(f"{value:02x}" for value in mixed)

    for old, new in ((SKIN, "#f6ead8"), (BLUSH, "#d8cdbd"), (SKIN_SHADE, BLUE)):  # a pale face, not a grey one
        drawing = drawing.replace(old, new)
    return re.sub(r"#[0-9a-f]{6}", replace_color, drawing)


def _draw_index(rank: str, name: str, color: str, sign: str, style: FrenchDeckStyle) -> str:
    """Draw the two letters of the notation, a sign below them and the name below that, and the same turned."""
    x, height = (32.0, 52.0) if style.has_large_indices else (24.0, 35.0)
    step, letter_height = 16.5, 12.5
    body = draw_glyph(LETTER_PATHS[rank], x, 14, height, color, 2.0)
    gap, scale = (26, 1.25) if style.has_large_indices else (20, 1)
    place = f"translate({x} {14 + height + gap}) scale({scale})"
    body += make_group(sign, place)
    top = 124 if style.has_large_indices else 94
    for index, letter in enumerate(name):
        if letter != " ":
            path = (GLYPH_PATHS | LETTER_PATHS)[letter]
            body += draw_glyph(path, x, top + index * step, letter_height, color, 2.4)
    return body + rotate_half_turn(body)


def _draw_bells(points: tuple[Point, ...], radius: float) -> str:
    body = ""
    for x, y in points:
        body += CARD_PEN.circle(x, y, radius, GOLD, INK, THIN_LINE_WIDTH)
        body += CARD_PEN.line(f"M{x} {y} L{x} {y + radius * 0.8}", INK, FINE_LINE_WIDTH)
    return body


def _draw_cap(head: Pen, left: str, right: str, middle: str) -> str:
    """Draw a fool's cap with three horns and bells around the face."""
    body = ""
    side = "M0 -.5 C-.45 -.55 -.72 -.3 -.78 .3 Q-.92 .5 -1.02 .3 C-1.1 -.1 -1.3 -.5 -1.66 -.4 "
    side += "C-1.9 -.32 -2 -.14 -2.06 .1 C-2.5 -.8 -1.95 -1.6 -1.2 -1.7 C-.6 -1.78 -.2 -1.5 0 -1.2 Z"
    body += head.path(side, left, INK, LINE_WIDTH)
    body += Pen(head.x, head.y, head.scale, head.turn, True).path(side, right, INK, LINE_WIDTH)
    horn = "M-.5 -.52 C-.75 -1.5 -.5 -2.3 .2 -2.4 C.7 -2.45 1 -2.1 1.05 -1.8 C.7 -2 .35 -1.7 .5 -.52 Q0 -.66 -.5 -.52 Z"
    body += head.path(horn, middle, INK, LINE_WIDTH)
    body += head.path(
        "M-.8 .1 C-.72 -.36 -.45 -.52 0 -.5 C.45 -.52 .72 -.36 .8 .1 L.9 -.2 C.75 -.6 .4 -.78 0 -.76 "
        "C-.4 -.78 -.75 -.6 -.9 -.2 Z",
        WHITE,
        INK,
        THIN_LINE_WIDTH,
    )
    tips = (head.to_card_point(-2.08, 0.22), head.to_card_point(2.08, 0.22), head.to_card_point(1.08, -1.66))
    return body + _draw_bells(tips, head.scale * 0.21)


def _draw_shoe(x: float, y: float, size: float, fill: str, flip: bool = False, turn: float = 0) -> str:
    """Draw a shoe with a curled tip and a bell, which points to the left."""
    pen = Pen(x, y, size, turn, flip)
    d = "M.4 -.95 C.5 -.4 .5 0 .3 0 L-1.3 0 C-2.2 0 -2.5 -.9 -1.9 -1.25 C-1.95 -.8 -1.6 -.55 -1.2 -.55 "
    body = pen.path(d + "C-.8 -.55 -.5 -.7 -.42 -1 Z", fill, INK, LINE_WIDTH * 0.9)
    return body + _draw_bells((pen.to_card_point(-1.85, -1.35),), size * 0.26)


def _draw_dancer() -> str:
    """Draw the big joker: on one leg before a sun, with a star sceptre and a ball."""
    body = CARD_PEN.path(make_star_path(114, 158, 84, 62, 20, -pi / 2), GOLD_LIGHT, GOLD_DARK, THIN_LINE_WIDTH)
    body += CARD_PEN.circle(114, 158, 54, "#fff0c2", GOLD_DARK, FINE_LINE_WIDTH)
    # legs
    body += draw_limb(((100, 218), (62, 236), (76, 284)), (34, 27, 15), BLUE)
    for x, y in ((82, 219), (66, 230), (62, 248), (70, 270)):
        body += CARD_PEN.circle(x, y, 3, GOLD, None)
    body += _draw_shoe(78, 300, 16, RED, False, 14)
    body += draw_limb(((122, 220), (136, 268), (122, 320)), (36, 28, 15), RED)
    for y in (252, 276, 300):
        mid = 128 + 6 * (1 - abs(y - 268) / 40)
        body += CARD_PEN.line(f"M{mid - 11} {y} Q{mid} {y + 6} {mid + 11} {y - 1}", GOLD, LINE_WIDTH)
    body += _draw_shoe(124, 336, 17, BLUE, True)
    # arm with the ball
    body += CARD_PEN.circle(45, 135, 10, RED, INK, LINE_WIDTH * 0.9) + CARD_PEN.line(
        "M39 133 Q40 128 45 128", WHITE, THIN_LINE_WIDTH
    )
    body += draw_sleeve(((88, 150), (64, 186), (52, 172)), (28, 29, 18), BLUE, WHITE)
    body += draw_open_hand(48, 161, 10, 62)
    # coat in halves with dagged skirt
    left = "M112 132 Q88 134 82 146 C86 164 92 184 94 200 L78 214 L80 238 L92 226 L102 244 L112 228 Z"
    right = "M112 132 Q136 134 142 146 C138 164 132 184 130 200 L146 214 L144 238 L132 226 L122 244 L112 228 Z"
    body += CARD_PEN.path(left, RED, INK, LINE_WIDTH) + CARD_PEN.path(right, BLUE, INK, LINE_WIDTH)
    body += draw_rhombs(((100, 182), (98, 200), (94, 216)), 4, GOLD) + draw_rhombs(
        ((124, 182), (126, 200), (130, 216)), 4, GOLD
    )
    body += draw_dots(((112, 178), (112, 190)), 3, WHITE, INK)
    body += CARD_PEN.path("M93 200 Q112 208 131 200 L132 209 Q112 218 92 209 Z", GREEN, INK, THIN_LINE_WIDTH)
    # sceptre and its arm
    body += CARD_PEN.path("M170 152 L175 153 L189 56 L184 55 Z", BROWN, INK, THIN_LINE_WIDTH)
    body += CARD_PEN.line("M184 76 C172 84 168 96 174 106", RED, LINE_WIDTH) + CARD_PEN.line(
        "M186 78 C196 88 198 98 192 108", BLUE, LINE_WIDTH
    )
    body += CARD_PEN.path(make_star_path(187, 46, 25, 11, 5, -pi / 2 + 0.14), GOLD, INK, LINE_WIDTH)
    body += CARD_PEN.circle(187, 46, 5, RED, INK, FINE_LINE_WIDTH)
    body += draw_sleeve(((136, 150), (164, 168), (174, 138)), (28, 28, 18), RED, WHITE)
    body += draw_fist(177, 124, 10, 8)
    collar = "M84 134 Q112 118 140 134 L156 150 L140 152 L138 170 L124 158 L112 176 L100 158 L86 170 L84 152 L68 150 Z"
    body += CARD_PEN.path(collar, GOLD, INK, LINE_WIDTH * 0.9)
    body += CARD_PEN.line("M98 132 L92 152 M112 130 L112 158 M126 132 L132 152", GOLD_DARK, FINE_LINE_WIDTH)
    body += _draw_bells(((68, 152), (86, 172), (112, 178), (138, 172), (156, 152)), 3.8)
    head = Pen(112, 104, 25, -5)
    body += draw_face(head, 0.35, mood="open", ears=False, nose="round")
    return body + _draw_cap(head, RED, BLUE, GREEN)


def _draw_piper() -> str:
    """Draw the little joker: on the crescent moon, with a pipe."""
    moon = "M104 96 C36 118 24 214 74 258 C118 294 184 268 194 206 C168 240 124 236 104 208 C84 178 84 130 104 96 Z"
    body = CARD_PEN.path(moon, STEEL_DARK, INK, LINE_WIDTH)
    body += CARD_PEN.line("M86 124 C54 158 56 216 92 246", STEEL_LIGHT, THIN_LINE_WIDTH)
    body += CARD_PEN.line("M100 256 C130 268 162 258 178 236", STEEL_LIGHT, THIN_LINE_WIDTH)
    for x, y, r in ((60, 92, 9), (190, 118, 8), (188, 168, 5.5), (46, 250, 6), (170, 74, 5)):
        body += CARD_PEN.path(make_star_path(x, y, r, r * 0.38, 4), STEEL_DARK, None)
    # far arm and leg
    body += draw_sleeve(((146, 168), (126, 196), (108, 170)), (20, 21, 13), BLUE_DARK, WHITE)
    body += draw_limb(((146, 220), (118, 222), (122, 268)), (27, 22, 12), BLUE_DARK)
    body += _draw_shoe(120, 282, 12.5, WHITE, False, 6)
    # coat
    coat = "M136 158 Q120 160 118 172 C122 190 120 204 118 216 L112 228 L126 232 L136 226 L146 236 L156 226 L166 226 "
    body += CARD_PEN.path(coat + "C160 206 160 186 156 168 Q148 158 136 158 Z", WHITE, INK, LINE_WIDTH)
    body += CARD_PEN.path(
        "M138 158 Q148 158 156 168 C160 186 160 206 166 226 L156 226 L146 236 L138 227 Z",
        BLUE_DARK,
        INK,
        THIN_LINE_WIDTH,
    )
    body += draw_rhombs(((128, 186), (128, 202), (127, 217)), 4, BLUE_DARK, None)
    body += draw_rhombs(((148, 186), (149, 202), (151, 217)), 4, WHITE, None)
    body += draw_limb(((134, 222), (94, 212), (90, 260)), (28, 23, 12), WHITE)
    body += CARD_PEN.line("M84 226 Q94 230 104 225 M83 240 Q92 244 101 239", BLUE_DARK, LINE_WIDTH)
    body += _draw_shoe(88, 275, 12.5, BLUE_DARK, False, 6)
    # pipe and near arm
    body += CARD_PEN.path("M121 141 L124 146 L72 182 L66 174 Z", WHITE, INK, THIN_LINE_WIDTH)
    body += draw_dots(((102, 157), (94, 162.5), (86, 168)), 1.5, INK)
    body += draw_sleeve(((128, 172), (104, 200), (92, 178)), (21, 22, 13), WHITE, BLUE_DARK)
    body += draw_fist(89, 168, 7, -36) + draw_fist(108, 156, 7, -36)
    body += CARD_PEN.path(
        "M116 158 Q136 146 158 158 L164 170 L152 168 L148 182 L138 170 L126 182 L122 168 L110 170 Z",
        STEEL,
        INK,
        THIN_LINE_WIDTH * 1.2,
    )
    body += _draw_bells(((110, 171), (126, 184), (148, 184), (164, 171)), 3)
    head = Pen(136, 128, 20, -8)
    body += draw_face(head, -0.75, mood="smile", ears=False, nose="round", traits=("narrow",))
    return body + _draw_cap(head, WHITE, BLUE_DARK, STEEL)


SUN_DRAWING = CARD_PEN.path(make_star_path(0, 0, 15, 8, 8), GOLD, INK, THIN_LINE_WIDTH) + CARD_PEN.circle(
    0, 0, 4.4, RED, None
)
MOON_DRAWING = CARD_PEN.path("M-1 -8 C-9 -6 -9 7 1 8.500 C5 9 8 6.500 9 4 C3 6 -4 1 -1 -8 Z", STEEL_DARK, None)


def _place_figure(drawing: str, style: FrenchDeckStyle, scale: float) -> str:
    """Scale the figure and place it beside the indices; it is smaller beside large ones."""
    x, size = (114, scale * 0.82) if style.has_large_indices else (113, scale)
    return make_group(drawing, f"translate({x} 182) scale({size:.2f}) translate(-110 -180)")


def draw_little_joker(style: FrenchDeckStyle) -> str:
    """Draw the little joker: small, in one color on bare paper."""
    body = draw_frame(style, STEEL_DARK, 1.5) + _place_figure(_draw_piper(), style, 0.82)
    body += _draw_index("LJ", "LITTLE JOKER", INK, MOON_DRAWING, style)
    return make_card(reduce_to_one_color(body), has_frame=False)


def draw_big_joker(style: FrenchDeckStyle) -> str:
    """Draw the big joker: large, in all colors, on a golden field."""
    field = draw_rect(
        FRAME_INSET, FRAME_INSET, CARD_WIDTH - 2 * FRAME_INSET, CARD_HEIGHT - 2 * FRAME_INSET, 0, "#ffd977"
    )
    body = field + draw_frame(style, RED, 3) + _place_figure(_draw_dancer(), style, 1.0)
    return make_card(body + _draw_index("BJ", "BIG JOKER", RED, SUN_DRAWING, style), has_frame=False)

"""Denari: the coin, the eagle of the ace, and the number cards."""

from math import pi

from ..emblems import draw_coin
from ..palette import (
    BLUE,
    FINE_LINE_WIDTH,
    GOLD,
    GOLD_LIGHT,
    GREEN,
    INK,
    LINE_WIDTH,
    RED,
    RED_DARK,
    THIN_LINE_WIDTH,
    WHITE,
)
from ..shapes import draw_banner, draw_flower, draw_spray, get_polar_point, make_star_path
from ..svg import CARD_PEN, Pen, Point, add_mirror_image, make_card, rotate_half_turn

FIELD_COLORS = (RED, BLUE, GREEN)


def draw_face_coin(cx: float, cy: float, r: float) -> str:
    """Draw a gold coin with a friendly round face, for the breast of the eagle."""
    pen = Pen(cx, cy, r)
    body = pen.circle(0, 0, 1, "url(#gold)", INK, LINE_WIDTH)
    for i in range(20):
        x, y = get_polar_point(0, 0, 0.86, 2 * pi * i / 20)
        body += pen.circle(x, y, 0.05, RED_DARK, None)
    body += pen.circle(0, 0, 0.73, GOLD_LIGHT, INK, THIN_LINE_WIDTH)
    for flip in (False, True):
        side = Pen(cx, cy, r, 0, flip)
        body += side.line("M-.5 -.2 Q-.3 -.38 -.1 -.2", INK, THIN_LINE_WIDTH)
        body += side.path("M-.46 -.04 Q-.29 -.2 -.12 -.03 Q-.29 .08 -.46 -.04 Z", WHITE, INK, FINE_LINE_WIDTH)
        body += side.circle(-0.28, -0.05, 0.07, INK, None)
        body += side.circle(-0.42, 0.22, 0.11, "#f08a5c", None)
    body += pen.line("M-.04 -.16 L-.1 .17 Q0 .26 .1 .17", INK, FINE_LINE_WIDTH)
    return body + pen.path("M-.24 .36 Q0 .3 .24 .36 Q0 .62 -.24 .36 Z", RED, INK, FINE_LINE_WIDTH)


def _draw_eagle_wing() -> str:
    """Draw the left wing: three rows of feathers that hang from a curved arm."""
    body = ""
    # long feathers, from the outermost inwards, each overlapping the one before
    tips: tuple[tuple[Point, Point], ...] = (
        ((42, 92), (24, 70)),
        ((39, 106), (18, 104)),
        ((42, 122), (19, 138)),
        ((50, 138), (27, 170)),
        ((60, 150), (42, 196)),
        ((72, 158), (60, 212)),
    )
    for i, ((x, y), (tx, ty)) in enumerate(tips):
        dx, dy = tx - x, ty - y
        length = (dx * dx + dy * dy) ** 0.5
        nx, ny = -dy / length * 11, dx / length * 11
        d = f"M{x - nx} {y - ny} Q{tx - nx * 1.1 - dx * 0.1} {ty - ny * 1.1 - dy * 0.1} {tx} {ty} "
        d += f"Q{tx + nx * 1.1 - dx * 0.1} {ty + ny * 1.1 - dy * 0.1} {x + nx} {y + ny} Z"
        body += CARD_PEN.path(d, BLUE if i % 2 else "url(#gold)", INK, THIN_LINE_WIDTH * 1.2)
        body += CARD_PEN.line(
            f"M{x + dx * 0.35} {y + dy * 0.35} L{tx - dx * 0.16} {ty - dy * 0.16}", INK, FINE_LINE_WIDTH
        )
    # coverts
    shoulder = "M88 118 C78 84 60 72 44 78 C34 84 32 98 36 112 C44 136 62 156 88 166 Z"
    body += CARD_PEN.path(shoulder, RED, INK, LINE_WIDTH)
    rows = (
        ((43, 106), (51, 122), (62, 136), (75, 148)),
        ((50, 95), (58, 109), (69, 123), (81, 134)),
        ((60, 91), (70, 105)),
    )
    for row in rows:
        for x, y in row:
            body += CARD_PEN.line(f"M{x - 6} {y - 4} Q{x - 5} {y + 7} {x + 6} {y + 3}", GOLD_LIGHT, THIN_LINE_WIDTH)
    return body


def _draw_eagle_side() -> str:
    """Draw wing, leg and head on the left."""
    body = _draw_eagle_wing()
    # leg and talons
    body += CARD_PEN.path("M92 206 Q74 214 66 236 Q74 244 84 240 Q92 226 106 222 Z", "url(#gold)", INK, LINE_WIDTH)
    talons = "M68 236 Q52 240 46 254 Q56 250 62 250 Q56 258 58 270 Q66 260 72 252 Q74 262 82 266 Q84 254 82 240 Z"
    body += CARD_PEN.path(talons, RED, INK, THIN_LINE_WIDTH * 1.2)
    # neck and head
    neck = "M110 112 L86 112 C80 100 84 84 90 76 C84 72 76 72 70 76 C66 78 62 84 58 86 C60 74 68 60 82 58 "
    neck += "C96 56 106 66 110 84 Z"
    body += CARD_PEN.path(neck, "url(#gold)", INK, LINE_WIDTH)
    body += CARD_PEN.path("M72 75 C64 76 60 82 58 88 C54 80 60 66 72 63 Q68 70 72 75 Z", RED, INK, THIN_LINE_WIDTH)
    body += CARD_PEN.circle(83, 68, 3.6, WHITE, INK, FINE_LINE_WIDTH) + CARD_PEN.circle(82.2, 68, 1.6, INK, None)
    for x, y in ((95, 84), (92, 96), (102, 94), (98, 106)):
        body += CARD_PEN.line(f"M{x - 4} {y - 2} Q{x - 2} {y + 6} {x + 5} {y + 1}", INK, FINE_LINE_WIDTH)
    return body


def _draw_crown() -> str:
    body = CARD_PEN.path("M84 52 L78 24 L94 36 L110 18 L126 36 L142 24 L136 52 Q110 60 84 52 Z", "url(#goldbar)")
    body += CARD_PEN.path("M84 52 Q110 60 136 52 L138 43 Q110 51 82 43 Z", RED, INK, THIN_LINE_WIDTH)
    for x, y in ((78, 24), (110, 18), (142, 24)):
        body += CARD_PEN.circle(x, y, 4.4, WHITE, INK, THIN_LINE_WIDTH)
    for px, py in ((95, 49.5), (110, 51.0), (125, 49.5)):
        body += CARD_PEN.circle(px, py, 2.4, GOLD_LIGHT, None)
    return body


def draw_ace() -> str:
    # tail fan behind everything
    body = ""
    for angle, fill in ((34, RED), (-34, RED), (18, BLUE), (-18, BLUE), (0, RED)):
        pen = Pen(110, 212, 1, angle)
        body += pen.path("M-9 0 Q-17 62 0 92 Q17 62 9 0 Z", fill, INK, THIN_LINE_WIDTH * 1.2)
        body += pen.line("M0 40 L0 78", INK, FINE_LINE_WIDTH)
    body += add_mirror_image(_draw_eagle_side())
    # breast
    body += CARD_PEN.path("M78 118 C72 176 84 222 110 232 C136 222 148 176 142 118 Q110 88 78 118 Z", "url(#gold)")
    body += draw_face_coin(110, 158, 44)
    for x, y in ((96, 212), (110, 208), (124, 212), (103, 221), (117, 221)):
        body += CARD_PEN.line(f"M{x - 5} {y - 3} Q{x} {y + 5} {x + 5} {y - 3}", INK, FINE_LINE_WIDTH)
    body += _draw_crown()
    body += draw_banner(110, 322, 150, 20, RED, RED_DARK)
    for i, x in enumerate((72, 91, 110, 129, 148)):
        body += CARD_PEN.path(make_star_path(x, 325.5 - abs(i - 2) * 2.2 + 1, 4.6, 2, 5), GOLD, None)
    return make_card(body)


def draw_two() -> str:
    body = draw_coin(110, 96, 56, 12, RED) + draw_coin(110, 264, 56, 12, BLUE)
    half = draw_spray(((94, 180), (76, 176), (58, 180), (42, 172), (28, 176)), 17)
    body += add_mirror_image(half)
    return make_card(body + draw_banner(110, 178, 96, 18, RED, RED_DARK))


def draw_three() -> str:
    body = draw_coin(110, 80, 45, 10, RED) + draw_coin(61, 238, 44, 10, BLUE) + draw_coin(159, 238, 44, 10, GREEN)
    body += add_mirror_image(draw_spray(((110, 312), (92, 318), (74, 314), (56, 318)), 17))
    body += draw_flower(110, 312, 12)
    body += add_mirror_image(draw_spray(((98, 160), (78, 166), (58, 160), (42, 148), (32, 132)), 17))
    return make_card(body + draw_flower(110, 160, 14, BLUE))


def _draw_coins(places: tuple[Point, ...], r: float, petal_count: int, shift: int = 0) -> str:
    return "".join(
        draw_coin(x, y, r, petal_count, FIELD_COLORS[(i + shift) % 2 if len(places) < 5 else (i + shift) % 3])
        for i, (x, y) in enumerate(places)
    )


def draw_four() -> str:
    body = "".join(
        draw_coin(x, y, 40, 8, field)
        for x, y, field in ((57, 84, RED), (163, 84, BLUE), (57, 276, BLUE), (163, 276, RED))
    )
    vine = draw_spray(((110, 166), (110, 148), (110, 130), (110, 112), (110, 96)), 17)
    body += vine + rotate_half_turn(vine)
    side = draw_spray(((96, 180), (78, 182), (60, 179), (42, 182)), 17)
    return make_card(body + add_mirror_image(side) + draw_flower(110, 180, 17))


def draw_five() -> str:
    corners = ((58, 70), (162, 70), (58, 290), (162, 290))
    body = "".join(draw_coin(x, y, 38, 8, RED if (x < 110) == (y < 180) else BLUE) for x, y in corners)
    return make_card(body + draw_coin(110, 180, 48, 12, GREEN))


def draw_six() -> str:
    places: tuple[Point, ...] = ((62, 70), (158, 70), (62, 180), (158, 180), (62, 290), (158, 290))
    fields = (RED, BLUE, GREEN, RED, BLUE, GREEN)
    return make_card("".join(draw_coin(x, y, 40, 8, f) for (x, y), f in zip(places, fields, strict=True)))


def draw_seven() -> str:
    """Draw the settebello, the best card of Scopa: its middle coin has rays."""
    places: tuple[Point, ...] = ((53, 62), (167, 62), (53, 180), (167, 180), (53, 298), (167, 298))
    body = "".join(draw_coin(x, y, 34, 8, RED if i in (0, 3, 4) else BLUE) for i, (x, y) in enumerate(places))
    body += CARD_PEN.path(make_star_path(110, 121, 43, 30, 16), "url(#gold)", INK, THIN_LINE_WIDTH)
    return make_card(body + draw_coin(110, 121, 33, 10, GREEN))


CARDS = {"A": draw_ace, "2": draw_two, "3": draw_three, "4": draw_four, "5": draw_five, "6": draw_six, "7": draw_seven}

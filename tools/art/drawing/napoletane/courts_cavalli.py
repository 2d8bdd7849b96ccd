"""The four knights of the Neapolitan deck."""

from collections.abc import Sequence

from .. import horses
from ..emblems import draw_club, draw_coin, draw_cup, draw_sword
from ..figures import draw_feather, draw_fist, draw_ground, draw_limb, draw_sleeve
from ..heads import draw_face, draw_full_beard, draw_moustache
from ..horses import HorseColors
from ..palette import (
    BAY,
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
    HAIR_GRAY,
    HAIR_WHITE,
    INK,
    LINE_WIDTH,
    ORANGE,
    PLUM_DARK,
    RED,
    RED_DARK,
    SKIN_BROWN,
    TAN,
    THIN_LINE_WIDTH,
    WHITE,
)
from ..shapes import draw_leaf
from ..svg import CARD_PEN, CARD_WIDTH, Pen, Point, make_card, make_group

WHITE_COAT = HorseColors(WHITE, "#d9d2c3", "#e4cb94", GRAY_DARK, line=GRAY_DARK)
BAY_COAT = HorseColors(BAY, BAY_DARK, BROWN_DARK, INK, sock=WHITE, line="#7a5636")
BLACK_COAT = HorseColors(COAT_BLACK, COAT_BLACK_DARK, INK, "#8f8678", line="#6d6560")
GRAY_COAT = HorseColors(GRAY, GRAY_DARK, WHITE, INK, line=GRAY_DARK)

CREST_POINTS: tuple[Point, ...] = ((-50, -78), (-42, -63), (-34, -49), (-26, -36))


def _shift_points(points: Sequence[Point], seat: Point) -> list[Point]:
    return [(x + seat[0], y + seat[1]) for x, y in points]


def _draw_leg(seat: Point, hose: str, boot: str, cuff: str) -> str:
    """Draw the rider's near leg, with the foot in its stirrup; ``seat``: the hip."""
    x, y = seat
    body = draw_limb(_shift_points(((4, -2), (-18, 14), (-26, 30)), seat), (30, 25, 17), hose)
    pen = Pen(x - 24, y + 26)
    d = "M-9 0 L9 0 C9 18 8 32 8 46 L8 52 L-20 52 C-26 52 -26 45 -18 43 C-10 42 -7 38 -7 30 Z"
    body += pen.path(d, boot, INK, LINE_WIDTH * 0.9)
    body += pen.path("M-12 -6 L12 -4 L11 8 Q0 12 -11 6 Z", cuff, INK, THIN_LINE_WIDTH * 1.1)
    return body + pen.path("M-16 54 L10 54 L9 58 L-15 58 Z", GOLD, INK, FINE_LINE_WIDTH)


def _mirror(body: str) -> str:
    """Return the picture mirrored, so that it faces right."""
    return make_card(make_group(body, f"translate({CARD_WIDTH} 0) scale(-1 1)"))


def _draw_coat(seat: Point, fill: str, belt: str, lean: float = 0) -> str:
    """Draw the rider's coat from the shoulders to the skirt over the thigh; ``lean`` moves the shoulders forward."""
    x, y = seat
    top = x - lean
    d = (
        f"M{top - 18} {y - 61} Q{top} {y - 73} {top + 18} {y - 61} "
        f"C{x + 24} {y - 40} {x + 20} {y - 16} {x + 30} {y + 16} "
    )
    d += (
        f"Q{x + 12} {y + 18} {x - 4} {y + 8} L{x - 21} {y + 2} "
        f"C{x - 18} {y - 20} {top - 24} {y - 40} {top - 18} {y - 61} Z"
    )
    body = CARD_PEN.path(d, fill, INK, LINE_WIDTH)
    d = f"M{x - 21} {y - 14} Q{x} {y - 8} {x + 21} {y - 14} L{x + 23} {y - 4} Q{x} {y + 4} {x - 21} {y - 4} Z"
    return body + CARD_PEN.path(d, belt, INK, THIN_LINE_WIDTH)


def _draw_rein(seat: Point, bit: Point) -> str:
    x, y = seat
    return CARD_PEN.line(
        f"M{x - 22} {y - 17} Q{(x + bit[0]) / 2 - 10} {y + 4} {bit[0]} {bit[1]}", BROWN_DARK, THIN_LINE_WIDTH
    )


def draw_denari() -> str:
    """Draw a walking white horse with a rider in red and a broad feathered hat, who holds the coin."""
    body = draw_ground(blossom=GOLD)
    horse = Pen(113, 239, 0.93)
    body += horses.draw_tail(horse, ((60, -20), (76, -10), (79, 20), (74, 50), (80, 76)), WHITE_COAT)
    body += horses.draw_far_leg(horse, horses.BACKWARD_HIND_LEG, True, WHITE_COAT)
    far_front = ((-40, 12), (-36, 36), (-32, 58), (-31, 66), (-28, 86), (-29, 95))
    body += horses.draw_far_leg(horse, far_front, False, WHITE_COAT)
    body += horses.draw_trunk(horse, horses.LIFTED_FRONT_LEG, horses.FORWARD_HIND_LEG, WHITE_COAT)
    body += horses.draw_mane(horse, WHITE_COAT, CREST_POINTS)
    poll = horse.to_card_point(-56, -72)
    body += horses.draw_head(Pen(*poll, 0.93), WHITE_COAT, RED)
    body += horses.draw_harness(horse, BLUE) + horses.draw_saddle(horse, BLUE, GOLD)
    seat = horse.to_card_point(10, -36)
    x, y = seat
    body += _draw_leg(seat, WHITE, BROWN_DARK, BROWN)
    # coin arm first: it is the far one
    body += draw_sleeve(_shift_points(((-10, -54), (-34, -62), (-48, -92)), seat), (22, 20, 15), RED_DARK, WHITE)
    body += draw_coin(57, 62, 40, 12, RED)
    body += draw_fist(74, 101, 9.5, 24, True)
    body += _draw_coat(seat, "url(#redcloth)", GOLD)
    body += _draw_rein(seat, (poll[0] - 16, poll[1] + 40))
    body += draw_sleeve(_shift_points(((12, -54), (20, -24), (-12, -18)), seat), (24, 24, 15), "url(#redcloth)", WHITE)
    body += draw_fist(x - 20, y - 17, 8.5, 90)
    body += CARD_PEN.path(
        f"M{x - 20} {y - 64} Q{x} {y - 76} {x + 20} {y - 64} L{x + 22} {y - 50} Q{x} {y - 44} {x - 22} {y - 52} Z",
        WHITE,
        INK,
        THIN_LINE_WIDTH,
    )
    head = Pen(x, y - 92, 23)
    body += head.path("M.8 -.8 C1.3 0 1.3 .8 1 1.2 L.3 1.1 L0 -.6 Z", BROWN, INK, LINE_WIDTH)
    body += draw_face(
        head, -0.8, brow=BROWN_DARK, moustache=draw_moustache(head, -0.8, BROWN_DARK, 0.2), ears=False, nose="hook"
    )
    body += head.path("M.2 -.7 C.5 -.2 .4 .4 .7 1 L1.05 .9 C1.2 .2 1.1 -.4 .8 -.9 Z", BROWN, INK, THIN_LINE_WIDTH)
    body += head.path("M-.8 -.75 C-.8 -1.6 .8 -1.7 .85 -.75 Z", BLUE_DARK, INK, LINE_WIDTH)
    body += head.path("M-.82 -.8 Q0 -1.1 .86 -.84 L.86 -.66 L-.8 -.66 Z", GOLD, INK, FINE_LINE_WIDTH)
    body += head.path("M-1.5 -.62 C-.8 -.86 .9 -.9 1.6 -.78 C1.3 -.3 -1 -.25 -1.5 -.62 Z", BLUE_DARK, INK, LINE_WIDTH)
    body += draw_feather(x + 14, y - 112, 38, 36, WHITE)
    return make_card(body)


def draw_coppe() -> str:
    """Draw a bay horse that trots to the right with a fair youth in blue, who lifts the cup."""
    body = draw_ground(blossom=RED)
    horse = Pen(116, 239, 0.93)
    body += horses.draw_tail(horse, ((62, -22), (76, -24), (84, -6), (82, 22), (88, 44)), BAY_COAT)
    far_hind = ((44, 2), (42, 34), (48, 56), (48, 64), (40, 80), (34, 88))
    far_front = ((-42, 10), (-56, 30), (-74, 40), (-79, 44), (-82, 62), (-82, 70))
    near_front = ((-38, 12), (-36, 38), (-30, 58), (-29, 66), (-24, 84), (-24, 95))
    body += horses.draw_far_leg(horse, far_hind, True, BAY_COAT)
    body += horses.draw_far_leg(horse, far_front, False, BAY_COAT)
    body += horses.draw_trunk(horse, near_front, horses.BACKWARD_HIND_LEG, BAY_COAT)
    body += horses.draw_mane(horse, BAY_COAT, CREST_POINTS)
    poll = horse.to_card_point(-56, -72)
    body += horses.draw_head(Pen(*poll, 0.93, -4), BAY_COAT, BLUE, WHITE)
    body += horses.draw_harness(horse, RED) + horses.draw_saddle(horse, RED, GOLD)
    seat = horse.to_card_point(10, -36)
    x, y = seat
    body += _draw_leg(seat, GOLD, RED_DARK, RED)
    cloak = (
        f"M{x + 4} {y - 68} C{x + 34} {y - 60} {x + 46} {y - 30} {x + 70} {y - 28} "
        f"C{x + 60} {y - 8} {x + 36} {y + 2} {x + 8} {y - 4} Z"
    )
    body += CARD_PEN.path(cloak, ORANGE, INK, LINE_WIDTH)
    body += CARD_PEN.line(f"M{x + 26} {y - 44} Q{x + 40} {y - 20} {x + 54} {y - 20}", BROWN, THIN_LINE_WIDTH)
    body += draw_cup(58, 66, 41, "url(#redcloth)", BLUE)
    body += draw_sleeve(_shift_points(((-10, -54), (-38, -60), (-60, -95)), seat), (24, 22, 15), BLUE_DARK, GOLD)
    body += draw_fist(60, 98, 9.5, -8, True)
    body += _draw_coat(seat, "url(#bluecloth)", RED)
    body += _draw_rein(seat, (poll[0] - 17, poll[1] + 40))
    body += draw_sleeve(_shift_points(((12, -54), (20, -24), (-12, -18)), seat), (24, 24, 15), "url(#bluecloth)", GOLD)
    body += draw_fist(x - 20, y - 17, 8.5, 90)
    body += CARD_PEN.path(
        f"M{x - 18} {y - 64} Q{x} {y - 74} {x + 18} {y - 64} L{x + 18} {y - 54} Q{x} {y - 48} {x - 18} {y - 54} Z",
        GOLD,
        INK,
        THIN_LINE_WIDTH,
    )
    head = Pen(x, y - 92, 23)
    body += head.path(
        "M0 -1.1 C1 -1.2 1.3 -.4 1.2 .3 C1.5 .6 1.3 1 .9 1 C.7 1.2 .3 1.1 .3 .6 Z", HAIR_BLOND, INK, LINE_WIDTH
    )
    body += draw_face(head, -0.9, brow=BROWN, mood="open", ears=False, traits=("lashes",))
    curls = (
        "M-.74 -.3 C-.9 -.7 -.7 -1 -.5 -1 C-.4 -1.3 0 -1.35 .2 -1.2 "
        "C.6 -1.35 .95 -1.1 .95 -.8 C1.25 -.6 1.2 -.2 1.05 0 "
    )
    curls += (
        "C1.2 .3 1 .6 .75 .6 C.5 .7 .4 .4 .5 .2 C.3 0 .4 -.3 .2 -.5 "
        "C-.1 -.4 -.3 -.6 -.4 -.6 C-.5 -.4 -.7 -.5 -.74 -.3 Z"
    )
    body += head.path(curls, HAIR_BLOND, INK, THIN_LINE_WIDTH * 1.2)
    body += head.line("M.5 -.7 Q.8 -.6 .7 -.3 M.8 0 Q.9 .2 .7 .35", GOLD_DARK, FINE_LINE_WIDTH)
    for px, py in ((-0.66, -0.74), (-0.3, -1.04), (0.14, -1.14), (0.58, -1.02), (0.94, -0.7)):
        body += draw_leaf_pair(head, px, py)
    return _mirror(body)


def draw_leaf_pair(head: Pen, px: float, py: float) -> str:
    """Draw a berry between two leaves, for a wreath."""
    x, y = head.to_card_point(px, py)
    return (
        draw_leaf(x, y, 9, -150, GREEN, FINE_LINE_WIDTH)
        + draw_leaf(x, y, 9, -30, GREEN, FINE_LINE_WIDTH)
        + CARD_PEN.circle(x, y, 2.6, RED, INK, FINE_LINE_WIDTH)
    )


def draw_spade() -> str:
    """Draw a rearing black horse with a Moorish rider in plum and a white turban, who lifts the sword."""
    body = draw_ground(blossom=WHITE)
    horse = Pen(104, 224, 0.88, 24)
    body += horses.draw_tail(horse, ((60, -22), (78, -14), (92, 6), (112, 20), (128, 22)), BLACK_COAT)
    body += horses.draw_far_leg(horse, ((42, 2), (34, 38), (58, 62), (62, 70), (66, 88), (66, 97)), True, BLACK_COAT)
    body += horses.draw_far_leg(
        horse, ((-42, 8), (-62, 16), (-84, 16), (-88, 20), (-86, 38), (-84, 46)), False, BLACK_COAT
    )
    near_front = ((-40, 14), (-54, 32), (-68, 44), (-70, 50), (-58, 62), (-50, 68))
    near_hind = ((46, 0), (48, 34), (80, 54), (85, 61), (90, 80), (90, 89))
    body += horses.draw_trunk(horse, near_front, near_hind, BLACK_COAT)
    body += horses.draw_mane(horse, BLACK_COAT, CREST_POINTS)
    poll = horse.to_card_point(-56, -72)
    body += horses.draw_head(Pen(*poll, 0.88, 14), BLACK_COAT, RED)
    body += horses.draw_harness(horse, RED) + horses.draw_saddle(horse, RED, GOLD)
    seat = horse.to_card_point(12, -34)
    x, y = seat
    body += _draw_leg(seat, WHITE, RED_DARK, GOLD)
    # sword arm, drawn back
    body += draw_sword(x + 59, y - 90, 160, 6, 15, RED)
    body += draw_sleeve(_shift_points(((10, -54), (30, -28), (46, -20)), seat), (24, 24, 16), PLUM_DARK, WHITE)
    body += draw_fist(x + 52, y - 24, 9.5, 6, False, SKIN_BROWN)
    body += _draw_coat(seat, "url(#plumcloth)", GOLD)
    body += CARD_PEN.line(f"M{x - 2} {y - 60} L{x + 1} {y - 18}", GOLD, THIN_LINE_WIDTH)
    body += _draw_rein(seat, Pen(*poll, 0.88, 14).to_card_point(-18, 43))
    body += draw_sleeve(
        _shift_points(((-8, -50), (-12, -22), (-30, -24)), seat), (23, 22, 15), "url(#plumcloth)", WHITE
    )
    body += draw_fist(x - 36, y - 25, 8.5, 80, False, SKIN_BROWN)
    body += CARD_PEN.path(
        f"M{x - 18} {y - 62} Q{x} {y - 74} {x + 18} {y - 62} L{x + 16} {y - 52} Q{x} {y - 46} {x - 18} {y - 52} Z",
        GOLD,
        INK,
        THIN_LINE_WIDTH,
    )
    head = Pen(x, y - 88, 22)
    body += draw_face(
        head,
        -0.8,
        skin=SKIN_BROWN,
        brow=INK,
        beard=draw_full_beard(head, -0.8, HAIR_BLACK, 1.4, 0.3, GRAY_DARK),
        moustache=draw_moustache(head, -0.8, HAIR_BLACK, 0.1),
    )
    body += head.path("M-.5 -1.2 C-.4 -1.75 .5 -1.75 .6 -1.2 Z", RED, INK, THIN_LINE_WIDTH * 1.2)
    turban = (
        "M-.86 -.34 C-1.25 -.6 -1.1 -1.1 -.7 -1.2 C-.3 -1.5 .5 -1.5 .8 -1.15 "
        "C1.2 -1 1.25 -.5 .86 -.3 C.4 -.66 -.4 -.66 -.86 -.34 Z"
    )
    body += head.path(turban, WHITE, INK, LINE_WIDTH)
    body += head.line(
        "M-.98 -.62 C-.4 -1.1 .4 -1.1 1.02 -.6 M-.7 -1.14 C-.2 -.9 .4 -.7 .86 -.36 M.5 -1.32 C.1 -1.1 -.5 -.9 -.9 -.42",
        GRAY,
        FINE_LINE_WIDTH,
    )
    body += head.path("M.8 -.4 C1.3 -.2 1.5 .3 1.4 .9 C1.2 .7 1.05 .5 .8 .5 Z", WHITE, INK, THIN_LINE_WIDTH * 1.1)
    hx, hy = head.to_card_point(-0.3, -1.05)
    return make_card(
        body + draw_feather(hx, hy, 26, -8, GOLD, True) + CARD_PEN.circle(hx, hy, 4, RED, INK, FINE_LINE_WIDTH)
    )


def draw_bastoni() -> str:
    """Draw a dapple grey that bows its head, with a grey-bearded huntsman in green, who shoulders the club."""
    body = draw_ground(blossom=ORANGE)
    horse = Pen(112, 239, 0.93)
    body += horses.draw_tail(horse, ((60, -20), (76, -8), (78, 24), (74, 52), (80, 80)), GRAY_COAT)
    body += horses.draw_far_leg(horse, horses.FORWARD_HIND_LEG, True, GRAY_COAT)
    far_front = ((-40, 12), (-50, 36), (-54, 58), (-55, 66), (-58, 86), (-59, 95))
    body += horses.draw_far_leg(horse, far_front, False, GRAY_COAT)
    body += horses.draw_trunk(horse, horses.STANDING_FRONT_LEG, horses.STANDING_HIND_LEG, GRAY_COAT)
    dapples = (
        (40, -8, 5),
        (52, 4, 4),
        (44, 14, 5),
        (56, -10, 3),
        (34, 4, 3.4),
        (50, 24, 4),
        (-40, -6, 4),
        (-50, 4, 4),
        (-44, 16, 3),
    )
    for dx, dy, r in dapples:
        body += horse.circle(dx, dy, r, "#d8d6d0", None)
    body += horses.draw_mane(horse, GRAY_COAT, CREST_POINTS)
    poll = horse.to_card_point(-56, -72)
    body += horses.draw_head(Pen(*poll, 0.93, -16), GRAY_COAT, GREEN_DARK)
    body += horses.draw_harness(horse, GREEN) + horses.draw_saddle(horse, GREEN, GOLD)
    seat = horse.to_card_point(10, -36)
    x, y = seat
    body += draw_club(x - 52, y - 2, x + 54, y - 158, 15, 44)
    body += _draw_leg(seat, TAN, BROWN, GREEN)
    body += _draw_coat(seat, ORANGE, GREEN_DARK, 3)
    body += CARD_PEN.path(
        f"M{x - 24} {y - 62} Q{x - 3} {y - 76} {x + 18} {y - 62} "
        f"L{x + 20} {y - 48} Q{x - 3} {y - 40} {x - 26} {y - 48} Z",
        GREEN,
        INK,
        THIN_LINE_WIDTH,
    )
    for dy in (-36, -25):
        body += CARD_PEN.circle(x - 3, y + dy, 2.4, GOLD, INK, FINE_LINE_WIDTH)
    body += _draw_rein((x - 6, y), Pen(*poll, 0.93, -16).to_card_point(-18, 43))
    body += draw_sleeve(_shift_points(((10, -50), (14, -18), (-26, -24)), seat), (26, 25, 16), ORANGE, GREEN)
    body += draw_fist(x - 36, y - 23, 10, 40, False)
    head = Pen(x - 6, y - 90, 23)
    body += head.path("M.3 -.9 C1.1 -.8 1.2 .4 .9 .9 L.3 .8 Z", HAIR_GRAY, INK, LINE_WIDTH)
    body += draw_face(
        head,
        -0.45,
        brow=GRAY_DARK,
        nose="round",
        traits=("wrinkles",),
        beard=draw_full_beard(head, -0.45, HAIR_GRAY, 1.7, 0.6, GRAY_DARK),
        moustache=draw_moustache(head, -0.45, HAIR_WHITE),
    )
    # huntsman's cap with a turned-up brim and a pheasant's feather
    body += draw_feather(*head.to_card_point(0.5, -1.2), 34, 14, WHITE)
    body += head.path("M-.8 -.6 C-.9 -1.3 -.2 -1.75 .5 -1.6 C1 -1.4 1.1 -1 .95 -.55 Z", GREEN_DARK, INK, LINE_WIDTH)
    body += head.path(
        "M-1.4 -.5 C-.9 -.75 .5 -.95 1.15 -.9 C1.2 -.6 1.1 -.45 .9 -.4 C.2 -.6 -.8 -.4 -1.4 -.5 Z",
        ORANGE,
        INK,
        THIN_LINE_WIDTH * 1.2,
    )
    return _mirror(body)


CARDS = {"d": draw_denari, "h": draw_coppe, "s": draw_spade, "c": draw_bastoni}

"""The four knights of the Neapolitan deck."""

from collections.abc import Sequence

from .. import horses
from ..emblems import club, coin, cup, sword
from ..figures import feather, fist, ground, limb, sleeve
from ..heads import face, full_beard, moustache
from ..horses import Coat
from ..palette import (
    BAY,
    BAY_DARK,
    BLUE,
    BLUE_DARK,
    BROWN,
    BROWN_DARK,
    COAT_BLACK,
    COAT_BLACK_DARK,
    FINE,
    GOLD,
    GOLD_DARK,
    GREEN,
    GREEN_DARK,
    GREY,
    GREY_DARK,
    HAIR_BLACK,
    HAIR_BLOND,
    HAIR_GREY,
    HAIR_WHITE,
    INK,
    LINE,
    ORANGE,
    PLUM_DARK,
    RED,
    RED_DARK,
    SKIN_BROWN,
    TAN,
    THIN,
    WHITE,
)
from ..shapes import leaf
from ..svg import CARD, WIDTH, Pen, Point, card, group

WHITE_COAT = Coat(WHITE, "#d9d2c3", "#e4cb94", GREY_DARK, line=GREY_DARK)
BAY_COAT = Coat(BAY, BAY_DARK, BROWN_DARK, INK, sock=WHITE, line="#7a5636")
BLACK_COAT = Coat(COAT_BLACK, COAT_BLACK_DARK, INK, "#8f8678", line="#6d6560")
GREY_COAT = Coat(GREY, GREY_DARK, WHITE, INK, line=GREY_DARK)

CREST: tuple[Point, ...] = ((-50, -78), (-42, -63), (-34, -49), (-26, -36))


def _shift(points: Sequence[Point], seat: Point) -> list[Point]:
    return [(x + seat[0], y + seat[1]) for x, y in points]


def _leg(seat: Point, hose: str, boot: str, cuff: str) -> str:
    """The rider's near leg, the foot in its stirrup; seat is the hip."""
    x, y = seat
    body = limb(_shift(((4, -2), (-18, 14), (-26, 30)), seat), (30, 25, 17), hose)
    pen = Pen(x - 24, y + 26)
    d = "M-9 0 L9 0 C9 18 8 32 8 46 L8 52 L-20 52 C-26 52 -26 45 -18 43 C-10 42 -7 38 -7 30 Z"
    body += pen.path(d, boot, INK, LINE * 0.9)
    body += pen.path("M-12 -6 L12 -4 L11 8 Q0 12 -11 6 Z", cuff, INK, THIN * 1.1)
    return body + pen.path("M-16 54 L10 54 L9 58 L-15 58 Z", GOLD, INK, FINE)


def _mirrored(body: str) -> str:
    """The whole picture facing right."""
    return card(group(body, f"translate({WIDTH} 0) scale(-1 1)"))


def _coat(seat: Point, fill: str, belt: str, lean: float = 0) -> str:
    """The rider's coat from the shoulders to the skirt over the thigh; lean moves the shoulders forward."""
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
    body = CARD.path(d, fill, INK, LINE)
    d = f"M{x - 21} {y - 14} Q{x} {y - 8} {x + 21} {y - 14} L{x + 23} {y - 4} Q{x} {y + 4} {x - 21} {y - 4} Z"
    return body + CARD.path(d, belt, INK, THIN)


def _rein(seat: Point, bit: Point) -> str:
    x, y = seat
    return CARD.line(
        f"M{x - 22} {y - 17} Q{(x + bit[0]) / 2 - 10} {y + 4} {bit[0]} {bit[1]}", BROWN_DARK, THIN
    )


def denari() -> str:
    """White horse at a walk; a rider in red with a broad feathered hat holds the coin before him."""
    body = ground(blossom=GOLD)
    horse = Pen(113, 239, 0.93)
    body += horses.tail(horse, ((60, -20), (76, -10), (79, 20), (74, 50), (80, 76)), WHITE_COAT)
    body += horses.far_leg(horse, horses.BACK_HIND, True, WHITE_COAT)
    far_front = ((-40, 12), (-36, 36), (-32, 58), (-31, 66), (-28, 86), (-29, 95))
    body += horses.far_leg(horse, far_front, False, WHITE_COAT)
    body += horses.trunk(horse, horses.LIFT_FRONT, horses.FORE_HIND, WHITE_COAT)
    body += horses.mane(horse, WHITE_COAT, CREST)
    poll = horse.at(-56, -72)
    body += horses.head(Pen(*poll, 0.93), WHITE_COAT, RED)
    body += horses.harness(horse, BLUE) + horses.saddle(horse, BLUE, GOLD)
    seat = horse.at(10, -36)
    x, y = seat
    body += _leg(seat, WHITE, BROWN_DARK, BROWN)
    # coin arm first: it is the far one
    body += sleeve(_shift(((-10, -54), (-34, -62), (-48, -92)), seat), (22, 20, 15), RED_DARK, WHITE)
    body += coin(57, 62, 40, 12, RED)
    body += fist(74, 101, 9.5, 24, True)
    body += _coat(seat, "url(#redcloth)", GOLD)
    body += _rein(seat, (poll[0] - 16, poll[1] + 40))
    body += sleeve(_shift(((12, -54), (20, -24), (-12, -18)), seat), (24, 24, 15), "url(#redcloth)", WHITE)
    body += fist(x - 20, y - 17, 8.5, 90)
    body += CARD.path(
        f"M{x - 20} {y - 64} Q{x} {y - 76} {x + 20} {y - 64} "
        f"L{x + 22} {y - 50} Q{x} {y - 44} {x - 22} {y - 52} Z",
        WHITE,
        INK,
        THIN,
    )
    head = Pen(x, y - 92, 23)
    body += head.path("M.8 -.8 C1.3 0 1.3 .8 1 1.2 L.3 1.1 L0 -.6 Z", BROWN, INK, LINE)
    body += face(
        head, -0.8, brow=BROWN_DARK, moustache=moustache(head, -0.8, BROWN_DARK, 0.2), ears=False, nose="hook"
    )
    body += head.path("M.2 -.7 C.5 -.2 .4 .4 .7 1 L1.05 .9 C1.2 .2 1.1 -.4 .8 -.9 Z", BROWN, INK, THIN)
    body += head.path("M-.8 -.75 C-.8 -1.6 .8 -1.7 .85 -.75 Z", BLUE_DARK, INK, LINE)
    body += head.path("M-.82 -.8 Q0 -1.1 .86 -.84 L.86 -.66 L-.8 -.66 Z", GOLD, INK, FINE)
    body += head.path(
        "M-1.5 -.62 C-.8 -.86 .9 -.9 1.6 -.78 C1.3 -.3 -1 -.25 -1.5 -.62 Z", BLUE_DARK, INK, LINE
    )
    body += feather(x + 14, y - 112, 38, 36, WHITE)
    return card(body)


def coppe() -> str:
    """Bay horse at a trot to the right; a fair youth in blue lifts the cup."""
    body = ground(blossom=RED)
    horse = Pen(116, 239, 0.93)
    body += horses.tail(horse, ((62, -22), (76, -24), (84, -6), (82, 22), (88, 44)), BAY_COAT)
    far_hind = ((44, 2), (42, 34), (48, 56), (48, 64), (40, 80), (34, 88))
    far_front = ((-42, 10), (-56, 30), (-74, 40), (-79, 44), (-82, 62), (-82, 70))
    near_front = ((-38, 12), (-36, 38), (-30, 58), (-29, 66), (-24, 84), (-24, 95))
    body += horses.far_leg(horse, far_hind, True, BAY_COAT)
    body += horses.far_leg(horse, far_front, False, BAY_COAT)
    body += horses.trunk(horse, near_front, horses.BACK_HIND, BAY_COAT)
    body += horses.mane(horse, BAY_COAT, CREST)
    poll = horse.at(-56, -72)
    body += horses.head(Pen(*poll, 0.93, -4), BAY_COAT, BLUE, WHITE)
    body += horses.harness(horse, RED) + horses.saddle(horse, RED, GOLD)
    seat = horse.at(10, -36)
    x, y = seat
    body += _leg(seat, GOLD, RED_DARK, RED)
    cloak = (
        f"M{x + 4} {y - 68} C{x + 34} {y - 60} {x + 46} {y - 30} {x + 70} {y - 28} "
        f"C{x + 60} {y - 8} {x + 36} {y + 2} {x + 8} {y - 4} Z"
    )
    body += CARD.path(cloak, ORANGE, INK, LINE)
    body += CARD.line(f"M{x + 26} {y - 44} Q{x + 40} {y - 20} {x + 54} {y - 20}", BROWN, THIN)
    body += cup(58, 66, 41, "url(#redcloth)", BLUE)
    body += sleeve(_shift(((-10, -54), (-38, -60), (-60, -95)), seat), (24, 22, 15), BLUE_DARK, GOLD)
    body += fist(60, 98, 9.5, -8, True)
    body += _coat(seat, "url(#bluecloth)", RED)
    body += _rein(seat, (poll[0] - 17, poll[1] + 40))
    body += sleeve(_shift(((12, -54), (20, -24), (-12, -18)), seat), (24, 24, 15), "url(#bluecloth)", GOLD)
    body += fist(x - 20, y - 17, 8.5, 90)
    body += CARD.path(
        f"M{x - 18} {y - 64} Q{x} {y - 74} {x + 18} {y - 64} "
        f"L{x + 18} {y - 54} Q{x} {y - 48} {x - 18} {y - 54} Z",
        GOLD,
        INK,
        THIN,
    )
    head = Pen(x, y - 92, 23)
    body += head.path(
        "M0 -1.1 C1 -1.2 1.3 -.4 1.2 .3 C1.5 .6 1.3 1 .9 1 C.7 1.2 .3 1.1 .3 .6 Z", HAIR_BLOND, INK, LINE
    )
    body += face(head, -0.9, brow=BROWN, mood="open", ears=False, traits=("lashes",))
    curls = (
        "M-.74 -.3 C-.9 -.7 -.7 -1 -.5 -1 C-.4 -1.3 0 -1.35 .2 -1.2 "
        "C.6 -1.35 .95 -1.1 .95 -.8 C1.25 -.6 1.2 -.2 1.05 0 "
    )
    curls += (
        "C1.2 .3 1 .6 .75 .6 C.5 .7 .4 .4 .5 .2 C.3 0 .4 -.3 .2 -.5 "
        "C-.1 -.4 -.3 -.6 -.4 -.6 C-.5 -.4 -.7 -.5 -.74 -.3 Z"
    )
    body += head.path(curls, HAIR_BLOND, INK, THIN * 1.2)
    body += head.line("M.5 -.7 Q.8 -.6 .7 -.3 M.8 0 Q.9 .2 .7 .35", GOLD_DARK, FINE)
    for px, py in ((-0.66, -0.74), (-0.3, -1.04), (0.14, -1.14), (0.58, -1.02), (0.94, -0.7)):
        body += leaf_pair(head, px, py)
    return _mirrored(body)


def leaf_pair(head: Pen, px: float, py: float) -> str:
    """A berry between two leaves, for a wreath."""
    x, y = head.at(px, py)
    return (
        leaf(x, y, 9, -150, GREEN, FINE)
        + leaf(x, y, 9, -30, GREEN, FINE)
        + CARD.circle(x, y, 2.6, RED, INK, FINE)
    )


def spade() -> str:
    """Black horse rearing; a Moorish rider in plum and a white turban lifts the sword."""
    body = ground(blossom=WHITE)
    horse = Pen(104, 224, 0.88, 24)
    body += horses.tail(horse, ((60, -22), (78, -14), (92, 6), (112, 20), (128, 22)), BLACK_COAT)
    body += horses.far_leg(
        horse, ((42, 2), (34, 38), (58, 62), (62, 70), (66, 88), (66, 97)), True, BLACK_COAT
    )
    body += horses.far_leg(
        horse, ((-42, 8), (-62, 16), (-84, 16), (-88, 20), (-86, 38), (-84, 46)), False, BLACK_COAT
    )
    near_front = ((-40, 14), (-54, 32), (-68, 44), (-70, 50), (-58, 62), (-50, 68))
    near_hind = ((46, 0), (48, 34), (80, 54), (85, 61), (90, 80), (90, 89))
    body += horses.trunk(horse, near_front, near_hind, BLACK_COAT)
    body += horses.mane(horse, BLACK_COAT, CREST)
    poll = horse.at(-56, -72)
    body += horses.head(Pen(*poll, 0.88, 14), BLACK_COAT, RED)
    body += horses.harness(horse, RED) + horses.saddle(horse, RED, GOLD)
    seat = horse.at(12, -34)
    x, y = seat
    body += _leg(seat, WHITE, RED_DARK, GOLD)
    # sword arm, drawn back
    body += sword(x + 59, y - 90, 160, 6, 15, RED)
    body += sleeve(_shift(((10, -54), (30, -28), (46, -20)), seat), (24, 24, 16), PLUM_DARK, WHITE)
    body += fist(x + 52, y - 24, 9.5, 6, False, SKIN_BROWN)
    body += _coat(seat, "url(#plumcloth)", GOLD)
    body += CARD.line(f"M{x - 2} {y - 60} L{x + 1} {y - 18}", GOLD, THIN)
    body += _rein(seat, Pen(*poll, 0.88, 14).at(-18, 43))
    body += sleeve(_shift(((-8, -50), (-12, -22), (-30, -24)), seat), (23, 22, 15), "url(#plumcloth)", WHITE)
    body += fist(x - 36, y - 25, 8.5, 80, False, SKIN_BROWN)
    body += CARD.path(
        f"M{x - 18} {y - 62} Q{x} {y - 74} {x + 18} {y - 62} "
        f"L{x + 16} {y - 52} Q{x} {y - 46} {x - 18} {y - 52} Z",
        GOLD,
        INK,
        THIN,
    )
    head = Pen(x, y - 88, 22)
    body += face(
        head,
        -0.8,
        skin=SKIN_BROWN,
        brow=INK,
        beard=full_beard(head, -0.8, HAIR_BLACK, 1.4, 0.3, GREY_DARK),
        moustache=moustache(head, -0.8, HAIR_BLACK, 0.1),
    )
    body += head.path("M-.5 -1.2 C-.4 -1.75 .5 -1.75 .6 -1.2 Z", RED, INK, THIN * 1.2)
    turban = (
        "M-.86 -.34 C-1.25 -.6 -1.1 -1.1 -.7 -1.2 C-.3 -1.5 .5 -1.5 .8 -1.15 "
        "C1.2 -1 1.25 -.5 .86 -.3 C.4 -.66 -.4 -.66 -.86 -.34 Z"
    )
    body += head.path(turban, WHITE, INK, LINE)
    body += head.line(
        "M-.98 -.62 C-.4 -1.1 .4 -1.1 1.02 -.6 M-.7 -1.14 "
        "C-.2 -.9 .4 -.7 .86 -.36 M.5 -1.32 C.1 -1.1 -.5 -.9 -.9 -.42",
        GREY,
        FINE,
    )
    body += head.path("M.8 -.4 C1.3 -.2 1.5 .3 1.4 .9 C1.2 .7 1.05 .5 .8 .5 Z", WHITE, INK, THIN * 1.1)
    hx, hy = head.at(-0.3, -1.05)
    return card(body + feather(hx, hy, 26, -8, GOLD, True) + CARD.circle(hx, hy, 4, RED, INK, FINE))


def bastoni() -> str:
    """Dapple grey, halted and bowing its head; a grey-bearded huntsman in green shoulders the club."""
    body = ground(blossom=ORANGE)
    horse = Pen(112, 239, 0.93)
    body += horses.tail(horse, ((60, -20), (76, -8), (78, 24), (74, 52), (80, 80)), GREY_COAT)
    body += horses.far_leg(horse, horses.FORE_HIND, True, GREY_COAT)
    far_front = ((-40, 12), (-50, 36), (-54, 58), (-55, 66), (-58, 86), (-59, 95))
    body += horses.far_leg(horse, far_front, False, GREY_COAT)
    body += horses.trunk(horse, horses.STAND_FRONT, horses.STAND_HIND, GREY_COAT)
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
    body += horses.mane(horse, GREY_COAT, CREST)
    poll = horse.at(-56, -72)
    body += horses.head(Pen(*poll, 0.93, -16), GREY_COAT, GREEN_DARK)
    body += horses.harness(horse, GREEN) + horses.saddle(horse, GREEN, GOLD)
    seat = horse.at(10, -36)
    x, y = seat
    body += club(x - 52, y - 2, x + 54, y - 158, 15, 44)
    body += _leg(seat, TAN, BROWN, GREEN)
    body += _coat(seat, ORANGE, GREEN_DARK, 3)
    body += CARD.path(
        f"M{x - 24} {y - 62} Q{x - 3} {y - 76} {x + 18} {y - 62} "
        f"L{x + 20} {y - 48} Q{x - 3} {y - 40} {x - 26} {y - 48} Z",
        GREEN,
        INK,
        THIN,
    )
    for dy in (-36, -25):
        body += CARD.circle(x - 3, y + dy, 2.4, GOLD, INK, FINE)
    body += _rein((x - 6, y), Pen(*poll, 0.93, -16).at(-18, 43))
    body += sleeve(_shift(((10, -50), (14, -18), (-26, -24)), seat), (26, 25, 16), ORANGE, GREEN)
    body += fist(x - 36, y - 23, 10, 40, False)
    head = Pen(x - 6, y - 90, 23)
    body += head.path("M.3 -.9 C1.1 -.8 1.2 .4 .9 .9 L.3 .8 Z", HAIR_GREY, INK, LINE)
    body += face(
        head,
        -0.45,
        brow=GREY_DARK,
        nose="round",
        traits=("wrinkles",),
        beard=full_beard(head, -0.45, HAIR_GREY, 1.7, 0.6, GREY_DARK),
        moustache=moustache(head, -0.45, HAIR_WHITE),
    )
    # huntsman's cap with a turned-up brim and a pheasant's feather
    body += feather(*head.at(0.5, -1.2), 34, 14, WHITE)
    body += head.path("M-.8 -.6 C-.9 -1.3 -.2 -1.75 .5 -1.6 C1 -1.4 1.1 -1 .95 -.55 Z", GREEN_DARK, INK, LINE)
    body += head.path(
        "M-1.4 -.5 C-.9 -.75 .5 -.95 1.15 -.9 C1.2 -.6 1.1 -.45 .9 -.4 C.2 -.6 -.8 -.4 -1.4 -.5 Z",
        ORANGE,
        INK,
        THIN * 1.2,
    )
    return _mirrored(body)


CARDS = {"d": denari, "h": coppe, "s": spade, "c": bastoni}

"""The four knights of the Neapolitan deck."""

from collections.abc import Sequence

from . import horses
from .bastoni import club
from .coppe import cup
from .denari import coin
from .figures import face, feather, fist, full_beard, ground, limb, moustache, sleeve
from .horses import Coat
from .palette import (
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
    PLUM,
    PLUM_DARK,
    RED,
    RED_DARK,
    SKIN_BROWN,
    STEEL,
    TAN,
    THIN,
    WHITE,
)
from .spade import sword
from .svg import CARD, WIDTH, Pen, Point, card, group

WHITE_COAT = Coat(WHITE, "#d9d2c3", "#e9dfc4", GREY_DARK, line=GREY_DARK)
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
    body += CARD.line(f"M{x - 8} {y + 14} L{x - 20} {y + 76}", BROWN_DARK, LINE)
    pen = Pen(x - 24, y + 26)
    d = "M-9 0 L9 0 C9 18 8 32 8 46 L8 52 L-20 52 C-26 52 -26 45 -18 43 C-10 42 -7 38 -7 30 Z"
    body += pen.path(d, boot, INK, LINE * 0.9)
    body += pen.path("M-12 -6 L12 -4 L11 8 Q0 12 -11 6 Z", cuff, INK, THIN * 1.1)
    return body + pen.path("M-16 54 L10 54 L9 58 L-15 58 Z", GOLD, INK, FINE)


def _mirrored(body: str) -> str:
    """The whole picture facing right."""
    return card(group(body, f"translate({WIDTH} 0) scale(-1 1)"))


def denari() -> str:
    """White horse at a walk; a rider in red with a broad feathered hat holds the coin before him."""
    body = ground()
    horse = Pen(122, 232)
    body += horses.tail(horse, ((62, -20), (80, -10), (82, 20), (74, 50), (80, 74)), WHITE_COAT)
    body += horses.far_leg(horse, horses.BACK_HIND, True, WHITE_COAT)
    body += horses.far_leg(horse, ((-40, 12), (-36, 36), (-32, 58), (-31, 66), (-28, 86), (-29, 95)), False, WHITE_COAT)
    body += horses.trunk(horse, horses.LIFT_FRONT, horses.FORE_HIND, WHITE_COAT)
    body += horses.mane(horse, WHITE_COAT, CREST)
    body += horses.head(Pen(*horse.at(-56, -72)), WHITE_COAT, RED)
    body += horses.saddle(horse, RED, GOLD)
    seat = horse.at(6, -36)
    x, y = seat
    coat = f"M{x - 18} {y - 62} Q{x} {y - 74} {x + 18} {y - 62} C{x + 24} {y - 40} {x + 20} {y - 16} {x + 30} {y + 16} "
    coat += f"Q{x + 10} {y + 16} {x - 4} {y + 6} L{x - 20} {y + 2} C{x - 18} {y - 20} {x - 24} {y - 40} {x - 18} {y - 62} Z"
    body += _leg(seat, WHITE, BROWN_DARK, BROWN)
    body += CARD.path(coat, "url(#redcloth)", INK, LINE)
    body += CARD.path(f"M{x - 21} {y - 14} Q{x} {y - 8} {x + 21} {y - 14} L{x + 22} {y - 4} Q{x} {y + 4} {x - 20} {y - 4} Z", GOLD, INK, THIN)
    body += sleeve(_shift(((-12, -54), (-32, -30), (-52, -52)), seat), (22, 21, 15), RED_DARK, WHITE)
    body += coin(52, 98, 37, 12, RED)
    body += fist(73, 132, 9, 40, True)
    body += sleeve(_shift(((12, -54), (18, -24), (-12, -18)), seat), (24, 24, 15), "url(#redcloth)", WHITE)
    body += CARD.line(f"M{x - 22} {y - 17} Q{x - 50} {y - 6} {x - 80} {y + 6}", BROWN_DARK, THIN)
    body += fist(x - 19, y - 17, 8, 90)
    body += CARD.path(f"M{x - 20} {y - 64} Q{x} {y - 76} {x + 20} {y - 64} L{x + 22} {y - 50} Q{x} {y - 44} {x - 22} {y - 52} Z", WHITE, INK, THIN)
    head = Pen(x - 2, y - 92, 22)
    body += head.path("M.8 -.8 C1.3 0 1.3 .8 1 1.2 L.3 1.1 L0 -.6 Z", BROWN, INK, LINE)
    body += face(head, -0.8, brow=BROWN_DARK, moustache=moustache(head, -0.8, BROWN_DARK, 0.2), ears=False)
    body += head.path("M.2 -.7 C.5 -.2 .4 .4 .7 1 L1.05 .9 C1.2 .2 1.1 -.4 .8 -.9 Z", BROWN, INK, THIN)
    body += head.path("M-.8 -.75 C-.8 -1.6 .8 -1.7 .85 -.75 Z", BLUE_DARK, INK, LINE)
    body += head.path("M-1.6 -.62 C-.8 -1 .9 -1.05 1.6 -.78 C1.3 -.3 -1 -.25 -1.6 -.62 Z", BLUE_DARK, INK, LINE)
    body += feather(x + 12, y - 112, 34, 30, WHITE)
    return card(body)


def coppe() -> str:
    """Bay horse at a trot to the right; a fair youth in blue lifts the cup."""
    body = ground()
    horse = Pen(124, 232)
    body += horses.tail(horse, ((62, -22), (78, -22), (86, 0), (82, 28), (86, 48)), BAY_COAT)
    body += horses.far_leg(horse, ((44, 2), (42, 34), (48, 56), (48, 64), (40, 80), (34, 88)), True, BAY_COAT)
    body += horses.far_leg(horse, ((-42, 10), (-56, 30), (-74, 40), (-79, 44), (-82, 62), (-82, 70)), False, BAY_COAT)
    body += horses.trunk(horse, ((-38, 12), (-36, 38), (-30, 58), (-29, 66), (-24, 84), (-24, 95)), horses.BACK_HIND, BAY_COAT)
    body += horses.mane(horse, BAY_COAT, CREST)
    body += horses.head(Pen(*horse.at(-56, -72), 1, -6), BAY_COAT, BLUE, WHITE)
    body += horses.saddle(horse, BLUE, GOLD)
    seat = horse.at(6, -36)
    x, y = seat
    body += _leg(seat, GOLD, RED_DARK, RED)
    cloak = f"M{x + 4} {y - 68} C{x + 34} {y - 60} {x + 50} {y - 30} {x + 76} {y - 26} C{x + 66} {y - 8} {x + 40} {y + 2} {x + 8} {y - 4} Z"
    body += CARD.path(cloak, ORANGE, INK, LINE)
    body += CARD.line(f"M{x + 26} {y - 44} Q{x + 42} {y - 20} {x + 58} {y - 18}", BROWN, THIN)
    coat = f"M{x - 18} {y - 62} Q{x} {y - 72} {x + 18} {y - 62} C{x + 22} {y - 40} {x + 18} {y - 20} {x + 24} {y + 8} Q{x} {y + 14} {x - 22} {y + 4} "
    coat += f"C{x - 18} {y - 20} {x - 22} {y - 40} {x - 18} {y - 62} Z"
    body += CARD.path(coat, "url(#bluecloth)", INK, LINE)
    body += CARD.path(f"M{x - 20} {y - 14} Q{x} {y - 8} {x + 20} {y - 14} L{x + 21} {y - 4} Q{x} {y + 4} {x - 20} {y - 4} Z", RED, INK, THIN)
    body += cup(54, 70, 38, "url(#redcloth)", BLUE)
    body += sleeve(_shift(((-8, -54), (-36, -36), (-62, -66)), seat), (25, 24, 15), "url(#bluecloth)", GOLD)
    body += fist(57, 102, 9, -20, True)
    body += CARD.path(f"M{x - 18} {y - 64} Q{x} {y - 74} {x + 18} {y - 64} L{x + 18} {y - 54} Q{x} {y - 48} {x - 18} {y - 54} Z", GOLD, INK, THIN)
    head = Pen(x - 2, y - 92, 22)
    body += head.path("M0 -1.1 C1 -1.2 1.3 -.4 1.2 .3 C1.5 .6 1.3 1 .9 1 C.7 1.2 .3 1.1 .3 .6 Z", HAIR_BLOND, INK, LINE)
    body += face(head, -0.9, brow=BROWN, mood="open", ears=False)
    curls = "M-.74 -.3 C-.9 -.7 -.7 -1 -.5 -1 C-.4 -1.3 0 -1.35 .2 -1.2 C.6 -1.35 .95 -1.1 .95 -.8 C1.25 -.6 1.2 -.2 1.05 0 C1.2 .3 1 .6 .75 .6 C.5 .7 .4 .4 .5 .2 C.3 0 .4 -.3 .2 -.5 C-.1 -.4 -.3 -.6 -.4 -.6 C-.5 -.4 -.7 -.5 -.74 -.3 Z"
    body += head.path(curls, HAIR_BLOND, INK, THIN * 1.2)
    body += head.line("M.5 -.9 Q.8 -.7 .7 -.4 M.8 -.1 Q.9 .2 .7 .3 M-.2 -.9 Q0 -1.1 .2 -.9", GOLD_DARK, FINE)
    for px, py in ((-0.62, -0.8), (-0.25, -1.12), (0.2, -1.2), (0.62, -1.08), (0.95, -0.78)):
        body += head.circle(px, py, 0.15, RED, INK, FINE)
    return _mirrored(body)


def spade() -> str:
    """Black horse rearing; a Moorish rider in plum and a white turban swings the sword."""
    body = ground()
    horse = Pen(118, 218, 0.95, 27)
    body += horses.tail(horse, ((62, -22), (80, -8), (92, 12), (108, 28), (118, 40)), BLACK_COAT)
    body += horses.far_leg(horse, ((42, 2), (34, 34), (62, 60), (64, 68), (68, 92), (66, 102)), True, BLACK_COAT)
    body += horses.far_leg(horse, ((-40, 12), (-58, 20), (-78, 26), (-82, 30), (-72, 46), (-64, 52)), False, BLACK_COAT)
    body += horses.trunk(
        horse,
        ((-40, 12), (-52, 30), (-66, 42), (-68, 48), (-54, 58), (-46, 62)),
        ((46, 0), (48, 34), (78, 54), (83, 62), (92, 86), (92, 96)),
        BLACK_COAT,
    )
    body += horses.mane(horse, BLACK_COAT, CREST)
    body += horses.head(Pen(*horse.at(-56, -72), 0.95, 12), BLACK_COAT, RED)
    body += horses.saddle(horse, PLUM, GOLD)
    seat = horse.at(6, -34)
    x, y = seat
    body += _leg(seat, WHITE, RED, GOLD)
    coat = f"M{x - 18} {y - 60} Q{x + 2} {y - 70} {x + 18} {y - 60} C{x + 24} {y - 40} {x + 20} {y - 16} {x + 30} {y + 16} "
    coat += f"Q{x + 10} {y + 20} {x - 4} {y + 6} L{x - 20} {y} C{x - 18} {y - 20} {x - 24} {y - 40} {x - 18} {y - 60} Z"
    body += CARD.path(coat, "url(#plumcloth)", INK, LINE)
    body += CARD.path(f"M{x - 21} {y - 14} Q{x} {y - 8} {x + 21} {y - 14} L{x + 23} {y - 3} Q{x} {y + 5} {x - 21} {y - 3} Z", GOLD, INK, THIN)
    body += sword(x + 26, y - 118, 160, 38, 17, RED)
    body += sleeve(_shift(((12, -52), (30, -30), (2, -64)), seat), (24, 24, 16), "url(#plumcloth)", WHITE)
    body += fist(x - 6, y - 74, 9, 30, False, SKIN_BROWN)
    head = Pen(x - 2, y - 88, 21)
    body += face(head, -0.8, skin=SKIN_BROWN, brow=INK, beard=full_beard(head, -0.8, HAIR_BLACK, 1.45, 0.3, COAT_BLACK),
                 moustache=moustache(head, -0.8, HAIR_BLACK, 0.1))
    return card(body)


def bastoni() -> str:
    """Dapple grey, halted and bowing its head; a grey-bearded huntsman in green shoulders the club."""
    body = ground()
    horse = Pen(124, 232)
    body += horses.tail(horse, ((62, -20), (76, -8), (76, 24), (72, 52), (76, 80)), GREY_COAT)
    body += horses.far_leg(horse, horses.FORE_HIND, True, GREY_COAT)
    body += horses.far_leg(horse, ((-40, 12), (-50, 36), (-54, 58), (-55, 66), (-58, 86), (-59, 95)), False, GREY_COAT)
    body += horses.trunk(horse, horses.STAND_FRONT, horses.STAND_HIND, GREY_COAT)
    for dx, dy, r in ((40, -8, 5), (52, 4, 4), (44, 14, 5), (56, -10, 3), (34, 4, 3.4), (50, 24, 4), (-40, -6, 4), (-50, 4, 4), (-44, 16, 3)):
        body += horse.circle(dx, dy, r, "#d8d6d0", None)
    body += horses.mane(horse, GREY_COAT, CREST)
    body += horses.head(Pen(*horse.at(-56, -72), 1, -14), GREY_COAT, GREEN_DARK)
    body += horses.saddle(horse, GREEN, GOLD)
    seat = horse.at(6, -36)
    x, y = seat
    body += club(x - 44, y - 10, x + 52, y - 128, 15, 38)
    body += _leg(seat, TAN, BROWN, ORANGE)
    coat = f"M{x - 20} {y - 60} Q{x} {y - 72} {x + 20} {y - 60} C{x + 30} {y - 40} {x + 28} {y - 16} {x + 30} {y + 12} "
    coat += f"Q{x} {y + 20} {x - 26} {y + 4} C{x - 30} {y - 16} {x - 28} {y - 40} {x - 20} {y - 60} Z"
    body += CARD.path(coat, "url(#greencloth)", INK, LINE)
    body += CARD.path(f"M{x - 28} {y - 14} Q{x} {y - 4} {x + 29} {y - 14} L{x + 30} {y - 3} Q{x} {y + 8} {x - 27} {y - 3} Z", BROWN, INK, THIN)
    body += sleeve(_shift(((10, -50), (12, -20), (-30, -22)), seat), (25, 25, 16), "url(#greencloth)", ORANGE)
    body += fist(x - 36, y - 21, 9.5, 40, False)
    head = Pen(x - 6, y - 88, 22)
    body += face(head, -0.4, brow=HAIR_GREY, beard=full_beard(head, -0.4, HAIR_GREY, 1.7, 0.6, GREY_DARK), moustache=moustache(head, -0.4, HAIR_WHITE))
    return _mirrored(body)


_KEPT = (PLUM_DARK, STEEL)
CARDS = {"d": denari, "h": coppe, "s": spade, "c": bastoni}

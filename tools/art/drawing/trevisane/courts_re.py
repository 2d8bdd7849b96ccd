"""The four kings of the Trevisane deck, double-headed."""

from ..figures import diamonds, ermine, fist, open_hand, sleeve
from ..heads import crown, face, full_beard, moustache
from ..palette import (
    BLUE,
    BLUE_DARK,
    BROWN,
    BROWN_DARK,
    FINE,
    GOLD,
    GOLD_DARK,
    GREEN,
    GREEN_DARK,
    HAIR_BLOND,
    HAIR_GREY,
    HAIR_RED,
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
    STEEL_DARK,
    STEEL_LIGHT,
    THIN,
    WHITE,
)
from ..shapes import leaf, petals
from ..svg import CARD, Pen
from .dress import buttons, cape, folds, panel, trunk
from .paper import court
from .signs import baton, goblet, scimitar, star_coin


def denari() -> str:
    """Brown-skinned, white-bearded, crown over a white turban; red brocade; the coin on his palm."""
    body = trunk(118, 118, 56, 50, "url(#redcloth)") + panel(118, 120, 13, 20, GOLD)
    body += diamonds(118, 144, 180, 18, (BLUE, RED), 7)
    body += folds((((88, 140), (78, 176)), ((148, 140), (158, 176))), RED_DARK)
    body += star_coin(51, 112, 34, RED, BLUE)
    body += sleeve(((84, 136), (70, 178), (62, 162)), (32, 32, 20), "url(#redcloth)", WHITE)
    body += fist(55, 151, 10.5, -10, True, SKIN_BROWN)
    body += CARD.path("M178 184 L170 92 L174 92 L184 184 Z", "url(#goldbar)", INK, THIN)
    body += CARD.path(petals(171, 78, 0, 18, 3, 1.1, -1.5708), GOLD, INK, THIN) + CARD.circle(
        172, 92, 6, BLUE, INK, THIN
    )
    body += sleeve(((152, 136), (170, 172), (176, 160)), (32, 31, 22), "url(#redcloth)", WHITE)
    body += fist(177, 150, 10.5, -4, False, SKIN_BROWN)
    collar = "M84 122 Q118 98 152 122 L160 140 Q118 168 76 140 Z"
    body += ermine(collar, ((90, 138), (104, 146), (132, 146), (146, 138)))
    head = Pen(118, 88, 25)
    body += face(
        head,
        -0.35,
        skin=SKIN_BROWN,
        brow=HAIR_WHITE,
        traits=("wrinkles",),
        beard=full_beard(head, -0.35, HAIR_WHITE, 2.05, 0.6, HAIR_GREY),
        moustache=moustache(head, -0.35, HAIR_WHITE, 0.1),
    )
    body += head.path(
        "M-.9 -.36 C-1.3 -.5 -1.2 -1.1 -.8 -1.2 L.8 -1.2 C1.2 -1.1 1.3 -.5 .9 -.36 C.4 -.66 -.4 -.66 -.9 -.36 Z",
        WHITE,
        INK,
        LINE,
    )
    body += head.line("M-1.02 -.7 C-.5 -1 .4 -1 1.04 -.6 M-.6 -1.1 C-.1 -.9 .4 -.7 .88 -.5", HAIR_GREY, FINE)
    body += crown(Pen(118, 62, 25), band=RED, points=5, height=1.0)
    return court(body, "R", "d", RED_DARK)


def coppe() -> str:
    """Stout, rosy and clean-shaven, in blue with a chain; pours himself no more, yet lifts the goblet."""
    body = trunk(102, 120, 60, 58, "url(#bluecloth)")
    body += folds((((70, 140), (60, 176)), ((134, 140), (146, 176))), BLUE_DARK)
    body += CARD.path("M66 130 Q102 176 138 130 L132 124 Q102 160 72 124 Z", GOLD, INK, THIN)
    body += CARD.circle(102, 160, 9, RED, INK, THIN) + CARD.circle(102, 160, 3.4, GOLD, None)
    body += sleeve(((142, 138), (168, 172), (171, 139)), (34, 33, 21), "url(#bluecloth)", ORANGE)
    body += goblet(172, 98, 31, 0, BLUE, RED)
    body += fist(172, 125, 10.5, 0, True)
    body += sleeve(((62, 140), (40, 172), (76, 172)), (34, 33, 21), "url(#bluecloth)", ORANGE)
    body += open_hand(88, 170, 11, 176)
    body += cape(102, 116, 36, 12, ORANGE)
    head = Pen(102, 88, 27)
    hair = "M-.8 -.6 C-1.25 -.2 -1.2 .5 -1.1 .8 Q-.8 1 -.6 .8 L.6 .8 Q.8 1 1.1 .8 C1.2 .5 1.25 -.2 .8 -.6 Z"
    body += head.path(hair, BROWN, INK, LINE)
    body += face(head, 0.5, brow=BROWN_DARK, nose="round", ears=False)
    body += head.line("M-.1 .98 Q.2 1.16 .5 .94", INK, THIN)
    cap = Pen(102, 66, 27)
    body += cap.path("M-.86 -.1 C-1 -1.3 -.4 -1.5 0 -1.5 C.4 -1.5 1 -1.3 .86 -.1 Z", RED, INK, LINE)
    body += cap.path("M-.5 -.2 C-.6 -.9 -.2 -1.3 0 -1.5 C.2 -1.3 .6 -.9 .5 -.2 Z", RED_DARK, INK, THIN)
    body += crown(cap, band=BLUE, points=4, height=0.72)
    body += cap.path(
        "M-.07 -1.86 L.07 -1.86 L.07 -1.5 L-.07 -1.5 Z M-.2 -1.76 L.2 -1.76 L.2 -1.64 L-.2 -1.64 Z", GOLD, INK, THIN
    )
    return court(body, "R", "h", BLUE)


def spade() -> str:
    """Lean and red-bearded, a scar on his cheek, steel and plum; the curved sword upright."""
    body = cape(120, 112, 66, 44, PLUM_DARK)
    body += trunk(120, 118, 50, 42, STEEL) + CARD.path(
        "M86 130 Q120 150 154 130 L156 154 Q120 172 84 154 Z", STEEL_LIGHT, INK, THIN
    )
    body += folds((((120, 122), (120, 180)),), STEEL_DARK)
    body += CARD.path("M79 166 Q120 182 162 166 L162 182 L79 182 Z", RED, INK, THIN * 1.1)
    body += scimitar(((50, 148), (66, 122), (70, 92), (54, 42)), 16, RED)
    body += sleeve(((86, 136), (62, 176), (54, 164)), (32, 31, 20), "url(#plumcloth)", GOLD)
    body += fist(49, 153, 11, 20, True)
    body += sleeve(((154, 136), (182, 160), (168, 186)), (32, 33, 26), "url(#plumcloth)")
    for x, y in ((170, 142), (179, 157), (176, 172)):
        body += CARD.line(f"M{x - 11} {y + 6} L{x + 9} {y - 4}", GOLD, LINE)
    collar = "M88 122 Q120 100 152 122 L156 136 Q120 158 84 136 Z"
    body += ermine(collar, ((96, 136), (112, 143), (130, 143), (146, 135)))
    head = Pen(120, 88, 25)
    body += head.path("M-.8 -.6 C-1.2 0 -1.2 .7 -1 1.1 L1 1.1 C1.2 .7 1.2 0 .8 -.6 Z", HAIR_RED, INK, LINE)
    body += face(
        head,
        -0.6,
        brow=HAIR_RED,
        mood="stern",
        nose="hook",
        ears=False,
        beard=full_beard(head, -0.6, HAIR_RED, 1.75, 0.16, RED_DARK),
        moustache=moustache(head, -0.6, HAIR_RED, 0.2),
    )
    body += head.line("M.42 .18 L.56 .46", RED_DARK, THIN)
    tower = Pen(120, 70, 26)
    body += tower.path(
        "M-.86 0 L-1 -1.1 L-.6 -1.1 L-.56 -.82 L-.22 -.82 L-.2 -1.14 L.2 -1.14 L.22 -.82 L.56 -.82 L.6 -1.1 L1 -1.1 "
        "L.86 0 Q0 .3 -.86 0 Z",
        "url(#goldbar)",
        INK,
        LINE,
    )
    body += tower.path("M-.86 0 Q0 .3 .86 0 L.9 -.3 Q0 0 -.9 -.3 Z", PLUM, INK, THIN)
    for gem in (-0.5, 0, 0.5):
        body += tower.circle(gem, -0.02 - abs(gem) * 0.12, 0.09, WHITE, None)
    return court(body, "R", "s", PLUM)


def bastoni() -> str:
    """Young, blond and curly-bearded, in green with leaves; oak crown; the baton in both hands."""
    body = trunk(102, 120, 56, 50, "url(#greencloth)") + panel(102, 120, 15, 22, WHITE)
    body += buttons(102, 146, 176, 15, RED, 4)
    body += folds((((72, 140), (62, 176)), ((132, 140), (142, 176))), GREEN_DARK)
    body += sleeve(((62, 138), (42, 166), (48, 190)), (32, 33, 28), "url(#greencloth)")
    body += baton(178, 184, 166, 42, 16, "red", foot=False)
    body += sleeve(((138, 138), (160, 176), (172, 158)), (33, 32, 21), "url(#greencloth)", GOLD)
    body += fist(174, 144, 11.5, -5, False)
    body += cape(102, 116, 44, 16, GOLD)
    for i, x in enumerate((66.0, 84.0, 102.0, 120.0, 138.0)):
        body += leaf(x, 130 + 8 * (1 - ((x - 102) / 36) ** 2) * 0.8, 17, 90 + (i - 2) * -10, GREEN, FINE)
    head = Pen(102, 88, 25)
    body += head.path(
        "M-.8 -.8 C-1.3 -.6 -1.3 0 -1.1 .2 C-1.4 .5 -1.2 1 -.9 1 L.9 1 C1.2 1 1.4 .5 1.1 .2 C1.3 0 1.3 -.6 .8 -.8 Z",
        HAIR_BLOND,
        INK,
        LINE,
    )
    body += face(
        head,
        0.4,
        brow=BROWN,
        mood="open",
        ears=False,
        beard=full_beard(head, 0.4, HAIR_BLOND, 1.45, 0.8, GOLD_DARK),
        moustache=moustache(head, 0.4, HAIR_BLOND, 0.3),
    )
    for angle in (-165, -140, -116, -90, -64, -40, -15):
        body += leaf(102, 68, 33, angle, GREEN, THIN)
    body += crown(Pen(102, 70, 26), band=GREEN, points=3, height=0.62)
    return court(body, "R", "c", GREEN_DARK)


CARDS = {"d": denari, "h": coppe, "s": spade, "c": bastoni}

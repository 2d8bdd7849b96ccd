"""The four kings of the Trevisane deck, double-headed."""

from ..figures import draw_diamonds, draw_ermine, draw_fist, draw_open_hand, draw_sleeve
from ..heads import draw_crown, draw_face, draw_full_beard, draw_moustache
from ..palette import (
    BLUE,
    BLUE_DARK,
    BROWN,
    BROWN_DARK,
    FINE_LINE_WIDTH,
    GOLD,
    GOLD_DARK,
    GREEN,
    GREEN_DARK,
    HAIR_BLOND,
    HAIR_GRAY,
    HAIR_RED,
    HAIR_WHITE,
    INK,
    LINE_WIDTH,
    ORANGE,
    PLUM,
    PLUM_DARK,
    RED,
    RED_DARK,
    SKIN_BROWN,
    STEEL,
    STEEL_DARK,
    STEEL_LIGHT,
    THIN_LINE_WIDTH,
    WHITE,
)
from ..shapes import draw_leaf, make_petals_path
from ..svg import CARD_PEN, Pen
from .dress import draw_buttons, draw_cape, draw_folds, draw_panel, draw_trunk
from .paper import draw_court_card
from .signs import draw_baton, draw_goblet, draw_scimitar, draw_star_coin


def draw_denari() -> str:
    """Draw a brown-skinned, white-bearded king in red brocade and a crown over a turban, with the coin."""
    body = draw_trunk(118, 118, 56, 50, "url(#redcloth)") + draw_panel(118, 120, 13, 20, GOLD)
    body += draw_diamonds(118, 144, 180, 18, (BLUE, RED), 7)
    body += draw_folds((((88, 140), (78, 176)), ((148, 140), (158, 176))), RED_DARK)
    body += draw_star_coin(51, 112, 34, RED, BLUE)
    body += draw_sleeve(((84, 136), (70, 178), (62, 162)), (32, 32, 20), "url(#redcloth)", WHITE)
    body += draw_fist(55, 151, 10.5, -10, True, SKIN_BROWN)
    body += CARD_PEN.path("M178 184 L170 92 L174 92 L184 184 Z", "url(#goldbar)", INK, THIN_LINE_WIDTH)
    body += CARD_PEN.path(
        make_petals_path(171, 78, 0, 18, 3, 1.1, -1.5708), GOLD, INK, THIN_LINE_WIDTH
    ) + CARD_PEN.circle(172, 92, 6, BLUE, INK, THIN_LINE_WIDTH)
    body += draw_sleeve(((152, 136), (170, 172), (176, 160)), (32, 31, 22), "url(#redcloth)", WHITE)
    body += draw_fist(177, 150, 10.5, -4, False, SKIN_BROWN)
    collar = "M84 122 Q118 98 152 122 L160 140 Q118 168 76 140 Z"
    body += draw_ermine(collar, ((90, 138), (104, 146), (132, 146), (146, 138)))
    head = Pen(118, 88, 25)
    body += draw_face(
        head,
        -0.35,
        skin=SKIN_BROWN,
        brow=HAIR_WHITE,
        traits=("wrinkles",),
        beard=draw_full_beard(head, -0.35, HAIR_WHITE, 2.05, 0.6, HAIR_GRAY),
        moustache=draw_moustache(head, -0.35, HAIR_WHITE, 0.1),
    )
    body += head.path(
        "M-.9 -.36 C-1.3 -.5 -1.2 -1.1 -.8 -1.2 L.8 -1.2 C1.2 -1.1 1.3 -.5 .9 -.36 C.4 -.66 -.4 -.66 -.9 -.36 Z",
        WHITE,
        INK,
        LINE_WIDTH,
    )
    body += head.line("M-1.02 -.7 C-.5 -1 .4 -1 1.04 -.6 M-.6 -1.1 C-.1 -.9 .4 -.7 .88 -.5", HAIR_GRAY, FINE_LINE_WIDTH)
    body += draw_crown(Pen(118, 62, 25), band=RED, points=5, height=1.0)
    return draw_court_card(body, "R", "d", RED_DARK)


def draw_coppe() -> str:
    """Draw a stout clean-shaven king in blue with a chain, who lifts the goblet."""
    body = draw_trunk(102, 120, 60, 58, "url(#bluecloth)")
    body += draw_folds((((70, 140), (60, 176)), ((134, 140), (146, 176))), BLUE_DARK)
    body += CARD_PEN.path("M66 130 Q102 176 138 130 L132 124 Q102 160 72 124 Z", GOLD, INK, THIN_LINE_WIDTH)
    body += CARD_PEN.circle(102, 160, 9, RED, INK, THIN_LINE_WIDTH) + CARD_PEN.circle(102, 160, 3.4, GOLD, None)
    body += draw_sleeve(((142, 138), (168, 172), (171, 139)), (34, 33, 21), "url(#bluecloth)", ORANGE)
    body += draw_goblet(172, 98, 31, 0, BLUE, RED)
    body += draw_fist(172, 125, 10.5, 0, True)
    body += draw_sleeve(((62, 140), (40, 172), (76, 172)), (34, 33, 21), "url(#bluecloth)", ORANGE)
    body += draw_open_hand(88, 170, 11, 176)
    body += draw_cape(102, 116, 36, 12, ORANGE)
    head = Pen(102, 88, 27)
    hair = "M-.8 -.6 C-1.25 -.2 -1.2 .5 -1.1 .8 Q-.8 1 -.6 .8 L.6 .8 Q.8 1 1.1 .8 C1.2 .5 1.25 -.2 .8 -.6 Z"
    body += head.path(hair, BROWN, INK, LINE_WIDTH)
    body += draw_face(head, 0.5, brow=BROWN_DARK, nose="round", ears=False)
    body += head.line("M-.1 .98 Q.2 1.16 .5 .94", INK, THIN_LINE_WIDTH)
    cap = Pen(102, 66, 27)
    body += cap.path("M-.86 -.1 C-1 -1.3 -.4 -1.5 0 -1.5 C.4 -1.5 1 -1.3 .86 -.1 Z", RED, INK, LINE_WIDTH)
    body += cap.path("M-.5 -.2 C-.6 -.9 -.2 -1.3 0 -1.5 C.2 -1.3 .6 -.9 .5 -.2 Z", RED_DARK, INK, THIN_LINE_WIDTH)
    body += draw_crown(cap, band=BLUE, points=4, height=0.72)
    body += cap.path(
        "M-.07 -1.86 L.07 -1.86 L.07 -1.5 L-.07 -1.5 Z M-.2 -1.76 L.2 -1.76 L.2 -1.64 L-.2 -1.64 Z",
        GOLD,
        INK,
        THIN_LINE_WIDTH,
    )
    return draw_court_card(body, "R", "h", BLUE)


def draw_spade() -> str:
    """Draw a lean red-bearded king with a scar, in steel and plum, with the curved sword upright."""
    body = draw_cape(120, 112, 66, 44, PLUM_DARK)
    body += draw_trunk(120, 118, 50, 42, STEEL) + CARD_PEN.path(
        "M86 130 Q120 150 154 130 L156 154 Q120 172 84 154 Z", STEEL_LIGHT, INK, THIN_LINE_WIDTH
    )
    body += draw_folds((((120, 122), (120, 180)),), STEEL_DARK)
    body += CARD_PEN.path("M79 166 Q120 182 162 166 L162 182 L79 182 Z", RED, INK, THIN_LINE_WIDTH * 1.1)
    body += draw_scimitar(((50, 148), (66, 122), (70, 92), (54, 42)), 16, RED)
    body += draw_sleeve(((86, 136), (62, 176), (54, 164)), (32, 31, 20), "url(#plumcloth)", GOLD)
    body += draw_fist(49, 153, 11, 20, True)
    body += draw_sleeve(((154, 136), (182, 160), (168, 186)), (32, 33, 26), "url(#plumcloth)")
    for x, y in ((170, 142), (179, 157), (176, 172)):
        body += CARD_PEN.line(f"M{x - 11} {y + 6} L{x + 9} {y - 4}", GOLD, LINE_WIDTH)
    collar = "M88 122 Q120 100 152 122 L156 136 Q120 158 84 136 Z"
    body += draw_ermine(collar, ((96, 136), (112, 143), (130, 143), (146, 135)))
    head = Pen(120, 88, 25)
    body += head.path("M-.8 -.6 C-1.2 0 -1.2 .7 -1 1.1 L1 1.1 C1.2 .7 1.2 0 .8 -.6 Z", HAIR_RED, INK, LINE_WIDTH)
    body += draw_face(
        head,
        -0.6,
        brow=HAIR_RED,
        mood="stern",
        nose="hook",
        ears=False,
        beard=draw_full_beard(head, -0.6, HAIR_RED, 1.75, 0.16, RED_DARK),
        moustache=draw_moustache(head, -0.6, HAIR_RED, 0.2),
    )
    body += head.line("M.42 .18 L.56 .46", RED_DARK, THIN_LINE_WIDTH)
    tower = Pen(120, 70, 26)
    body += tower.path(
        "M-.86 0 L-1 -1.1 L-.6 -1.1 L-.56 -.82 L-.22 -.82 L-.2 -1.14 L.2 -1.14 L.22 -.82 L.56 -.82 L.6 -1.1 L1 -1.1 "
        "L.86 0 Q0 .3 -.86 0 Z",
        "url(#goldbar)",
        INK,
        LINE_WIDTH,
    )
    body += tower.path("M-.86 0 Q0 .3 .86 0 L.9 -.3 Q0 0 -.9 -.3 Z", PLUM, INK, THIN_LINE_WIDTH)
    for gem in (-0.5, 0, 0.5):
        body += tower.circle(gem, -0.02 - abs(gem) * 0.12, 0.09, WHITE, None)
    return draw_court_card(body, "R", "s", PLUM)


def draw_bastoni() -> str:
    """Draw a young blond king with a curly beard, in green with leaves and an oak crown, with the baton."""
    body = draw_trunk(102, 120, 56, 50, "url(#greencloth)") + draw_panel(102, 120, 15, 22, WHITE)
    body += draw_buttons(102, 146, 176, 15, RED, 4)
    body += draw_folds((((72, 140), (62, 176)), ((132, 140), (142, 176))), GREEN_DARK)
    body += draw_sleeve(((62, 138), (42, 166), (48, 190)), (32, 33, 28), "url(#greencloth)")
    body += draw_baton(178, 184, 166, 42, 16, "red", has_foot=False)
    body += draw_sleeve(((138, 138), (160, 176), (172, 158)), (33, 32, 21), "url(#greencloth)", GOLD)
    body += draw_fist(174, 144, 11.5, -5, False)
    body += draw_cape(102, 116, 44, 16, GOLD)
    for i, x in enumerate((66.0, 84.0, 102.0, 120.0, 138.0)):
        body += draw_leaf(
            x, 130 + 8 * (1 - ((x - 102) / 36) ** 2) * 0.8, 17, 90 + (i - 2) * -10, GREEN, FINE_LINE_WIDTH
        )
    head = Pen(102, 88, 25)
    body += head.path(
        "M-.8 -.8 C-1.3 -.6 -1.3 0 -1.1 .2 C-1.4 .5 -1.2 1 -.9 1 L.9 1 C1.2 1 1.4 .5 1.1 .2 C1.3 0 1.3 -.6 .8 -.8 Z",
        HAIR_BLOND,
        INK,
        LINE_WIDTH,
    )
    body += draw_face(
        head,
        0.4,
        brow=BROWN,
        mood="open",
        ears=False,
        beard=draw_full_beard(head, 0.4, HAIR_BLOND, 1.45, 0.8, GOLD_DARK),
        moustache=draw_moustache(head, 0.4, HAIR_BLOND, 0.3),
    )
    for angle in (-165, -140, -116, -90, -64, -40, -15):
        body += draw_leaf(102, 68, 33, angle, GREEN, THIN_LINE_WIDTH)
    body += draw_crown(Pen(102, 70, 26), band=GREEN, points=3, height=0.62)
    return draw_court_card(body, "R", "c", GREEN_DARK)


CARDS = {"d": draw_denari, "h": draw_coppe, "s": draw_spade, "c": draw_bastoni}

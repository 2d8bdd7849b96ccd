"""The upper halves of the four kings: with harp, sword, axe and orb."""

from ..emblems import draw_sword
from ..figures import draw_ermine, draw_feather, draw_fist, draw_open_hand
from ..heads import draw_crown, draw_face, draw_full_beard, draw_moustache
from ..palette import (
    BLUE,
    BLUE_DARK,
    BROWN,
    BROWN_DARK,
    FINE_LINE_WIDTH,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    GREEN,
    GREEN_LIGHT,
    HAIR_BLACK,
    HAIR_GRAY,
    HAIR_RED,
    HAIR_WHITE,
    INK,
    LINE_WIDTH,
    ORANGE,
    PLUM,
    RED,
    RED_DARK,
    SKIN_BROWN,
    STEEL,
    STEEL_LIGHT,
    THIN_LINE_WIDTH,
    WHITE,
)
from ..svg import CARD_PEN, Pen
from .dress import CourtFigure, draw_dots, draw_forearm, draw_rhombs, draw_robe, list_points_on_sagging_curve


def draw_spades() -> str:
    """Draw a white-bearded king in ermine over a blue mantle, who plays the harp."""
    body = draw_robe("M45 137 C58 125 72 119 88 114 L122 114 C140 118 160 124 175 136", "url(#bluecloth)")
    body += draw_rhombs(((58, 150), (56, 168), (72, 160), (152, 132), (164, 146)), 4, GOLD, BLUE_DARK)
    body += CARD_PEN.path("M88 114 L80 182 L132 182 L122 114 Z", RED, INK, THIN_LINE_WIDTH * 1.2)
    body += CARD_PEN.line("M92 140 L88 176 M120 140 L124 176", GOLD, THIN_LINE_WIDTH)
    spots = ((72, 130), (82, 140), (97, 147), (113, 147), (128, 140), (138, 130))
    body += draw_ermine("M64 128 C74 112 92 110 106 110 C120 110 138 112 148 128 L140 144 Q106 164 72 144 Z", spots)
    # the harp
    harp = Pen(150, 132)
    for i, x in enumerate((-9, -3, 3, 9, 15)):
        body += harp.line(f"M{x} {-30 - i * 2.6} L{x} {-16 + i * 10.5}", GOLD_DARK, FINE_LINE_WIDTH)
    board = "M-20 -34 C-24 -28 -22 -22 -17 -18 L14 42 C17 47 25 46 25 38 L22 30 L-10 -30 Z"
    body += harp.path(board, "url(#goldbar)", INK, THIN_LINE_WIDTH * 1.2)
    body += harp.path("M17 -46 L23 -48 L26 38 L19 36 Z", GOLD, INK, THIN_LINE_WIDTH * 1.2)
    neck = "M-20 -34 C-12 -42 -6 -28 4 -32 C12 -36 12 -48 20 -54 C26 -54 27 -48 25 -45 C18 -42 16 -28 6 -25 "
    body += harp.path(neck + "C-4 -22 -10 -32 -14 -28 Z", GOLD, INK, THIN_LINE_WIDTH * 1.2)
    body += harp.circle(21, -50, 4, RED, INK, FINE_LINE_WIDTH)
    body += draw_forearm((64, 173), (127, 159), "url(#bluecloth)", WHITE, 36, 18)
    body += draw_open_hand(138, 154, 9.5, -24, True)
    head = Pen(104, 87, 23)
    hair = "M-.7 -.8 C-1.3 -.4 -1.3 .6 -1.2 1.3 Q-.9 1.6 -.6 1.3 L.6 1.3 Q.9 1.6 1.1 1.3 C1.2 .6 1.2 -.4 .7 -.8 Z"
    body += head.path(hair, HAIR_GRAY, INK, LINE_WIDTH * 0.9)
    beard = draw_full_beard(head, 0.55, HAIR_WHITE, 2.45, 0.4)
    body += draw_face(
        head,
        0.55,
        brow=HAIR_GRAY,
        ears=False,
        beard=beard,
        traits=("wrinkles",),
        moustache=draw_moustache(head, 0.55, HAIR_WHITE),
    )
    return body + draw_crown(Pen(104, 71, 24), band=BLUE, height=1.35)


def draw_hearts() -> str:
    """Draw a king with a curly brown beard and a closed crown, in a red robe, with an upright sword."""
    body = draw_robe("M45 136 C58 125 72 119 90 114 L126 114 C146 118 162 124 175 135", "url(#redcloth)")
    body += CARD_PEN.line("M58 146 Q54 162 54 180 M70 138 Q66 158 66 180", RED_DARK, THIN_LINE_WIDTH)
    body += CARD_PEN.path("M84 114 L74 182 L142 182 L132 114 Z", BLUE, INK, THIN_LINE_WIDTH * 1.2)
    body += draw_rhombs(((88, 158), (108, 166), (128, 158)), 4.2, GOLD, BLUE_DARK)
    for side in (-1, 1):
        pen = Pen(108, 0, 1, 0, side > 0)
        fur = "M-26 114 C-32 138 -38 160 -42 182 L-30 182 C-26 160 -20 140 -14 120 Z"
        body += pen.path(fur, WHITE, INK, THIN_LINE_WIDTH * 1.2)
        for x, y in ((-25, 132), (-29, 148), (-34, 164)):
            body += pen.path(f"M{x} {y - 3} Q{x + 2.2} {y + 1} {x} {y + 4} Q{x - 2.2} {y + 1} {x} {y - 3} Z", INK, None)
    chain = "M76 124 C86 110 130 110 140 124 L132 138 Q108 152 84 138 Z"
    body += CARD_PEN.path(chain, GOLD, INK, LINE_WIDTH * 0.9)
    body += draw_dots(list_points_on_sagging_curve((86, 128), (130, 128), 5, 7), 3.6, RED, INK)
    body += draw_sword(151, 102, 138, 0, 11, RED)
    body += draw_forearm((156, 180), (152, 165), "url(#redcloth)", WHITE, 36, 20)
    body += draw_fist(151.5, 156, 9.5)
    body += draw_forearm((60, 172), (90, 164), "url(#redcloth)", WHITE, 30, 18)
    body += draw_open_hand(100, 162, 9.5, -16, True)
    head = Pen(108, 88, 23)
    curls = "M-.8 -.6 C-1.2 -.5 -1.25 -.1 -1.05 .1 C-1.3 .3 -1.2 .7 -1 .8 L1 .8 C1.2 .7 1.3 .3 1.05 .1 "
    body += head.path(curls + "C1.25 -.1 1.2 -.5 .8 -.6 Z", BROWN, INK, LINE_WIDTH * 0.9)
    beard = "M-.78 .05 C-1 .3 -.95 .6 -.8 .7 C-.95 1 -.7 1.25 -.5 1.2 C-.45 1.5 -.1 1.5 -.05 1.3 "
    beard += "C.05 1.5 .4 1.5 .45 1.2 C.7 1.25 .9 1 .78 .7 C.95 .6 .95 .3 .76 .05 "
    beard += "C.6 .35 .3 .42 -.06 .42 C-.4 .42 -.65 .3 -.78 .05 Z"
    drawn = head.path(beard, BROWN, INK, LINE_WIDTH * 0.9)
    drawn += head.line(
        "M-.5 .75 Q-.4 1 -.2 .95 M.1 1.1 Q.3 1.1 .35 .85 M.6 .6 Q.62 .8 .5 .9", BROWN_DARK, FINE_LINE_WIDTH
    )
    body += draw_face(
        head, -0.45, brow=BROWN_DARK, ears=False, beard=drawn, moustache=draw_moustache(head, -0.45, BROWN, 0.12)
    )
    # closed crown: velvet under two arches
    top = Pen(108, 72, 23)
    body += top.path("M-.9 -.2 C-1.2 -1.4 1.2 -1.4 .9 -.2 Z", RED, INK, LINE_WIDTH)
    body += top.path("M-.95 -.2 C-1.5 -1.5 -.3 -1.7 0 -1.5 C-.7 -1.4 -.8 -.8 -.6 -.2 Z", GOLD, INK, THIN_LINE_WIDTH)
    body += top.path("M.95 -.2 C1.5 -1.5 .3 -1.7 0 -1.5 C.7 -1.4 .8 -.8 .6 -.2 Z", GOLD, INK, THIN_LINE_WIDTH)
    body += top.path("M-.13 -.1 L-.13 -1.5 L.13 -1.5 L.13 -.1 Z", GOLD, INK, THIN_LINE_WIDTH)
    body += top.path("M-.95 .05 Q0 .35 .95 .05 L1 -.32 Q0 0 -1 -.32 Z", "url(#goldbar)", INK, THIN_LINE_WIDTH * 1.2)
    for gem in (-0.6, -0.2, 0.2, 0.6):
        body += top.circle(gem, 0.04 - abs(gem) * 0.14, 0.09, BLUE if abs(gem) < 0.3 else GREEN, INK, 1)
    return body + top.circle(0, -1.62, 0.2, GOLD_LIGHT, INK, THIN_LINE_WIDTH)


def draw_diamonds() -> str:
    """Draw a brown-skinned king with a short black beard and a jewelled turban, in orange, with an axe."""
    body = draw_robe("M45 136 C58 126 72 120 90 116 L126 116 C146 120 162 125 175 135", ORANGE)
    for x0, x1 in ((54, 50), (74, 73), (84, 84), (133, 138)):
        body += CARD_PEN.line(f"M{x0} {142 - (x0 > 60) * 14} L{x1} 180", GOLD_LIGHT, LINE_WIDTH)
    body += CARD_PEN.path("M90 116 L108 160 L126 116 Z", WHITE, INK, THIN_LINE_WIDTH * 1.2)
    body += CARD_PEN.path("M82 116 L92 114 L110 158 L108 182 L96 182 Z", BLUE, INK, THIN_LINE_WIDTH * 1.2)
    body += CARD_PEN.path("M134 116 L124 114 L108 156 L108 182 L122 182 Z", BLUE, INK, THIN_LINE_WIDTH * 1.2)
    body += draw_dots(((95, 142), (100, 156), (102, 170), (123, 142), (117, 156), (115, 170)), 2.2, GOLD)
    # the axe
    body += CARD_PEN.path("M152 40 L157 40 L157 182 L152 182 Z", BROWN, INK, THIN_LINE_WIDTH)
    axe = Pen(-3, 0)
    blade = "M152 50 L164 50 C168 46 172 42 173 38 C178 54 178 66 173 84 C172 76 168 72 164 70 L152 70 Z"
    body += axe.path(blade, STEEL, INK, LINE_WIDTH * 0.85)
    body += axe.line("M170 52 C172 58 172 64 170 72", STEEL_LIGHT, THIN_LINE_WIDTH)
    body += axe.path("M153 52 L144 46 L142 60 L144 74 L153 68 Z", STEEL, INK, LINE_WIDTH * 0.85)
    body += axe.path("M154 46 L161 46 L161 74 L154 74 Z", GOLD, INK, THIN_LINE_WIDTH)
    body += axe.path("M154 40 L157.5 31 L161 40 Z", STEEL_LIGHT, INK, THIN_LINE_WIDTH)
    body += draw_forearm((157, 182), (155, 156), ORANGE, GOLD, 38, 20)
    body += draw_fist(155, 144, 9.5, 0, False, SKIN_BROWN)
    body += CARD_PEN.line("M66 136 C60 152 60 168 62 182", INK, THIN_LINE_WIDTH)
    head = Pen(106, 92, 23)
    short = "M-.76 0 C-.82 .6 -.5 1.2 .1 1.3 C.7 1.2 .84 .6 .76 0 C.7 .3 .66 .4 .5 .42 Q.2 .36 -.1 .42 "
    beard = head.path(short + "C-.5 .44 -.7 .3 -.76 0 Z", HAIR_BLACK, INK, LINE_WIDTH * 0.9)
    body += draw_face(
        head, 0.65, SKIN_BROWN, nose="hook", beard=beard, moustache=draw_moustache(head, 0.65, HAIR_BLACK, 0.28)
    )
    # turban
    body += draw_feather(112, 50, 19, 8, RED)
    cloth = Pen(106, 68, 23)
    body += cloth.path(
        "M-1.1 .3 C-1.6 -.5 -1 -1.3 0 -1.25 C1 -1.3 1.6 -.5 1.1 .3 Q0 -.25 -1.1 .3 Z", WHITE, INK, LINE_WIDTH
    )
    for d in (
        "M-1.15 .2 C-1 -.5 -.2 -.8 .3 -1.22",
        "M-.6 .05 C-.4 -.4 .4 -.7 .95 -.95",
        "M1.12 .25 C.9 -.3 0 -.7 -.7 -1.05",
    ):
        body += cloth.line(d, GOLD_DARK, THIN_LINE_WIDTH)
    body += cloth.path("M-1.1 .32 Q0 -.25 1.1 .32 L1.16 .02 Q0 -.56 -1.16 .02 Z", GOLD, INK, THIN_LINE_WIDTH)
    body += cloth.path("M0 -.85 L.26 -.48 L0 -.1 L-.26 -.48 Z", RED, INK, THIN_LINE_WIDTH)
    return body + draw_dots(list_points_on_sagging_curve((88, 66), (124, 66), 4, -4), 1.8, BLUE)


def draw_clubs() -> str:
    """Draw a king with a red moustache and goatee, a white ruff and a crown of trefoils, in green, with an orb."""
    body = draw_robe("M45 137 C56 127 70 120 90 116 L130 116 C150 120 164 127 175 137", "url(#greencloth)")
    for y in (142, 158, 174):
        for side in (-1, 1):
            pen = Pen(110, 0, 1, 0, side > 0)
            body += pen.line(f"M-28 {y} Q-36 {y + 8} -44 {y} Q-52 {y + 8} -62 {y + 2}", GREEN_LIGHT, THIN_LINE_WIDTH)
    body += CARD_PEN.path("M92 118 L86 182 L134 182 L128 118 Z", PLUM, INK, THIN_LINE_WIDTH * 1.2)
    body += CARD_PEN.path("M92 118 L99 118 L95 182 L86 182 Z", GOLD, INK, THIN_LINE_WIDTH)
    body += CARD_PEN.path("M128 118 L121 118 L125 182 L134 182 Z", GOLD, INK, THIN_LINE_WIDTH)
    body += draw_dots(((110, 140), (110, 152), (110, 164)), 3, GOLD, INK)
    body += draw_forearm((162, 172), (138, 166), "url(#greencloth)", WHITE, 32, 18)
    body += draw_open_hand(127, 164, 9.5, 14)
    orb = Pen(8, 3)
    body += orb.path(
        "M67 104 L67 92 L61 92 L61 86 L67 86 L67 80 L73 80 L73 86 L79 86 L79 92 L73 92 L73 104 Z",
        GOLD,
        INK,
        THIN_LINE_WIDTH,
    )
    body += orb.circle(70, 122, 20, BLUE, INK, LINE_WIDTH)
    body += orb.line("M58 114 Q60 108 66 106", WHITE, THIN_LINE_WIDTH)
    body += orb.path("M50.5 118 Q70 126 89.5 118 L89.5 125 Q70 133 50.5 125 Z", GOLD, INK, THIN_LINE_WIDTH)
    body += orb.path("M66.5 102 L73.5 102 L73.5 121 L66.5 121 Z", GOLD, INK, THIN_LINE_WIDTH)
    body += draw_forearm((68, 184), (77, 157), "url(#greencloth)", WHITE, 36, 20)
    palm = "M54 136 Q58 148 70 152 Q84 150 90 136 Q86 131 82 136 Q70 146 58 136 Q55 131 54 136 Z"
    body += orb.path(palm, "#f4cba3", INK, THIN_LINE_WIDTH * 1.1)
    for i in range(9):
        body += CARD_PEN.ellipse(86 + i * 6, 117 + 6 * (1 - ((i - 4) / 4) ** 2), 5.4, 8, WHITE, INK, FINE_LINE_WIDTH)
    head = Pen(110, 88, 23)
    hair = "M-.7 -.7 C-1.2 -.4 -1.25 .5 -1 .9 L-.6 .8 L.6 .8 L1 .9 C1.25 .5 1.2 -.4 .7 -.7 Z"
    body += head.path(hair, HAIR_RED, INK, LINE_WIDTH * 0.9)
    goatee = head.path("M-.22 .84 Q-.1 1.4 0 1.65 Q.1 1.4 .22 .84 Q0 .74 -.22 .84 Z", HAIR_RED, INK, THIN_LINE_WIDTH)
    body += draw_face(
        head, -0.15, brow=HAIR_RED, ears=False, moustache=draw_moustache(head, -0.15, HAIR_RED, 0.14) + goatee
    )
    top = Pen(110, 72, 23)
    for x, h in ((-0.78, 0.95), (0, 1.15), (0.78, 0.95)):
        body += top.path(
            f"M{x - 0.14} 0 L{x - 0.1} {-h + 0.2} L{x + 0.1} {-h + 0.2} L{x + 0.14} 0 Z", GOLD, INK, THIN_LINE_WIDTH
        )
        leafs = ((x - 0.24, -h + 0.15), (x + 0.24, -h + 0.15), (x, -h - 0.2))
        for lx, ly in leafs:
            body += top.circle(lx, ly, 0.24, GOLD, INK, THIN_LINE_WIDTH)
        body += top.circle(x, -h + 0.02, 0.2, GOLD, None)
    body += top.path(
        "M-1 .05 Q0 .35 1 .05 L1.08 -.5 L.4 -.3 L0 -.5 L-.4 -.3 L-1.08 -.5 Z", "url(#goldbar)", INK, LINE_WIDTH
    )
    for x in (-0.6, 0.0, 0.6):
        body += top.circle(x, 0.0 - abs(x) * 0.14, 0.12, GREEN, INK, 1.2)
    return body


FIGURES = {
    "d": CourtFigure(draw_diamonds, 0.0, (BLUE, GOLD, RED)),
    "h": CourtFigure(draw_hearts, 0.0, (GOLD, RED, BLUE)),
    "s": CourtFigure(draw_spades, 0.0, (PLUM, GOLD, WHITE)),
    "c": CourtFigure(draw_clubs, 0.0, (RED, GOLD, GREEN)),
}

"""The upper halves of the four jacks: with halberd, lute, horn and bow."""

from math import pi

from ..figures import draw_feather, draw_fist, draw_open_hand
from ..heads import draw_face, draw_moustache
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
    GREEN_DARK,
    GREEN_LIGHT,
    HAIR_BLACK,
    HAIR_BLOND,
    HAIR_RED,
    INK,
    LINE_WIDTH,
    ORANGE,
    RED,
    SKIN_BROWN,
    STEEL,
    STEEL_DARK,
    STEEL_LIGHT,
    TAN,
    THIN_LINE_WIDTH,
    WHITE,
)
from ..shapes import get_polar_point, make_petals_path
from ..svg import CARD_PEN, Pen
from .dress import CourtFigure, draw_dots, draw_forearm, draw_robe, get_seam_y

SEAM_SLOPE = 0.2


def draw_spades() -> str:
    """Draw a guard in morion and breastplate over slashed blue sleeves, with an upright halberd."""
    body = draw_robe("M45 137 C56 126 72 120 90 116 L122 116 C144 120 162 126 175 136", BLUE, SEAM_SLOPE)
    for x0, x1 in ((52, 50), (63, 61), (74, 72)):
        body += CARD_PEN.path(f"M{x0} 132 Q{x0 - 6} 150 {x1} 172 Q{x1 + 7} 150 {x0} 132 Z", WHITE, INK, FINE_LINE_WIDTH)
    plate = (
        f"M84 118 C76 140 78 160 82 {get_seam_y(82, SEAM_SLOPE)} "
        f"L134 {get_seam_y(134, SEAM_SLOPE)} C136 160 136 140 128 118 Q106 130 84 118 Z"
    )
    body += CARD_PEN.path(plate, STEEL, INK, LINE_WIDTH)
    body += CARD_PEN.path(
        f"M92 124 C88 142 90 160 92 {get_seam_y(92, SEAM_SLOPE)} L104 {get_seam_y(104, SEAM_SLOPE)} L105 128 Z",
        STEEL_LIGHT,
        None,
    )
    body += CARD_PEN.line(f"M106 128 L107 {get_seam_y(107, SEAM_SLOPE)}", STEEL_DARK, THIN_LINE_WIDTH)
    body += CARD_PEN.line("M83 130 Q106 144 130 130", GOLD, LINE_WIDTH)
    body += draw_dots(((88, 152), (88, 164), (126, 152), (126, 164)), 2, STEEL_DARK)
    for i in range(7):
        body += CARD_PEN.ellipse(87 + i * 6.6, 116 + 4 * (1 - ((i - 3) / 3) ** 2), 5.4, 7, WHITE, INK, FINE_LINE_WIDTH)
    # halberd
    body += CARD_PEN.path("M154 70 L159 70 L159 196 L154 196 Z", BROWN, INK, THIN_LINE_WIDTH)
    body += CARD_PEN.path("M156.500 31 L162 50 L160 74 L153 74 L151 48 Z", STEEL_LIGHT, INK, THIN_LINE_WIDTH)
    axe = "M154 52 C148 54 142 50 137 44 C133 56 134 70 140 80 C143 72 148 68 154 70 Z"
    body += CARD_PEN.path(axe, STEEL, INK, LINE_WIDTH * 0.85) + CARD_PEN.line(
        "M139 52 C137 60 138 66 140 72", STEEL_LIGHT, THIN_LINE_WIDTH
    )
    body += CARD_PEN.path("M159 54 L172 50 L168 60 L174 70 L159 68 Z", STEEL, INK, THIN_LINE_WIDTH)
    body += CARD_PEN.path("M152 74 L161 74 L163 88 L150 88 Z", RED, INK, THIN_LINE_WIDTH)
    body += CARD_PEN.line("M153 88 L151 98 M156.500 88 L156.500 100 M160 88 L162 98", RED, THIN_LINE_WIDTH)
    body += draw_forearm((158, 190), (157, 159), BLUE, WHITE, 40, 19)
    body += CARD_PEN.path("M154 140 Q150 156 156 168 Q162 156 154 140 Z", WHITE, INK, FINE_LINE_WIDTH)
    body += draw_fist(156.5, 146, 9.5)
    head = Pen(106, 90, 22)
    body += draw_face(
        head,
        0.75,
        brow=BROWN_DARK,
        ears=True,
        nose="hook",
        moustache=draw_moustache(head, 0.75, BROWN, 0.3),
    )
    bowl = Pen(106, 74, 23)
    body += bowl.path("M-.95 .05 C-.95 -.7 -.5 -1.1 0 -1.15 C.5 -1.1 .95 -.7 .95 .05 Z", STEEL, INK, LINE_WIDTH)
    body += bowl.path("M-.6 0 C-.66 -.5 -.5 -.9 -.2 -1.05 C-.36 -.7 -.36 -.3 -.3 0 Z", STEEL_LIGHT, None)
    comb = "M-.75 -.62 C-.5 -1.5 .6 -1.55 .85 -.6 C.5 -1 -.4 -1.1 -.75 -.62 Z"
    body += bowl.path(comb, STEEL_LIGHT, INK, THIN_LINE_WIDTH)
    brim = "M-1.6 -.4 C-1.2 .04 -.6 .1 0 .08 C.6 .1 1.2 .04 1.6 -.4 C1.4 .3 .7 .42 0 .4 C-.7 .42 -1.4 .3 -1.6 -.4 Z"
    body += draw_feather(84, 66, 25, -78, RED, True)
    return body + bowl.path(brim, GOLD, INK, THIN_LINE_WIDTH * 1.2)


def draw_hearts() -> str:
    """Draw a fair lute player in a red beret with a white plume, in red and gold."""
    body = draw_robe("M45 137 C56 126 72 120 90 116 L126 116 C146 120 162 126 175 136", RED, SEAM_SLOPE)
    half = (
        "M108 116 L126 116 C146 120 162 126 175 136 "
        f"L175 {get_seam_y(175, SEAM_SLOPE)} L108 {get_seam_y(108, SEAM_SLOPE)} Z"
    )
    body += CARD_PEN.path(half, GOLD, None)
    body += CARD_PEN.line("M108 116 L126 116 C146 120 162 126 175 136 M108 118 L108 178", INK, LINE_WIDTH)
    for x in (52, 64, 76):
        body += CARD_PEN.line(
            f"M{x} {140 - (x - 52) * 0.4} L{x - 1} {get_seam_y(x, SEAM_SLOPE) + 4}", GOLD, THIN_LINE_WIDTH * 1.3
        )
    for x in (148, 160):
        body += CARD_PEN.line(f"M{x} {134 + (x - 148) * 0.3} L{x + 3} 186", RED, THIN_LINE_WIDTH * 1.3)
    # lute across the breast
    lute = Pen(100, 152, 1, -32)
    body += lute.path("M22 -6 L66 -4.500 L66 4.500 L22 6 Z", BROWN, INK, THIN_LINE_WIDTH * 1.1)
    body += lute.path("M64 -5 L76 -14 L83 -9 L70 6 L64 5 Z", BROWN_DARK, INK, THIN_LINE_WIDTH)
    for k in range(3):
        body += lute.circle(73 + k * 3.4, -13.5 + k * 3.6 - 3, 2, GOLD, INK, 1)
    body += lute.path("M28 -6 C20 -24 -14 -30 -30 -16 C-38 -8 -38 8 -30 16 C-14 30 20 24 28 6 Z", TAN, INK, LINE_WIDTH)
    body += lute.circle(4, 0, 8.5, BROWN_DARK, INK, THIN_LINE_WIDTH) + lute.path(
        make_petals_path(4, 0, 0, 7, 6, 0.8), GOLD, None
    )
    body += lute.path("M-25 -8 L-21 -8 L-21 8 L-25 8 Z", BROWN_DARK, INK, FINE_LINE_WIDTH)
    for y in (-3, 0, 3):
        body += lute.line(f"M-23 {y * 1.6} L70 {y * 0.7}", WHITE, 1)
    body += draw_forearm((174, 184), (150, 140), GOLD, WHITE, 38, 16)
    body += draw_fist(143, 129, 8.5, 56)
    body += draw_forearm((54, 158), (86, 168), RED, WHITE, 30, 17)
    body += draw_open_hand(95, 164, 9, -30, True)
    body += CARD_PEN.path(
        "M82 118 Q108 106 134 118 L138 130 L122 126 L108 138 L94 126 L78 130 Z", WHITE, INK, THIN_LINE_WIDTH * 1.1
    )
    head = Pen(108, 88, 22)
    bob = "M-.8 -.7 C-1.3 -.1 -1.4 .7 -1.1 1 Q-.8 1.2 -.6 .9 L.6 .9 Q.8 1.2 1.1 1 C1.4 .7 1.3 -.1 .8 -.7 Z"
    body += head.path(bob, HAIR_BLOND, INK, LINE_WIDTH)
    body += draw_face(head, -0.35, brow=BROWN, mood="open", ears=False)
    fringe = "M-.76 0 C-.6 -.3 -.4 -.3 -.3 -.45 C-.1 -.3 .2 -.3 .3 -.45 C.4 -.3 .6 -.3 .76 0 L.85 -.8 L-.85 -.8 Z"
    body += head.path(fringe, HAIR_BLOND, INK, FINE_LINE_WIDTH)
    body += head.line("M-1.08 .1 Q-1.15 .6 -.95 .85 M1.08 .1 Q1.15 .6 .95 .85", GOLD_DARK, FINE_LINE_WIDTH)
    body += draw_feather(124, 64, 30, 16, WHITE) + draw_feather(118, 62, 26, -2, GOLD_LIGHT)
    hat = "M-1.3 -.6 C-1.6 -1.2 -.6 -1.5 .2 -1.42 C1.1 -1.38 1.5 -1 1.2 -.6 Q0 -.34 -1.3 -.6 Z"
    body += head.path(hat, RED, INK, LINE_WIDTH)
    body += head.path("M-1.14 -.64 Q0 -.36 1.1 -.64 L1.06 -.44 Q0 -.16 -1.1 -.44 Z", GOLD, INK, THIN_LINE_WIDTH)
    return body + CARD_PEN.circle(127, 72, 4, BLUE, INK, FINE_LINE_WIDTH)


def draw_diamonds() -> str:
    """Draw a figure with black curls and a slashed hat, in a blue doublet with orange puffs, with a hunting horn."""
    body = draw_robe("M45 138 C56 127 72 120 90 116 L122 116 C144 120 162 126 175 136", "url(#bluecloth)", SEAM_SLOPE)
    body += CARD_PEN.path("M45 138 C56 127 68 122 78 120 C70 138 60 148 45 154 Z", ORANGE, INK, THIN_LINE_WIDTH * 1.2)
    body += CARD_PEN.line("M52 137 L50 148 M62 130 L60 142", GOLD_LIGHT, THIN_LINE_WIDTH)
    tab = f"M86 118 L92 {get_seam_y(92, SEAM_SLOPE)} L120 {get_seam_y(120, SEAM_SLOPE)} L126 118 Q106 136 86 118 Z"
    body += CARD_PEN.path(tab, WHITE, INK, THIN_LINE_WIDTH * 1.2)
    for y in (138, 150, 162, 174):
        body += CARD_PEN.line(f"M92 {y - 4} L105 {y + 3} L119 {y - 4}", BLUE_DARK, THIN_LINE_WIDTH)
    body += draw_dots(((105.5, 139), (105.5, 151), (105.5, 163)), 2.4, GOLD, INK)
    body += CARD_PEN.line("M50 154 Q54 166 52 176 M66 142 Q72 158 70 176", BLUE_DARK, THIN_LINE_WIDTH)
    collar = "M80 116 Q106 108 130 116 L126 126 Q106 134 84 126 Z"
    # horn: a crescent with golden rings
    horn = "M130 132 C148 140 164 124 162 92 C162 84 160 78 158 72 L174 62 "
    horn += "C178 72 180 84 179 96 C178 136 154 158 128 140 Z"
    lip = Pen(-4, 0)
    body += lip.path(horn, TAN, INK, LINE_WIDTH)
    body += lip.path("M158 72 L174 62 L176 68 L160.500 79 Z", GOLD, INK, THIN_LINE_WIDTH)
    body += lip.path("M162 100 L179 103 L177.500 111 L161 107 Z", GOLD, INK, THIN_LINE_WIDTH)
    body += lip.path("M130 132 L136.500 134 L135 143 L128 140 Z", GOLD, INK, THIN_LINE_WIDTH)
    body += lip.line("M172 80 C174 88 174 94 173 99", WHITE, THIN_LINE_WIDTH)
    body += CARD_PEN.line("M160 112 Q172 150 160 190", RED, LINE_WIDTH)
    body += draw_forearm((159, 190), (152, 153), "url(#bluecloth)", ORANGE, 40, 19)
    body += draw_fist(153, 138, 9.5, 38, False, SKIN_BROWN)
    body += CARD_PEN.path(collar, ORANGE, INK, THIN_LINE_WIDTH * 1.2)
    head = Pen(104, 90, 22)
    for hx, hy in ((-0.95, -0.35), (-1.05, 0.1), (-0.95, 0.55), (0.95, -0.35), (1.02, 0.1), (0.92, 0.55)):
        body += head.circle(hx, hy, 0.34, HAIR_BLACK, INK, THIN_LINE_WIDTH)
    body += draw_face(head, -0.5, SKIN_BROWN, ears=False, nose="straight")
    for hx, hy in ((-0.6, -0.6), (-0.2, -0.68), (0.2, -0.68), (0.6, -0.6)):
        body += head.circle(hx, hy, 0.27, HAIR_BLACK, INK, FINE_LINE_WIDTH)
    hat = Pen(104, 72, 23)
    body += hat.path("M-.9 0 C-1.2 -1 -.5 -1.35 0 -1.3 C.5 -1.35 1.2 -1 .9 0 Z", BLUE, INK, LINE_WIDTH)
    for x0, x1 in ((-0.6, -0.4), (0, 0), (0.6, 0.4)):
        body += hat.path(
            f"M{x0} -.25 Q{x1 - 0.15} -.7 {x1} -1.15 Q{x1 + 0.15} -.7 {x0} -.25 Z", ORANGE, INK, FINE_LINE_WIDTH
        )
    brim = "M-1.5 .05 C-1.6 -.5 -1.1 -.5 -.9 -.2 Q0 .06 .9 -.2 C1.1 -.5 1.6 -.5 1.5 .05 Q0 .56 -1.5 .05 Z"
    body += draw_feather(82, 74, 24, -66, ORANGE, True)
    return (
        body
        + hat.path(brim, BLUE_DARK, INK, LINE_WIDTH * 0.9)
        + hat.circle(-1.0, -0.05, 0.16, GOLD, INK, FINE_LINE_WIDTH)
    )


def draw_clubs() -> str:
    """Draw a freckled archer in a pointed green hat and a scalloped cape, with bow and quiver."""
    body = ""
    for i, x in enumerate((61, 69, 77)):  # arrows in the quiver
        body += CARD_PEN.line(f"M{x + 10} 140 L{x} {97 + i * -3}", BROWN, THIN_LINE_WIDTH)
        pen = Pen(x, 97 - i * 3, 1, -13)
        body += pen.path("M0 14 L-6 10 L-6 -6 L0 -1 L6 -6 L6 10 Z", (RED, WHITE, GOLD)[i], INK, FINE_LINE_WIDTH)
    body += CARD_PEN.path("M61 120 L83 114 L92 160 L68 160 Z", BROWN, INK, LINE_WIDTH)
    body += CARD_PEN.path("M61 120 L83 114 L85 121 L63 127 Z", ORANGE, INK, THIN_LINE_WIDTH)
    body += draw_robe("M45 142 C56 128 74 120 90 116 L124 116 C146 120 162 126 175 138", "url(#greencloth)", SEAM_SLOPE)
    body += CARD_PEN.line("M52 150 Q56 162 55 174 M64 158 Q67 166 66 176", GREEN_DARK, THIN_LINE_WIDTH)
    body += CARD_PEN.path("M92 140 L100 182 L116 184 L122 140 Z", TAN, INK, THIN_LINE_WIDTH)
    for y in (152, 163, 174):
        body += CARD_PEN.line(f"M99 {y} L116 {y + 4} M115 {y - 1} L100 {y + 6}", BROWN, FINE_LINE_WIDTH)
    cape = "M58 130 C70 118 84 112 107 112 C130 112 144 118 156 130 L150 146 L138 140 L130 154 L118 145 L107 158 "
    body += CARD_PEN.path(cape + "L96 145 L84 154 L76 140 L64 146 Z", BROWN, INK, LINE_WIDTH)
    body += CARD_PEN.line(
        "M76 132 L80 142 M96 132 L96 141 M118 132 L118 141 M138 132 L134 142", BROWN_DARK, FINE_LINE_WIDTH
    )
    # bow
    body += CARD_PEN.line("M146 38 L146 193", INK, 1.3)
    bow = "M146 34 C150 46 164 58 166 84 C167 100 163 108 163 118 C163 128 167 140 166 156 C165 174 154 186 146 194 "
    body += CARD_PEN.line(bow, INK, 8.5) + CARD_PEN.line(bow, ORANGE, 4.6)
    body += CARD_PEN.line("M163 106 L163 130", RED, 6)
    body += draw_forearm((156, 190), (161, 137), "url(#greencloth)", ORANGE, 38, 16)
    body += draw_fist(163, 122, 9, 4)
    body += CARD_PEN.path("M88 114 Q107 104 126 114 L122 124 Q107 134 92 124 Z", RED, INK, THIN_LINE_WIDTH)
    head = Pen(107, 88, 22)
    hair = "M-.8 -.7 C-1.2 -.2 -1.25 .5 -1 .85 L-.85 .65 L-.7 .85 L.7 .85 L.85 .65 L1 .85 C1.25 .5 1.2 -.2 .8 -.7 Z"
    body += head.path(hair, HAIR_RED, INK, LINE_WIDTH)
    body += draw_face(head, 0.5, brow=BROWN, ears=False, nose="round", traits=("freckles",))
    fringe = "M-.76 .05 L-.6 -.4 L-.4 -.2 L-.15 -.5 L.1 -.25 L.35 -.5 L.55 -.25 L.76 .05 L.85 -.7 L-.85 -.7 Z"
    body += head.path(fringe, HAIR_RED, INK, FINE_LINE_WIDTH)
    body += draw_feather(96, 64, 34, -72, RED, True)
    cap = "M-1.1 -.5 C-1 -1.1 -.6 -1.5 0 -1.55 C.6 -1.6 1.2 -1.3 1.9 -.5 C1.2 -.5 .7 -.42 .2 -.4 Z"
    body += head.path(cap, GREEN, INK, LINE_WIDTH)
    brim = (
        "M-1.2 -.45 C-1.3 -.75 -1 -.85 -.7 -.75 C0 -.62 1 -.8 1.95 -.5 C1.4 -.2 .4 -.2 -.3 -.26 Q-.9 -.28 -1.2 -.45 Z"
    )
    body += head.path(brim, GREEN_LIGHT, INK, THIN_LINE_WIDTH * 1.2)
    return body + draw_dots([get_polar_point(93, 70, 0, pi)], 3.4, GOLD, INK)


FIGURES = {
    "d": CourtFigure(draw_diamonds, SEAM_SLOPE, (ORANGE, BLUE, GOLD_LIGHT)),
    "h": CourtFigure(draw_hearts, SEAM_SLOPE, (BLUE, GOLD, WHITE)),
    "s": CourtFigure(draw_spades, SEAM_SLOPE, (RED, STEEL_LIGHT, GOLD)),
    "c": CourtFigure(draw_clubs, SEAM_SLOPE, (GOLD, RED, GREEN)),
}

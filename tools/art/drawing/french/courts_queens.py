"""The upper halves of the four queens: with sceptre, rose, mirror and a fan of feathers."""

from math import pi

from ..figures import draw_fist, draw_open_hand
from ..heads import draw_crown, draw_face
from ..palette import (
    BLUE,
    BLUE_DARK,
    BLUE_LIGHT,
    BROWN,
    FINE_LINE_WIDTH,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    GREEN,
    GREEN_LIGHT,
    HAIR_BLACK,
    HAIR_BLOND,
    HAIR_RED,
    INK,
    LINE_WIDTH,
    ORANGE,
    PLUM,
    PLUM_DARK,
    RED,
    SKIN,
    SKIN_BROWN,
    STEEL_DARK,
    STEEL_LIGHT,
    THIN_LINE_WIDTH,
    WHITE,
)
from ..shapes import draw_leaf, get_polar_point, make_petals_path
from ..svg import CARD_PEN, Pen
from .dress import (
    CourtFigure,
    draw_dots,
    draw_forearm,
    draw_rhombs,
    draw_robe,
    get_seam_y,
    list_points_on_sagging_curve,
)

SEAM_SLOPE = -0.2


def _draw_neck(x: float, skin: str, width: float = 9) -> str:
    d = f"M{x - width} 100 L{x - width} 118 Q{x} 140 {x + width} 118 L{x + width} 100 Z"
    return CARD_PEN.path(d, skin, INK, THIN_LINE_WIDTH)


def draw_spades() -> str:
    """Draw a queen with high black hair and pearls before a lace fan, in a plum gown, with a tall sceptre."""
    body = ""
    for i in range(11):  # lace collar
        angle = pi * (1.02 + 0.096 * i)
        x, y = get_polar_point(104, 116, 38, angle)
        body += CARD_PEN.circle(x, y, 8.5, WHITE, INK, THIN_LINE_WIDTH)
    fan = "M62 116 C62 88 80 74 104 74 C128 74 146 88 146 116 Z"
    body += CARD_PEN.path(fan, WHITE, None)
    for i in range(9):
        angle = pi * (1.06 + 0.11 * i)
        (x0, y0), (x1, y1) = get_polar_point(104, 116, 26, angle), get_polar_point(104, 116, 44, angle)
        body += CARD_PEN.line(f"M{x0} {y0} L{x1} {y1}", STEEL_DARK, FINE_LINE_WIDTH)
    body += draw_robe("M45 142 C56 130 70 122 86 116 L122 116 C142 120 162 126 175 136", "url(#plumcloth)", SEAM_SLOPE)
    lattice = [(x, y) for y in (140, 158, 176) for x in (52, 66)] + [(59, 149), (59, 167), (148, 132), (160, 146)]
    body += draw_rhombs(lattice, 3.6, GOLD, PLUM_DARK)
    gown = (
        f"M84 116 C92 130 92 150 86 {get_seam_y(86, SEAM_SLOPE)} "
        f"L126 {get_seam_y(126, SEAM_SLOPE)} C118 150 118 130 124 116 Z"
    )
    body += CARD_PEN.path(gown, HAIR_BLACK, INK, THIN_LINE_WIDTH * 1.2)
    body += draw_rhombs(
        ((105, 148), (105, 162), (105, 176), (97, 155), (113, 155), (97, 170), (113, 168)), 3.4, WHITE, None
    )
    body += _draw_neck(104, SKIN)
    body += draw_dots(list_points_on_sagging_curve((92, 122), (116, 122), 6, 8), 2.6, WHITE, INK)
    body += CARD_PEN.path("M104 129 L108 135 L104 141 L100 135 Z", RED, INK, FINE_LINE_WIDTH)
    # sceptre
    body += CARD_PEN.path("M153 62 L157 62 L158 176 L152 176 Z", "url(#goldbar)", INK, THIN_LINE_WIDTH)
    body += CARD_PEN.path(make_petals_path(155, 62, 0, 24, 3, 1.0, -pi / 2), GOLD, INK, THIN_LINE_WIDTH)
    body += CARD_PEN.circle(155, 62, 5.5, BLUE, INK, THIN_LINE_WIDTH) + CARD_PEN.circle(
        155, 36, 3.4, WHITE, INK, FINE_LINE_WIDTH
    )
    body += CARD_PEN.ellipse(155, 74, 6, 2.6, GOLD, INK, FINE_LINE_WIDTH)
    body += draw_forearm((157, 172), (155, 150), PLUM, WHITE, 38, 18)
    body += draw_fist(155, 138, 9)
    head = Pen(104, 88, 22)
    high = "M-.95 .2 C-1.3 -.6 -1.1 -1.5 -.5 -1.5 Q0 -1.75 .5 -1.5 C1.1 -1.5 1.3 -.6 .95 .2 Z"
    body += head.path(high, HAIR_BLACK, INK, LINE_WIDTH)
    body += draw_face(head, 0.5, ears=False, traits=("lashes", "narrow"))
    front = "M-.78 .1 C-.85 -.3 -.6 -.62 0 -.72 C.6 -.62 .85 -.3 .78 .1 L1 -.5 Q0 -1.5 -1 -.5 Z"
    body += head.path(front, HAIR_BLACK, INK, FINE_LINE_WIDTH)
    body += head.line("M-.6 -.7 Q-.5 -1.1 -.1 -1.3 M.6 -.7 Q.5 -1.1 .1 -1.3", STEEL_DARK, FINE_LINE_WIDTH)
    body += draw_dots(list_points_on_sagging_curve((86, 79), (122, 79), 6, -6), 2, WHITE)
    body += draw_crown(Pen(104, 61, 16), band=BLUE, points=5, height=1.5)
    return body + draw_dots(((87, 99), (121.5, 97)), 2.6, GOLD, INK)


def draw_hearts() -> str:
    """Draw a fair queen with two long plaits and a small crown, in red with white puffs, with a rose."""
    body = draw_robe("M45 142 C56 130 72 121 88 116 L124 116 C142 120 162 126 175 137", "url(#redcloth)", SEAM_SLOPE)
    bodice = (
        f"M80 117 C90 136 92 154 84 {get_seam_y(84, SEAM_SLOPE)} "
        f"L126 {get_seam_y(126, SEAM_SLOPE)} C118 152 122 136 132 117 Z"
    )
    body += CARD_PEN.path(bodice, GOLD, INK, THIN_LINE_WIDTH * 1.2)
    for y in (146, 158, 170):
        body += CARD_PEN.line(f"M94 {y} L106 {y + 7} L118 {y - 2}", RED, THIN_LINE_WIDTH)
    body += CARD_PEN.path("M80 117 Q84 142 106 146 Q128 142 132 117 L122 114 L90 114 Z", WHITE, INK, THIN_LINE_WIDTH)
    body += _draw_neck(106, SKIN)
    body += draw_dots(list_points_on_sagging_curve((95, 121), (117, 121), 5, 9), 2.4, RED, INK)
    # far arm with slashed sleeve
    for x0, x1 in ((58, 52), (68, 62)):
        body += CARD_PEN.path(f"M{x0} 132 Q{x0 - 7} 154 {x1} 180 Q{x1 + 9} 156 {x0} 132 Z", WHITE, INK, FINE_LINE_WIDTH)
    # plaits
    for side, knots in ((-1, 6), (1, 5)):
        for i in range(knots):
            px, py = 106 + side * (23 + i * 0.6 - (i > 3) * 2), 96 + i * 11.5
            body += CARD_PEN.ellipse(px, py, 7.6 - i * 0.35, 7.6, HAIR_BLOND, INK, THIN_LINE_WIDTH)
            body += CARD_PEN.line(
                f"M{px - 4} {py - 2} Q{px + side} {py + 4} {px + 4} {py - 2}", GOLD_DARK, FINE_LINE_WIDTH
            )
        tie = 96 + knots * 11.5 - 3
        body += CARD_PEN.circle(106 + side * 25, tie, 3.6, BLUE, INK, FINE_LINE_WIDTH)
    # rose
    body += CARD_PEN.line("M158 84 Q155 120 152 146", GREEN, LINE_WIDTH)
    body += draw_leaf(156, 112, 15, -30, GREEN, FINE_LINE_WIDTH) + draw_leaf(155, 118, 14, 204, GREEN, FINE_LINE_WIDTH)
    rose = Pen(158, 78, 17)
    for i in range(5):
        body += rose.circle(*get_polar_point(0, 0, 0.5, pi * (0.4 * i - 0.5)), 0.5, RED, INK, THIN_LINE_WIDTH)
    body += rose.circle(0, 0, 0.62, RED, None)
    body += rose.circle(0, 0, 0.52, "#e8664a", INK, FINE_LINE_WIDTH)
    body += rose.line(
        "M-.3 .28 C-.5 -.2 -.1 -.46 .22 -.3 C.5 -.1 .3 .3 .02 .22 C-.2 .14 -.14 -.12 .06 -.1", INK, FINE_LINE_WIDTH
    )
    body += draw_forearm((157, 172), (153.5, 149), "url(#redcloth)", WHITE, 36, 17)
    body += draw_fist(153, 138, 8.5, 4)
    head = Pen(106, 88, 22)
    hair = "M-.8 .5 C-1.3 .3 -1.25 -.9 -.5 -1.2 Q0 -1.35 .5 -1.2 C1.25 -.9 1.3 .3 .8 .5 Z"
    body += head.path(hair, HAIR_BLOND, INK, LINE_WIDTH)
    body += draw_face(head, 0.45, brow=BROWN, ears=False, traits=("lashes",))
    parting = "M-.8 .3 C-.85 -.2 -.5 -.5 0 -.85 C.5 -.5 .85 -.2 .8 .3 C1.2 -.2 1.1 -.9 .5 -1.15 "
    body += head.path(parting + "Q0 -1.3 -.5 -1.15 C-1.1 -.9 -1.2 -.2 -.8 .3 Z", HAIR_BLOND, INK, FINE_LINE_WIDTH)
    body += head.line("M-.9 -.2 C-.85 -.6 -.5 -.9 -.15 -1 M.9 -.2 C.85 -.6 .5 -.9 .15 -1", GOLD_DARK, FINE_LINE_WIDTH)
    return body + draw_crown(Pen(106, 67, 18), band=RED, points=5, height=1.15)


def draw_diamonds() -> str:
    """Draw an auburn queen in a horned headdress with a veil, in blue, who looks into a round mirror."""
    veil = "M84 56 C66 66 74 100 78 132 L142 132 C146 100 150 70 132 56 Z"
    body = CARD_PEN.path(veil, WHITE, INK, THIN_LINE_WIDTH * 1.1)
    body += CARD_PEN.line("M136 76 Q138 100 136 126 M80 92 Q82 112 82 126", STEEL_DARK, FINE_LINE_WIDTH)
    body += draw_robe("M45 142 C56 131 72 124 88 116 L128 116 C144 122 162 127 175 137", "url(#bluecloth)", SEAM_SLOPE)
    flowers = ((150, 138), (164, 148), (152, 156), (140, 148))
    body += draw_rhombs(flowers, 4, WHITE, BLUE_DARK)
    bodice = (
        f"M86 118 C94 134 96 156 90 {get_seam_y(90, SEAM_SLOPE)} "
        f"L132 {get_seam_y(132, SEAM_SLOPE)} C124 150 124 134 132 118 Z"
    )
    body += CARD_PEN.path(bodice, ORANGE, INK, THIN_LINE_WIDTH * 1.2)
    body += CARD_PEN.line("M110 146 L110 176 M101 150 L102 178 M119 148 L119 174", GOLD_LIGHT, THIN_LINE_WIDTH)
    fur = "M84 117 Q92 146 110 148 Q128 146 134 117 L124 113 Q122 134 110 137 Q98 134 94 113 Z"
    body += _draw_neck(109, SKIN)
    body += CARD_PEN.path(fur, HAIR_BLACK, INK, THIN_LINE_WIDTH)
    body += draw_forearm((160, 158), (130, 157), "url(#bluecloth)", ORANGE, 28, 17)
    body += draw_open_hand(118, 155, 9, 14)
    # mirror
    body += CARD_PEN.path("M68 114 L74 114 L74 158 L66 158 Z", "url(#goldbar)", INK, THIN_LINE_WIDTH)
    body += CARD_PEN.circle(72, 98, 17.5, GOLD, INK, LINE_WIDTH)
    body += draw_dots([get_polar_point(72, 98, 14.4, pi * i / 6) for i in range(12)], 1.5, RED)
    body += CARD_PEN.circle(72, 98, 11.5, STEEL_LIGHT, INK, THIN_LINE_WIDTH)
    body += CARD_PEN.path("M65 101 L75 90 L79 92 L67 106 Z", WHITE, None)
    body += draw_forearm((64, 190), (70, 160), "url(#bluecloth)", ORANGE, 38, 18)
    body += draw_fist(70, 148, 9, 0, True)
    head = Pen(108, 88, 22)
    hair = "M-.8 .3 C-1.05 0 -1 -.6 -.7 -.8 L.7 -.8 C1 -.6 1.05 0 .8 .3 Z"
    body += head.path(hair, HAIR_RED, INK, LINE_WIDTH)
    body += draw_face(head, -0.6, brow=HAIR_RED, ears=False, traits=("lashes", "freckles"))
    parting = "M-.78 .1 C-.8 -.2 -.5 -.55 -.1 -.75 C.4 -.55 .8 -.2 .78 .1 L.9 -.6 Q0 -1.2 -.9 -.6 Z"
    body += head.path(parting, HAIR_RED, INK, FINE_LINE_WIDTH)
    # horned headdress
    for side in (-1, 1):
        horn = Pen(108, 70, 22, 0, side > 0)
        body += horn.path(
            "M0 -.1 C-.3 -.5 -.5 -1.2 -1 -1.5 C-1.4 -1.6 -1.5 -.4 -1.02 .3 Q-.5 -.1 0 -.1 Z", ORANGE, INK, LINE_WIDTH
        )
        body += horn.line("M-.95 -1 L-.3 -.4 M-1.1 -.6 L-.6 -.2 M-.5 -.95 L-1.1 .05", GOLD, FINE_LINE_WIDTH)
    body += CARD_PEN.path("M85 76 Q108 58 131 76 L132 69 Q108 50 84 69 Z", GOLD, INK, THIN_LINE_WIDTH)
    body += draw_dots(list_points_on_sagging_curve((91, 69), (125, 69), 5, -6), 2, BLUE)
    return body + CARD_PEN.path("M108 44 L114 53 L108 62 L102 53 Z", RED, INK, THIN_LINE_WIDTH)


def draw_clubs() -> str:
    """Draw a brown-skinned queen with black curls and a gold diadem, in green, with a fan of feathers."""
    body = ""
    for x, y, r in (
        (84, 72, 13),
        (78, 88, 13),
        (80, 104, 12),
        (96, 62, 13),
        (112, 62, 13),
        (124, 72, 13),
        (130, 88, 13),
        (128, 104, 12),
    ):
        body += CARD_PEN.circle(x, y, r, HAIR_BLACK, INK, LINE_WIDTH)
    body += CARD_PEN.circle(104, 86, 24, HAIR_BLACK, None)
    body += draw_robe("M45 142 C56 131 70 123 86 117 L122 117 C142 120 162 127 175 138", "url(#greencloth)", SEAM_SLOPE)
    for x, y in ((56, 150), (66, 140), (54, 168), (70, 158), (66, 176), (144, 132)):
        body += CARD_PEN.path(make_petals_path(x, y, 0, 5.5, 4, 1.2, 0.4), GOLD_LIGHT, None) + CARD_PEN.circle(
            x, y, 1.6, RED, None
        )
    bodice = f"M82 118 L92 146 L86 {get_seam_y(86, SEAM_SLOPE)} L124 {get_seam_y(124, SEAM_SLOPE)} L116 146 L126 118 Z"
    body += CARD_PEN.path(bodice, WHITE, INK, THIN_LINE_WIDTH * 1.2)
    for y in (150, 161, 172):
        body += CARD_PEN.line(f"M95 {y} L113 {y + 6} M113 {y} L95 {y + 6}", GREEN, THIN_LINE_WIDTH)
    body += _draw_neck(104, SKIN_BROWN)
    body += CARD_PEN.path("M86 117 Q104 150 122 117 L126 126 Q104 160 82 126 Z", GOLD, INK, THIN_LINE_WIDTH)
    body += draw_dots(list_points_on_sagging_curve((92, 128), (116, 128), 5, 12), 2.3, RED, INK)
    # fan
    for i, fill in enumerate((RED, WHITE, GREEN_LIGHT, WHITE, RED)):
        plume = Pen(152, 124, 0.92, -32 + i * 16)
        d = "M0 0 C-8 -16 -10 -34 -5 -44 Q0 -50 5 -44 C10 -34 8 -16 0 0 Z"
        body += plume.path(d, fill, INK, THIN_LINE_WIDTH) + plume.line("M0 -8 L0 -40", INK, 1.2)
        body += plume.circle(0, -38, 2.6, BLUE, INK, 1.2)
    body += CARD_PEN.path("M142 118 Q152 106 162 118 L155 132 L149 132 Z", GOLD, INK, THIN_LINE_WIDTH)
    body += CARD_PEN.path(
        "M149.500 130 L154.500 130 L154.500 160 L149.500 160 Z", "url(#goldbar)", INK, FINE_LINE_WIDTH
    )
    body += draw_forearm((157, 172), (152.5, 154), "url(#greencloth)", GOLD, 36, 18)
    body += draw_fist(152, 143, 9, 0, False, SKIN_BROWN)
    head = Pen(104, 88, 22)
    body += draw_face(head, -0.4, SKIN_BROWN, ears=False, traits=("lashes",))
    front = "M-.8 0 C-.9 -.3 -.6 -.5 -.45 -.5 C-.4 -.75 -.1 -.8 0 -.65 C.1 -.8 .4 -.75 .45 -.5 "
    body += head.path(front + "C.6 -.5 .9 -.3 .8 0 L1 -.6 Q0 -1.5 -1 -.6 Z", HAIR_BLACK, INK, FINE_LINE_WIDTH)
    diadem = "M84 72 Q104 60 124 72 L123 65 L115 55 L110 60 L104 48 L98 60 L93 55 L85 65 Z"
    body += CARD_PEN.path(diadem, "url(#goldbar)", INK, THIN_LINE_WIDTH * 1.2)
    body += draw_dots(((104, 60),), 3.2, RED, INK) + draw_dots(((93, 64), (115, 64)), 2.2, GREEN, INK)
    return body + draw_dots(((86, 104), (122, 104)), 3.2, GOLD, INK)


FIGURES = {
    "d": CourtFigure(draw_diamonds, SEAM_SLOPE, (ORANGE, WHITE, BLUE_LIGHT)),
    "h": CourtFigure(draw_hearts, SEAM_SLOPE, (BLUE, GOLD, RED)),
    "s": CourtFigure(draw_spades, SEAM_SLOPE, (WHITE, PLUM, GOLD)),
    "c": CourtFigure(draw_clubs, SEAM_SLOPE, (GOLD, GREEN, RED)),
}

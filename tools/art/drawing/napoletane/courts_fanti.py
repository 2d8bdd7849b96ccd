"""The four pages of the Neapolitan deck, standing."""

from ..emblems import draw_club, draw_coin, draw_cup, draw_sword
from ..figures import draw_boot, draw_feather, draw_fist, draw_ground, draw_limb, draw_open_hand, draw_shoe, draw_sleeve
from ..heads import draw_face, draw_moustache
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
    HAIR_BLACK,
    HAIR_BLOND,
    HAIR_RED,
    INK,
    LINE_WIDTH,
    ORANGE,
    PLUM,
    PLUM_DARK,
    RED,
    RED_DARK,
    SKIN,
    STEEL,
    STEEL_DARK,
    STEEL_LIGHT,
    THIN_LINE_WIDTH,
    WHITE,
)
from ..shapes import make_petals_path
from ..svg import CARD_PEN, Pen, make_card


def draw_denari() -> str:
    """Draw a page from the front, in red and gold with a feathered beret, who holds the coin up."""
    body = draw_ground(blossom=GOLD)
    body += draw_limb(((86, 226), (80, 276), (76, 328)), (32, 24, 16), GOLD)
    body += draw_limb(((112, 226), (122, 276), (132, 328)), (32, 24, 16), RED)
    body += draw_shoe(80, 339, 15, RED_DARK) + draw_shoe(128, 339, 15, GOLD_DARK, True)
    # arm on the hip
    body += draw_sleeve(((80, 130), (48, 164), (70, 196)), (26, 27, 17), GOLD, WHITE)
    body += draw_open_hand(76, 201, 9, 196)
    # doublet in halves
    left = "M99 112 Q82 114 74 124 C80 150 80 180 70 238 Q84 250 99 246 Z"
    right = "M99 112 Q118 114 126 124 C120 150 120 180 130 238 Q114 250 99 246 Z"
    body += CARD_PEN.path(left, RED, INK, LINE_WIDTH) + CARD_PEN.path(right, GOLD, INK, LINE_WIDTH)
    for y in (136, 154, 172):
        body += CARD_PEN.circle(99, y, 3, WHITE, INK, FINE_LINE_WIDTH)
    body += CARD_PEN.path("M78 186 Q100 196 122 186 L122 198 Q100 208 77 198 Z", BLUE, INK, THIN_LINE_WIDTH * 1.1)
    body += CARD_PEN.line("M86 208 L82 240 M114 208 L118 240", INK, FINE_LINE_WIDTH)
    # lifted arm with the coin
    body += draw_sleeve(((122, 132), (164, 150), (164, 112)), (26, 27, 17), RED, WHITE)
    body += draw_coin(164, 64, 37, 8, RED)
    body += draw_fist(163, 103, 9.5, 0, False)
    collar = "M80 116 Q99 104 120 116 L124 130 L111 124 L100 136 L88 124 L76 130 Z"
    body += CARD_PEN.path(collar, WHITE, INK, THIN_LINE_WIDTH * 1.1)
    head = Pen(99, 84, 23)
    hair = "M-.8 -.7 C-1.15 -.2 -1.2 .5 -1 .75 Q-.8 .9 -.6 .7 L.6 .7 Q.8 .9 1 .75 C1.2 .5 1.15 -.2 .8 -.7 Z"
    body += head.path(hair, HAIR_BLACK, INK, LINE_WIDTH)
    body += draw_face(head, 0.35, brow=INK, ears=False)
    body += head.path(
        "M-.74 -.1 C-.6 -.5 -.3 -.6 0 -.58 C.3 -.6 .6 -.5 .74 -.1 L.8 -.7 L-.8 -.7 Z", HAIR_BLACK, INK, FINE_LINE_WIDTH
    )
    # beret
    body += head.path(
        "M-1.15 -.62 C-1.5 -1.2 -.5 -1.6 .2 -1.5 C1 -1.45 1.4 -1 1.05 -.6 Q0 -.3 -1.15 -.62 Z", RED, INK, LINE_WIDTH
    )
    body += head.path("M-1 -.66 Q0 -.34 1 -.64 L.98 -.46 Q0 -.16 -.98 -.48 Z", GOLD, INK, THIN_LINE_WIDTH)
    body += draw_feather(80, 64, 38, -34, WHITE, True)
    return make_card(body)


def draw_coppe() -> str:
    """Draw a fair page in blue who walks to the right, with the cup on an open hand."""
    body = draw_ground(blossom=RED)
    # far leg, far arm with a napkin
    body += draw_limb(((96, 222), (78, 270), (54, 312)), (30, 23, 14), WHITE)
    body += draw_shoe(53, 328, 16, RED_DARK, True, 26)
    body += draw_limb(((104, 222), (132, 268), (134, 328)), (33, 25, 16), WHITE)
    body += draw_shoe(130, 339, 16, RED, True)
    body += draw_sleeve(((86, 134), (60, 170), (50, 200)), (25, 26, 17), BLUE_DARK, WHITE)
    napkin = "M40 206 C38 230 32 250 26 268 L44 262 L52 270 C56 250 56 226 58 208 Z"
    body += CARD_PEN.path(napkin, WHITE, INK, THIN_LINE_WIDTH * 1.2) + CARD_PEN.line(
        "M46 216 Q44 240 40 258", STEEL_DARK, FINE_LINE_WIDTH
    )
    body += draw_fist(49, 207, 9, 6, True)
    # tunic
    tunic = (
        "M86 118 Q104 108 122 120 C126 150 124 172 128 196 "
        "C134 214 140 226 144 240 Q108 256 70 236 C78 220 82 206 82 190 Z"
    )
    body += CARD_PEN.path(tunic, "url(#bluecloth)", INK, LINE_WIDTH)
    body += CARD_PEN.path(
        "M71 226 L67 238 Q106 258 147 241 L142 229 Q106 246 71 226 Z", GOLD, INK, THIN_LINE_WIDTH * 1.1
    )
    body += CARD_PEN.path("M80 186 Q104 198 127 188 L129 200 Q104 211 79 199 Z", RED, INK, THIN_LINE_WIDTH * 1.1)
    body += CARD_PEN.line("M96 208 L90 234 M116 208 L122 238", BLUE_DARK, THIN_LINE_WIDTH)
    # near arm, cup on the palm
    body += draw_cup(166, 82, 40, "url(#redcloth)", GREEN)
    body += draw_sleeve(((108, 136), (136, 178), (164, 142)), (28, 28, 17), "url(#bluecloth)", WHITE)
    palm = "M150 124 Q152 138 164 142 Q180 140 190 124 Q186 118 180 124 L158 124 Q152 118 150 124 Z"
    body += CARD_PEN.path(palm, SKIN, INK, LINE_WIDTH * 0.85)
    body += CARD_PEN.line("M172 127 L172 134 M180 125 L178 132 M164 127 L164 135", INK, FINE_LINE_WIDTH)
    body += CARD_PEN.path("M84 122 Q104 108 124 122 L122 134 Q104 142 84 132 Z", WHITE, INK, THIN_LINE_WIDTH * 1.2)
    head = Pen(106, 84, 24)
    body += head.path(
        "M.2 -1.1 C-.8 -1.3 -1.3 -.6 -1.2 .2 C-1.2 .8 -1.5 1.1 -1.3 1.4 C-.9 1.7 -.4 1.5 -.2 1 L.4 0 Z",
        HAIR_BLOND,
        INK,
        LINE_WIDTH,
    )
    body += draw_face(head, 0.9, brow=BROWN, mood="open", ears=False, traits=("lashes",))
    body += head.path(
        "M.74 -.3 C.6 -.6 .3 -.66 0 -.6 C-.4 -.5 -.5 -.1 -.46 .5 "
        "C-.4 .9 -.6 1.1 -.8 1.1 C-1.1 .6 -1.1 -.4 -.9 -.8 "
        "C-.5 -1.4 .6 -1.4 .86 -.6 Z",
        HAIR_BLOND,
        INK,
        THIN_LINE_WIDTH * 1.2,
    )
    body += head.line("M-.8 .7 C-.8 .2 -.8 -.4 -.4 -.8 M-.6 .9 C-.62 .4 -.66 0 -.5 -.4", GOLD_DARK, FINE_LINE_WIDTH)
    body += head.path(
        "M-1 -.55 C-.5 -1 .4 -1 .86 -.7 L.84 -.52 C.4 -.8 -.4 -.8 -1.02 -.34 Z", RED, INK, FINE_LINE_WIDTH
    )
    return make_card(body)


def draw_spade() -> str:
    """Draw a guard with morion and moustache, in a plum doublet, with the point of the long sword on the ground."""
    body = draw_ground(blossom=WHITE)
    # legs: wide breeches, stockings
    body += draw_limb(((108, 262), (104, 296), (100, 330)), (22, 20, 14), WHITE)
    body += draw_limb(((144, 262), (150, 296), (154, 330)), (22, 20, 14), WHITE)
    body += draw_shoe(102, 339, 15, INK) + draw_shoe(152, 339, 15, INK, True)
    body += CARD_PEN.path("M100 216 C84 236 84 260 92 272 Q108 280 122 270 L126 226 Z", PLUM, INK, LINE_WIDTH)
    body += CARD_PEN.path("M154 216 C170 236 170 260 162 272 Q146 280 130 270 L126 226 Z", PLUM, INK, LINE_WIDTH)
    for d in (
        "M102 228 Q96 250 100 268",
        "M114 230 Q112 252 114 268",
        "M150 228 Q156 250 152 268",
        "M138 230 Q140 252 138 268",
    ):
        body += CARD_PEN.line(d, GOLD, LINE_WIDTH * 1.1)
    # doublet with peascod front
    body += CARD_PEN.path(
        "M98 122 Q126 106 154 122 C162 152 158 180 150 206 Q142 232 126 238 Q110 232 102 206 C94 180 90 152 98 122 Z",
        "url(#plumcloth)",
        INK,
        LINE_WIDTH,
    )
    for y in (140, 158, 176, 194, 212):
        w = 20 - abs(y - 166) * 0.16
        body += CARD_PEN.line(
            f"M{126 - w} {y} L{126 - 6} {y + 4} M{126 + w} {y} L{126 + 6} {y + 4}", GOLD, THIN_LINE_WIDTH * 1.2
        )
        body += CARD_PEN.circle(126, y + 4, 2.4, GOLD, None)
    body += CARD_PEN.line("M126 126 L126 236", PLUM_DARK, THIN_LINE_WIDTH)
    body += CARD_PEN.path("M98 198 Q126 216 154 198 L152 209 Q126 226 100 209 Z", RED, INK, THIN_LINE_WIDTH)
    # shield arm
    body += draw_sleeve(((152, 138), (180, 166), (174, 196)), (26, 26, 18), PLUM, WHITE)
    shield = Pen(172, 222, 33)
    body += shield.circle(0, 0, 1, STEEL, INK, LINE_WIDTH) + shield.circle(0, 0, 0.78, BLUE, INK, THIN_LINE_WIDTH)
    body += shield.path(make_petals_path(0, 0, 0.1, 0.74, 8, 0.8), WHITE, INK, FINE_LINE_WIDTH) + shield.circle(
        0, 0, 0.2, GOLD, INK, THIN_LINE_WIDTH
    )
    # sword, arm, hand on the hilt
    body += draw_sword(54, 236, 204, 180, 15.5, RED)
    body += draw_sleeve(((100, 138), (80, 176), (61, 164)), (26, 26, 18), PLUM, WHITE)
    body += draw_fist(54, 156, 10.5, 0, True)
    # ruff
    for i in range(9):
        x = 98 + i * 7
        body += CARD_PEN.ellipse(x, 116 + 5 * (1 - ((i - 4) / 4) ** 2), 6, 8, WHITE, INK, FINE_LINE_WIDTH)
    head = Pen(126, 84, 24)
    body += draw_face(
        head,
        -0.55,
        brow=HAIR_RED,
        mood="stern",
        nose="hook",
        traits=("narrow",),
        moustache=draw_moustache(head, -0.55, HAIR_RED, 0.35),
    )
    body += head.path("M-.16 .86 Q-.12 1.3 -.1 1.34 Q.1 1.2 .06 .86 Z", HAIR_RED, INK, FINE_LINE_WIDTH)
    # morion
    bowl = Pen(126, 70, 24)
    body += bowl.path("M-.95 .05 C-.95 -.7 -.5 -1.15 0 -1.2 C.5 -1.15 .95 -.7 .95 .05 Z", STEEL, INK, LINE_WIDTH)
    body += bowl.path("M-.6 0 C-.66 -.5 -.5 -.9 -.2 -1.08 C-.36 -.7 -.36 -.3 -.3 0 Z", STEEL_LIGHT, None)
    body += bowl.path(
        "M-.12 .1 C-.26 -.6 -.3 -1.3 -.2 -1.55 Q0 -1.75 .2 -1.55 C.3 -1.3 .26 -.6 .12 .1 Z",
        STEEL_LIGHT,
        INK,
        THIN_LINE_WIDTH,
    )
    body += bowl.path(
        "M-1.7 -.42 C-1.2 .04 -.6 .1 0 .08 C.6 .1 1.2 .04 1.7 -.42 C1.4 .3 .7 .42 0 .4 C-.7 .42 -1.4 .3 -1.7 -.42 Z",
        GOLD,
        INK,
        THIN_LINE_WIDTH * 1.2,
    )
    return make_card(body)


def draw_bastoni() -> str:
    """Draw a hooded woodman who walks to the right, bare-kneed, with the club on a shoulder."""
    body = draw_ground(blossom=ORANGE)
    body += draw_limb(((104, 232), (86, 270), (64, 298)), (28, 21, 14), SKIN)
    body += draw_boot(62, 337, 16, 44, BROWN_DARK, ORANGE, True)
    body += draw_limb(((116, 232), (138, 270), (137, 304)), (30, 23, 15), SKIN)
    body += draw_boot(136, 339, 17, 46, BROWN, ORANGE, True)
    # far arm swings a cap of acorns: plain bent arm
    body += draw_club(176, 196, 52, 62, 17, 42)
    tunic = (
        "M92 130 Q114 116 136 132 C142 158 138 182 140 198 "
        "C146 216 152 232 158 248 L146 244 L140 254 L128 246 L118 256 "
    )
    tunic += "L106 246 L96 254 L88 244 L76 248 C84 228 88 212 90 196 Z"
    body += CARD_PEN.path(tunic, "url(#greencloth)", INK, LINE_WIDTH)
    body += CARD_PEN.path("M90 194 Q114 206 140 196 L142 208 Q114 218 88 206 Z", BROWN, INK, THIN_LINE_WIDTH * 1.1)
    body += CARD_PEN.path("M116 198 L130 197 L130 212 L117 213 Z", GOLD, INK, THIN_LINE_WIDTH)
    body += CARD_PEN.line("M104 218 L98 242 M124 218 L128 240", GREEN_DARK, THIN_LINE_WIDTH)
    pouch = "M92 206 Q82 224 90 236 Q102 242 110 232 Q112 216 106 208 Z"
    body += CARD_PEN.path(pouch, ORANGE, INK, THIN_LINE_WIDTH * 1.1) + CARD_PEN.line(
        "M88 218 Q98 226 110 218", BROWN_DARK, FINE_LINE_WIDTH
    )
    body += draw_sleeve(((106, 148), (122, 196), (154, 184)), (29, 28, 18), "url(#greencloth)", ORANGE)
    body += draw_fist(163, 181, 10.5, -48, True)
    # hood over the shoulders
    body += CARD_PEN.path(
        "M86 132 Q90 116 112 114 Q138 118 142 136 L136 152 L126 144 L114 156 L102 144 L92 152 Z",
        ORANGE,
        INK,
        LINE_WIDTH,
    )
    head = Pen(118, 86, 24)
    body += head.path(
        "M.4 -1.2 C-.6 -1.5 -1.3 -.9 -1.3 0 C-1.3 .8 -1.2 1.2 -.9 1.5 L.6 1.4 L.7 .2 Z", ORANGE, INK, LINE_WIDTH
    )
    body += draw_face(head, 0.95, brow=BROWN_DARK, ears=False, nose="round", traits=("freckles",))
    body += head.path(
        "M.8 -.5 C.5 -.9 0 -.8 -.3 -.6 C-.6 -.2 -.6 .5 -.3 .9 L.1 1.2 "
        "L-.7 1.4 C-1.2 .8 -1.3 -.2 -1.05 -.8 C-.6 -1.5 .6 -1.5 .9 -.8 Z",
        ORANGE,
        INK,
        THIN_LINE_WIDTH * 1.2,
    )
    body += head.line("M-.9 -.5 C-1 0 -.95 .6 -.8 1", BROWN, FINE_LINE_WIDTH)
    body += head.path(
        "M.78 -.5 C.5 -.85 .1 -.75 -.25 -.58 C.1 -.5 .2 -.3 .3 -.42 C.45 -.55 .6 -.35 .78 -.3 Z",
        BROWN,
        INK,
        FINE_LINE_WIDTH,
    )
    body += head.path(
        "M-1.05 -.7 C-1.5 -.8 -1.9 -.4 -2 .2 C-1.7 -.1 -1.4 -.2 -1.15 -.2 Z", ORANGE, INK, THIN_LINE_WIDTH * 1.2
    )
    return make_card(body)


CARDS = {"d": draw_denari, "h": draw_coppe, "s": draw_spade, "c": draw_bastoni}

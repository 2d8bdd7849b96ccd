"""The four kings of the Neapolitan deck."""

from ..emblems import draw_club, draw_coin, draw_cup, draw_sword
from ..figures import draw_diamonds, draw_ermine, draw_fist, draw_ground, draw_open_hand, draw_shoe, draw_sleeve
from ..heads import draw_crown, draw_face, draw_full_beard, draw_moustache
from ..palette import (
    BLUE,
    BLUE_DARK,
    BROWN,
    BROWN_DARK,
    GOLD,
    GOLD_DARK,
    GRAY_DARK,
    GREEN,
    GREEN_DARK,
    GREEN_LIGHT,
    HAIR_BLACK,
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
    STEEL,
    STEEL_DARK,
    STEEL_LIGHT,
    THIN_LINE_WIDTH,
    WHITE,
)
from ..shapes import draw_leaf, make_petals_path
from ..svg import CARD_PEN, Pen, make_card


def draw_denari() -> str:
    """Draw a broad brown-bearded king from the front, in a red robe and blue mantle, with coin and sceptre."""
    body = draw_ground(blossom=GOLD)
    mantle = "M90 116 C60 150 50 240 40 330 Q118 342 200 330 C190 240 176 150 148 116 Z"
    body += CARD_PEN.path(mantle, "url(#bluecloth)", INK, LINE_WIDTH)
    body += CARD_PEN.line("M58 250 Q54 290 50 326 M184 250 Q188 290 191 326", BLUE_DARK, THIN_LINE_WIDTH)
    body += draw_shoe(108, 337, 14, GOLD_DARK) + draw_shoe(132, 337, 14, GOLD_DARK, True)
    robe = "M88 116 C78 170 74 250 66 318 Q119 332 172 318 C166 250 160 170 150 116 Z"
    body += CARD_PEN.path(robe, "url(#redcloth)", INK, LINE_WIDTH)
    body += CARD_PEN.line("M92 232 Q86 276 84 316 M146 232 Q152 276 154 316", RED_DARK, THIN_LINE_WIDTH)
    body += CARD_PEN.path("M106 116 L100 322 Q119 327 138 322 L132 116 Z", GOLD, INK, THIN_LINE_WIDTH * 1.2)
    body += draw_diamonds(119, 224, 306, 20, (BLUE, RED), 7)
    hem = "M65 304 Q119 322 173 304 L175 320 Q119 338 63 320 Z"
    body += draw_ermine(hem, ((74, 315), (90, 319), (106, 322), (122, 322), (138, 320), (154, 317), (167, 313)))
    body += CARD_PEN.path("M82 186 Q119 200 156 186 L158 202 Q119 216 80 202 Z", BLUE_DARK, INK, THIN_LINE_WIDTH * 1.2)
    body += CARD_PEN.circle(119, 201, 9, GOLD, INK, THIN_LINE_WIDTH) + CARD_PEN.circle(119, 201, 3.5, RED, None)
    # sceptre and its arm
    body += CARD_PEN.path("M166 92 L170 92 L180 252 L175 252 Z", "url(#goldbar)", INK, THIN_LINE_WIDTH * 1.1)
    body += CARD_PEN.path(make_petals_path(167.5, 78, 0, 17, 3, 1.1, -1.5708), GOLD, INK, THIN_LINE_WIDTH)
    body += CARD_PEN.circle(168, 92, 6, RED, INK, THIN_LINE_WIDTH)
    body += draw_sleeve(((146, 134), (166, 168), (170, 200)), (30, 29, 21), "url(#redcloth)", WHITE)
    body += draw_fist(173, 208, 10, -4, True)
    # lifted coin
    body += draw_sleeve(((92, 134), (66, 184), (56, 160)), (30, 32, 22), "url(#redcloth)", WHITE)
    body += draw_coin(51, 106, 36, 10, BLUE)
    body += draw_fist(53, 150, 10.5, -6, True)
    collar = "M82 120 Q119 96 156 120 L164 142 Q119 172 74 142 Z"
    body += draw_ermine(collar, ((88, 138), (102, 147), (136, 147), (150, 138), (94, 124), (144, 124)))
    head = Pen(119, 84, 25)
    hair = "M-.86 -.6 C-1.3 .2 -1.2 .9 -.7 1.2 L.7 1.2 C1.2 .9 1.3 .2 .86 -.6 Z"
    body += head.path(hair, BROWN, INK, LINE_WIDTH)
    body += draw_face(
        head,
        -0.2,
        brow=BROWN_DARK,
        beard=draw_full_beard(head, -0.2, BROWN, 2.1, 0.5, BROWN_DARK),
        moustache=draw_moustache(head, -0.2, BROWN_DARK, 0.05),
        ears=False,
    )
    body += draw_crown(Pen(119, 68, 28), points=5, height=1.15)
    return make_card(body)


def draw_coppe() -> str:
    """Draw an old white-bearded king turned to the left, in a long blue robe, who offers the cup with both hands."""
    body = draw_ground(blossom=RED)
    train = "M128 126 C168 150 178 250 202 326 Q160 340 110 334 Z"
    body += CARD_PEN.path(train, ORANGE, INK, LINE_WIDTH)
    body += CARD_PEN.line("M164 220 Q176 280 186 326", BROWN, THIN_LINE_WIDTH)
    body += draw_shoe(82, 338, 15, RED_DARK) + draw_shoe(120, 339, 15, RED_DARK)
    robe = "M98 122 C84 160 84 250 66 322 Q110 336 160 324 C164 250 164 160 146 122 Q120 108 98 122 Z"
    body += CARD_PEN.path(robe, "url(#bluecloth)", INK, LINE_WIDTH)
    body += CARD_PEN.line(
        "M98 226 Q92 280 84 318 M120 230 Q120 280 116 324 M142 226 Q148 280 148 320", BLUE_DARK, THIN_LINE_WIDTH
    )
    body += CARD_PEN.path("M68 306 Q112 322 160 308 L161 326 Q110 340 64 324 Z", GOLD, INK, THIN_LINE_WIDTH * 1.2)
    for x, y in ((78, 319), (94, 323), (110, 325), (127, 324), (144, 321)):
        body += CARD_PEN.circle(x, y, 3.4, RED, None)
    body += CARD_PEN.path("M88 204 Q120 218 160 204 L161 218 Q120 232 87 218 Z", RED, INK, THIN_LINE_WIDTH * 1.2)
    body += CARD_PEN.path("M96 222 Q88 244 94 266 L106 264 Q102 244 108 224 Z", RED, INK, THIN_LINE_WIDTH * 1.1)
    # far arm
    body += draw_sleeve(((102, 140), (84, 178), (66, 186)), (24, 24, 18), BLUE_DARK, GOLD)
    body += draw_cup(52, 138, 40, "url(#redcloth)", BLUE)
    body += draw_fist(53, 170, 9.5, 0, True)
    # near arm
    body += draw_sleeve(((140, 140), (130, 196), (82, 190)), (36, 36, 22), "url(#bluecloth)", GOLD)
    body += draw_open_hand(66, 187, 11, 8)
    cape = "M92 128 Q120 100 154 126 L162 158 Q126 182 90 156 Z"
    body += draw_ermine(cape, ((100, 150), (146, 148), (132, 160), (112, 162), (150, 132)))
    head = Pen(114, 86, 25)
    hair = "M-.2 -.9 C.7 -1 1.1 -.6 1.05 .2 C1.05 .8 1.2 1.2 .8 1.5 C.3 1.6 .2 1 0 .4 Z"
    body += head.path(hair, HAIR_WHITE, INK, LINE_WIDTH)
    body += draw_face(
        head,
        -0.9,
        brow=GRAY_DARK,
        nose="hook",
        traits=("wrinkles",),
        beard=draw_full_beard(head, -0.9, HAIR_WHITE, 2.9, 0.3, HAIR_GRAY),
        moustache=draw_moustache(head, -0.9, HAIR_WHITE),
        ears=True,
    )
    # crown over a red cap
    cap = Pen(116, 66, 27, 4)
    body += cap.path("M-.8 -.2 C-.9 -1.1 -.4 -1.5 0 -1.5 C.4 -1.5 .9 -1.1 .8 -.2 Z", RED, INK, LINE_WIDTH)
    body += draw_crown(cap, band=BLUE, points=4, height=0.85)
    body += cap.circle(0, -1.56, 0.17, GOLD, INK, THIN_LINE_WIDTH)
    return make_card(body)


def draw_spade() -> str:
    """Draw a stern young king with a black beard, in armor with a plum cape, who holds the great sword upright."""
    body = draw_ground(blossom=WHITE)
    cape = "M76 118 C48 170 36 250 34 322 Q70 334 100 320 L126 320 Q150 330 168 320 C160 240 150 160 136 118 Z"
    body += CARD_PEN.path(cape, "url(#plumcloth)", INK, LINE_WIDTH)
    body += CARD_PEN.line("M54 220 Q46 270 46 322", PLUM_DARK, THIN_LINE_WIDTH)
    # The sword is drawn behind the body, and only its arm above it.
    body += draw_sword(168, 128, 216, 0, 17, RED)
    # legs in greaves
    for x, flip in ((88, False), (126, True)):
        body += CARD_PEN.path(f"M{x - 14} 236 L{x - 11} 332 L{x + 11} 332 L{x + 14} 236 Z", STEEL, INK, LINE_WIDTH)
        body += CARD_PEN.path(f"M{x - 8} 284 L{x - 6} 330 L{x + 1} 330 L{x} 284 Z", STEEL_LIGHT, None)
        body += CARD_PEN.path(
            f"M{x - 15} 272 Q{x} 260 {x + 15} 272 Q{x + 12} 290 {x} 292 Q{x - 12} 290 {x - 15} 272 Z",
            GOLD,
            INK,
            THIN_LINE_WIDTH * 1.1,
        )
        body += draw_shoe(x + (4 if not flip else -4), 339, 15, STEEL_DARK, flip)
    # tunic
    skirt = "M78 186 C70 220 66 244 62 262 Q82 272 96 264 Q108 274 122 264 Q138 272 154 260 C148 240 142 214 136 186 Z"
    body += CARD_PEN.path(skirt, PLUM, INK, LINE_WIDTH)
    body += CARD_PEN.path(
        "M62 250 L60 264 Q82 276 96 267 Q108 277 122 267 Q138 274 156 262 "
        "L152 248 Q138 258 122 252 Q108 260 96 252 Q80 260 62 250 Z",
        GOLD,
        INK,
        THIN_LINE_WIDTH * 1.1,
    )
    body += CARD_PEN.line("M88 206 L82 250 M108 208 L108 254 M126 206 L132 250", PLUM_DARK, THIN_LINE_WIDTH)
    # breastplate
    body += CARD_PEN.path(
        "M74 120 Q106 106 138 120 C146 150 142 176 136 192 Q106 204 78 192 C70 170 68 146 74 120 Z",
        STEEL,
        INK,
        LINE_WIDTH,
    )
    body += CARD_PEN.path("M82 126 C76 150 80 172 86 188 L98 192 C88 168 88 144 94 122 Z", STEEL_LIGHT, None)
    body += CARD_PEN.line("M107 124 L107 196", STEEL_DARK, THIN_LINE_WIDTH)
    body += CARD_PEN.path("M78 182 Q107 196 136 182 L138 196 Q107 210 76 196 Z", RED, INK, THIN_LINE_WIDTH * 1.2)
    body += CARD_PEN.circle(107, 197, 7.5, GOLD, INK, THIN_LINE_WIDTH)
    # arm on the hip
    body += draw_sleeve(((80, 132), (46, 164), (68, 192)), (28, 25, 18), PLUM, GOLD)
    body += draw_open_hand(78, 196, 9, 200)
    # sword arm
    body += draw_sleeve(((134, 134), (152, 178), (164, 205)), (28, 26, 18), PLUM, GOLD)
    body += draw_fist(168, 211, 10.5, 0, False)
    for x, flip in ((76, False), (138, True)):
        pen = Pen(x, 128, 1, 0, flip)
        body += pen.path("M12 -14 C-8 -16 -20 -2 -18 16 Q-4 12 14 14 Z", STEEL_LIGHT, INK, LINE_WIDTH)
        body += pen.line("M-15 2 Q0 -2 13 2", STEEL_DARK, THIN_LINE_WIDTH)
    body += CARD_PEN.path("M84 112 Q107 132 130 112 L126 104 L88 104 Z", RED, INK, THIN_LINE_WIDTH * 1.2)
    head = Pen(107, 82, 24)
    hair = "M-.8 -.6 C-1.1 .1 -1.15 .6 -1 .95 L-.6 1 L.6 1 L.95 .9 C1.1 .5 1.05 0 .8 -.6 Z"
    body += head.path(hair, HAIR_BLACK, INK, LINE_WIDTH)
    body += draw_face(
        head,
        0.8,
        brow=INK,
        mood="stern",
        traits=("narrow",),
        beard=draw_full_beard(head, 0.8, HAIR_BLACK, 1.75, 0.1, GRAY_DARK),
        moustache=draw_moustache(head, 0.8, HAIR_BLACK, 0.3),
        ears=True,
    )
    body += draw_crown(Pen(107, 66, 25, -2), band=PLUM, points=3, height=1.25)
    return make_card(body)


def draw_bastoni() -> str:
    """Draw a stout red-bearded king on a throne, in green, with a hand on the club."""
    body = draw_ground(blossom=ORANGE)
    # throne
    body += CARD_PEN.path("M84 76 Q128 40 172 76 L176 300 L80 300 Z", BROWN, INK, LINE_WIDTH)
    body += CARD_PEN.path("M94 88 Q128 60 162 88 L164 200 L92 200 Z", RED, INK, THIN_LINE_WIDTH)
    for x in (84, 172):
        body += CARD_PEN.circle(x, 74, 7, GOLD, INK, THIN_LINE_WIDTH * 1.1)
    body += CARD_PEN.path("M68 284 L188 284 L192 334 L64 334 Z", BROWN, INK, LINE_WIDTH)
    body += CARD_PEN.line("M76 300 L182 300", BROWN_DARK, THIN_LINE_WIDTH)
    # shins and shoes
    robe = (
        "M96 120 C84 160 84 190 70 224 C60 244 64 262 66 318 Q128 334 190 318 "
        "C192 262 196 244 186 224 C172 190 172 160 160 120 Z"
    )
    body += draw_shoe(106, 338, 15, ORANGE) + draw_shoe(150, 338, 15, ORANGE, True)
    body += CARD_PEN.path(robe, "url(#greencloth)", INK, LINE_WIDTH)
    # knees
    body += CARD_PEN.line("M72 236 Q86 214 110 226 Q120 236 116 262", GREEN_DARK, LINE_WIDTH)
    body += CARD_PEN.line("M184 236 Q170 214 146 226 Q136 236 140 262", GREEN_DARK, LINE_WIDTH)
    body += CARD_PEN.line("M88 262 Q86 290 84 316 M168 262 Q170 290 172 316", GREEN_DARK, THIN_LINE_WIDTH)
    body += CARD_PEN.path(
        "M116 250 L112 324 Q128 328 144 324 L140 250 Q128 242 116 250 Z", ORANGE, INK, THIN_LINE_WIDTH * 1.1
    )
    body += CARD_PEN.path("M65 304 Q128 324 191 304 L192 320 Q128 340 64 320 Z", GOLD, INK, THIN_LINE_WIDTH * 1.2)
    for x, y in ((78, 317), (98, 322), (128, 325), (158, 322), (178, 317)):
        body += CARD_PEN.circle(x, y, 3.2, RED, None)
    body += CARD_PEN.path("M88 196 Q128 214 168 196 L170 212 Q128 230 86 212 Z", GOLD, INK, THIN_LINE_WIDTH * 1.2)
    # club and arms
    body += draw_club(40, 330, 50, 70, 17, 40)
    body += draw_sleeve(((102, 138), (78, 186), (58, 198)), (32, 30, 20), "url(#greencloth)", ORANGE)
    body += draw_fist(46, 200, 11.5, 0, True)
    body += draw_sleeve(((154, 138), (180, 184), (168, 218)), (32, 31, 21), "url(#greencloth)", ORANGE)
    body += draw_open_hand(160, 230, 11, -40)
    body += CARD_PEN.path("M94 122 Q128 100 162 122 L170 146 Q128 166 86 146 Z", GREEN_LIGHT, INK, LINE_WIDTH)
    body += CARD_PEN.line("M90 138 Q128 156 166 138", GREEN_DARK, THIN_LINE_WIDTH)
    head = Pen(128, 88, 25)
    hair = "M-.82 -.6 C-1.25 0 -1.2 .6 -.9 1 L.9 1 C1.2 .6 1.25 0 .82 -.6 Z"
    body += head.path(hair, HAIR_RED, INK, LINE_WIDTH)
    body += draw_face(
        head,
        0.3,
        brow=HAIR_RED,
        mood="open",
        nose="round",
        beard=draw_full_beard(head, 0.3, HAIR_RED, 1.7, 0.75, RED_DARK),
        moustache=draw_moustache(head, 0.3, HAIR_RED, 0.22),
        ears=False,
    )
    for angle in (-160, -130, -104, -76, -50, -20):
        body += draw_leaf(128, 66, 30, angle, GREEN, THIN_LINE_WIDTH)
    body += draw_crown(Pen(128, 70, 26), band=GREEN, points=5, height=0.75)
    return make_card(body)


CARDS = {"d": draw_denari, "h": draw_coppe, "s": draw_spade, "c": draw_bastoni}

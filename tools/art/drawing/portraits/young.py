"""Portraits: the schoolgirl, the baker, the postwoman, the schoolboy, the barista, the seamstress and others."""

from ..figures import draw_feather
from ..heads import draw_face, draw_moustache
from ..palette import (
    BLUE,
    BLUE_DARK,
    BLUE_LIGHT,
    BROWN,
    BROWN_DARK,
    CREAM,
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
    PLUM,
    RED,
    RED_DARK,
    RED_LIGHT,
    SKIN_BROWN,
    STEEL,
    STEEL_LIGHT,
    TAN,
    THIN_LINE_WIDTH,
    WHITE,
)
from ..shapes import draw_flower, draw_leaf
from ..svg import CARD_PEN
from .medallion import draw_earrings, draw_hair, draw_laugh, draw_medallion, draw_neck, draw_shoulders, make_head_pen


def draw_schoolgirl() -> str:
    """Draw a girl with two plaits with red bows, freckles and a white collar."""
    pen = make_head_pen(64, 63, 28)
    body = draw_hair(
        pen, "M-.5 -1.04 C-1.2 -1 -1.1 0 -.9 .5 L.9 .5 C1.1 0 1.2 -1 .5 -1.04 Q0 -1.2 -.5 -1.04 Z", HAIR_RED
    )
    body += draw_neck(half=8) + draw_shoulders(BLUE, 52, 12, 93)
    body += CARD_PEN.path("M50 91 Q64 102 78 91 L84 104 L68 104 L64 99 L60 104 L44 104 Z", WHITE, INK, THIN_LINE_WIDTH)
    for side in (-1, 1):
        for i, (x, y) in enumerate(((1.0, 0.5), (1.1, 0.84), (1.1, 1.18))):
            body += pen.ellipse(side * x, y, 0.2 - 0.02 * i, 0.22, HAIR_RED, INK, THIN_LINE_WIDTH)
        body += pen.path(
            f"M{side * 1.1} 1.36 L{side * 0.86} 1.26 L{side * 0.86} 1.6 L{side * 1.1} 1.46 L{side * 1.34} 1.6 "
            f"L{side * 1.34} 1.26 Z",
            RED,
            INK,
            THIN_LINE_WIDTH,
        )
    body += draw_face(pen, 0, brow=HAIR_RED, traits=("freckles", "lashes"), ears=False, mood="open") + draw_laugh(
        pen, 0, True
    )
    fringe = (
        "M-.8 .1 C-.9 -.7 -.5 -1.1 0 -1.04 C.5 -1.1 .9 -.7 .8 .1 C.7 -.4 .5 -.5 "
        ".4 -.64 L.2 -.46 L0 -.66 L-.2 -.46 L-.4 -.64 C-.5 -.5 -.7 -.4 -.8 .1 Z"
    )
    return draw_medallion(body + draw_hair(pen, fringe, HAIR_RED), GOLD_LIGHT)


def draw_baker() -> str:
    """Draw a man with a tall white cap, a brown moustache and a white jacket."""
    pen = make_head_pen(64, 68, 25)
    body = draw_neck(half=12) + draw_shoulders(WHITE, 42, 16, 95)
    body += CARD_PEN.path("M48 94 Q64 108 80 94 L76 106 L64 112 L52 106 Z", RED, INK, THIN_LINE_WIDTH)
    for x, y in ((55, 116), (73, 116)):
        body += CARD_PEN.circle(x, y, 2.4, GOLD, INK, 1)
    body += draw_hair(pen, "M-.8 -.5 C-1.05 -.2 -1 .3 -.84 .4 L.84 .4 C1 .3 1.05 -.2 .8 -.5 Z", BROWN)
    body += draw_face(
        pen, 0.25, brow=BROWN_DARK, nose="round", mood="smile", moustache=draw_moustache(pen, 0.25, BROWN_DARK, 0.3)
    )
    body += pen.path(
        "M-.8 -.7 C-1.7 -.9 -1.5 -1.9 -.8 -1.76 C-.6 -2.3 .6 -2.3 .8 -1.76 C1.5 -1.9 1.7 -.9 .8 -.7 Z",
        WHITE,
        INK,
        LINE_WIDTH,
    )
    body += pen.line(
        "M-.5 -1 Q-.6 -1.4 -.4 -1.6 M.1 -1 Q.1 -1.4 0 -1.7 M.6 -1 Q.7 -1.3 .6 -1.5", "#b3b1ad", THIN_LINE_WIDTH
    )
    body += pen.path(
        "M-.86 -.46 L-.86 -.96 Q0 -1.2 .86 -.96 L.86 -.46 Q0 -.74 -.86 -.46 Z", STEEL_LIGHT, INK, LINE_WIDTH * 0.9
    )
    return draw_medallion(body, RED)


def draw_postwoman() -> str:
    """Draw a woman with a peaked blue cap with a golden horn, a brown bob, and the strap of a bag."""
    pen = make_head_pen(64, 64, 26)
    body = draw_hair(
        pen, "M-.7 -.8 C-1.3 -.4 -1.25 .6 -1.1 1 Q-.8 1.16 -.5 1 L.5 1 Q.8 1.16 1.1 1 C1.25 .6 1.3 -.4 .7 -.8 Z", BROWN
    )
    body += draw_neck() + draw_shoulders(BLUE, 44, 13, 92)
    body += CARD_PEN.path(
        "M48 91 L64 108 L80 91 L86 100 L70 118 L64 110 L58 118 L42 100 Z", BLUE_DARK, INK, THIN_LINE_WIDTH
    )
    body += CARD_PEN.line("M37 103 Q54 110 74 119", INK, 7.5) + CARD_PEN.line("M37 103 Q54 110 74 119", TAN, 4.4)
    body += draw_face(pen, -0.3, brow=BROWN_DARK, ears=False, traits=("lashes",))
    side = "M.2 -.8 C.7 -.6 .7 0 .76 .7 L1 .8 C1.1 .2 1.1 -.5 .8 -.9 Z"
    body += draw_hair(pen, side, BROWN) + draw_hair(
        pen, "M-.3 -.8 C-.7 -.6 -.8 0 -.84 .6 L-1.02 .7 C-1.1 .2 -1.1 -.5 -.8 -.9 Z", BROWN
    )
    body += pen.path("M-1 -.7 C-1.3 -1.3 -.8 -1.74 0 -1.74 C.8 -1.74 1.3 -1.3 1 -.7 Z", BLUE, INK, LINE_WIDTH)
    body += pen.path("M-.98 -.5 L-1 -.9 Q0 -1.16 1 -.9 L.98 -.5 Q0 -.8 -.98 -.5 Z", RED, INK, THIN_LINE_WIDTH * 1.2)
    body += pen.path("M-1.06 -.36 C-.9 -.66 .9 -.66 1.06 -.36 C.5 -.5 -.5 -.5 -1.06 -.36 Z", INK, INK, LINE_WIDTH)
    body += pen.circle(0, -1.28, 0.22, GOLD, INK, FINE_LINE_WIDTH) + pen.path(
        "M-.1 -1.28 L.1 -1.38 L.1 -1.18 Z", RED_DARK, None
    )
    return draw_medallion(body, GREEN_LIGHT)


def draw_schoolboy() -> str:
    """Draw a brown-skinned boy with unruly black curls, a gap in the teeth and a striped scarf."""
    pen = make_head_pen(64, 62, 28)
    tuft = (
        "M-.84 .1 C-1.16 0 -1.1 -.4 -.96 -.5 C-1.3 -.8 -.9 -1.16 -.7 "
        "-1.06 C-.8 -1.5 -.2 -1.5 -.1 -1.2 C0 -1.6 .6 -1.5 .5 -1.16 "
        "C.9 -1.4 1.2 -.9 .96 -.66 C1.3 -.5 1.16 0 .84 .1 Z"
    )
    body = draw_hair(pen, tuft, HAIR_BLACK) + draw_neck(SKIN_BROWN, 9) + draw_shoulders(GREEN, 50, 12, 92)
    body += CARD_PEN.path("M42 88 Q64 106 86 88 L90 100 Q64 118 38 100 Z", GOLD, INK, THIN_LINE_WIDTH * 1.2)
    body += CARD_PEN.path("M74 104 L86 99 L88 117 L76 119 Z", GOLD, INK, THIN_LINE_WIDTH * 1.2)
    body += CARD_PEN.line("M50 98 L46 106 M62 102 L61 110 M77 112 L86 110", RED, LINE_WIDTH * 1.3)
    body += draw_face(pen, 0.15, skin=SKIN_BROWN, brow=INK, nose="straight", mood="open") + draw_laugh(pen, 0.15, True)
    body += pen.path(
        "M-.8 0 C-.9 -.6 -.6 -.9 -.3 -.94 Q.1 -1.1 .5 -.9 C.8 -.7 "
        ".86 -.4 .8 0 C.7 -.3 .6 -.4 .4 -.5 C.3 -.7 .2 -.4 0 -.5 "
        "C-.1 -.7 -.3 -.36 -.5 -.5 C-.6 -.4 -.76 -.3 -.8 0 Z",
        HAIR_BLACK,
        INK,
        THIN_LINE_WIDTH,
    )
    return draw_medallion(body, BLUE_LIGHT)


def draw_barista() -> str:
    """Draw a brown-skinned woman with a yellow headscarf and hoop earrings."""
    pen = make_head_pen(64, 65, 27)
    body = pen.path("M-.2 -1.1 C-.9 -1.9 -.9 -1.2 -.3 -1 Z M.2 -1.1 C.9 -1.9 .9 -1.2 .3 -1 Z", GOLD, INK, LINE_WIDTH)
    body += draw_neck(SKIN_BROWN, 9) + draw_shoulders(RED, 46, 14, 92)
    body += CARD_PEN.path("M50 92 Q64 112 78 92 L76 90 L52 90 Z", SKIN_BROWN, INK, THIN_LINE_WIDTH)
    body += CARD_PEN.line("M52 94 Q64 106 76 94", GOLD, LINE_WIDTH)
    body += draw_face(pen, -0.2, skin=SKIN_BROWN, brow=INK, traits=("lashes",), mood="open") + draw_laugh(pen, -0.2)
    for side in (-1, 1):
        body += pen.circle(side * 0.84, 0.5, 0.2, "none", INK, LINE_WIDTH * 1.3) + pen.circle(
            side * 0.84, 0.5, 0.2, "none", GOLD, THIN_LINE_WIDTH
        )
    scarf = (
        "M-.86 -.14 C-1.1 -1 -.6 -1.36 0 -1.36 C.6 -1.36 1.1 -1 "
        ".86 -.14 C.6 -.6 .3 -.7 0 -.7 C-.3 -.7 -.6 -.6 -.86 -.14 Z"
    )
    body += pen.path(scarf, GOLD, INK, LINE_WIDTH)
    for x, y, color in ((-0.6, -0.8, RED), (-0.2, -1.06, BLUE), (0.24, -0.98, RED), (0.62, -0.74, BLUE)):
        body += pen.circle(x, y, 0.12, color, None)
    body += pen.circle(0, -1.3, 0.2, GOLD, INK, THIN_LINE_WIDTH)
    return draw_medallion(body, PLUM)


def draw_seamstress() -> str:
    """Draw a woman with dark hair in a high knot with a pin, and a tape measure around the neck."""
    pen = make_head_pen(64, 64, 27)
    body = pen.line("M-.8 -1.5 L.8 -1.1", INK, LINE_WIDTH * 1.4) + pen.circle(
        -0.86, -1.52, 0.12, RED, INK, FINE_LINE_WIDTH
    )
    body += draw_hair(pen, "M-.5 -1 C-.7 -1.8 .7 -1.8 .5 -1 Z", HAIR_BLACK, "M-.3 -1.4 Q0 -1.2 .3 -1.44", "#6d6560")
    body += draw_hair(pen, "M-.6 -1 C-1.2 -.8 -1 .2 -.86 .6 L.86 .6 C1 .2 1.2 -.8 .6 -1 Q0 -1.2 -.6 -1 Z", HAIR_BLACK)
    body += draw_neck(half=9) + draw_shoulders(GREEN, 48, 13, 93)
    tape = "M50 92 Q42 102 43 117 M78 92 Q86 102 85 117"
    body += CARD_PEN.line(tape, INK, 8.5) + CARD_PEN.line(tape, GOLD_LIGHT, 5)
    for x, y in ((45, 102), (43, 111), (83, 102), (85, 111)):
        body += CARD_PEN.line(f"M{x - 2} {y} L{x + 2} {y}", INK, FINE_LINE_WIDTH)
    body += CARD_PEN.path("M52 93 Q64 108 76 93 L72 90 L56 90 Z", WHITE, INK, THIN_LINE_WIDTH)
    body += draw_face(pen, 0.35, brow=INK, traits=("lashes",), ears=False)
    body += draw_hair(
        pen,
        "M-.84 .3 C-.96 -.7 -.5 -1.1 .1 -1.02 C.6 -1.02 .96 -.6 "
        ".84 .3 C.8 -.2 .7 -.5 .3 -.76 C-.1 -.4 -.7 -.4 -.84 .3 Z",
        HAIR_BLACK,
        "M.26 -.94 C0 -.6 -.4 -.5 -.66 -.3",
        "#6d6560",
    )
    return draw_medallion(body + draw_earrings(pen, RED, 0.1, 0.5), CREAM)


def draw_bandsman() -> str:
    """Draw the horn player of the town band: kepi with a white plume, gold braid, fair moustache."""
    pen = make_head_pen(64, 67, 25)
    body = draw_neck(half=11) + draw_shoulders(RED, 40, 15, 94)
    body += CARD_PEN.path("M48 92 Q64 104 80 92 L81 101 Q64 112 47 101 Z", BLUE_DARK, INK, THIN_LINE_WIDTH)
    for y in (110, 119):
        body += CARD_PEN.line(f"M48 {y} L80 {y}", GOLD, LINE_WIDTH) + CARD_PEN.circle(64, y, 3, GOLD, INK, 1)
    body += CARD_PEN.path(
        "M26 102 Q34 94 43 98 L41 106 Q32 104 26 112 Z M102 102 Q94 94 85 98 L87 106 Q96 104 102 112 Z",
        GOLD,
        INK,
        THIN_LINE_WIDTH,
    )
    body += draw_hair(pen, "M-.8 -.5 C-1.05 -.2 -1 .3 -.84 .4 L.84 .4 C1 .3 1.05 -.2 .8 -.5 Z", HAIR_BLOND)
    body += draw_face(pen, 0, brow=BROWN, moustache=draw_moustache(pen, 0, HAIR_BLOND, 0.3))
    body += draw_feather(*pen.to_card_point(-0.1, -1.5), 20, -14, WHITE)
    body += pen.path("M-.9 -.5 L-.8 -1.6 Q0 -1.86 .8 -1.6 L.9 -.5 Q0 -.8 -.9 -.5 Z", BLUE_DARK, INK, LINE_WIDTH)
    body += pen.line("M-.8 -1.5 Q0 -1.76 .8 -1.5", GOLD, LINE_WIDTH) + pen.line(
        "M-.86 -.76 Q0 -1.04 .86 -.76", GOLD, LINE_WIDTH
    )
    body += pen.path("M-1 -.36 C-.8 -.74 .8 -.74 1 -.36 C.5 -.54 -.5 -.54 -1 -.36 Z", INK, INK, LINE_WIDTH)
    body += pen.circle(0, -1.24, 0.22, GOLD, INK, FINE_LINE_WIDTH) + pen.circle(0, -1.24, 0.08, RED, None)
    return draw_medallion(body, STEEL)


def draw_gardener() -> str:
    """Draw a woman with a broad straw hat with poppies, a fair plait and a green pinafore."""
    pen = make_head_pen(64, 66, 25)
    body = draw_hair(pen, "M-.7 -.6 C-1.1 -.2 -1 .6 -.8 .9 L.8 .9 C1 .6 1.1 -.2 .7 -.6 Z", HAIR_BLOND)
    body += draw_neck(half=9) + draw_shoulders(RED_LIGHT, 46, 13, 93)
    body += CARD_PEN.path("M46 98 L54 94 Q64 112 74 94 L82 98 L82 120 L46 120 Z", GREEN, INK, THIN_LINE_WIDTH * 1.2)
    body += draw_face(pen, 0.3, brow=BROWN, traits=("freckles", "lashes"), ears=False, mood="smile")
    for px, py, r in ((86, 84, 6), (88, 94, 6), (88, 104, 5.4), (87, 113, 4.6)):
        body += CARD_PEN.circle(px, py, r, HAIR_BLOND, INK, THIN_LINE_WIDTH)
    body += draw_hair(
        pen,
        "M-.8 .2 C-.86 -.4 -.6 -.7 0 -.7 C.6 -.7 .86 -.4 .8 .3 C.7 -.2 .5 -.4 .2 -.5 C-.1 -.3 -.6 -.3 -.8 .2 Z",
        HAIR_BLOND,
    )
    body += pen.path("M-.86 -.7 C-.8 -1.7 .8 -1.7 .86 -.7 Z", GOLD, INK, LINE_WIDTH)
    body += pen.path(
        "M-1.86 -.36 C-1.3 -1 1.3 -1 1.86 -.36 C1.2 -.3 .6 -.56 0 -.56 C-.6 -.56 -1.2 -.3 -1.86 -.36 Z",
        GOLD,
        INK,
        LINE_WIDTH,
    )
    body += pen.line("M-1.4 -.46 C-.7 -.76 .7 -.76 1.4 -.46 M-.5 -1.2 Q0 -1.34 .5 -1.2", GOLD_DARK, THIN_LINE_WIDTH)
    body += pen.path("M-.86 -.76 Q0 -1 .86 -.76 L.84 -1 Q0 -1.24 -.84 -1 Z", RED_DARK, INK, FINE_LINE_WIDTH)
    x, y = pen.to_card_point(-0.56, -1)
    body += (
        draw_leaf(x, y, 13, 170, GREEN, FINE_LINE_WIDTH)
        + draw_leaf(x, y, 12, 80, GREEN, FINE_LINE_WIDTH)
        + draw_flower(x, y, 8, RED, INK)
    )
    return draw_medallion(body, BLUE_LIGHT)


PORTRAIT_DRAWINGS = (
    draw_schoolgirl,
    draw_baker,
    draw_postwoman,
    draw_schoolboy,
    draw_barista,
    draw_seamstress,
    draw_bandsman,
    draw_gardener,
)

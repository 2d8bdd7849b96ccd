"""Portraits: the grandmother, the fisherman, the priest, the grandfather, the professor, the innkeeper."""

from ..heads import draw_face, draw_full_beard, draw_moustache
from ..palette import (
    BLUE,
    BLUE_DARK,
    BLUE_LIGHT,
    BROWN,
    COAT_BLACK,
    COAT_BLACK_DARK,
    CREAM,
    FINE_LINE_WIDTH,
    GOLD,
    GRAY_DARK,
    GREEN,
    GREEN_DARK,
    GREEN_LIGHT,
    HAIR_BLACK,
    HAIR_GRAY,
    HAIR_WHITE,
    INK,
    LINE_WIDTH,
    ORANGE,
    PLUM,
    PLUM_DARK,
    RED,
    RED_DARK,
    RED_LIGHT,
    TAN,
    THIN_LINE_WIDTH,
    WHITE,
)
from ..svg import CARD_PEN
from .medallion import (
    draw_earrings,
    draw_hair,
    draw_laugh,
    draw_medallion,
    draw_neck,
    draw_shoulders,
    draw_spectacles,
    draw_stripes,
    make_head_pen,
)


def draw_grandmother() -> str:
    """Draw a woman with a white bun, spectacles, and a plum shawl with a brooch."""
    pen = make_head_pen(64, 60, 27)
    body = pen.circle(0, -1.22, 0.44, HAIR_WHITE, INK, LINE_WIDTH) + pen.line(
        "M-.2 -1.4 Q0 -1.1 .24 -1.36", HAIR_GRAY, THIN_LINE_WIDTH
    )
    body += draw_hair(
        pen, "M-.6 -1 C-1.2 -.9 -1.1 .2 -.86 .5 L.86 .5 C1.1 .2 1.2 -.9 .6 -1 Q0 -1.3 -.6 -1 Z", HAIR_WHITE
    )
    body += draw_neck() + draw_shoulders(PLUM, 42)
    body += CARD_PEN.path(
        "M46 90 Q64 106 82 90 L93 100 Q80 114 64 121 Q48 114 35 100 Z", PLUM_DARK, INK, THIN_LINE_WIDTH * 1.2
    )
    body += CARD_PEN.path("M48 90 Q64 106 80 90 L72 98 L64 112 L56 98 Z", CREAM, INK, THIN_LINE_WIDTH)
    body += CARD_PEN.circle(64, 111, 5, GOLD, INK, FINE_LINE_WIDTH) + CARD_PEN.circle(64, 111, 2, RED, None)
    body += draw_face(pen, 0, brow=GRAY_DARK, traits=("wrinkles",))
    fringe = (
        "M-.8 -.1 C-.86 -.7 -.5 -1.06 0 -.98 C.5 -1.06 .86 -.7 .8 "
        "-.1 C.6 -.5 .3 -.72 0 -.74 C-.3 -.72 -.6 -.5 -.8 -.1 Z"
    )
    body += draw_hair(
        pen, fringe, HAIR_WHITE, "M0 -.94 L0 -.78 M-.4 -.9 Q-.6 -.7 -.7 -.4 M.4 -.9 Q.6 -.7 .7 -.4", HAIR_GRAY
    )
    return draw_medallion(body + draw_spectacles(pen) + draw_earrings(pen, GOLD, 0.1, 0.38), RED_LIGHT)


def draw_fisherman() -> str:
    """Draw a man with a navy cap, a grey beard and a striped jersey."""
    pen = make_head_pen(64, 60, 26)
    body = draw_neck("#dd9f70", 13) + draw_shoulders(WHITE, 40, 15) + draw_stripes(BLUE, (101, 111, 121))
    body += CARD_PEN.path("M42 88 Q64 106 86 88 L90 98 Q64 116 38 98 Z", BLUE_DARK, INK, THIN_LINE_WIDTH * 1.2)
    body += draw_face(
        pen,
        -0.3,
        brow=HAIR_GRAY,
        nose="round",
        traits=("wrinkles",),
        beard=draw_full_beard(pen, -0.3, HAIR_GRAY, 1.5, 0.75, GRAY_DARK),
        moustache=draw_moustache(pen, -0.3, HAIR_WHITE),
    )
    body += pen.path(
        "M-.98 -.4 C-1.1 -1.3 -.6 -1.66 0 -1.66 C.6 -1.66 1.1 -1.3 .98 -.4 Q0 -.76 -.98 -.4 Z", BLUE, INK, LINE_WIDTH
    )
    body += pen.path(
        "M-1.04 -.3 C-1.2 -.5 -1.14 -.8 -1 -.86 Q0 -1.2 1 -.86 C1.14 -.8 1.2 -.5 1.04 -.3 Q0 -.66 -1.04 -.3 Z",
        BLUE_DARK,
        INK,
        LINE_WIDTH,
    )
    body += pen.line(
        "M-.7 -.9 L-.68 -.56 M-.36 -.98 L-.34 -.64 M0 -1 L0 -.68 M.36 -.98 L.34 -.64 M.7 -.9 L.68 -.56",
        BLUE,
        THIN_LINE_WIDTH,
    )
    body += pen.circle(0, -1.72, 0.2, RED, INK, THIN_LINE_WIDTH)
    return draw_medallion(body, BLUE_LIGHT)


def draw_priest() -> str:
    """Draw a man with a round black hat, round glasses and a white collar."""
    pen = make_head_pen(64, 62, 26)
    body = draw_neck() + draw_shoulders(COAT_BLACK, 42, 14)
    body += CARD_PEN.path("M51 88 Q64 98 77 88 L78 98 Q64 107 50 98 Z", WHITE, INK, THIN_LINE_WIDTH)
    for y in (110, 119):
        body += CARD_PEN.circle(64, y, 2.4, COAT_BLACK_DARK, "#8f8678", 1)
    body += draw_hair(pen, "M-.8 -.5 C-1.05 -.2 -1 .3 -.84 .4 L.84 .4 C1 .3 1.05 -.2 .8 -.5 Z", HAIR_GRAY)
    body += draw_face(pen, 0.2, brow=GRAY_DARK, nose="round") + draw_spectacles(pen, 0.2)
    body += pen.path("M-.84 -.6 C-.9 -1.6 .9 -1.6 .84 -.6 Z", COAT_BLACK, INK, LINE_WIDTH)
    body += pen.path("M-.84 -.64 Q0 -.9 .84 -.64 L.86 -.86 Q0 -1.12 -.86 -.86 Z", RED_DARK, INK, FINE_LINE_WIDTH)
    body += pen.path("M-1.6 -.62 C-1 -.98 1 -.98 1.6 -.62 C1 -.3 -1 -.3 -1.6 -.62 Z", COAT_BLACK, INK, LINE_WIDTH)
    body += pen.line("M-1.3 -.64 C-.8 -.84 .8 -.84 1.3 -.64", "#8f8678", THIN_LINE_WIDTH)
    return draw_medallion(body, GOLD)


def draw_grandfather() -> str:
    """Draw a man with a flat cap, a great white moustache, a waistcoat and a kerchief."""
    pen = make_head_pen(64, 60, 27)
    body = (
        draw_neck()
        + draw_shoulders(WHITE, 42)
        + CARD_PEN.path("M30 108 L46 95 L64 121 Q40 121 30 108 Z", BROWN, INK, THIN_LINE_WIDTH * 1.2)
    )
    body += CARD_PEN.path("M98 108 L82 95 L64 121 Q88 121 98 108 Z", BROWN, INK, THIN_LINE_WIDTH * 1.2)
    body += CARD_PEN.path(
        "M46 90 Q64 104 82 90 L80 100 L68 101 L72 112 L64 106 L56 112 L60 101 L48 100 Z", RED, INK, THIN_LINE_WIDTH
    )
    body += draw_hair(pen, "M-.8 -.6 C-1.05 -.2 -1 .3 -.84 .4 L.84 .4 C1 .3 1.05 -.2 .8 -.6 Z", HAIR_WHITE)
    body += draw_face(pen, 0.3, brow=HAIR_GRAY, nose="round", traits=("wrinkles",))
    m = pen
    for side in (-1, 1):
        d = f"M.08 .36 C{0.08 + side * 0.2} .28 {0.08 + side * 0.5} .36 {0.08 + side * 0.74} .7 "
        d += f"C{0.08 + side * 0.5} .84 {0.08 + side * 0.14} .74 .08 .52 Z"
        body += m.path(d, HAIR_WHITE, INK, THIN_LINE_WIDTH)
    body += pen.path(
        "M-1 -.5 C-1.2 -1.2 -.5 -1.5 .2 -1.44 C.9 -1.44 1.26 -1 1.1 -.5 Q0 -.9 -1 -.5 Z", GREEN_DARK, INK, LINE_WIDTH
    )
    body += pen.path(
        "M-.7 -.66 C-.2 -1 .9 -.96 1.1 -.56 C1.2 -.36 1.3 -.3 1.2 -.2 C.6 -.54 -.1 -.56 -.7 -.36 Z",
        GREEN,
        INK,
        LINE_WIDTH,
    )
    body += pen.line("M.1 -1.4 Q.3 -1.1 .2 -.9", GREEN_LIGHT, THIN_LINE_WIDTH) + pen.circle(
        0.15, -1.46, 0.1, GREEN, INK, FINE_LINE_WIDTH
    )
    return draw_medallion(body, TAN)


def draw_professor() -> str:
    """Draw a bald man with grey tufts, a goatee and a red bow tie."""
    pen = make_head_pen(64, 60, 28)
    body = (
        draw_neck()
        + draw_shoulders(COAT_BLACK, 42)
        + CARD_PEN.path("M50 92 L64 121 L78 92 Z", WHITE, INK, THIN_LINE_WIDTH)
    )
    body += CARD_PEN.path(
        "M64 101 L48 94 L48 110 Z M64 101 L80 94 L80 110 Z", RED, INK, THIN_LINE_WIDTH
    ) + CARD_PEN.circle(64, 102, 4, RED_DARK, INK, THIN_LINE_WIDTH)
    for side in (-1, 1):
        d = (
            f"M{side * 0.7} -.5 C{side * 1.2} -.7 {side * 1.3} -.2 "
            f"{side * 1.12} 0 C{side * 1.3} .2 {side * 1.1} .5 {side * 0.74} .4 Z"
        )
        body += pen.path(d, HAIR_GRAY, INK, LINE_WIDTH * 0.9)
    body += draw_face(pen, -0.25, brow=GRAY_DARK, moustache=draw_moustache(pen, -0.25, HAIR_GRAY, 0.1))
    body += pen.path(
        "M-.3 .8 C-.2 .72 .1 .72 .2 .8 C.2 1.1 0 1.4 -.06 1.42 C-.14 1.4 -.3 1.1 -.3 .8 Z",
        HAIR_GRAY,
        INK,
        THIN_LINE_WIDTH,
    )
    body += pen.line("M-.3 -.72 Q0 -.82 .3 -.74", "#dd9f70", FINE_LINE_WIDTH) + pen.path(
        "M.2 -.9 Q.44 -.8 .5 -.6", "none", WHITE, THIN_LINE_WIDTH
    )
    return draw_medallion(
        body + draw_spectacles(pen, -0.25, 0.27, GOLD) + draw_spectacles(pen, -0.25, 0.28), GREEN_LIGHT
    )


def draw_innkeeper() -> str:
    """Draw a laughing round person with black curls, a green apron and a cloth on the shoulder."""
    pen = make_head_pen(64, 61, 29)
    body = draw_neck(half=14) + draw_shoulders(WHITE, 34, 18, 92)
    body += CARD_PEN.path("M44 104 Q64 112 84 104 L86 120 L42 120 Z", GREEN, INK, THIN_LINE_WIDTH * 1.2)
    body += CARD_PEN.line("M46 106 L42 92 M82 106 L86 92", GREEN, LINE_WIDTH * 1.4)
    body += CARD_PEN.path("M87 95 L101 102 L97 113 L85 112 Z", CREAM, INK, THIN_LINE_WIDTH) + CARD_PEN.line(
        "M88 106 L98 108", RED, LINE_WIDTH
    )
    curls = (
        "M-.86 .1 C-1.2 0 -1.2 -.4 -.96 -.5 C-1.16 -.8 -.9 -1.1 -.64 -1.04 C-.6 -1.36 -.14 -1.36 0 -1.16 "
        "C.14 -1.36 .6 -1.36 .64 -1.04 C.9 -1.1 1.16 -.8 .96 -.5 C1.2 -.4 1.2 0 .86 .1 Z"
    )
    body += draw_hair(pen, curls, HAIR_BLACK)
    body += draw_face(pen, 0, brow=INK, nose="round", mood="open") + draw_laugh(pen)
    body += draw_moustache(pen, 0, HAIR_BLACK, 0.22)
    body += pen.path(
        "M-.8 -.1 C-.9 -.5 -.7 -.86 -.4 -.9 Q0 -1.06 .4 -.9 C.7 -.86 .9 -.5 .8 -.1 C.7 -.5 .4 -.5 .3 -.66 "
        "C.1 -.5 -.1 -.5 -.26 -.66 C-.4 -.5 -.7 -.5 -.8 -.1 Z",
        HAIR_BLACK,
        INK,
        THIN_LINE_WIDTH,
    )
    return draw_medallion(body, ORANGE)


PORTRAIT_DRAWINGS = (draw_grandmother, draw_fisherman, draw_priest, draw_grandfather, draw_professor, draw_innkeeper)

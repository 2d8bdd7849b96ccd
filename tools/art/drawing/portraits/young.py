"""Portraits: the schoolgirl, the baker, the postwoman, the schoolboy, the barista, the seamstress and others."""

from ..figures import feather
from ..heads import face, moustache
from ..palette import (
    BLUE,
    BLUE_DARK,
    BLUE_LIGHT,
    BROWN,
    BROWN_DARK,
    CREAM,
    FINE,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    GREEN,
    GREEN_LIGHT,
    HAIR_BLACK,
    HAIR_BLOND,
    HAIR_RED,
    INK,
    LINE,
    PLUM,
    RED,
    RED_DARK,
    RED_LIGHT,
    SKIN_BROWN,
    STEEL,
    STEEL_LIGHT,
    TAN,
    THIN,
    WHITE,
)
from ..shapes import flower, leaf
from ..svg import CARD
from .medallion import earrings, head, laugh, locks, medallion, neck, shoulders


def schoolgirl() -> str:
    """Two plaits with red bows, freckles, a white collar."""
    pen = head(64, 63, 28)
    body = locks(pen, "M-.5 -1.04 C-1.2 -1 -1.1 0 -.9 .5 L.9 .5 C1.1 0 1.2 -1 .5 -1.04 Q0 -1.2 -.5 -1.04 Z", HAIR_RED)
    body += neck(half=8) + shoulders(BLUE, 52, 12, 93)
    body += CARD.path("M50 91 Q64 102 78 91 L84 104 L68 104 L64 99 L60 104 L44 104 Z", WHITE, INK, THIN)
    for side in (-1, 1):
        for i, (x, y) in enumerate(((1.0, 0.5), (1.1, 0.84), (1.1, 1.18))):
            body += pen.ellipse(side * x, y, 0.2 - 0.02 * i, 0.22, HAIR_RED, INK, THIN)
        body += pen.path(
            f"M{side * 1.1} 1.36 L{side * 0.86} 1.26 L{side * 0.86} 1.6 L{side * 1.1} 1.46 L{side * 1.34} 1.6 "
            f"L{side * 1.34} 1.26 Z",
            RED,
            INK,
            THIN,
        )
    body += face(pen, 0, brow=HAIR_RED, traits=("freckles", "lashes"), ears=False, mood="open") + laugh(pen, 0, True)
    fringe = (
        "M-.8 .1 C-.9 -.7 -.5 -1.1 0 -1.04 C.5 -1.1 .9 -.7 .8 .1 C.7 -.4 .5 -.5 "
        ".4 -.64 L.2 -.46 L0 -.66 L-.2 -.46 L-.4 -.64 C-.5 -.5 -.7 -.4 -.8 .1 Z"
    )
    return medallion(body + locks(pen, fringe, HAIR_RED), GOLD_LIGHT)


def baker() -> str:
    """A tall white cap, brown moustache, white jacket."""
    pen = head(64, 68, 25)
    body = neck(half=12) + shoulders(WHITE, 42, 16, 95)
    body += CARD.path("M48 94 Q64 108 80 94 L76 106 L64 112 L52 106 Z", RED, INK, THIN)
    for x, y in ((55, 116), (73, 116)):
        body += CARD.circle(x, y, 2.4, GOLD, INK, 1)
    body += locks(pen, "M-.8 -.5 C-1.05 -.2 -1 .3 -.84 .4 L.84 .4 C1 .3 1.05 -.2 .8 -.5 Z", BROWN)
    body += face(
        pen, 0.25, brow=BROWN_DARK, nose="round", mood="smile", moustache=moustache(pen, 0.25, BROWN_DARK, 0.3)
    )
    body += pen.path(
        "M-.8 -.7 C-1.7 -.9 -1.5 -1.9 -.8 -1.76 C-.6 -2.3 .6 -2.3 .8 -1.76 C1.5 -1.9 1.7 -.9 .8 -.7 Z", WHITE, INK, LINE
    )
    body += pen.line("M-.5 -1 Q-.6 -1.4 -.4 -1.6 M.1 -1 Q.1 -1.4 0 -1.7 M.6 -1 Q.7 -1.3 .6 -1.5", "#b3b1ad", THIN)
    body += pen.path(
        "M-.86 -.46 L-.86 -.96 Q0 -1.2 .86 -.96 L.86 -.46 Q0 -.74 -.86 -.46 Z", STEEL_LIGHT, INK, LINE * 0.9
    )
    return medallion(body, RED)


def postwoman() -> str:
    """Peaked blue cap with a golden horn, brown bob, the strap of her bag."""
    pen = head(64, 64, 26)
    body = locks(
        pen, "M-.7 -.8 C-1.3 -.4 -1.25 .6 -1.1 1 Q-.8 1.16 -.5 1 L.5 1 Q.8 1.16 1.1 1 C1.25 .6 1.3 -.4 .7 -.8 Z", BROWN
    )
    body += neck() + shoulders(BLUE, 44, 13, 92)
    body += CARD.path("M48 91 L64 108 L80 91 L86 100 L70 118 L64 110 L58 118 L42 100 Z", BLUE_DARK, INK, THIN)
    body += CARD.line("M37 103 Q54 110 74 119", INK, 7.5) + CARD.line("M37 103 Q54 110 74 119", TAN, 4.4)
    body += face(pen, -0.3, brow=BROWN_DARK, ears=False, traits=("lashes",))
    side = "M.2 -.8 C.7 -.6 .7 0 .76 .7 L1 .8 C1.1 .2 1.1 -.5 .8 -.9 Z"
    body += locks(pen, side, BROWN) + locks(
        pen, "M-.3 -.8 C-.7 -.6 -.8 0 -.84 .6 L-1.02 .7 C-1.1 .2 -1.1 -.5 -.8 -.9 Z", BROWN
    )
    body += pen.path("M-1 -.7 C-1.3 -1.3 -.8 -1.74 0 -1.74 C.8 -1.74 1.3 -1.3 1 -.7 Z", BLUE, INK, LINE)
    body += pen.path("M-.98 -.5 L-1 -.9 Q0 -1.16 1 -.9 L.98 -.5 Q0 -.8 -.98 -.5 Z", RED, INK, THIN * 1.2)
    body += pen.path("M-1.06 -.36 C-.9 -.66 .9 -.66 1.06 -.36 C.5 -.5 -.5 -.5 -1.06 -.36 Z", INK, INK, LINE)
    body += pen.circle(0, -1.28, 0.22, GOLD, INK, FINE) + pen.path("M-.1 -1.28 L.1 -1.38 L.1 -1.18 Z", RED_DARK, None)
    return medallion(body, GREEN_LIGHT)


def schoolboy() -> str:
    """Brown skin, unruly black curls, a gap in his teeth, a striped scarf."""
    pen = head(64, 62, 28)
    tuft = (
        "M-.84 .1 C-1.16 0 -1.1 -.4 -.96 -.5 C-1.3 -.8 -.9 -1.16 -.7 "
        "-1.06 C-.8 -1.5 -.2 -1.5 -.1 -1.2 C0 -1.6 .6 -1.5 .5 -1.16 "
        "C.9 -1.4 1.2 -.9 .96 -.66 C1.3 -.5 1.16 0 .84 .1 Z"
    )
    body = locks(pen, tuft, HAIR_BLACK) + neck(SKIN_BROWN, 9) + shoulders(GREEN, 50, 12, 92)
    body += CARD.path("M42 88 Q64 106 86 88 L90 100 Q64 118 38 100 Z", GOLD, INK, THIN * 1.2)
    body += CARD.path("M74 104 L86 99 L88 117 L76 119 Z", GOLD, INK, THIN * 1.2)
    body += CARD.line("M50 98 L46 106 M62 102 L61 110 M77 112 L86 110", RED, LINE * 1.3)
    body += face(pen, 0.15, skin=SKIN_BROWN, brow=INK, nose="straight", mood="open") + laugh(pen, 0.15, True)
    body += pen.path(
        "M-.8 0 C-.9 -.6 -.6 -.9 -.3 -.94 Q.1 -1.1 .5 -.9 C.8 -.7 "
        ".86 -.4 .8 0 C.7 -.3 .6 -.4 .4 -.5 C.3 -.7 .2 -.4 0 -.5 "
        "C-.1 -.7 -.3 -.36 -.5 -.5 C-.6 -.4 -.76 -.3 -.8 0 Z",
        HAIR_BLACK,
        INK,
        THIN,
    )
    return medallion(body, BLUE_LIGHT)


def barista() -> str:
    """Brown skin, a yellow headscarf tied above, hoops in her ears."""
    pen = head(64, 65, 27)
    body = pen.path("M-.2 -1.1 C-.9 -1.9 -.9 -1.2 -.3 -1 Z M.2 -1.1 C.9 -1.9 .9 -1.2 .3 -1 Z", GOLD, INK, LINE)
    body += neck(SKIN_BROWN, 9) + shoulders(RED, 46, 14, 92)
    body += CARD.path("M50 92 Q64 112 78 92 L76 90 L52 90 Z", SKIN_BROWN, INK, THIN)
    body += CARD.line("M52 94 Q64 106 76 94", GOLD, LINE)
    body += face(pen, -0.2, skin=SKIN_BROWN, brow=INK, traits=("lashes",), mood="open") + laugh(pen, -0.2)
    for side in (-1, 1):
        body += pen.circle(side * 0.84, 0.5, 0.2, "none", INK, LINE * 1.3) + pen.circle(
            side * 0.84, 0.5, 0.2, "none", GOLD, THIN
        )
    scarf = (
        "M-.86 -.14 C-1.1 -1 -.6 -1.36 0 -1.36 C.6 -1.36 1.1 -1 "
        ".86 -.14 C.6 -.6 .3 -.7 0 -.7 C-.3 -.7 -.6 -.6 -.86 -.14 Z"
    )
    body += pen.path(scarf, GOLD, INK, LINE)
    for x, y, colour in ((-0.6, -0.8, RED), (-0.2, -1.06, BLUE), (0.24, -0.98, RED), (0.62, -0.74, BLUE)):
        body += pen.circle(x, y, 0.12, colour, None)
    body += pen.circle(0, -1.3, 0.2, GOLD, INK, THIN)
    return medallion(body, PLUM)


def seamstress() -> str:
    """Dark hair in a high knot with a pin, a tape measure round her neck."""
    pen = head(64, 64, 27)
    body = pen.line("M-.8 -1.5 L.8 -1.1", INK, LINE * 1.4) + pen.circle(-0.86, -1.52, 0.12, RED, INK, FINE)
    body += locks(pen, "M-.5 -1 C-.7 -1.8 .7 -1.8 .5 -1 Z", HAIR_BLACK, "M-.3 -1.4 Q0 -1.2 .3 -1.44", "#6d6560")
    body += locks(pen, "M-.6 -1 C-1.2 -.8 -1 .2 -.86 .6 L.86 .6 C1 .2 1.2 -.8 .6 -1 Q0 -1.2 -.6 -1 Z", HAIR_BLACK)
    body += neck(half=9) + shoulders(GREEN, 48, 13, 93)
    tape = "M50 92 Q42 102 43 117 M78 92 Q86 102 85 117"
    body += CARD.line(tape, INK, 8.5) + CARD.line(tape, GOLD_LIGHT, 5)
    for x, y in ((45, 102), (43, 111), (83, 102), (85, 111)):
        body += CARD.line(f"M{x - 2} {y} L{x + 2} {y}", INK, FINE)
    body += CARD.path("M52 93 Q64 108 76 93 L72 90 L56 90 Z", WHITE, INK, THIN)
    body += face(pen, 0.35, brow=INK, traits=("lashes",), ears=False)
    body += locks(
        pen,
        "M-.84 .3 C-.96 -.7 -.5 -1.1 .1 -1.02 C.6 -1.02 .96 -.6 "
        ".84 .3 C.8 -.2 .7 -.5 .3 -.76 C-.1 -.4 -.7 -.4 -.84 .3 Z",
        HAIR_BLACK,
        "M.26 -.94 C0 -.6 -.4 -.5 -.66 -.3",
        "#6d6560",
    )
    return medallion(body + earrings(pen, RED, 0.1, 0.5), CREAM)


def bandsman() -> str:
    """The town band's horn player: kepi with a white plume, gold braid, fair moustache."""
    pen = head(64, 67, 25)
    body = neck(half=11) + shoulders(RED, 40, 15, 94)
    body += CARD.path("M48 92 Q64 104 80 92 L81 101 Q64 112 47 101 Z", BLUE_DARK, INK, THIN)
    for y in (110, 119):
        body += CARD.line(f"M48 {y} L80 {y}", GOLD, LINE) + CARD.circle(64, y, 3, GOLD, INK, 1)
    body += CARD.path(
        "M26 102 Q34 94 43 98 L41 106 Q32 104 26 112 Z M102 102 Q94 94 85 98 L87 106 Q96 104 102 112 Z", GOLD, INK, THIN
    )
    body += locks(pen, "M-.8 -.5 C-1.05 -.2 -1 .3 -.84 .4 L.84 .4 C1 .3 1.05 -.2 .8 -.5 Z", HAIR_BLOND)
    body += face(pen, 0, brow=BROWN, moustache=moustache(pen, 0, HAIR_BLOND, 0.3))
    body += feather(*pen.at(-0.1, -1.5), 20, -14, WHITE)
    body += pen.path("M-.9 -.5 L-.8 -1.6 Q0 -1.86 .8 -1.6 L.9 -.5 Q0 -.8 -.9 -.5 Z", BLUE_DARK, INK, LINE)
    body += pen.line("M-.8 -1.5 Q0 -1.76 .8 -1.5", GOLD, LINE) + pen.line("M-.86 -.76 Q0 -1.04 .86 -.76", GOLD, LINE)
    body += pen.path("M-1 -.36 C-.8 -.74 .8 -.74 1 -.36 C.5 -.54 -.5 -.54 -1 -.36 Z", INK, INK, LINE)
    body += pen.circle(0, -1.24, 0.22, GOLD, INK, FINE) + pen.circle(0, -1.24, 0.08, RED, None)
    return medallion(body, STEEL)


def gardener() -> str:
    """Broad straw hat with poppies, fair plait over her shoulder, green pinafore."""
    pen = head(64, 66, 25)
    body = locks(pen, "M-.7 -.6 C-1.1 -.2 -1 .6 -.8 .9 L.8 .9 C1 .6 1.1 -.2 .7 -.6 Z", HAIR_BLOND)
    body += neck(half=9) + shoulders(RED_LIGHT, 46, 13, 93)
    body += CARD.path("M46 98 L54 94 Q64 112 74 94 L82 98 L82 120 L46 120 Z", GREEN, INK, THIN * 1.2)
    body += face(pen, 0.3, brow=BROWN, traits=("freckles", "lashes"), ears=False, mood="smile")
    for px, py, r in ((86, 84, 6), (88, 94, 6), (88, 104, 5.4), (87, 113, 4.6)):
        body += CARD.circle(px, py, r, HAIR_BLOND, INK, THIN)
    body += locks(
        pen,
        "M-.8 .2 C-.86 -.4 -.6 -.7 0 -.7 C.6 -.7 .86 -.4 .8 .3 C.7 -.2 .5 -.4 .2 -.5 C-.1 -.3 -.6 -.3 -.8 .2 Z",
        HAIR_BLOND,
    )
    body += pen.path("M-.86 -.7 C-.8 -1.7 .8 -1.7 .86 -.7 Z", GOLD, INK, LINE)
    body += pen.path(
        "M-1.86 -.36 C-1.3 -1 1.3 -1 1.86 -.36 C1.2 -.3 .6 -.56 0 -.56 C-.6 -.56 -1.2 -.3 -1.86 -.36 Z", GOLD, INK, LINE
    )
    body += pen.line("M-1.4 -.46 C-.7 -.76 .7 -.76 1.4 -.46 M-.5 -1.2 Q0 -1.34 .5 -1.2", GOLD_DARK, THIN)
    body += pen.path("M-.86 -.76 Q0 -1 .86 -.76 L.84 -1 Q0 -1.24 -.84 -1 Z", RED_DARK, INK, FINE)
    x, y = pen.at(-0.56, -1)
    body += leaf(x, y, 13, 170, GREEN, FINE) + leaf(x, y, 12, 80, GREEN, FINE) + flower(x, y, 8, RED, INK)
    return medallion(body, BLUE_LIGHT)


PEOPLE = (schoolgirl, baker, postwoman, schoolboy, barista, seamstress, bandsman, gardener)

"""Bodies of the court cards of all decks: hands, arms, legs, shoes, fur, feathers, ground."""

from collections.abc import Sequence

from .palette import FINE_LINE_WIDTH, GREEN, GREEN_DARK, INK, LINE_WIDTH, SKIN, THIN_LINE_WIDTH, WHITE
from .shapes import make_tube_path
from .svg import CARD_PEN, Pen, Point

# ---------------------------------------------------------------- hands and limbs


def draw_fist(x: float, y: float, size: float = 9, turn: float = 0, flip: bool = False, skin: str = SKIN) -> str:
    """Draw a hand closed around an upright rod, with its fingertips on the left unless ``flip``."""
    pen = Pen(x, y, size, turn, flip)
    d = "M-.6 -1 C-1.15 -1 -1.25 -.62 -1.05 -.5 C-1.3 -.38 -1.3 -.02 -1.1 .05 C-1.3 .16 -1.25 .5 -1.02 .54 "
    d += "C-1.15 .7 -1 1 -.7 1 L.4 1 C.95 1 1.15 .55 1.1 0 C1.1 -.6 .8 -1 .3 -1 Z"
    body = pen.path(d, skin, INK, LINE_WIDTH * 0.85)
    for line_y in (-0.5, 0.05, 0.54):
        body += pen.line(f"M-1 {line_y} L-.05 {line_y}", INK, FINE_LINE_WIDTH)
    thumb = "M1 -.35 C.8 -.85 .2 -1.02 -.2 -.8 C-.5 -.6 -.2 -.34 .1 -.38 C.4 -.4 .5 -.1 .5 .2"
    return body + pen.path(thumb, skin, None) + pen.line(thumb, INK, FINE_LINE_WIDTH)


def draw_open_hand(x: float, y: float, size: float = 10, turn: float = 0, flip: bool = False, skin: str = SKIN) -> str:
    """Draw a hand with its fingers together, which point to the left at turn 0."""
    pen = Pen(x, y, size, turn, flip)
    d = "M1 -.6 C.5 -.8 .1 -.8 -.3 -.7 L-1.3 -.6 C-1.65 -.55 -1.65 -.25 -1.35 -.22 C-1.7 -.15 -1.7 .15 -1.35 .16 "
    d += "C-1.6 .25 -1.5 .52 -1.2 .5 C-1.3 .62 -1.2 .8 -.9 .76 L.1 .66 Q.6 .6 1 .55 Z"
    body = pen.path(d, skin, INK, LINE_WIDTH * 0.85)
    for y_line in (-0.22, 0.16, 0.5):
        body += pen.line(f"M-1.3 {y_line} L-.45 {y_line}", INK, FINE_LINE_WIDTH)
    thumb = "M.5 -.62 C.2 -1.2 -.3 -1.3 -.5 -1.12 C-.6 -.95 -.3 -.7 -.1 -.5"
    return body + pen.path(thumb, skin, INK, FINE_LINE_WIDTH * 1.2)


def draw_sleeve(
    points: Sequence[Point], widths: Sequence[float], fill: str, cuff: str = "", cuff_size: float = 6
) -> str:
    """Draw an arm in its sleeve from shoulder to wrist, with a cuff if it has a color."""
    body = CARD_PEN.path(make_tube_path(points, widths, 0.3), fill, INK, LINE_WIDTH)
    if cuff:
        (x0, y0), (x1, y1) = points[-2], points[-1]
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        dx, dy = (x1 - x0) / length, (y1 - y0) / length
        w = widths[-1] / 2 + 2.4
        a, b = (x1 - dx * cuff_size, y1 - dy * cuff_size), (x1 + dx * 2, y1 + dy * 2)
        d = f"M{a[0] - dy * w} {a[1] + dx * w} L{b[0] - dy * w} {b[1] + dx * w} "
        d += f"L{b[0] + dy * w} {b[1] - dx * w} L{a[0] + dy * w} {a[1] - dx * w} Z"
        body += CARD_PEN.path(d, cuff, INK, THIN_LINE_WIDTH * 1.1)
    return body


def draw_limb(points: Sequence[Point], widths: Sequence[float], fill: str) -> str:
    return CARD_PEN.path(make_tube_path(points, widths, 0.3), fill, INK, LINE_WIDTH)


def draw_shoe(x: float, y: float, size: float, fill: str, flip: bool = False, turn: float = 0) -> str:
    """Draw a shoe that points to the left, with the heel of its sole at (x, y)."""
    pen = Pen(x, y, size, turn, flip)
    d = "M.3 -.9 C.45 -.5 .4 -.2 .38 0 L-1.5 0 C-1.85 0 -1.8 -.4 -1.4 -.45 C-.9 -.5 -.7 -.7 -.5 -.95 Z"
    return pen.path(d, fill, INK, LINE_WIDTH * 0.85)


def draw_boot(x: float, y: float, size: float, height: float, fill: str, cuff: str, flip: bool = False) -> str:
    """Draw a boot that points to the left, with a turned-down top."""
    pen = Pen(x, y, size, 0, flip)
    top = -height / size
    d = f"M.42 {top} C.5 -.8 .5 -.2 .42 0 L-1.5 0 C-1.9 0 -1.8 -.48 -1.4 -.52 C-.9 -.6 -.62 -.8 -.6 -1.2 L-.62 {top} Z"
    body = pen.path(d, fill, INK, LINE_WIDTH * 0.9)
    d = f"M.52 {top + 0.35} L.56 {top - 0.18} L-.76 {top - 0.18} L-.72 {top + 0.35} Q-.1 {top + 0.5} .52 {top + 0.35} Z"
    return body + pen.path(d, cuff, INK, THIN_LINE_WIDTH)


# ---------------------------------------------------------------- dress and ground


def draw_ermine(d: str, spots: Sequence[Point], width: float = LINE_WIDTH * 0.9) -> str:
    """Draw white fur with black tails."""
    body = CARD_PEN.path(d, WHITE, INK, width)
    for x, y in spots:
        body += CARD_PEN.path(
            f"M{x} {y - 3.6} Q{x + 2.4} {y + 1} {x} {y + 3.6} Q{x - 2.4} {y + 1} {x} {y - 3.6} Z", INK, None
        )
    return body


def draw_diamonds(x: float, top: float, bottom: float, step: float, fills: Sequence[str], size: float = 7) -> str:
    """Draw a column of small rhombi."""
    body = ""
    y, i = top, 0
    while y <= bottom:
        d = f"M{x} {y - size * 1.25} L{x + size} {y} L{x} {y + size * 1.25} L{x - size} {y} Z"
        body += CARD_PEN.path(d, fills[i % len(fills)], INK, FINE_LINE_WIDTH)
        y, i = y + step, i + 1
    return body


def draw_ground(y: float = 326, blossom: str = WHITE) -> str:
    """Draw a green meadow at the bottom of the card, inside the frame, with a few small blossoms."""
    d = f"M17 {y + 4} Q60 {y - 5} 110 {y} Q160 {y + 4} 203 {y - 2} L203 336 Q203 343 196 343 L24 343 Q17 343 17 336 Z"
    body = CARD_PEN.path(d, GREEN, INK, THIN_LINE_WIDTH * 1.1)
    for x in (30, 74, 142, 186):
        body += CARD_PEN.line(
            f"M{x - 4} {y + 8} L{x - 5} {y + 3} M{x} {y + 9} L{x} {y + 2} M{x + 4} {y + 8} L{x + 6} {y + 4}",
            GREEN_DARK,
            FINE_LINE_WIDTH,
        )
    for x, dy in ((25, 10), (52, 12), (97, 11), (160, 12), (195, 9)):
        body += CARD_PEN.circle(x, y + dy, 2.2, blossom, INK, 1)
    return body


def draw_feather(x: float, y: float, length: float, turn: float, fill: str = WHITE, flip: bool = False) -> str:
    """Draw a curled plume that starts at (x, y); at turn 0 it points up and bends to the right."""
    pen = Pen(x, y, length, turn, flip)
    d = "M0 0 C-.22 -.3 -.2 -.75 .1 -.95 C.35 -1.08 .6 -.95 .58 -.72 C.5 -.8 .42 -.78 .38 -.7 C.4 -.5 .2 -.2 0 0 Z"
    return pen.path(d, fill, INK, THIN_LINE_WIDTH * 1.1) + pen.line(
        "M.02 -.1 C-.02 -.45 .1 -.7 .3 -.82", INK, FINE_LINE_WIDTH * 0.9
    )

"""Anatomy shared by the court cards: faces, beards, hands, arms, shoes, crowns, ground."""

from collections.abc import Sequence

from .palette import (
    BLUSH,
    FINE,
    GOLD_LIGHT,
    GREEN,
    GREEN_DARK,
    INK,
    LINE,
    LIP,
    RED,
    SKIN,
    SKIN_BROWN,
    SKIN_BROWN_SHADE,
    SKIN_SHADE,
    THIN,
    WHITE,
)
from .shapes import tube
from .svg import CARD, Pen, Point

SHADES = {SKIN: SKIN_SHADE, SKIN_BROWN: SKIN_BROWN_SHADE}
CHEEKS = {SKIN: BLUSH, SKIN_BROWN: "#b5693f"}


# ---------------------------------------------------------------- heads
# A head lies in local units: chin at y = 1, crown of the skull at y = -1, cheeks at x = -.75 and .75.
# look turns the face: -1 three quarters to the left, 0 to the front, 1 three quarters to the right.


def face(
    pen: Pen,
    look: float = 0,
    skin: str = SKIN,
    brow: str = INK,
    mood: str = "smile",
    beard: str = "",
    moustache: str = "",
    ears: bool = True,
) -> str:
    """A face with its features; beard and moustache are already drawn outlines, laid under the features."""
    shade = SHADES[skin]
    body = ""
    if ears:
        for side in (-1, 1):
            if side * look > 0.3:
                continue
            body += pen.ellipse(side * 0.74 - look * 0.04, 0.06, 0.14, 0.22, skin, INK, THIN)
    jaw = 0.13 * look
    outline = f"M-.72 -.5 C-.78 0 {-0.7 + jaw * 0.6} .6 {jaw - 0.3} .92 Q{jaw} 1.08 {jaw + 0.3} .92 "
    outline += f"C{0.7 + jaw * 0.6} .6 .78 0 .72 -.5 C.62 -1.05 -.62 -1.05 -.72 -.5 Z"
    body += pen.path(outline, skin, INK, LINE * 0.9)
    body += beard
    middle = 0.27 * look
    for side in (-1, 1):
        near = 1.0 if side * look <= 0 else 1 - 0.25 * abs(look)
        x = middle + side * 0.31 * near
        body += pen.circle(x + side * 0.1 * near, 0.34, 0.13 * near, CHEEKS[skin], None)
        half = 0.17 * near
        body += pen.path(
            f"M{x - half} .02 Q{x} -.2 {x + half} .02 Q{x} .15 {x - half} .02 Z", WHITE, INK, FINE * 0.9
        )
        body += pen.circle(x + look * 0.06, 0.0, 0.085, INK, None)
        raised = {"smile": -0.06, "stern": 0.08, "open": -0.12}[mood]
        inner, outer = x - side * half * 1.2, x + side * half * 1.25
        body += pen.line(
            f"M{inner} {-0.22 + raised} Q{x} {-0.36 + raised * 0.3} {outer} {-0.22 - raised * 0.2}",
            brow,
            THIN * 1.1,
        )
    body += _nose(pen, look, middle, shade)
    mouth = middle * 0.9 + jaw * 0.2
    if mood == "stern":
        body += pen.line(f"M{mouth - 0.2} .62 Q{mouth} .56 {mouth + 0.2} .62", LIP, THIN * 1.1)
        body += pen.line(f"M{mouth - 0.08} .74 L{mouth + 0.08} .74", shade, FINE)
    elif mood == "open":
        body += pen.path(
            f"M{mouth - 0.2} .54 Q{mouth} .6 {mouth + 0.2} .54 Q{mouth} .86 {mouth - 0.2} .54 Z",
            LIP,
            INK,
            FINE,
        )
    else:
        body += pen.line(f"M{mouth - 0.24} .55 Q{mouth} .75 {mouth + 0.24} .55", LIP, THIN * 1.2)
    return body + moustache


def _nose(pen: Pen, look: float, middle: float, shade: str) -> str:
    if abs(look) < 0.25:
        return pen.line(
            f"M{middle - 0.05} -.14 L{middle - 0.12} .26 Q{middle} .38 {middle + 0.12} .26", shade, THIN
        )
    tip = middle + 0.22 * look
    near = middle - 0.02 * look
    d = f"M{middle + 0.06 * look} -.16 Q{middle + 0.1 * look} .1 {tip} .26 Q{tip} .37 {near} .34"
    return pen.line(d, shade, THIN * 1.1)


def full_beard(
    pen: Pen, look: float, fill: str, length: float = 2.0, point: float = 0.35, strands: str = INK
) -> str:
    """A beard from ear to ear; length is its tip's y, point how wide it stays near the tip."""
    m = 0.2 * look
    d = f"M-.76 .0 C-.86 .8 {m - point - 0.25} {length * 0.8} {m - point * 0.4} {length} "
    d += f"Q{m} {length + 0.1} {m + point * 0.4} {length} C{m + point + 0.25} {length * 0.8} .86 .8 .76 .0 "
    d += f"C.7 .3 {m + 0.5} .44 {m + 0.3} .42 Q{m} .36 {m - 0.3} .42 C{m - 0.5} .44 -.7 .3 -.76 0 Z"
    body = pen.path(d, fill, INK, LINE * 0.9)
    for x in (-0.42, -0.16, 0.14, 0.4):
        start = 0.95 if abs(x) < 0.3 else 0.72
        d = f"M{m + x} {start} Q{m + x * 1.05} {(start + length) / 2} {m + x * point * 0.9} {length * 0.9}"
        body += pen.line(d, strands, FINE * 0.9)
    return body


def moustache(pen: Pen, look: float, fill: str, curl: float = 0.0) -> str:
    """Two swept halves under the nose; curl lifts the tips."""
    m = 0.27 * look * 0.95
    body = ""
    for side in (-1, 1):
        reach = 0.52 * (1 - 0.22 * max(0.0, side * look))
        x = m + side * reach
        d = f"M{m} .42 C{m + side * 0.16} .34 {m + side * 0.3} .4 {x} {0.56 - curl} "
        d += f"C{m + side * 0.34} {0.7 - curl * 0.3} {m + side * 0.12} .62 {m} .5 Z"
        body += pen.path(d, fill, INK, FINE)
    return body


def crown(
    pen: Pen, fill: str = "url(#goldbar)", band: str = RED, points: int = 5, height: float = 1.0
) -> str:
    """A royal crown; its lower edge curves from (-.86, 0) to (.86, 0)."""
    base = "M-.86 0"
    tips: list[Point] = []
    spread = 1.08
    for i in range(points):
        u = -1 + 2 * i / (points - 1)
        tips.append((u * spread, -height * (1.0 - 0.28 * abs(u))))
    d = base
    for i, (x, y) in enumerate(tips):
        if i:
            px, _ = tips[i - 1]
            d += f" L{(px + x) / 2 * 0.92} {-height * 0.48}"
        d += f" L{x} {y}"
    d += " L.86 0 Q0 .3 -.86 0 Z"
    body = pen.path(d, fill, INK, LINE)
    body += pen.path("M-.86 0 Q0 .3 .86 0 L.9 -.3 Q0 0 -.9 -.3 Z", band, INK, THIN)
    for x in (-0.5, 0, 0.5):
        body += pen.circle(x, -0.02 - abs(x) * 0.12, 0.085, GOLD_LIGHT, None)
    for x, y in tips:
        body += pen.circle(x, y, 0.14, WHITE, INK, FINE)
    return body


# ---------------------------------------------------------------- hands and limbs


def fist(x: float, y: float, size: float = 9, turn: float = 0, flip: bool = False, skin: str = SKIN) -> str:
    """A hand closed round an upright rod; the fingers' ends lie to the left unless flipped."""
    pen = Pen(x, y, size, turn, flip)
    d = "M-.6 -1 C-1.15 -1 -1.25 -.62 -1.05 -.5 C-1.3 -.38 -1.3 -.02 -1.1 .05 C-1.3 .16 -1.25 .5 -1.02 .54 "
    d += "C-1.15 .7 -1 1 -.7 1 L.4 1 C.95 1 1.15 .55 1.1 0 C1.1 -.6 .8 -1 .3 -1 Z"
    body = pen.path(d, skin, INK, LINE * 0.85)
    for line_y in (-0.5, 0.05, 0.54):
        body += pen.line(f"M-1 {line_y} L-.05 {line_y}", INK, FINE)
    thumb = "M1 -.35 C.8 -.85 .2 -1.02 -.2 -.8 C-.5 -.6 -.2 -.34 .1 -.38 C.4 -.4 .5 -.1 .5 .2"
    return body + pen.path(thumb, skin, None) + pen.line(thumb, INK, FINE)


def open_hand(
    x: float, y: float, size: float = 10, turn: float = 0, flip: bool = False, skin: str = SKIN
) -> str:
    """A hand with its fingers together, pointing to the left before turning; the wrist at the right."""
    pen = Pen(x, y, size, turn, flip)
    d = (
        "M1 -.6 C.5 -.8 .1 -.8 -.3 -.7 L-1.3 -.6 "
        "C-1.65 -.55 -1.65 -.25 -1.35 -.22 C-1.7 -.15 -1.7 .15 -1.35 .16 "
    )
    d += "C-1.6 .25 -1.5 .52 -1.2 .5 C-1.3 .62 -1.2 .8 -.9 .76 L.1 .66 Q.6 .6 1 .55 Z"
    body = pen.path(d, skin, INK, LINE * 0.85)
    for y_line in (-0.22, 0.16, 0.5):
        body += pen.line(f"M-1.3 {y_line} L-.45 {y_line}", INK, FINE)
    thumb = "M.5 -.62 C.2 -1.2 -.3 -1.3 -.5 -1.12 C-.6 -.95 -.3 -.7 -.1 -.5"
    return body + pen.path(thumb, skin, INK, FINE * 1.2)


def sleeve(
    points: Sequence[Point], widths: Sequence[float], fill: str, cuff: str = "", cuff_size: float = 6
) -> str:
    """An arm in its sleeve from shoulder to wrist, with a cuff at the wrist if a colour is given."""
    body = CARD.path(tube(points, widths, 0.3), fill, INK, LINE)
    if cuff:
        (x0, y0), (x1, y1) = points[-2], points[-1]
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        dx, dy = (x1 - x0) / length, (y1 - y0) / length
        w = widths[-1] / 2 + 2.4
        a, b = (x1 - dx * cuff_size, y1 - dy * cuff_size), (x1 + dx * 2, y1 + dy * 2)
        d = f"M{a[0] - dy * w} {a[1] + dx * w} L{b[0] - dy * w} {b[1] + dx * w} "
        d += f"L{b[0] + dy * w} {b[1] - dx * w} L{a[0] + dy * w} {a[1] - dx * w} Z"
        body += CARD.path(d, cuff, INK, THIN * 1.1)
    return body


def limb(points: Sequence[Point], widths: Sequence[float], fill: str) -> str:
    return CARD.path(tube(points, widths, 0.3), fill, INK, LINE)


def shoe(x: float, y: float, size: float, fill: str, flip: bool = False, turn: float = 0) -> str:
    """A shoe pointing left, its sole's heel at (x, y)."""
    pen = Pen(x, y, size, turn, flip)
    d = "M.3 -.9 C.45 -.5 .4 -.2 .38 0 L-1.5 0 C-1.85 0 -1.8 -.4 -1.4 -.45 C-.9 -.5 -.7 -.7 -.5 -.95 Z"
    return pen.path(d, fill, INK, LINE * 0.85)


def boot(x: float, y: float, size: float, height: float, fill: str, cuff: str, flip: bool = False) -> str:
    """A boot pointing left with a turned-down top."""
    pen = Pen(x, y, size, 0, flip)
    top = -height / size
    d = (
        f"M.42 {top} C.5 -.8 .5 -.2 .42 0 L-1.5 0 C-1.9 0 -1.8 "
        f"-.48 -1.4 -.52 C-.9 -.6 -.62 -.8 -.6 -1.2 L-.62 {top} Z"
    )
    body = pen.path(d, fill, INK, LINE * 0.9)
    d = (
        f"M.52 {top + 0.35} L.56 {top - 0.18} L-.76 {top - 0.18} "
        f"L-.72 {top + 0.35} Q-.1 {top + 0.5} .52 {top + 0.35} Z"
    )
    return body + pen.path(d, cuff, INK, THIN)


# ---------------------------------------------------------------- dress and ground


def ermine(d: str, spots: Sequence[Point], width: float = LINE * 0.9) -> str:
    """White fur with black tails."""
    body = CARD.path(d, WHITE, INK, width)
    for x, y in spots:
        body += CARD.path(
            f"M{x} {y - 3.6} Q{x + 2.4} {y + 1} {x} {y + 3.6} Q{x - 2.4} {y + 1} {x} {y - 3.6} Z", INK, None
        )
    return body


def diamonds(x: float, top: float, bottom: float, step: float, fills: Sequence[str], size: float = 7) -> str:
    """A column of small rhombi."""
    body = ""
    y, i = top, 0
    while y <= bottom:
        d = f"M{x} {y - size * 1.25} L{x + size} {y} L{x} {y + size * 1.25} L{x - size} {y} Z"
        body += CARD.path(d, fills[i % len(fills)], INK, FINE)
        y, i = y + step, i + 1
    return body


def ground(y: float = 326) -> str:
    """A green meadow along the foot of the card, inside the frame."""
    d = (
        f"M17 {y + 4} Q60 {y - 5} 110 {y} Q160 {y + 4} 203 {y - 2} "
        f"L203 336 Q203 343 196 343 L24 343 Q17 343 17 336 Z"
    )
    body = CARD.path(d, GREEN, INK, THIN * 1.1)
    for x in (30, 74, 142, 186):
        body += CARD.line(
            f"M{x - 4} {y + 8} L{x - 5} {y + 3} M{x} {y + 9} L{x} {y + 2} M{x + 4} {y + 8} L{x + 6} {y + 4}",
            GREEN_DARK,
            FINE,
        )
    return body


def feather(x: float, y: float, length: float, turn: float, fill: str = WHITE, flip: bool = False) -> str:
    """A curled plume growing from (x, y); upwards and bending to the right before turning."""
    pen = Pen(x, y, length, turn, flip)
    d = (
        "M0 0 C-.22 -.3 -.2 -.75 .1 -.95 C.35 -1.08 .6 -.95 .58 -.72 "
        "C.5 -.8 .42 -.78 .38 -.7 C.4 -.5 .2 -.2 0 0 Z"
    )
    return pen.path(d, fill, INK, THIN * 1.1) + pen.line(
        "M.02 -.1 C-.02 -.45 .1 -.7 .3 -.82", INK, FINE * 0.9
    )

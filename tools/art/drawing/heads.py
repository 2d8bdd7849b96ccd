"""Heads of the court cards of all decks: faces, beards, moustaches, crowns."""

from collections.abc import Collection

from .palette import (
    BLUSH,
    FINE_LINE_WIDTH,
    GOLD_LIGHT,
    INK,
    LINE_WIDTH,
    LIP,
    RED,
    SKIN,
    SKIN_BROWN,
    SKIN_BROWN_SHADE,
    SKIN_SHADE,
    THIN_LINE_WIDTH,
    WHITE,
)
from .svg import Pen, Point

SHADE_BY_SKIN = {SKIN: SKIN_SHADE, SKIN_BROWN: SKIN_BROWN_SHADE}
CHEEK_COLOR_BY_SKIN = {SKIN: BLUSH, SKIN_BROWN: "#b5693f"}


# A head is in local units: chin at y = 1, crown of the skull at y = -1, cheeks at x = -.75 and .75.
# A turn of -1 shows the face three quarters to the left, 0 from the front, 1 three quarters to the right.


def draw_face(
    pen: Pen,
    turn: float = 0,
    skin: str = SKIN,
    brow: str = INK,
    mood: str = "smile",
    beard: str = "",
    moustache: str = "",
    ears: bool = True,
    nose: str = "straight",
    traits: Collection[str] = (),
) -> str:
    """Draw a face with its features. ``beard`` and ``moustache`` are drawings, placed below and above them.

    ``mood``: "smile", "stern" or "open" (the mouth); ``nose``: "straight", "hook" or "round"; ``traits``: any of
    "wrinkles", "freckles", "lashes", "narrow" (eyes).
    """
    shade = SHADE_BY_SKIN[skin]
    body = ""
    if ears:
        for side in (-1, 1):
            if side * turn > 0.3:
                continue
            body += pen.ellipse(side * 0.74 - turn * 0.04, 0.06, 0.14, 0.22, skin, INK, THIN_LINE_WIDTH)
    jaw = 0.13 * turn
    outline = f"M-.72 -.5 C-.78 0 {-0.7 + jaw * 0.6} .6 {jaw - 0.3} .92 Q{jaw} 1.08 {jaw + 0.3} .92 "
    outline += f"C{0.7 + jaw * 0.6} .6 .78 0 .72 -.5 C.62 -1.05 -.62 -1.05 -.72 -.5 Z"
    body += pen.path(outline, skin, INK, LINE_WIDTH * 0.9)
    body += beard
    middle = 0.27 * turn
    for side in (-1, 1):
        near = 1.0 if side * turn <= 0 else 1 - 0.25 * abs(turn)
        x = middle + side * 0.31 * near
        body += pen.circle(x + side * 0.1 * near, 0.34, 0.13 * near, CHEEK_COLOR_BY_SKIN[skin], None)
        half = 0.17 * near
        lid, floor = (-0.12, 0.1) if "narrow" in traits else (-0.2, 0.15)
        eye = f"M{x - half} .02 Q{x} {lid} {x + half} .02 Q{x} {floor} {x - half} .02 Z"
        body += pen.path(eye, WHITE, INK, FINE_LINE_WIDTH * 0.9)
        body += pen.circle(x + turn * 0.06, 0.0, 0.085, INK, None)
        if "lashes" in traits:
            body += pen.line(f"M{x + side * half} .02 L{x + side * (half + 0.09)} -.06", INK, FINE_LINE_WIDTH)
        if "wrinkles" in traits:
            body += pen.line(f"M{x - half} .19 Q{x} .27 {x + half} .19", shade, FINE_LINE_WIDTH)
        if "freckles" in traits:
            for dx, dy in ((-0.06, 0.24), (0.05, 0.27), (0.0, 0.34), (0.12, 0.21), (-0.1, 0.33)):
                body += pen.circle(x + dx, dy, 0.025, shade, None)
        raised = {"smile": -0.06, "stern": 0.08, "open": -0.12}[mood]
        inner, outer = x - side * half * 1.2, x + side * half * 1.25
        body += pen.line(
            f"M{inner} {-0.22 + raised} Q{x} {-0.36 + raised * 0.3} {outer} {-0.22 - raised * 0.2}",
            brow,
            THIN_LINE_WIDTH * 1.1,
        )
    body += _draw_nose(pen, turn, middle, skin, nose)
    mouth = middle * 0.9 + jaw * 0.2
    if mood == "stern":
        body += pen.line(f"M{mouth - 0.2} .62 Q{mouth} .56 {mouth + 0.2} .62", LIP, THIN_LINE_WIDTH * 1.1)
        body += pen.line(f"M{mouth - 0.08} .74 L{mouth + 0.08} .74", shade, FINE_LINE_WIDTH)
    elif mood == "open":
        body += pen.path(
            f"M{mouth - 0.2} .54 Q{mouth} .6 {mouth + 0.2} .54 Q{mouth} .86 {mouth - 0.2} .54 Z",
            LIP,
            INK,
            FINE_LINE_WIDTH,
        )
    else:
        body += pen.line(f"M{mouth - 0.24} .55 Q{mouth} .75 {mouth + 0.24} .55", LIP, THIN_LINE_WIDTH * 1.2)
    return body + moustache


def _draw_nose(pen: Pen, turn: float, middle: float, skin: str, kind: str) -> str:
    shade = SHADE_BY_SKIN[skin]
    bridge, tip = middle + 0.06 * turn, middle + 0.22 * turn
    if kind == "round":
        body = pen.line(
            f"M{middle - 0.04} -.12 Q{middle + 0.04 * turn} 0 {middle + 0.08 * turn} .1", shade, THIN_LINE_WIDTH
        )
        return body + pen.ellipse(middle + 0.13 * turn, 0.22, 0.15, 0.13, BLUSH, shade, THIN_LINE_WIDTH)
    if abs(turn) < 0.25:
        d = f"M{middle - 0.05} -.14 L{middle - 0.12} .26 Q{middle} .38 {middle + 0.12} .26"
        return pen.line(d, shade, THIN_LINE_WIDTH)
    near = middle - 0.02 * turn
    if kind == "hook":
        d = f"M{middle - 0.03 * turn} -.1 Q{tip} .02 {tip} .32 "
        d += f"Q{tip - 0.06 * turn} .37 {near - 0.04 * turn} .3"
        return pen.line(d, shade, THIN_LINE_WIDTH * 1.2)
    return pen.line(
        f"M{bridge} -.16 Q{middle + 0.1 * turn} .1 {tip} .26 Q{tip} .37 {near} .34", shade, THIN_LINE_WIDTH * 1.1
    )


def draw_full_beard(
    pen: Pen, turn: float, fill: str, length: float = 2.0, point: float = 0.35, strands: str = INK
) -> str:
    """Draw a beard from ear to ear; ``length``: the y of its tip; ``point``: its width near the tip."""
    m = 0.2 * turn
    d = f"M-.76 .0 C-.86 .8 {m - point - 0.25} {length * 0.8} {m - point * 0.4} {length} "
    d += f"Q{m} {length + 0.1} {m + point * 0.4} {length} C{m + point + 0.25} {length * 0.8} .86 .8 .76 .0 "
    d += f"C.7 .3 {m + 0.5} .44 {m + 0.3} .42 Q{m} .36 {m - 0.3} .42 C{m - 0.5} .44 -.7 .3 -.76 0 Z"
    body = pen.path(d, fill, INK, LINE_WIDTH * 0.9)
    for x in (-0.42, -0.16, 0.14, 0.4):
        start = 0.95 if abs(x) < 0.3 else 0.72
        d = f"M{m + x} {start} Q{m + x * 1.05} {(start + length) / 2} {m + x * point * 0.9} {length * 0.9}"
        body += pen.line(d, strands, FINE_LINE_WIDTH * 0.9)
    return body


def draw_moustache(pen: Pen, turn: float, fill: str, curl: float = 0.0) -> str:
    """Draw the two halves of a moustache below the nose; ``curl`` lifts its tips."""
    m = 0.27 * turn * 0.95
    body = ""
    for side in (-1, 1):
        reach = 0.52 * (1 - 0.22 * max(0.0, side * turn))
        x = m + side * reach
        d = f"M{m} .42 C{m + side * 0.16} .34 {m + side * 0.3} .4 {x} {0.56 - curl} "
        d += f"C{m + side * 0.34} {0.7 - curl * 0.3} {m + side * 0.12} .62 {m} .5 Z"
        body += pen.path(d, fill, INK, FINE_LINE_WIDTH)
    return body


def draw_crown(pen: Pen, fill: str = "url(#goldbar)", band: str = RED, points: int = 5, height: float = 1.0) -> str:
    """Draw a royal crown, whose lower edge curves from (-.86, 0) to (.86, 0)."""
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
    body = pen.path(d, fill, INK, LINE_WIDTH)
    body += pen.path("M-.86 0 Q0 .3 .86 0 L.9 -.3 Q0 0 -.9 -.3 Z", band, INK, THIN_LINE_WIDTH)
    for x in (-0.5, 0, 0.5):
        body += pen.circle(x, -0.02 - abs(x) * 0.12, 0.085, GOLD_LIGHT, None)
    for x, y in tips:
        body += pen.circle(x, y, 0.14, WHITE, INK, FINE_LINE_WIDTH)
    return body

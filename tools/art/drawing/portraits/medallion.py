"""The round frame of a portrait, the shoulders in it, and spectacles, earrings and hair."""

from collections.abc import Sequence
from math import radians

from ..palette import FINE_LINE_WIDTH, GOLD, GOLD_DARK, INK, LINE_WIDTH, SKIN, THIN_LINE_WIDTH, WHITE
from ..shapes import get_polar_point, make_curve_path
from ..svg import CARD_PEN, Pen, Point, make_document

SIZE = 128
MIDDLE = SIZE / 2
RADIUS = 59.0


def draw_medallion(body: str, ground: str) -> str:
    """Draw a portrait on a colored disc, with a gold ring that covers its edge."""
    disc = CARD_PEN.circle(MIDDLE, MIDDLE, RADIUS, ground, None)
    ring = CARD_PEN.circle(MIDDLE, MIDDLE, RADIUS, "none", INK, 8.5)
    ring += CARD_PEN.circle(MIDDLE, MIDDLE, RADIUS, "none", GOLD, 4.6) + CARD_PEN.circle(
        MIDDLE, MIDDLE, 60.6, "none", GOLD_DARK, 1
    )
    return make_document(disc + body + ring, SIZE, SIZE)


def make_head_pen(x: float = MIDDLE, y: float = 62, size: float = 27) -> Pen:
    """Return the pen for a head (see `heads`); the chin is one ``size`` below (x, y)."""
    return Pen(x, y, size)


def _list_rim_points(start: float, end: float, count: int = 8) -> list[Point]:
    """Return points on the ring between two angles in degrees, clockwise from the right."""
    return [
        get_polar_point(MIDDLE, MIDDLE, RADIUS, radians(start + (end - start) * i / count)) for i in range(count + 1)
    ]


def draw_shoulders(fill: str, slope: float = 46, neck: float = 13, top: float = 90) -> str:
    """Draw a body from the neck to the ring.

    ``slope``: the place where the shoulders meet the ring, in degrees below its middle.
    """
    arc = _list_rim_points(slope, 180 - slope)
    (xr, yr), (xl, yl) = arc[0], arc[-1]
    reach = MIDDLE - neck - xl
    d = f"M{xl} {yl} C{xl + 3} {yl - 12} {xl + reach * 0.35} {top + 8} {MIDDLE - neck} {top} L{MIDDLE + neck} {top} "
    d += f"C{xr - reach * 0.35} {top + 8} {xr - 3} {yr - 12} {xr} {yr} "
    return CARD_PEN.path(d + make_curve_path(arc).replace("M", "L", 1) + " Z", fill, INK, LINE_WIDTH)


def draw_neck(skin: str = SKIN, half: float = 10) -> str:
    d = f"M{MIDDLE - half} 76 L{MIDDLE - half} 94 Q{MIDDLE} 104 {MIDDLE + half} 94 L{MIDDLE + half} 76 Z"
    return CARD_PEN.path(d, skin, INK, LINE_WIDTH * 0.9)


def draw_hair(pen: Pen, d: str, fill: str, strands: str = "", color: str = INK) -> str:
    """Draw a mass of hair with a few strands."""
    body = pen.path(d, fill, INK, LINE_WIDTH)
    return body + (pen.line(strands, color, FINE_LINE_WIDTH) if strands else "")


def draw_spectacles(pen: Pen, turn: float = 0, r: float = 0.25, rim: str = INK) -> str:
    """Draw round glasses on the eyes of the face."""
    m = 0.27 * turn
    body = pen.line(f"M{m - 0.12} 0 Q{m} -.1 {m + 0.12} 0", rim, THIN_LINE_WIDTH)
    body += pen.line(f"M{m - 0.56} -.02 L-.76 -.08 M{m + 0.56} -.02 L.76 -.08", rim, THIN_LINE_WIDTH)
    return body + "".join(pen.circle(m + side * 0.33, 0.02, r, "none", rim, THIN_LINE_WIDTH) for side in (-1, 1))


def draw_earrings(pen: Pen, fill: str = GOLD, r: float = 0.12, y: float = 0.46) -> str:
    return "".join(pen.circle(side * 0.8, y, r, fill, INK, FINE_LINE_WIDTH) for side in (-1, 1))


def draw_laugh(pen: Pen, turn: float = 0, gap: bool = False) -> str:
    """Draw a broad smile with teeth over the mouth of the face; ``gap`` leaves a tooth out."""
    m = 0.27 * turn
    body = pen.path(
        f"M{m - 0.32} .5 Q{m} .62 {m + 0.32} .5 Q{m + 0.22} .86 {m} .86 Q{m - 0.22} .86 {m - 0.32} .5 Z",
        "#8f2213",
        INK,
        FINE_LINE_WIDTH,
    )
    body += pen.path(f"M{m - 0.25} .545 Q{m} .63 {m + 0.25} .545 L{m + 0.2} .66 Q{m} .72 {m - 0.2} .66 Z", WHITE, None)
    return body + (pen.path(f"M{m + 0.0} .57 L{m + 0.1} .57 L{m + 0.1} .7 L{m} .7 Z", "#8f2213", None) if gap else "")


def draw_stripes(fill: str, heights: Sequence[float], width: float = 5) -> str:
    """Draw bent bands across the body, inside the ring."""
    body = ""
    for y in heights:
        half = (RADIUS**2 - (y - MIDDLE) ** 2) ** 0.5 - 1
        body += CARD_PEN.line(f"M{MIDDLE - half} {y} Q{MIDDLE} {y + 8} {MIDDLE + half} {y}", fill, width)
    return body

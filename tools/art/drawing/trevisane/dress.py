"""Pieces of the divided court figures: trunks cut at the middle of the card, collars, buttons, stripes."""

from collections.abc import Sequence

from ..palette import FINE_LINE_WIDTH, INK, LINE_WIDTH, THIN_LINE_WIDTH, WHITE
from ..svg import CARD_PEN, Point

TRUNK_BOTTOM_Y = 182.0
"""The y at which a half figure ends, below the dividing band."""


def draw_trunk(cx: float, top: float, shoulder: float, waist: float, fill: str) -> str:
    """Draw a body from the neck at (cx, top) down to the cut; ``shoulder`` and ``waist``: half widths."""
    d = f"M{cx - shoulder * 0.45} {top} Q{cx} {top - 9} {cx + shoulder * 0.45} {top} "
    d += f"C{cx + shoulder} {top + 4} {cx + shoulder * 1.04} {top + 22} {cx + waist} {TRUNK_BOTTOM_Y} "
    d += (
        f"L{cx - waist} {TRUNK_BOTTOM_Y} C{cx - shoulder * 1.04} {top + 22} "
        f"{cx - shoulder} {top + 4} {cx - shoulder * 0.45} {top} Z"
    )
    return CARD_PEN.path(d, fill, INK, LINE_WIDTH)


def draw_panel(cx: float, top: float, above: float, below: float, fill: str) -> str:
    """Draw a straight strip down the middle of a trunk."""
    d = f"M{cx - above} {top} L{cx + above} {top} L{cx + below} {TRUNK_BOTTOM_Y} L{cx - below} {TRUNK_BOTTOM_Y} Z"
    return CARD_PEN.path(d, fill, INK, THIN_LINE_WIDTH * 1.1)


def draw_buttons(cx: float, top: float, bottom: float, step: float, fill: str, r: float = 3.2) -> str:
    body = ""
    y = top
    while y <= bottom:
        body += CARD_PEN.circle(cx, y, r, fill, INK, FINE_LINE_WIDTH)
        y += step
    return body


def draw_folds(lines: Sequence[tuple[Point, Point]], color: str, width: float = THIN_LINE_WIDTH) -> str:
    """Draw creases in cloth, each a slightly bent line."""
    body = ""
    for (x0, y0), (x1, y1) in lines:
        body += CARD_PEN.line(f"M{x0} {y0} Q{(x0 + x1) / 2 + 3} {(y0 + y1) / 2} {x1} {y1}", color, width)
    return body


def draw_ruff(cx: float, y: float, half: float, fill: str = WHITE) -> str:
    """Draw a pleated collar."""
    body = ""
    count = 9
    for i in range(count):
        u = -1 + 2 * i / (count - 1)
        body += CARD_PEN.ellipse(cx + u * half, y + 7 * (1 - u * u), half * 0.2, 8, fill, INK, FINE_LINE_WIDTH)
    return body


def draw_collar(cx: float, y: float, half: float, fill: str = WHITE, deep: float = 16) -> str:
    """Draw a collar with two pointed flaps."""
    d = (
        f"M{cx - half} {y} Q{cx} {y - 10} {cx + half} {y} L{cx + half * 1.1} "
        f"{y + deep * 0.8} L{cx + half * 0.35} {y + deep * 0.55} "
    )
    d += f"L{cx} {y + deep} L{cx - half * 0.35} {y + deep * 0.55} L{cx - half * 1.1} {y + deep * 0.8} Z"
    return CARD_PEN.path(d, fill, INK, THIN_LINE_WIDTH * 1.1)


def draw_cape(cx: float, top: float, half: float, deep: float, fill: str) -> str:
    """Draw a short cape over the shoulders."""
    d = (
        f"M{cx - half * 0.5} {top} Q{cx} {top - 14} {cx + half * 0.5} "
        f"{top} Q{cx + half} {top + deep * 0.4} {cx + half} {top + deep} "
    )
    d += f"Q{cx} {top + deep * 1.7} {cx - half} {top + deep} Q{cx - half} {top + deep * 0.4} {cx - half * 0.5} {top} Z"
    return CARD_PEN.path(d, fill, INK, LINE_WIDTH)

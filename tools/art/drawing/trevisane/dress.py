"""Pieces of the divided courts: trunks cut off at the middle of the card, collars, buttons, stripes."""

from collections.abc import Sequence

from ..palette import FINE, INK, LINE, THIN, WHITE
from ..svg import CARD, Point

CUT = 182.0
"""Where a half figure ends, hidden under the dividing band."""


def trunk(cx: float, top: float, shoulder: float, waist: float, fill: str) -> str:
    """A body from the neck at (cx, top) down to the cut; shoulder and waist are half widths."""
    d = f"M{cx - shoulder * 0.45} {top} Q{cx} {top - 9} {cx + shoulder * 0.45} {top} "
    d += f"C{cx + shoulder} {top + 4} {cx + shoulder * 1.04} {top + 22} {cx + waist} {CUT} "
    d += (
        f"L{cx - waist} {CUT} C{cx - shoulder * 1.04} {top + 22} "
        f"{cx - shoulder} {top + 4} {cx - shoulder * 0.45} {top} Z"
    )
    return CARD.path(d, fill, INK, LINE)


def panel(cx: float, top: float, above: float, below: float, fill: str) -> str:
    """A straight strip down the middle of a trunk."""
    d = f"M{cx - above} {top} L{cx + above} {top} L{cx + below} {CUT} L{cx - below} {CUT} Z"
    return CARD.path(d, fill, INK, THIN * 1.1)


def buttons(cx: float, top: float, bottom: float, step: float, fill: str, r: float = 3.2) -> str:
    body = ""
    y = top
    while y <= bottom:
        body += CARD.circle(cx, y, r, fill, INK, FINE)
        y += step
    return body


def folds(lines: Sequence[tuple[Point, Point]], colour: str, width: float = THIN) -> str:
    """Creases in cloth, each a gently bent line."""
    body = ""
    for (x0, y0), (x1, y1) in lines:
        body += CARD.line(f"M{x0} {y0} Q{(x0 + x1) / 2 + 3} {(y0 + y1) / 2} {x1} {y1}", colour, width)
    return body


def ruff(cx: float, y: float, half: float, fill: str = WHITE) -> str:
    """A pleated collar."""
    body = ""
    count = 9
    for i in range(count):
        u = -1 + 2 * i / (count - 1)
        body += CARD.ellipse(cx + u * half, y + 7 * (1 - u * u), half * 0.2, 8, fill, INK, FINE)
    return body


def collar(cx: float, y: float, half: float, fill: str = WHITE, deep: float = 16) -> str:
    """Two pointed flaps."""
    d = (
        f"M{cx - half} {y} Q{cx} {y - 10} {cx + half} {y} L{cx + half * 1.1} "
        f"{y + deep * 0.8} L{cx + half * 0.35} {y + deep * 0.55} "
    )
    d += f"L{cx} {y + deep} L{cx - half * 0.35} {y + deep * 0.55} L{cx - half * 1.1} {y + deep * 0.8} Z"
    return CARD.path(d, fill, INK, THIN * 1.1)


def cape(cx: float, top: float, half: float, deep: float, fill: str) -> str:
    """A short cape over the shoulders."""
    d = (
        f"M{cx - half * 0.5} {top} Q{cx} {top - 14} {cx + half * 0.5} "
        f"{top} Q{cx + half} {top + deep * 0.4} {cx + half} {top + deep} "
    )
    d += f"Q{cx} {top + deep * 1.7} {cx - half} {top + deep} Q{cx - half} {top + deep * 0.4} {cx - half * 0.5} {top} Z"
    return CARD.path(d, fill, INK, LINE)

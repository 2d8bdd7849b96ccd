"""Corner indices: ranks drawn as strokes, with the suit sign below."""

from ..emblems import FRENCH_PIP_PATHS
from ..svg import Pen, rotate_half_turn
from .styles import FrenchDeckStyle

GLYPH_PATHS = {
    "A": "M1 13.2 L5 .8 L9 13.2 M2.5 9.2 L7.5 9.2",
    "2": "M1.4 3.8 Q1.6 .8 5 .8 Q8.6 .8 8.6 3.9 Q8.6 6 5.6 8.6 L1.4 13.2 L8.8 13.2",
    "3": "M1.6 1 L8.4 1 L4.6 5.5 Q9 5.6 9 9.4 Q9 13.2 5 13.2 Q1.8 13.2 1.2 10.4",
    "4": "M7 13.2 L7 .8 L1 9.6 L9.4 9.6",
    "5": "M8.4 .9 L2.6 .9 L2 6.4 Q3.4 5.2 5.2 5.2 Q8.9 5.2 8.9 9.1 Q8.9 13.2 5 13.2 Q2 13.2 1.2 10.8",
    "6": "M7.6 .9 Q1.3 3.6 1.3 9.2 Q1.3 13.2 5 13.2 Q8.8 13.2 8.8 9.4 Q8.8 5.9 5.2 5.9 Q1.9 5.9 1.4 9",
    "7": "M1.2 1 L8.8 1 Q4.6 6.4 3.8 13.2",
    "8": "M5 6.6 Q1.6 6 1.6 3.6 Q1.6 .8 5 .8 Q8.4 .8 8.4 3.6 Q8.4 6 5 6.6 Q1 7.2 1 10 Q1 13.2 5 13.2 "
    "Q9 13.2 9 10 Q9 7.2 5 6.6 Z",
    "9": "M2.4 13.1 Q8.7 10.4 8.7 4.8 Q8.7 .8 5 .8 Q1.2 .8 1.2 4.6 Q1.2 8.1 4.8 8.1 Q8.1 8.1 8.6 5",
    "T": "M-.2 3.2 L1.6 .9 L1.6 13.2 M7.2 .8 Q10.2 .8 10.2 7 Q10.2 13.2 7.2 13.2 Q4.2 13.2 4.2 7 Q4.2 .8 7.2 .8 Z",
    "J": "M3 .9 L8.4 .9 M6.6 .9 L6.6 10 Q6.6 13.2 3.8 13.2 Q1.2 13.2 1.2 10.2",
    "Q": "M5 .8 Q9.2 .8 9.2 7 Q9.2 13.2 5 13.2 Q.8 13.2 .8 7 Q.8 .8 5 .8 Z M5.8 10 L9.4 14",
    "K": "M1.6 .8 L1.6 13.2 M8.8 .8 L1.8 8.4 M4 6.2 L9 13.2",
}
"""The strokes of each rank, in a box 10 wide and 14 high."""


def draw_glyph(strokes: str, x: float, y: float, height: float, color: str, weight: float = 2.1) -> str:
    """Draw strokes of the 10 by 14 box, centered on x, from y down; ``weight``: in units of the box."""
    scale = height / 14
    return Pen(x - 5 * scale, y, scale).line(strokes, color, weight * scale)


def get_index_measures(style: FrenchDeckStyle) -> tuple[float, float, float, float]:
    """Return the x of the index's center, the height of its rank, the radius of its sign, and their distance."""
    return (32.0, 54.0, 15.5, 23.0) if style.has_large_indices else (24.0, 35.0, 11.5, 18.5)


def draw_index(rank: str, suit: str, style: FrenchDeckStyle) -> str:
    """Draw the index in the upper left corner."""
    color = style.colours[suit]
    x, height, radius, gap = get_index_measures(style)
    body = draw_glyph(GLYPH_PATHS[rank], x, 14, height, color)
    return body + Pen(x, 14 + height + gap, radius).path(FRENCH_PIP_PATHS[suit], color, None)


def draw_corner_indices(rank: str, suit: str, style: FrenchDeckStyle) -> str:
    """Draw the index in the upper left corner and, turned, in the lower right one."""
    body = draw_index(rank, suit, style)
    return body + rotate_half_turn(body)

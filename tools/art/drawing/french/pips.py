"""Pips and number cards."""

from ..emblems import FRENCH_PIP_PATHS
from ..svg import Pen, Point, make_card
from .indices import draw_corner_indices
from .styles import FrenchDeckStyle

LEFT_X, MIDDLE_X, RIGHT_X = 78.0, 110.0, 142.0
TOP_Y, BOTTOM_Y = 64.0, 296.0
_UPPER_THIRD_Y, _LOWER_THIRD_Y = TOP_Y + (BOTTOM_Y - TOP_Y) / 3, BOTTOM_Y - (BOTTOM_Y - TOP_Y) / 3


def _make_pip_pairs(*heights: float) -> tuple[Point, ...]:
    return tuple((x, y) for y in heights for x in (LEFT_X, RIGHT_X))


_FOUR_PIPS, _SIX_PIPS, _EIGHT_PIPS = (
    _make_pip_pairs(TOP_Y, BOTTOM_Y),
    _make_pip_pairs(TOP_Y, 180, BOTTOM_Y),
    _make_pip_pairs(TOP_Y, _UPPER_THIRD_Y, _LOWER_THIRD_Y, BOTTOM_Y),
)

PIP_POSITIONS_BY_RANK: dict[str, tuple[Point, ...]] = {
    "2": ((MIDDLE_X, TOP_Y), (MIDDLE_X, BOTTOM_Y)),
    "3": ((MIDDLE_X, TOP_Y), (MIDDLE_X, 180), (MIDDLE_X, BOTTOM_Y)),
    "4": _FOUR_PIPS,
    "5": (*_FOUR_PIPS, (MIDDLE_X, 180)),
    "6": _SIX_PIPS,
    "7": (*_SIX_PIPS, (MIDDLE_X, (TOP_Y + 180) / 2)),
    "8": (*_SIX_PIPS, (MIDDLE_X, (TOP_Y + 180) / 2), (MIDDLE_X, (BOTTOM_Y + 180) / 2)),
    "9": (*_EIGHT_PIPS, (MIDDLE_X, 180)),
    "T": (*_EIGHT_PIPS, (MIDDLE_X, (TOP_Y + _UPPER_THIRD_Y) / 2), (MIDDLE_X, (BOTTOM_Y + _LOWER_THIRD_Y) / 2)),
}
"""The centers of the pips by rank; those below the middle are turned by 180 degrees."""


PIP_SCALE_BY_SUIT = {"d": 1.08, "h": 0.97}
"""Factors that make the signs look equally large."""


def draw_pip(suit: str, x: float, y: float, radius: float, color: str, turn: float = 0) -> str:
    """Draw a suit sign without outline."""
    return Pen(x, y, radius * PIP_SCALE_BY_SUIT.get(suit, 1), turn).path(FRENCH_PIP_PATHS[suit], color, None)


def list_pip_positions(rank: str, style: FrenchDeckStyle) -> tuple[list[Point], float]:
    """Return the centers of a number card's pips, apart from the indices, and their radius."""
    radius, squeeze = (16.5, 0.82) if style.has_large_indices else (20.0, 1.0)
    if rank in "23":  # one column has room for larger signs
        radius *= 1.2
    return [(MIDDLE_X + (x - MIDDLE_X) * squeeze, y) for x, y in PIP_POSITIONS_BY_RANK[rank]], radius


def draw_number_card(rank: str, suit: str, style: FrenchDeckStyle) -> str:
    """Draw a card from the two to the ten."""
    points, radius = list_pip_positions(rank, style)
    body = draw_corner_indices(rank, suit, style)
    for x, y in points:
        body += draw_pip(suit, x, y, radius, style.colours[suit], 180 if y > 180 else 0)
    return make_card(body, has_frame=False)

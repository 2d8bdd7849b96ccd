"""Pips and the number cards."""

from ..emblems import FRENCH_PIPS
from ..svg import Pen, Point, card
from .indices import corners
from .styles import Style

LEFT, MIDDLE, RIGHT = 78.0, 110.0, 142.0
TOP, BOTTOM = 64.0, 296.0
_PAIR_2, _PAIR_3 = TOP + (BOTTOM - TOP) / 3, BOTTOM - (BOTTOM - TOP) / 3


def _pairs(*heights: float) -> tuple[Point, ...]:
    return tuple((x, y) for y in heights for x in (LEFT, RIGHT))


_FOUR, _SIX, _EIGHT = _pairs(TOP, BOTTOM), _pairs(TOP, 180, BOTTOM), _pairs(TOP, _PAIR_2, _PAIR_3, BOTTOM)

LAYOUTS: dict[str, tuple[Point, ...]] = {
    "2": ((MIDDLE, TOP), (MIDDLE, BOTTOM)),
    "3": ((MIDDLE, TOP), (MIDDLE, 180), (MIDDLE, BOTTOM)),
    "4": _FOUR,
    "5": (*_FOUR, (MIDDLE, 180)),
    "6": _SIX,
    "7": (*_SIX, (MIDDLE, (TOP + 180) / 2)),
    "8": (*_SIX, (MIDDLE, (TOP + 180) / 2), (MIDDLE, (BOTTOM + 180) / 2)),
    "9": (*_EIGHT, (MIDDLE, 180)),
    "T": (*_EIGHT, (MIDDLE, (TOP + _PAIR_2) / 2), (MIDDLE, (BOTTOM + _PAIR_3) / 2)),
}
"""Rank -> centres of the pips; those below the middle stand on their heads."""


SIZES = {"d": 1.08, "h": 0.97}
"""What makes the signs look equally large."""


def pip(suit: str, x: float, y: float, radius: float, colour: str, turn: float = 0) -> str:
    """A suit sign without outline."""
    return Pen(x, y, radius * SIZES.get(suit, 1), turn).path(FRENCH_PIPS[suit], colour, None)


def places(rank: str, style: Style) -> tuple[list[Point], float]:
    """Where a number card's pips stand, well apart from the indices, and their radius."""
    radius, squeeze = (16.5, 0.82) if style.jumbo else (20.0, 1.0)
    if rank in "23":  # one column has room for larger signs
        radius *= 1.2
    return [(MIDDLE + (x - MIDDLE) * squeeze, y) for x, y in LAYOUTS[rank]], radius


def number(rank: str, suit: str, style: Style) -> str:
    """A card from the two to the ten."""
    points, radius = places(rank, style)
    body = corners(rank, suit, style)
    for x, y in points:
        body += pip(suit, x, y, radius, style.colours[suit], 180 if y > 180 else 0)
    return card(body, frame=False)

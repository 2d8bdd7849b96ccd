"""How a court card is put together: frame, the upper half and the same turned, suit signs, indices."""

from collections.abc import Callable, Mapping

from ..palette import BLUE_DARK
from ..svg import card, group, half_turn, rect
from . import courts_jacks, courts_kings, courts_queens
from .indices import corners
from .pips import pip
from .styles import Style

HALVES: Mapping[str, Mapping[str, Callable[[], str]]] = {
    "J": courts_jacks.HALVES,
    "Q": courts_queens.HALVES,
    "K": courts_kings.HALVES,
}
"""Rank -> suit -> drawing of the half above the seam."""

LEFT, TOP, RIGHT, BOTTOM = 44, 22, 176, 338


def court(rank: str, suit: str, style: Style) -> str:
    """A knave, queen or king with two heads."""
    body = rect(LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP, 6, "#fff9e8", BLUE_DARK, 2)
    half = HALVES[rank][suit]() + pip(suit, 60, 42, 11.5, style.colours[suit])
    body += half + half_turn(half)
    if style.jumbo:
        body = group(body, "translate(110 180) scale(.8) translate(-110 -180)")
    return card(body + corners(rank, suit, style), frame=False)

"""The four aces."""

from ..svg import card
from .indices import corners
from .pips import pip
from .styles import Style


def ace(suit: str, style: Style) -> str:
    radius = 62 if suit == "s" else 48
    return card(corners("A", suit, style) + pip(suit, 110, 180, radius, style.colours[suit]), frame=False)

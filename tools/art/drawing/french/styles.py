"""The differences between the three styles of the French deck: the colors of suits and the size of the indices."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..emblems import FRENCH_COLORS

FOUR_COLORS: Mapping[str, str] = {"h": "#b00020", "d": "#1d5fbf", "c": "#1a7a3c", "s": "#16181d"}


@dataclass(frozen=True, slots=True)
class FrenchDeckStyle:
    """A style of the French deck.

    ``folder_name``: of its cards; ``colours``: of pips and indices, by suit letter.
    """

    folder_name: str
    colours: Mapping[str, str]
    has_large_indices: bool = False


STYLES = (
    FrenchDeckStyle("french", FRENCH_COLORS),
    FrenchDeckStyle("french4", FOUR_COLORS),
    FrenchDeckStyle("french_jumbo", FRENCH_COLORS, has_large_indices=True),
)

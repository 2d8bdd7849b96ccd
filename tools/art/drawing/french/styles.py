"""What the three dresses of the French deck differ in: the suits' colours and the size of the indices."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..emblems import FRENCH_COLORS

FOUR_COLORS: Mapping[str, str] = {"h": "#b00020", "d": "#1d5fbf", "c": "#1a7a3c", "s": "#16181d"}


@dataclass(frozen=True, slots=True)
class FrenchDeckStyle:
    """folder_name: its folder below the cards; colours: suit letter -> colour of pips and indices."""

    folder_name: str
    colours: Mapping[str, str]
    has_large_indices: bool = False


STYLES = (
    FrenchDeckStyle("french", FRENCH_COLORS),
    FrenchDeckStyle("french4", FOUR_COLORS),
    FrenchDeckStyle("french_jumbo", FRENCH_COLORS, has_large_indices=True),
)

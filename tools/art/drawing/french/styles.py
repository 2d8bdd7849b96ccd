"""What the three dresses of the French deck differ in: the suits' colours and the size of the indices."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..emblems import FRENCH_COLOURS

FOUR_COLOURS: Mapping[str, str] = {"h": "#b00020", "d": "#1d5fbf", "c": "#1a7a3c", "s": "#16181d"}


@dataclass(frozen=True, slots=True)
class Style:
    """deck: its folder; colours: suit letter -> colour of pips and indices; jumbo: large indices."""

    deck: str
    colours: Mapping[str, str]
    jumbo: bool = False


STYLES = (
    Style("french", FRENCH_COLOURS),
    Style("french4", FOUR_COLOURS),
    Style("french_jumbo", FRENCH_COLOURS, jumbo=True),
)

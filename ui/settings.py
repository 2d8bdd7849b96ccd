"""What a person sets for this computer, house rules aside."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

SPEEDS: Final = (0.0, 0.5, 1.0, 2.0)
SCALES: Final = (0.8, 1.0, 1.25, 1.5, 2.0)
DECKS: Final = ("napoletane",)
FRENCH_DECKS: Final = ("french", "french4", "french_jumbo")


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """``speed``: factor on the pace of the pictures, 0 is at once; ``scale``: factor on text and buttons."""

    speed: Annotated[float, msgspec.Meta(ge=0.0, le=2.0)] = 1.0
    sound: bool = True
    volume: Annotated[int, msgspec.Meta(ge=0, le=100)] = 70
    full_screen: bool = False
    scale: Annotated[float, msgspec.Meta(ge=0.5, le=3.0)] = 1.0
    deck: str = "napoletane"
    french_deck: str = "french"
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=24)] = "You"

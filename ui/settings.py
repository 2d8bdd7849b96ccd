"""What a person sets for this computer, house rules aside."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec

from game.i18n import pgettext
from game.text import clean

ItalianDeck: TypeAlias = Literal["napoletane", "napoletane_index", "trevisane", "french"]
FrenchDeck: TypeAlias = Literal["french", "french4", "french_jumbo"]
Back: TypeAlias = Literal["classic", "maiolica", "notte"]
HandOrder: TypeAlias = Literal["dealt", "suit", "strength"]
Language: TypeAlias = Literal["", "en", "it", "fr"]
Felt: TypeAlias = Literal["green", "blue", "wine", "slate", "contrast"]

NAME_LENGTH: Final = 24
SPEEDS: Final = (0.0, 0.5, 1.0, 2.0)
PACES: Final = (0.0, 0.5, 1.0, 2.0)
SCALES: Final = (0.75, 1.0, 1.25, 1.5, 2.0)
DECKS: Final[tuple[ItalianDeck, ...]] = get_args(ItalianDeck)
FRENCH_DECKS: Final[tuple[FrenchDeck, ...]] = get_args(FrenchDeck)
BACKS: Final[tuple[Back, ...]] = get_args(Back)
HAND_ORDERS: Final[tuple[HandOrder, ...]] = get_args(HandOrder)
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
FELTS: Final[tuple[Felt, ...]] = get_args(Felt)
SMALLEST_WINDOW: Final = (960, 540)
LARGEST_WINDOW: Final = 16384
"""Pixels, either way."""
Length: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=LARGEST_WINDOW)]
Coordinate: TypeAlias = Annotated[int, msgspec.Meta(ge=-65536, le=65536)]


class Placement(msgspec.Struct, frozen=True, kw_only=True):
    """The window as it was left: ``size`` when it does not fill the screen, ``place`` of its upper left corner.

    ``screens``: the sizes of the screens there were; with others the place says nothing.
    """

    size: tuple[Length, Length]
    place: tuple[Coordinate, Coordinate] | None = None
    maximised: bool = False
    screens: tuple[tuple[Length, Length], ...] = ()


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """``language``: the code of the one that is spoken, empty for the system's.

    ``speed``: factor on the pace of the pictures, 0 is at once; ``scale``: factor on text and buttons; ``pace``: factor
    on the time that the computer players take; ``table_talk``: whether they say anything. ``reduced_motion``: nothing
    travels, what changed lights up instead. ``hand_order``: how the viewer's hand is sorted, from the left with
    ``strongest_first`` or last. ``plays_last``: the last card of a hand is played by itself where nothing else can be
    done. ``keys``: the names of keys that were given to shortcuts, by the names of those; `ui.remapping` makes keys of
    them. ``name``: empty until the person has given one.
    """

    language: Language = ""
    speed: Annotated[float, msgspec.Meta(ge=0.0, le=2.0)] = 1.0
    pace: Annotated[float, msgspec.Meta(ge=0.0, le=4.0)] = 1.0
    table_talk: bool = True
    reduced_motion: bool = False
    sound: bool = True
    volume: Annotated[int, msgspec.Meta(ge=0, le=100)] = 70
    full_screen: bool = False
    window: Placement | None = None
    scale: Annotated[float, msgspec.Meta(ge=0.5, le=3.0)] = 1.0
    deck: ItalianDeck = "napoletane"
    french_deck: FrenchDeck = "french"
    back: Back = "classic"
    felt: Felt = "green"
    hand_order: HandOrder = "dealt"
    strongest_first: bool = True
    plays_last: bool = False
    keys: dict[str, str] = {}
    name: Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)] = ""

    def __post_init__(self) -> None:
        """A name from anywhere passes the gate."""
        msgspec.structs.force_setattr(self, "name", clean(self.name, NAME_LENGTH))

    @property
    def called(self) -> str:
        """What the person is called, who may have given no name."""
        return self.name or pgettext("a person without a name", "You")

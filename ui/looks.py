"""What people look like at the table: the portrait and the colour that each has chosen, no two alike at one table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from game.ai.characters import character_of
from game.i18n import N_
from game.seating import Player, is_nameless
from game.store.profiles import Profile
from game.text import reads_as
from ui.art import PORTRAITS

COLOURS: Final = ("#a3361f", "#2c5f9e", "#7a5a12", "#6b3f7d", "#3a6b35", "#4a4a55")
"""The rings of the sides in turn; a person may choose one of them."""
COLOUR_WORDS: Final = (N_("red"), N_("blue"), N_("ochre"), N_("purple"), N_("green"), N_("grey"))
"""What they are called."""


class Look(NamedTuple):
    """A portrait by number, 0 for any, and a colour, empty for that of the seat."""

    portrait: int = 0
    colour: str = ""


Looks: TypeAlias = Mapping[str, Look]
"""By name, as `reads_as` has it."""
NAMELESS: Final = "You"
"""What the portrait of a person without a name follows from, in every language."""
NOBODY: Final[Looks] = MappingProxyType({})
PLAIN: Final = Look()
_same = lru_cache(maxsize=256)(reads_as)


def look_of(looks: Looks, name: str) -> Look:
    """What somebody has chosen; `PLAIN` for who has chosen nothing."""
    return looks.get(_same(name), PLAIN)


def looks_of(profiles: Iterable[Profile]) -> dict[str, Look]:
    """What these people have chosen, as far as there is such a portrait and such a colour."""
    chosen = [one for one in profiles if 1 <= one.portrait <= PORTRAITS and one.colour in COLOURS]
    return {reads_as(one.name): Look(one.portrait, one.colour) for one in chosen}


def looks_at(players: Iterable[Player], looks: Looks) -> Looks:
    """What the people among ``players`` have chosen; a computer player of the same name looks as it always does."""
    people = {_same(one.name) for one in players if one.is_person}
    return {name: look for name, look in looks.items() if name in people}


def portraits(names: Sequence[str], looks: Looks = NOBODY) -> list[int]:
    """A portrait for each seat: the one chosen, or a character's own; else the same for the same names, none twice."""
    chosen = [look_of(looks, name).portrait or character_of(name).face for name in names]
    for seat, name in enumerate(names):
        face = chosen[seat] or sum(map(ord, NAMELESS if is_nameless(name) else name)) % PORTRAITS + 1
        while face in chosen[:seat] or (face in chosen and not chosen[seat]):
            face = face % PORTRAITS + 1
        chosen[seat] = face
    return chosen


def rings(sides: Sequence[Sequence[int]], names: Sequence[str], looks: Looks) -> dict[int, str]:
    """The colour of each seat's ring: partners share one, who plays for himself may have chosen his."""
    wanted = [look_of(looks, names[side[0]]).colour if len(side) == 1 else "" for side in sides]
    given = [colour if colour not in wanted[:at] else "" for at, colour in enumerate(wanted)]
    for at in range(len(sides)):
        if not given[at]:
            free = [one for one in (COLOURS[at], *COLOURS) if one not in given]
            given[at] = free[0]
    return {seat: given[at] for at, side in enumerate(sides) for seat in side}

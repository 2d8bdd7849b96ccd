"""What people look like at the table: the portrait and the colour that each has chosen, no two alike at one table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from game.ai.personas import get_persona
from game.core.messages import N_
from game.match.setup import PlayerInfo
from game.storage.profiles import Profile
from game.text.player_names import get_person_key
from ui.graphics.card_images import PORTRAIT_COUNT

AVATAR_COLORS: Final = ("#a3361f", "#2c5f9e", "#7a5a12", "#6b3f7d", "#3a6b35", "#4a4a55")
"""The rings of the sides in turn; a person may choose one of them."""
AVATAR_COLOR_NAMES: Final = (N_("red"), N_("blue"), N_("ochre"), N_("purple"), N_("green"), N_("grey"))
"""What they are called."""


class Avatar(NamedTuple):
    """A portrait by number, 0 for any, and a colour, empty for that of the seat."""

    portrait_number: int = 0
    color: str = ""


AvatarMap: TypeAlias = Mapping[str, Avatar]
"""By name, as `get_person_key` has it."""
NAMELESS: Final = "You"
"""What the portrait of a person without a name follows from, in every language."""
NO_AVATARS: Final[AvatarMap] = MappingProxyType({})
DEFAULT_AVATAR: Final = Avatar()


def get_avatar(avatars: AvatarMap, name: str) -> Avatar:
    """What somebody has chosen; `DEFAULT_AVATAR` for who has chosen nothing."""
    return avatars.get(get_person_key(name), DEFAULT_AVATAR)


def make_avatar_map(profiles: Iterable[Profile]) -> dict[str, Avatar]:
    """What these people have chosen, as far as there is such a portrait and such a colour."""
    customized = [
        profile
        for profile in profiles
        if 1 <= profile.avatar_number <= PORTRAIT_COUNT and profile.color in AVATAR_COLORS
    ]
    return {get_person_key(profile.name): Avatar(profile.avatar_number, profile.color) for profile in customized}


def filter_human_avatars(players: Iterable[PlayerInfo], avatars: AvatarMap) -> AvatarMap:
    """What the people among ``players`` have chosen; a computer player of the same name looks as it always does."""
    human_keys = {get_person_key(player.name) for player in players if player.is_person}
    return {name: avatar for name, avatar in avatars.items() if name in human_keys}


def choose_portraits(names: Sequence[str], avatars: AvatarMap = NO_AVATARS) -> list[int]:
    """A portrait for each seat: the one chosen, or a character's own; else the same for the same names, none twice."""
    numbers = [get_avatar(avatars, name).portrait_number or get_persona(name).portrait_number for name in names]
    for seat, name in enumerate(names):
        number = numbers[seat] or sum(map(ord, name if get_person_key(name) else NAMELESS)) % PORTRAIT_COUNT + 1
        while number in numbers[:seat] or (number in numbers and not numbers[seat]):
            number = number % PORTRAIT_COUNT + 1
        numbers[seat] = number
    return numbers


def choose_ring_colors(sides: Sequence[Sequence[int]], names: Sequence[str], avatars: AvatarMap) -> dict[int, str]:
    """The colour of each seat's ring: partners share one, who plays for himself may have chosen his."""
    wished_colors = [get_avatar(avatars, names[side[0]]).color if len(side) == 1 else "" for side in sides]
    ring_colors = [color if color not in wished_colors[:index] else "" for index, color in enumerate(wished_colors)]
    for index in range(len(sides)):
        if not ring_colors[index]:
            free_colors = [
                candidate for candidate in (AVATAR_COLORS[index], *AVATAR_COLORS) if candidate not in ring_colors
            ]
            ring_colors[index] = free_colors[0]
    return {seat: ring_colors[index] for index, side in enumerate(sides) for seat in side}

"""The avatars of players: portraits and ring colors. A portrait belongs to a profile, a persona or a name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from game.ai.personas import get_persona
from game.core.messages import N_
from game.match.setup import PlayerInfo
from game.storage.profiles import Profile
from game.text.player_names import derive_portrait_number, get_person_key

PORTRAIT_COUNT: Final = 14
AVATAR_COLORS: Final = ("#a3361f", "#2c5f9e", "#7a5a12", "#6b3f7d", "#3a6b35", "#4a4a55")
"""The colors of the rings around portraits, in the order of the sides; a person may choose one."""
AVATAR_COLOR_NAMES: Final = (N_("red"), N_("blue"), N_("ochre"), N_("purple"), N_("green"), N_("gray"))
"""The names of the colors."""


class Avatar(NamedTuple):
    """A portrait number, 0 for any, and a color, "" for that of the seat."""

    portrait_number: int = 0
    color: str = ""


AvatarMap: TypeAlias = Mapping[str, Avatar]
"""The avatars of people by name, in the form of `get_person_key`."""
NAMELESS: Final = "You"
"""The name from which the portrait of a person without a name follows, in all languages."""
NO_AVATARS: Final[AvatarMap] = MappingProxyType({})
DEFAULT_AVATAR: Final = Avatar()


def get_avatar(avatars: AvatarMap, name: str) -> Avatar:
    """Return the avatar that a person has chosen, or `DEFAULT_AVATAR` if they have chosen none."""
    return avatars.get(get_person_key(name), DEFAULT_AVATAR)


def make_avatar_map(profiles: Iterable[Profile]) -> dict[str, Avatar]:
    """Return the avatars of profiles under their names, and under former names that nobody has now.

    Profiles with an unknown portrait are left out, and so are unknown colors.
    """
    avatars, former_avatars = dict[str, Avatar](), dict[str, Avatar]()
    for profile in profiles:
        avatar = make_avatar(profile.avatar_number, profile.color)
        if avatar.portrait_number:
            avatars[get_person_key(profile.name)] = avatar
            former_avatars |= dict.fromkeys(profile.former_keys, avatar)
    return {**former_avatars, **avatars}


def make_avatar(portrait_number: int, color: str) -> Avatar:
    """Return the avatar with this portrait and color, without what the program does not know."""
    return Avatar(
        portrait_number if 1 <= portrait_number <= PORTRAIT_COUNT else 0, color if color in AVATAR_COLORS else ""
    )


def filter_human_avatars(players: Iterable[PlayerInfo], avatars: AvatarMap) -> AvatarMap:
    """Return the avatar of each person among ``players``, so that a computer player of the same name keeps its look.

    A person without an avatar gets the one that a new profile of that name would get; no two people have the same
    portrait, which over the network may come from two machines: the first keeps it.
    """
    names, others = list[str](), list[str]()
    for player in players:
        (names if player.is_person else others).append(player.name)
    taken_numbers = {avatar.portrait_number for avatar in avatars.values()}
    other_numbers = {get_persona(name).portrait_number for name in others}
    free_numbers = [number for number in range(1, PORTRAIT_COUNT + 1) if number not in other_numbers]
    found, shown_numbers = dict[str, Avatar](), {0}
    for name in names:
        avatar = get_avatar(avatars, name)
        numbers = (avatar.portrait_number, _derive_portrait_number(name, taken_numbers), *free_numbers)
        number = next(number for number in numbers if number not in shown_numbers)
        found[get_person_key(name)] = avatar._replace(portrait_number=number)
        taken_numbers.add(number)
        shown_numbers.add(number)
    return found


def _derive_portrait_number(name: str, taken_numbers: Collection[int] = ()) -> int:
    return derive_portrait_number(get_person_key(name) or NAMELESS, taken_numbers)


def choose_portraits(names: Sequence[str], avatars: AvatarMap = NO_AVATARS) -> list[int]:
    """Return the portrait number of each name: the one in ``avatars``, else that of its persona or one of its own.

    Such a portrait depends on nobody else, so players may look alike.
    """
    return [
        get_avatar(avatars, name).portrait_number or get_persona(name).portrait_number or _derive_portrait_number(name)
        for name in names
    ]


def choose_profile_colors(names: Sequence[str], avatars: AvatarMap) -> list[str]:
    """Return a color for each profile: the chosen one, else one that no profile has, if any is left."""
    colors = [get_avatar(avatars, name).color for name in names]
    for index, color in enumerate(colors):
        if not color:
            colors[index] = next((free for free in AVATAR_COLORS if free not in colors), AVATAR_COLORS[0])
    return colors


def choose_ring_colors(sides: Sequence[Sequence[int]], names: Sequence[str], avatars: AvatarMap) -> dict[int, str]:
    """Return the name of the ring color of each seat.

    ``sides``: the seats of each side; ``names``: by seat. Partners share a color. A player without partners gets the
    chosen color, unless an earlier side has it.
    """
    wished_colors = [get_avatar(avatars, names[side[0]]).color if len(side) == 1 else "" for side in sides]
    ring_colors = [color if color not in wished_colors[:index] else "" for index, color in enumerate(wished_colors)]
    for index in range(len(sides)):
        if not ring_colors[index]:
            free_colors = [
                candidate for candidate in (AVATAR_COLORS[index], *AVATAR_COLORS) if candidate not in ring_colors
            ]
            ring_colors[index] = free_colors[0]
    return {seat: ring_colors[index] for index, side in enumerate(sides) for seat in side}

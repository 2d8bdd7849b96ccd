"""The portraits and the colors of players, as a guest sees them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from game.match.setup import PERSON_KIND, PlayerInfo
from game.session.avatars import (
    AvatarMap,
    choose_portraits,
    choose_ring_colors,
    filter_human_avatars,
    make_avatar,
)
from game.text.player_names import get_person_key

if TYPE_CHECKING:
    from game.network.messages import LobbySeat


class Face(NamedTuple):
    """The portrait of a player, a number with two digits, and the color of its ring."""

    portrait: str
    color: str


def make_network_avatars(people: Iterable[LobbySeat]) -> AvatarMap:
    """Return the avatars of people at a table over the network, as they come from each person's machine."""
    return {get_person_key(person.name): make_avatar(person.avatar_number, person.color) for person in people}


def make_lobby_avatars(seats: Sequence[LobbySeat], names: Sequence[str]) -> AvatarMap:
    """Return the avatars of the people in a lobby; ``names``: by seat."""
    named = zip(seats, names, strict=True)
    people = (replace(seat, name=name) for seat, name in named if seat.kind == PERSON_KIND)
    avatars = make_network_avatars(people)
    return filter_human_avatars(tuple(map(PlayerInfo, names, (seat.kind for seat in seats))), avatars)


def list_faces(
    people: Sequence[LobbySeat], players: Sequence[PlayerInfo], names: Sequence[str], sides: Sequence[Sequence[int]]
) -> tuple[Face, ...]:
    """Return the face of each player; ``people``: the seats of the lobby, () if it was not seen."""
    is_known = len(people) == len(names)
    avatars = make_lobby_avatars(people, names) if is_known else filter_human_avatars(players, {})
    colors = choose_ring_colors(sides, names, avatars)
    portraits = choose_portraits(names, avatars)
    return tuple(Face(f"{portrait:02d}", colors[seat]) for seat, portrait in enumerate(portraits))

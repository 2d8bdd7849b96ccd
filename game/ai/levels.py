"""The levels of strength, and which of them each game has; who has them is in `players`.

Nothing here needs the libraries that players think with: the window offers levels and never thinks.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from game.ai.briscola.room import BRISCOLA
from game.ai.chiamata.room import CHIAMATA
from game.ai.muscio.room import MUSCIO
from game.ai.room import Room
from game.ai.spades.room import SPADES
from game.engine.actions import Action, Play
from game.view import View

_rooms: Final = {room.game: room for room in (BRISCOLA, CHIAMATA, SPADES, MUSCIO)}
ROOMS: Final[Mapping[str, Room]] = MappingProxyType(_rooms)
"""The registry of what games say of their players. Any other game is played at random only, and in silence."""


def register_levels(room: Room) -> None:
    """Add what a game says of its players; `game.ai.players.register_player` adds the players. ValueError if taken."""
    if room.game in _rooms:
        raise ValueError(f"{room.game}: the game has players already")
    _rooms[room.game] = room


def unregister_levels(game: str) -> None:
    """Remove what a game says of its players. KeyError if it says nothing."""
    del _rooms[game]


def room_of(game: str) -> Room:
    """What ``game`` says of its players."""
    return ROOMS.get(game, Room(game=game))


def levels_for(game: str) -> tuple[str, ...]:
    """The levels that ``game`` is played at, in rising strength."""
    return room_of(game).levels


def at_random(view: View, rng: Random) -> Action:
    """Any legal card; where no card can be played, any choice. Signs and exchanges are left alone."""
    never = room_of(view.game).never
    plays = tuple(choice for choice in view.choices if isinstance(choice, Play))
    return rng.choice(plays or tuple(choice for choice in view.choices if not isinstance(choice, never)))

"""Who plays what: the registry of the minds, and the one question that is asked of them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from game.ai.briscola.player import BRISCOLA
from game.ai.characters import PLAIN, Character
from game.ai.chiamata.player import CHIAMATA
from game.ai.levels import at_random, levels_for, register_levels, unregister_levels
from game.ai.limit import Limit, TimeUp
from game.ai.mind import Mind
from game.ai.muscio.player import MUSCIO
from game.ai.natural import natural
from game.ai.room import ERRING, Room
from game.ai.spades.player import SPADES
from game.engine.actions import Action
from game.view import View

_minds: Final = {mind.game: mind for mind in (BRISCOLA, CHIAMATA, SPADES, MUSCIO)}
MINDS: Final[Mapping[str, Mind]] = MappingProxyType(_minds)
"""Game -> who thinks for it, besides `at_random`, who plays every game."""


def register_player(mind: Mind, room: Room) -> None:
    """Add the computer players of a game and their levels. ValueError if the game has computer players already."""
    if mind.game != room.game or room.levels != ("random", *mind.players):
        raise ValueError(f"{mind.game}: the levels are not those of the players")
    register_levels(room)
    _minds[mind.game] = mind


def unregister_player(game: str) -> None:
    """Remove the computer players of a game, so that it is played at random. KeyError if it has none."""
    unregister_levels(game)
    del _minds[game]


AT_ONCE: Final = "club"
"""The level that knows what to do by rules of thumb."""


def choose(level: str, view: View, rng: Random, limit: Limit, character: Character = PLAIN) -> Action:
    """What a player of ``level`` and of this character does in ``view``: one of its choices, and no foolish card but of
    those who err.

    The same four and the same time for thinking give the same; who has no time to think it over does as `AT_ONCE`.
    ValueError if it is not the view's turn, or if its game has no such level.
    """
    if level not in levels_for(view.game):
        raise ValueError(f"{view.game} has no player {level!r}")
    if not view.choices:
        raise ValueError(f"seat {view.seat} has nothing to choose")
    if level == "random":
        return at_random(view, rng)
    mind = MINDS[view.game]
    seen = view if level in ERRING else natural(view, mind.habits)
    try:
        return mind.players[level](seen, rng, limit, character)
    except TimeUp:
        return mind.players[AT_ONCE](seen, rng, limit, character)

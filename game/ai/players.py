"""Who plays what: the levels of strength and, for each game, the players that have them.

A player is a function of a view, a stream of random numbers, a limit of thinking time and a character; the same
four give the same action while the clock leaves time enough.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final, TypeAlias

from game.actions import Action, Misdeal, Play
from game.ai import briscola, chiamata, muscio, spades
from game.ai.characters import PLAIN, Character
from game.ai.limit import Limit
from game.view import View

Player: TypeAlias = Callable[[View, Random, Limit, Character], Action]
"""(view, rng, limit, character) -> one of ``view.choices``. Who never thinks long needs no limit."""

LEVELS: Final[tuple[str, ...]] = ("random", "novice", "club", "expert", "master")
"""All levels, in rising strength; `levels_for` says which of them a game has."""


def at_random(view: View, rng: Random, _limit: Limit, _character: Character) -> Action:
    """Any legal card; where no card can be played, any choice. Signs and exchanges are left alone.

    A computer dealer always deals rightly.
    """
    plays = tuple(choice for choice in view.choices if isinstance(choice, Play))
    return rng.choice(plays or tuple(choice for choice in view.choices if not isinstance(choice, Misdeal)))


PLAYERS: Final[Mapping[str, Mapping[str, Player]]] = {
    "briscola": {
        "novice": briscola.novice,
        "club": briscola.club,
        "expert": briscola.expert,
        "master": briscola.master,
    },
    "chiamata": {
        "novice": chiamata.novice,
        "club": chiamata.club,
        "expert": chiamata.expert,
        "master": chiamata.master,
    },
    "spades": {
        "novice": spades.novice,
        "club": spades.club,
        "expert": spades.expert,
        "master": spades.master,
    },
    "muscio": {"novice": muscio.novice, "club": muscio.club, "expert": muscio.expert, "master": muscio.master},
}
"""Game -> level -> player, besides `at_random`, who plays every game."""


def levels_for(game: str) -> tuple[str, ...]:
    """The levels that ``game`` is played at, in rising strength."""
    return tuple(level for level in LEVELS if level == "random" or level in PLAYERS.get(game, {}))


def choose(level: str, view: View, rng: Random, limit: Limit, character: Character = PLAIN) -> Action:
    """What a player of ``level`` and of this character does in ``view``: one of its choices.

    ValueError if it is not the view's turn, or if its game has no such level.
    """
    if level not in levels_for(view.game):
        raise ValueError(f"{view.game} has no player {level!r}")
    if not view.choices:
        raise ValueError(f"seat {view.seat} has nothing to choose")
    player = at_random if level == "random" else PLAYERS[view.game][level]
    return player(view, rng, limit, character)

"""Who plays what: for each game and level the player that has it.

A player is a function of a view, a stream of random numbers, a limit of thinking time and a character; the same
four give the same action while the clock leaves time enough.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final, TypeAlias

from game.ai.briscola import player as briscola
from game.ai.characters import PLAIN, Character
from game.ai.chiamata import player as chiamata
from game.ai.levels import at_random, levels_for
from game.ai.limit import Limit
from game.ai.muscio import player as muscio
from game.ai.search import Estimate
from game.ai.spades import player as spades
from game.engine.actions import Action
from game.view import View

Player: TypeAlias = Callable[[View, Random, Limit, Character], Action]
"""(view, rng, limit, character) -> one of ``view.choices``. Who never thinks long needs no limit."""

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


WEIGHED: Final[Mapping[str, Callable[[View, Random, Limit, Character], list[Estimate]]]] = {
    "briscola": briscola.weighed,
    "chiamata": chiamata.weighed,
    "spades": spades.weighed,
    "muscio": muscio.weighed,
}
"""Game -> what its master finds each choice worth."""


def choose(level: str, view: View, rng: Random, limit: Limit, character: Character = PLAIN) -> Action:
    """What a player of ``level`` and of this character does in ``view``: one of its choices.

    ValueError if it is not the view's turn, or if its game has no such level.
    """
    if level not in levels_for(view.game):
        raise ValueError(f"{view.game} has no player {level!r}")
    if not view.choices:
        raise ValueError(f"seat {view.seat} has nothing to choose")
    if level == "random":
        return at_random(view, rng)
    return PLAYERS[view.game][level](view, rng, limit, character)

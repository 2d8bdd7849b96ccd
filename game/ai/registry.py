"""Who plays what: the registry of the minds, and the one question that is asked of them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from game.ai.briscola.players import BRISCOLA_AI
from game.ai.chiamata.players import CHIAMATA_AI
from game.ai.equivalent_plays import remove_dominated_plays
from game.ai.game_ai import GameAI
from game.ai.game_ai_info import ERROR_PRONE_LEVELS, GameAIInfo
from game.ai.levels import choose_random_action, list_levels, register_levels, unregister_levels
from game.ai.muscio.players import MUSCIO_AI
from game.ai.personas import NEUTRAL_PERSONA, Persona
from game.ai.spades.players import SPADES_AI
from game.ai.time_limit import TimeLimit, TimeUp
from game.core.actions import Action
from game.match.observation import Observation

_minds: Final = {game_ai.game: game_ai for game_ai in (BRISCOLA_AI, CHIAMATA_AI, SPADES_AI, MUSCIO_AI)}
GAME_AIS: Final[Mapping[str, GameAI]] = MappingProxyType(_minds)
"""Game -> who thinks for it, besides `choose_random_action`, who plays every game."""


def register_player(mind: GameAI, room: GameAIInfo) -> None:
    """Add the computer players of a game and their levels. ValueError if the game has computer players already."""
    if mind.game != room.game or room.levels != ("random", *mind.players):
        raise ValueError(f"{mind.game}: the levels are not those of the players")
    register_levels(room)
    _minds[mind.game] = mind


def unregister_player(game: str) -> None:
    """Remove the computer players of a game, so that it is played at random. KeyError if it has none."""
    unregister_levels(game)
    del _minds[game]


FALLBACK_LEVEL: Final = "club"
"""The level that knows what to do by rules of thumb."""


def choose_action(
    level: str, observation: Observation, rng: Random, time_limit: TimeLimit, persona: Persona = NEUTRAL_PERSONA
) -> Action:
    """Return the choice of a player of ``level`` and ``persona``; no foolish card but at levels that make mistakes.

    The same arguments and the same time give the same choice; without enough time the player does as
    `FALLBACK_LEVEL`. Raises ValueError if the seat has nothing to choose, or if its game has no such level.
    """
    if level not in list_levels(observation.game_id):
        raise ValueError(f"{observation.game_id} has no player {level!r}")
    if not observation.legal_actions:
        raise ValueError(f"seat {observation.seat} has nothing to choose")
    if level == "random":
        return choose_random_action(observation, rng)
    game_ai = GAME_AIS[observation.game_id]
    considered = (
        observation if level in ERROR_PRONE_LEVELS else remove_dominated_plays(observation, game_ai.equivalence_rules)
    )
    try:
        return game_ai.players[level](considered, rng, time_limit, persona)
    except TimeUp:
        return game_ai.players[FALLBACK_LEVEL](considered, rng, time_limit, persona)

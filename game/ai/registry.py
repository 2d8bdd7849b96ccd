"""The registry of computer players, and the function that chooses an action."""

from __future__ import annotations

from random import Random
from typing import Final

from game.ai.briscola.players import BRISCOLA_AI
from game.ai.chiamata.players import CHIAMATA_AI
from game.ai.equivalent_plays import remove_dominated_plays
from game.ai.game_ai import GameAI
from game.ai.game_ai_info import ERROR_PRONE_LEVELS, GameAIInfo
from game.ai.levels import AI_INFO, choose_random_action, get_ai_info
from game.ai.muscio.players import MUSCIO_AI
from game.ai.personas import NEUTRAL_PERSONA, Persona
from game.ai.spades.players import SPADES_AI
from game.ai.time_limit import TimeLimit, TimeUp
from game.core.actions import Action
from game.core.arguments import format_argument
from game.core.messages import InputError
from game.match.observation import Observation

GAME_AIS: Final = {game_ai.game: game_ai for game_ai in (BRISCOLA_AI, CHIAMATA_AI, SPADES_AI, MUSCIO_AI)}
"""Game -> its computer players.

The level "random" is not among them: `choose_random_action` plays every game.
"""


def register_player(game_ai: GameAI, info: GameAIInfo) -> None:
    """Add the computer players of a game and their levels.

    Raises ValueError if the levels of both arguments differ, or the game has computer players already.
    """
    if game_ai.game != info.game or info.levels != ("random", *game_ai.players):
        raise ValueError(f"{game_ai.game}: the levels are not those of the players")
    if info.game in AI_INFO:
        raise ValueError(f"{info.game}: the game has players already")
    AI_INFO[info.game], GAME_AIS[info.game] = info, game_ai


def unregister_player(game: str) -> None:
    """Remove the computer players of a game, so that only "random" is left.

    Raises KeyError if it has none.
    """
    del AI_INFO[game], GAME_AIS[game]


FALLBACK_LEVEL: Final = "club"
"""The level without a search, for a player that runs out of time."""


def choose_action(
    level: str, observation: Observation, rng: Random, time_limit: TimeLimit, persona: Persona = NEUTRAL_PERSONA
) -> Action:
    """Return the action of a player of ``level`` and ``persona``.

    Dominated plays are chosen only by `ERROR_PRONE_LEVELS`. The same arguments give the same action if the time is
    enough; otherwise the player chooses as `FALLBACK_LEVEL` does. Raises InputError if the seat has no legal action, or
    its game has no such level.
    """
    if level not in get_ai_info(observation.game_id).levels:
        raise InputError("no_player", game_id=observation.game_id, level=format_argument(level))
    if not observation.legal_actions:
        raise InputError("nothing_to_choose")
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

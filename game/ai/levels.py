"""The registry of levels and metadata, by game; the players themselves are in `game.ai.registry`.

This module imports no numpy: the window offers levels, but runs no search.
"""

from __future__ import annotations

from random import Random
from typing import Final

from game.ai.briscola.info import BRISCOLA_AI_INFO
from game.ai.chiamata.info import CHIAMATA_AI_INFO
from game.ai.game_ai_info import GameAIInfo
from game.ai.muscio.info import MUSCIO_AI_INFO
from game.ai.spades.info import SPADES_AI_INFO
from game.core.actions import Action, Play
from game.match.house_rules import make_unknown_value_error
from game.match.observation import Observation
from game.rules import GAMES

AI_INFO: Final = {info.game: info for info in (BRISCOLA_AI_INFO, CHIAMATA_AI_INFO, SPADES_AI_INFO, MUSCIO_AI_INFO)}
"""Game -> metadata; `game.ai.registry.register_player` adds some.

Any other game has only the level "random", and no remarks.
"""


DEFAULT_COMPUTER_LEVEL: Final = "club"
"""The level of a computer player for which nobody has chosen one; it decides quickly."""


def get_default_level(game: str) -> str:
    """Return `DEFAULT_COMPUTER_LEVEL`, or the weakest level of a game without it."""
    levels = list_levels(game)
    return DEFAULT_COMPUTER_LEVEL if DEFAULT_COMPUTER_LEVEL in levels else levels[0]


def list_offered_levels(game: str) -> tuple[str, ...]:
    """Return the levels that people choose from: all of a game, but chance only if it has no other."""
    levels = list_levels(game)
    return levels[1:] or levels


def get_ai_info(game: str) -> GameAIInfo:
    """Return the metadata of a game; the default metadata if it is not registered."""
    return AI_INFO.get(game, GameAIInfo(game=game))


def list_levels(game: str) -> tuple[str, ...]:
    """Return the levels of a game, in ascending strength. Raise InputError for an unknown game."""
    if not isinstance(game, str) or game not in GAMES:
        raise make_unknown_value_error("game", game, GAMES)
    return get_ai_info(game).levels


def choose_random_action(observation: Observation, rng: Random) -> Action:
    """Return a random legal card; where no card can be played, another random legal action.

    Actions in `GameAIInfo.never_random_actions` are never chosen. Raises IndexError if the seat has no action.
    """
    excluded = get_ai_info(observation.game_id).never_random_actions
    plays = tuple(choice for choice in observation.legal_actions if isinstance(choice, Play))
    return rng.choice(
        plays or tuple(choice for choice in observation.legal_actions if not isinstance(choice, excluded))
    )

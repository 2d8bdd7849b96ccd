"""The levels of strength, and which of them each game has; who has them is in `players`.

Nothing here needs the libraries that players think with: the window offers levels and never thinks.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from game.ai.briscola.info import BRISCOLA_AI_INFO
from game.ai.chiamata.info import CHIAMATA_AI_INFO
from game.ai.game_ai_info import GameAIInfo
from game.ai.muscio.info import MUSCIO_AI_INFO
from game.ai.spades.info import SPADES_AI_INFO
from game.core.actions import Action, Play
from game.match.observation import Observation

_rooms: Final = {info.game: info for info in (BRISCOLA_AI_INFO, CHIAMATA_AI_INFO, SPADES_AI_INFO, MUSCIO_AI_INFO)}
AI_INFO: Final[Mapping[str, GameAIInfo]] = MappingProxyType(_rooms)
"""The registry of what games say of their players. Any other game is played at random only, and in silence."""


def register_levels(room: GameAIInfo) -> None:
    """Add what a game says of its players; `game.ai.registry.register_player` adds the players. ValueError if taken."""
    if room.game in _rooms:
        raise ValueError(f"{room.game}: the game has players already")
    _rooms[room.game] = room


def unregister_levels(game: str) -> None:
    """Remove what a game says of its players. KeyError if it says nothing."""
    del _rooms[game]


def get_ai_info(game: str) -> GameAIInfo:
    """What ``game`` says of its players."""
    return AI_INFO.get(game, GameAIInfo(game=game))


def list_levels(game: str) -> tuple[str, ...]:
    """The levels that ``game`` is played at, in rising strength."""
    return get_ai_info(game).levels


def choose_random_action(observation: Observation, rng: Random) -> Action:
    """Any legal card; where no card can be played, any choice. Signs and exchanges are left alone."""
    excluded = get_ai_info(observation.game_id).never_random_actions
    plays = tuple(choice for choice in observation.legal_actions if isinstance(choice, Play))
    return rng.choice(
        plays or tuple(choice for choice in observation.legal_actions if not isinstance(choice, excluded))
    )

"""A computer player for scripts, with the method ``choose`` that a bot has too."""

from __future__ import annotations

import time
from random import Random

from game.ai.levels import list_levels
from game.ai.registry import choose_action
from game.ai.time_limit import DEFAULT_TIME_LIMIT_MS, TimeLimit
from game.core.actions import Action
from game.core.arguments import check_argument, check_whole_number
from game.match.house_rules import make_unknown_value_error
from game.match.observation import Observation
from game.shuffling.shuffle import derive_random


class ComputerPlayer:
    """A computer player of one level, for any game that has this level.

    `create_player` makes one.
    """

    def __init__(self, level: str, rng: Random, time_limit: TimeLimit) -> None:
        self._level = level
        self._rng = rng
        self._time_limit = time_limit

    def choose(self, observation: Observation, rng: Random | None = None) -> Action:
        """Return one of the legal actions of ``observation``, after a search if the level has one.

        Random numbers come from ``rng``, or from the player's own seed. Raises InputError if the seat has no legal
        action, or the game has no such level.
        """
        check_argument("observation", observation, Observation)
        return choose_action(self._level, observation, self._rng if rng is None else rng, self._time_limit)


def create_player(
    game_id: str, level: str, *, seed: int = 0, time_limit_ms: int = DEFAULT_TIME_LIMIT_MS
) -> ComputerPlayer:
    """Return a computer player of ``level``.

    ``seed``: of the player's own random numbers, for `ComputerPlayer.choose` without ``rng``. Strong levels search for
    up to ``time_limit_ms`` milliseconds before each action, and the time may change their choice. Raises InputError if
    the game or its level is unknown, TypeError if a number is not an int.
    """
    levels = list_levels(game_id)
    if not isinstance(level, str) or level not in levels:
        raise make_unknown_value_error("level", level, levels)
    check_whole_number("seed", seed)
    check_whole_number("time_limit_ms", time_limit_ms)
    return ComputerPlayer(level, derive_random(seed, "player"), TimeLimit(time_limit_ms, time.perf_counter))

"""Search passes: repetitions of a search with new determinizations, and their mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Final, TypeVar

import numpy as np

from game.ai.estimates import ActionEstimate, average_estimates, find_best_estimate, has_clear_best
from game.ai.search import PrePlayAction, SearchBudget, SearchModel, search_actions
from game.ai.time_limit import TimeLimit, TimeUp
from game.core.actions import Action
from game.match.observation import Observation

T = TypeVar("T")

MAX_PASSES_BY_TIME_MS: Final = ((1000, 4),)
"""(time in milliseconds, most passes) for positions without a clearly best action."""


def select_for_time_limit(options: Sequence[tuple[int, T]], time_limit: TimeLimit) -> T | None:
    """Return the first of (minimum milliseconds, option) that the time allows; None if none does.

    ``options``: the longest time first.
    """
    return next((option for ms, option in options if time_limit.ms >= ms), None)


def never_stop(_estimates: list[ActionEstimate]) -> bool:
    """Return False: no result is enough."""
    return False


def average_passes(
    run_pass: Callable[[], list[ActionEstimate]],
    max_passes: int,
    is_enough: Callable[[list[ActionEstimate]], bool] = never_stop,
) -> list[ActionEstimate]:
    """Return the mean of at most ``max_passes`` passes, at least one.

    The passes stop early when the mean ``is_enough`` or the time is up. Raises TimeUp if the first pass does.
    """
    passes = [run_pass()]
    with suppress(TimeUp):
        while len(passes) < max_passes and not is_enough(average_estimates(passes)):
            passes.append(run_pass())
    return average_estimates(passes)


def repeat_until_clear(run_pass: Callable[[], list[ActionEstimate]], time_limit: TimeLimit) -> list[ActionEstimate]:
    """Return the mean of passes until one action is clearly the best or the time is up.

    The time limit bounds their number by `MAX_PASSES_BY_TIME_MS`. Raises TimeUp if the first pass does.
    """
    return average_passes(run_pass, select_for_time_limit(MAX_PASSES_BY_TIME_MS, time_limit) or 1, has_clear_best)


def search_actions_in_passes(
    observation: Observation,
    search_model: SearchModel,
    budget: SearchBudget,
    rng: Random,
    time_limit: TimeLimit,
    pre_play_action: PrePlayAction | None = None,
    *,
    repeat_if_unclear: bool = False,
) -> list[ActionEstimate]:
    """Return an estimate of each legal card, and of ``pre_play_action`` last, by rollouts.

    ``repeat_if_unclear``: average several passes if the best action is not clear after the first. Raises TimeUp if the
    first pass does not end in time.
    """
    scaled_budget, deadline = budget.scale_to_time(time_limit.ms), time_limit.start()

    def run_pass() -> list[ActionEstimate]:
        return search_actions(
            observation,
            search_model,
            scaled_budget,
            np.random.default_rng(rng.getrandbits(64)),
            deadline,
            pre_play_action,
        )

    return repeat_until_clear(run_pass, time_limit) if repeat_if_unclear else run_pass()


def choose_card_by_search(
    observation: Observation, search_model: SearchModel, budget: SearchBudget, rng: Random, time_limit: TimeLimit
) -> Action:
    """Return the card that the rollouts estimate best; without a search if there is only one legal action.

    Raises TimeUp if the search does not end in time.
    """
    if len(observation.legal_actions) == 1:
        return observation.legal_actions[0]
    return find_best_estimate(search_actions_in_passes(observation, search_model, budget, rng, time_limit)).action

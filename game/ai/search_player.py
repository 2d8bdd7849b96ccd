"""The players of the levels that search.

They use determinization (PIMC), importance weights for what the others have done, and policy improvement by rollouts.
What a level does is a line of `game.ai.level_table`; what a game does differently is a `SearchPlayer` of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from typing import Final

import numpy as np

from game.ai.estimates import (
    ActionEstimate,
    average_estimates,
    find_best_beyond_noise,
    find_best_estimate,
    has_clear_best,
)
from game.ai.game_ai import LevelPlayer, make_beginner
from game.ai.level_table import LEVEL_TABLE, SearchStep, SearchTask
from game.ai.opponent_mixture import OpponentMixture
from game.ai.personas import Persona
from game.ai.search import (
    MIN_BUDGET_MS,
    ONE_STATE,
    CardSearch,
    OpponentModel,
    SearchModel,
    estimate_by_policy,
    search_actions,
)
from game.ai.time_limit import TimeLimit, TimeUp
from game.core.actions import Action
from game.core.trick_taking import TrickPhase
from game.match.observation import Observation

CLUB_SEED: Final = 0
"""The seed with which `SearchPlayer` asks the level club, so that the same position has the same answer."""


def average_passes(
    run_pass: Callable[[], list[ActionEstimate]], max_passes: int, *, stops_when_clear: bool = True
) -> list[ActionEstimate]:
    """Return the mean of at most ``max_passes`` passes, at least one.

    They end early when the time is up, or the best action is clear. Raises TimeUp if the first pass does.
    """
    passes = [run_pass()]
    with suppress(TimeUp):
        while len(passes) < max_passes and not (stops_when_clear and has_clear_best(average_estimates(passes))):
            passes.append(run_pass())
    return average_estimates(passes)


class SearchPlayer:
    """The levels of ``game`` that search.

    ``model``: of its card play; ``choose_as_club``: the level that calls where a search does not, and whose card is
    played unless the search finds one that is better beyond its noise.
    """

    def __init__(self, game: str, model: SearchModel, choose_as_club: LevelPlayer) -> None:
        self.game = game
        self.model = model
        self.choose_as_club = choose_as_club

    def make_players(
        self, choose_as_novice: LevelPlayer, choose_as_beginner: LevelPlayer | None = None
    ) -> dict[str, LevelPlayer]:
        """Return the player of each level, in ascending strength.

        ``choose_as_beginner``: chooses for a beginner before the mistakes, by default as a novice does.
        """
        beginner = make_beginner(choose_as_beginner or choose_as_novice)
        searching = {level: partial(self._choose, level) for level in LEVEL_TABLE[self.game]}
        return {"beginner": beginner, "novice": choose_as_novice, "club": self.choose_as_club, **searching}

    def _choose(
        self, level: str, observation: Observation, rng: Random, time_limit: TimeLimit, persona: Persona
    ) -> Action:
        """Return the only legal action, the one that is due, or the best one. Raise TimeUp if the time is too short."""
        observation = self.leave_out_harm(observation)
        due_action = observation.legal_actions[0] if len(observation.legal_actions) == 1 else self.find_due(observation)
        if due_action is not None:
            return due_action
        if not self.is_card_choice(observation) and (
            self.calls_like_club(observation) or not self._find_step(level, observation, time_limit).deals
        ):
            return self.choose_as_club(observation, rng, time_limit, persona)
        estimates = self.estimate(level, observation, rng, time_limit, persona, repeats=True)
        if not self.is_card_choice(observation):
            return self.pick_call(estimates)
        club_action = self.choose_as_club(observation, Random(CLUB_SEED), time_limit, persona)
        return find_best_beyond_noise(estimates, club_action).action

    def estimate(
        self, level: str, observation: Observation, rng: Random, time_limit: TimeLimit, persona: Persona, *,
        repeats: bool = False,
    ) -> list[ActionEstimate]:  # fmt: skip
        """Return estimates of the actions. ``repeats``: search again until the best is clear, within the level's limit.

        Raise TimeUp if the time is too short.
        """
        step, check_time = self._find_step(level, observation, time_limit), time_limit.start()
        task = SearchTask(observation, step, np.random.default_rng(rng.getrandbits(64)), persona, check_time)
        if step.quick is None:
            return self._repeat(task, repeats=repeats)
        estimates = self._repeat(task._replace(step=step.quick), repeats=False)
        with suppress(TimeUp):
            estimates = self._repeat(task, repeats=repeats)
        return estimates

    def _find_step(self, level: str, observation: Observation, time_limit: TimeLimit) -> SearchStep:
        """Return what the level does in this time. Raise TimeUp if it is too short."""
        if time_limit.ms < MIN_BUDGET_MS:
            raise TimeUp
        steps = LEVEL_TABLE[self.find_table(observation)][level]
        return next(step for step in steps if step.min_ms <= time_limit.ms).scale_to_time(time_limit.ms)

    def _repeat(self, task: SearchTask, *, repeats: bool) -> list[ActionEstimate]:
        if not self.is_card_choice(task.observation):
            return self.search_calls(task)
        max_passes = task.step.max_passes if repeats else 1
        search = self.prepare_search(task)
        return average_passes(search, max_passes, stops_when_clear=task.step.stops_when_clear)

    # -- what games do differently

    def find_table(self, _observation: Observation) -> str:
        """Return the entry of `LEVEL_TABLE`."""
        return self.game

    def leave_out_harm(self, observation: Observation) -> Observation:
        """Return the observation without plainly harmful actions."""
        return observation

    def find_due(self, observation: Observation) -> Action | None:
        """Return an action that needs no search, or None."""
        return None

    def is_card_choice(self, observation: Observation) -> bool:
        """Return whether a card is chosen by rollouts from this trick on."""
        return isinstance(observation.phase, TrickPhase)

    def make_card_search(self, task: SearchTask) -> CardSearch:
        """Return the search for a card, without the assumptions about opponents."""
        return CardSearch(task.observation, self.model, task.step.cards or ONE_STATE, task.rng, task.check_time)

    def prepare_search(self, task: SearchTask) -> Callable[[], list[ActionEstimate]]:
        """Return a function that searches for a card, each time in other states."""
        search = self.make_card_search(task)
        if task.step.cards is None:
            return partial(estimate_by_policy, search)
        return partial(search_actions, search, OpponentMixture() if task.step.has_mixture else OpponentModel())

    def calls_like_club(self, _observation: Observation) -> bool:
        """Return whether calls are those of `choose_as_club`, without a search."""
        return False

    def search_calls(self, task: SearchTask) -> list[ActionEstimate]:
        """Return estimates of actions before card play."""
        raise NotImplementedError

    def pick_call(self, estimates: list[ActionEstimate]) -> Action:
        """Return the action to take before card play, usually the best one."""
        return find_best_estimate(estimates).action

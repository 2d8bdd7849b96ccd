"""The level `master` without one part of its search, as bots that show what the part buys.

`python -m tools.tournament --only spades-partners/master-club --limit 900 --players
master,tools/tournament/parts.py:WithoutCallSearch` plays one against the whole level. From 50 ms to a second `master`
has the same budgets whatever the limit. The bots have no clock, and no search of the whole level takes 900 ms.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final
from unittest.mock import patch

import msgspec

from game.ai import level_table, opponent_mixture
from game.ai.level_table import SearchStep
from game.ai.opponent_mixture import OpponentType
from game.ai.registry import choose_action
from game.ai.search import SearchBudget
from game.ai.time_limit import TimeLimit
from game.core.actions import Action
from game.match.observation import Observation

LEVEL: Final = "master"
LIMIT: Final = TimeLimit(900, lambda: 0.0)
ALMOST_NEVER: Final = 1e-12


class MasterWithoutPart:
    """`master` with every step of its search changed by `change_step` and `change_budget`."""

    type_prior: Mapping[OpponentType, float] = opponent_mixture.OPPONENT_TYPE_PRIOR

    def __init__(self) -> None:
        self._levels = {
            name: {**levels, LEVEL: tuple(self._change(step) for step in levels[LEVEL])}
            for name, levels in level_table.LEVEL_TABLE.items()
        }

    def choose(self, observation: Observation, rng: Random) -> Action:
        with (
            patch.dict(level_table.LEVEL_TABLE, self._levels),
            patch.dict(opponent_mixture.OPPONENT_TYPE_PRIOR, self.type_prior),
        ):
            return choose_action(LEVEL, observation, rng, LIMIT)

    def change_step(self, step: SearchStep) -> SearchStep:
        """Return the step without the part."""
        return step

    def change_budget(self, budget: SearchBudget) -> SearchBudget:
        """Return the budget for a card without the part."""
        return budget

    def _change(self, step: SearchStep) -> SearchStep:
        return msgspec.structs.replace(
            self.change_step(step),
            cards=step.cards and self.change_budget(step.cards),
            quick=step.quick and self._change(step.quick),
        )


class WithoutMixture(MasterWithoutPart):
    """All opponents play by the policy table."""

    type_prior = {
        OpponentType.LEARNED: 1.0,
        OpponentType.HEURISTIC: ALMOST_NEVER,
        OpponentType.RANDOM: ALMOST_NEVER,
    }


class WithoutMixtureOrResponses(MasterWithoutPart):
    """No mixture is searched with, and so in Briscola for two no response network either."""

    def change_step(self, step: SearchStep) -> SearchStep:
        return msgspec.structs.replace(step, has_mixture=False)


class WithoutCallSearch(MasterWithoutPart):
    """Calls are those of `club`."""

    def change_step(self, step: SearchStep) -> SearchStep:
        return msgspec.structs.replace(step, deals=0)


class WithoutExactEnd(MasterWithoutPart):
    """The last tricks are played out by the policy, except in Briscola for two with the response network."""

    def change_budget(self, budget: SearchBudget) -> SearchBudget:
        return msgspec.structs.replace(budget, max_exact_lines=0)


class WithoutPrior(MasterWithoutPart):
    """The policy table adds nothing to the rollouts of a card."""

    def change_budget(self, budget: SearchBudget) -> SearchBudget:
        return msgspec.structs.replace(budget, prior_weight=0.0)

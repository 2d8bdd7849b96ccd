"""The computer players of a game, by level, and the explanation of their actions.

A player is a function of an observation, a random number generator, a time limit and a persona; the same four give the
same action if the time is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, TypeAlias

import msgspec

from game.ai.equivalent_plays import EquivalenceRules, list_nothing
from game.ai.estimates import ActionEstimate
from game.ai.personas import Persona
from game.ai.time_limit import TimeLimit
from game.core.actions import Action, Play
from game.core.messages import Reason
from game.match.observation import Observation

LevelPlayer: TypeAlias = Callable[[Observation, Random, TimeLimit, Persona], Action]
"""(observation, rng, time limit, persona) -> one of ``observation.legal_actions``.

A fast player ignores the time limit.
"""
ActionEstimator: TypeAlias = Callable[[Observation, Random, TimeLimit, Persona], list[ActionEstimate]]
"""(observation, rng, time limit, persona) -> estimates; empty if there are none."""


BEGINNER_MISTAKE_SHARE: Final = 0.3
"""The share of the cards that a beginner plays by chance."""


def make_beginner(choose_as_novice: LevelPlayer) -> LevelPlayer:
    """Return the level "beginner": it calls like "novice", and plays some cards by chance."""

    def choose_as_beginner(observation: Observation, rng: Random, time_limit: TimeLimit, persona: Persona) -> Action:
        action = choose_as_novice(observation, rng, time_limit, persona)
        is_mistaken = isinstance(action, Play) and rng.random() < BEGINNER_MISTAKE_SHARE
        plays = [choice for choice in observation.legal_actions if isinstance(choice, Play)]
        return rng.choice(plays) if is_mistaken else action

    return choose_as_beginner


def list_teammates(observation: Observation) -> tuple[int, ...]:
    """Return the other seats of the observing seat's side, in ascending order.

    Only where the sides are the same for the whole match; otherwise (), as for a seat that plays alone.
    """
    return tuple(teammate for teammate in observation.own_side if teammate != observation.seat)


ActionExplainer: TypeAlias = Callable[[Observation, ActionEstimate, Sequence[ActionEstimate]], tuple[Reason, ...]]
"""(observation, estimate, estimates of all actions with the best first) -> reasons for the action of ``estimate``."""


def get_expected_result(estimate: ActionEstimate) -> float:
    """Return the expected result of the action, in a unit that is constant for the whole match."""
    return estimate.expected_result


def get_win_percentage(estimate: ActionEstimate) -> float:
    """Return the probability to win the deal, in percent; 0 where it has no meaning."""
    return 100 * (estimate.win_probability or 0.0)


class GameAI(msgspec.Struct, frozen=True, kw_only=True):
    """The computer players of one game, and the functions that explain their actions.

    ``players``: by level, without "random"; ``estimate_actions``: the best player's estimate of each action;
    ``list_known_partners``: the other seats known to be on the observing seat's side; ``list_likely_partners``: those
    that probably are, if the time is enough to find them; ``explain_action``: the reasons for the value of an action
    that is not a card; ``equivalence_rules``: which cards are equivalent.

    For the analysis of a match: ``get_additive_value`` returns the value of an action in a unit that can be summed over
    a match; ``max_loss_per_choice`` is the most that one action can cost in this unit, so that a single blunder does
    not outweigh the rest; ``estimate_secret_partners`` returns, by seat, the probability that it is a secret partner of
    the other side, or () if there are no secret partners or the time is up.
    """

    game: str
    players: Mapping[str, LevelPlayer]
    estimate_actions: ActionEstimator
    list_known_partners: Callable[[Observation], tuple[int, ...]] = list_teammates
    list_likely_partners: Callable[[Observation, TimeLimit], tuple[int, ...]] = list_nothing
    explain_action: ActionExplainer = list_nothing
    get_additive_value: Callable[[ActionEstimate], float] = get_expected_result
    max_loss_per_choice: float = 1.0
    equivalence_rules: EquivalenceRules = EquivalenceRules()
    estimate_secret_partners: Callable[[Observation, Random, TimeLimit], tuple[float, ...]] = list_nothing

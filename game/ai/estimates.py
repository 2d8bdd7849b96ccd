"""What a choice is found to be worth, how sure that is, and what several looks say together."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from statistics import fmean
from typing import Final

import msgspec

from game.core.actions import Action
from game.core.messages import Reason

SIGNIFICANCE_Z_SCORE: Final = 2.0
"""So many standard errors apart, one choice is better than another."""


class ActionEstimate(msgspec.Struct, frozen=True, kw_only=True):
    """The value of an action, in the game's unit for the match.

    ``standard_error``: that of ``value`` relative to the best action. ``expected_points``: at the end, in the unit of
    the deal's points (tricks, the card points of the side; before the first card of Muscio the points taken off);
    ``win_probability``: of winning the deal (in Muscio the match), or of making the call or bid. Each is None where it
    has no meaning.
    """

    action: Action
    value: float
    standard_error: float
    expected_points: float | None = None
    win_probability: float | None = None


class ExplainedEstimate(msgspec.Struct, frozen=True, kw_only=True):
    """A choice. ``value``: in the game's unit, ``standard_error``: of it beside the best; ``expected_points``: what is
    to be expected in the unit of the deal's points; ``win_probability``: the chance to win the deal (in some games the
    match), or to make what was called or bid; both None where that has no meaning; ``reasons``: why it is so."""

    action: Action
    value: float
    standard_error: float
    win_probability: float | None
    reasons: tuple[Reason, ...]
    expected_points: float | None = None


def find_best_estimate(estimates: list[ActionEstimate]) -> ActionEstimate:
    """The action that is worth most, the first of equal ones."""
    return max(estimates, key=lambda estimate: estimate.value)


def is_tied_with_best(estimate: ActionEstimate, best: ActionEstimate) -> bool:
    """Whether a choice is as good as the best, as far as can be told: what it is worth less is within the noise."""
    return best.value - estimate.value <= SIGNIFICANCE_Z_SCORE * estimate.standard_error


def has_clear_best(estimates: list[ActionEstimate]) -> bool:
    """Whether one choice is better than all others, as far as can be told."""
    best = find_best_estimate(estimates)
    return not any(is_tied_with_best(estimate, best) for estimate in estimates if estimate is not best)


def average_estimates(passes: Sequence[list[ActionEstimate]]) -> list[ActionEstimate]:
    """The means of several looks at the same choices, each in other worlds; a choice must have been weighed in all."""
    passes_by_action = [{estimate.action: estimate for estimate in by_action} for by_action in passes]
    return [
        _average_estimate([by_action[estimate.action] for by_action in passes_by_action])
        for estimate in passes[0] if all(estimate.action in by_action for by_action in passes_by_action)
    ]  # fmt: skip


def _average_estimate(estimates: list[ActionEstimate]) -> ActionEstimate:
    if len(estimates) == 1:
        return estimates[0]
    return ActionEstimate(
        action=estimates[0].action,
        value=fmean(estimate.value for estimate in estimates),
        standard_error=hypot(*(estimate.standard_error for estimate in estimates)) / len(estimates),
        expected_points=_average_known([estimate.expected_points for estimate in estimates]),
        win_probability=_average_known([estimate.win_probability for estimate in estimates]),
    )


def _average_known(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if len(known) == len(values) else None

"""Estimates of actions: value, standard error, and the mean of several search passes."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from statistics import fmean, stdev
from typing import Final

import msgspec

from game.core.actions import Action
from game.core.messages import Reason

SIGNIFICANCE_Z_SCORE: Final = 2.0
"""The number of standard errors from which a difference in value is significant."""

MIN_SCATTERED_PASSES: Final = 3
SCATTER_FACTOR: Final = 1.5
"""The passes from which their scatter counts, and its factor: it may be low by chance (Student's t-distribution)."""


class ActionEstimate(msgspec.Struct, frozen=True, kw_only=True):
    """The value of an action, in the game's unit for the match.

    ``preference``: the part of ``value`` that only orders the actions.
    ``standard_error``: of ``value`` relative to the best action. ``expected_points``: at the end of the deal, in the
    unit of its points (tricks, or the side's card points; before card play in Muscio the points taken off);
    ``win_probability``: of winning the deal (in Muscio the match), or of making the call or bid. Both are None where
    they have no meaning.
    """

    action: Action
    value: float
    standard_error: float
    preference: float = 0.0
    expected_points: float | None = None
    win_probability: float | None = None

    @property
    def expected_result(self) -> float:
        """The value without the part that only orders the actions."""
        return self.value - self.preference


class ExplainedEstimate(ActionEstimate, frozen=True, kw_only=True):
    """An `ActionEstimate` with the ``reasons`` for it, made for `game.text.messages.format_reason`."""

    reasons: tuple[Reason, ...]


def find_best_estimate(estimates: list[ActionEstimate]) -> ActionEstimate:
    """Return the estimate with the highest value, the first of equal ones. Raises ValueError for []."""
    return max(estimates, key=lambda estimate: estimate.value)


def is_tied_with_best(estimate: ActionEstimate, best: ActionEstimate) -> bool:
    """Return whether an estimate is not significantly worse than ``best``."""
    return best.value - estimate.value <= SIGNIFICANCE_Z_SCORE * estimate.standard_error


def has_same_result(estimate: ActionEstimate, best: ActionEstimate) -> bool:
    """Return whether the expected result of an estimate is not significantly worse than that of ``best``."""
    return best.expected_result - estimate.expected_result <= SIGNIFICANCE_Z_SCORE * estimate.standard_error


def find_best_beyond_noise(estimates: list[ActionEstimate], usual_action: Action) -> ActionEstimate:
    """Return the best estimate, or that of ``usual_action`` unless it is significantly worse.

    The actions were evaluated in the same states, so the standard error is that of their difference. Raises ValueError
    for [].
    """
    best = find_best_estimate(estimates)
    usual = next((estimate for estimate in estimates if estimate.action == usual_action), best)
    return usual if is_tied_with_best(usual, best) else best


def has_clear_best(estimates: list[ActionEstimate]) -> bool:
    """Return whether one estimate is significantly better than all others; True for a single one.

    Raises ValueError for [].
    """
    best = find_best_estimate(estimates)
    return not any(is_tied_with_best(estimate, best) for estimate in estimates if estimate is not best)


def compute_comparable_percentages(estimates: Sequence[ActionEstimate]) -> tuple[int, ...]:
    """Return the win probabilities in percent, by estimate; () if they cannot stand for the values.

    They must be known for all estimates, differ, and be highest for the best one, which is first.
    """
    percentages = tuple(
        round(100 * estimate.win_probability) for estimate in estimates if estimate.win_probability is not None
    )
    is_known = len(percentages) == len(estimates)
    return percentages if is_known and len(set(percentages)) > 1 and percentages[0] == max(percentages) else ()


def average_estimates(passes: Sequence[list[ActionEstimate]]) -> list[ActionEstimate]:
    """Return the means of several passes, at least one, each with its own determinizations.

    The order is that of the first pass. An action is left out unless all passes estimated it.
    """
    passes_by_action = [{estimate.action: estimate for estimate in by_action} for by_action in passes]
    return [
        _average_estimate([by_action[estimate.action] for by_action in passes_by_action])
        for estimate in passes[0] if all(estimate.action in by_action for by_action in passes_by_action)
    ]  # fmt: skip


def combine_passes(passes: Sequence[list[ActionEstimate]]) -> list[ActionEstimate]:
    """Return the means of several passes, with standard errors that are not below the scatter between the passes.

    A pass may have drawn the same likely state many times: then its own standard error is too low. Fewer passes than
    `MIN_SCATTERED_PASSES` say too little about it.
    """
    means = average_estimates(passes)
    if len(passes) < MIN_SCATTERED_PASSES or not means:
        return means
    results = [{estimate.action: estimate.expected_result for estimate in by_action} for by_action in passes]
    best_action = find_best_estimate(means).action
    combined = list[ActionEstimate]()
    for mean in means:
        scatter = stdev(by_action[best_action] - by_action[mean.action] for by_action in results)
        standard_error = max(mean.standard_error, SCATTER_FACTOR * scatter / len(passes) ** 0.5)
        combined.append(msgspec.structs.replace(mean, standard_error=standard_error))
    return combined


def _average_estimate(estimates: list[ActionEstimate]) -> ActionEstimate:
    if len(estimates) == 1:
        return estimates[0]
    return ActionEstimate(
        action=estimates[0].action,
        value=fmean(estimate.value for estimate in estimates),
        standard_error=hypot(*(estimate.standard_error for estimate in estimates)) / len(estimates),
        preference=fmean(estimate.preference for estimate in estimates),
        expected_points=_average_known([estimate.expected_points for estimate in estimates]),
        win_probability=_average_known([estimate.win_probability for estimate in estimates]),
    )


def _average_known(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if len(known) == len(values) else None

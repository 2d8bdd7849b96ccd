"""Sampling of hidden cards: many states that agree with all that a seat has seen.

The cards are dealt one at a time, first those with the fewest possible locations. The probability of a location is
proportional to its remaining capacity, times its weight for the card; it is higher if few cards are left that the
location may hold. The log weight of a finished state corrects for this, so that together they give the probabilities
that follow from the rules (importance sampling).
"""

from __future__ import annotations

from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from game.ai.rollout.card_bits import ONE, CardMasks

LogWeights = NDArray[np.float64]
"""Logarithms of weights, one for each state."""

OVERSAMPLING_ATTEMPTS: Final = (1, 10, 100)
"""For each attempt, the number of dealt states for each wanted one."""

IMPOSSIBLE_LOG_WEIGHT: Final = -1000.0
"""The log weight of a state that breaks the rules, finite to keep sums finite."""

MIN_SPARE_CAPACITY: Final = 1e-6
"""The spare capacity of a location that must get all cards it may hold."""


BISECTION_STEPS: Final = 10
"""The steps in which `flatten_log_weights` finds the exponent."""


class HiddenCards(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """The cards that a seat does not know, and their possible locations.

    ``card_bits``: the cards to place; ``capacities``: the number of cards in each location; ``location_weights``:
    (locations, cards), the relative probability that each location holds each card, 0 for impossible.
    """

    card_bits: tuple[int, ...]
    capacities: tuple[int, ...]
    location_weights: NDArray[np.float64]


def systematic_resample(log_weights: LogWeights, rng: np.random.Generator, count: int) -> NDArray[np.intp]:
    """Return the indices of ``count`` states, each in proportion to its weight.

    The sampling points are evenly spaced, so likely states are not missed by chance (systematic resampling, Kitagawa
    1996). States with `IMPOSSIBLE_LOG_WEIGHT` are returned only if there are no others.
    """
    probabilities = np.exp(log_weights - log_weights.max())
    steps = (np.arange(count) + rng.random()) / count * probabilities.sum()
    indices: NDArray[np.intp] = np.minimum(np.searchsorted(np.cumsum(probabilities), steps), len(probabilities) - 1)
    return indices


def sample_hidden_cards(
    hidden_cards: HiddenCards, rng: np.random.Generator, count: int
) -> tuple[CardMasks, LogWeights]:
    """Return the cards in each location, (locations, states), in at most ``count`` states, and their log weights.

    There are fewer where the cards did not fit. Raises ValueError if no state fits in any attempt.
    """
    for factor in OVERSAMPLING_ATTEMPTS:
        cards_by_location, log_weights = _deal_hidden_cards(hidden_cards, rng, count * factor)
        valid_indices = np.flatnonzero(np.isfinite(log_weights))[:count]
        if len(valid_indices):
            return cards_by_location[:, valid_indices], log_weights[valid_indices]
    raise ValueError("no determinization agrees with the observation")


def _deal_hidden_cards(hidden_cards: HiddenCards, rng: np.random.Generator, count: int) -> tuple[CardMasks, LogWeights]:
    """Return ``count`` states, without a finite log weight where the cards do not fit."""
    location_count = len(hidden_cards.capacities)
    cards_by_location = np.zeros(location_count * count, np.uint64)
    capacities = np.repeat(np.array(hidden_cards.capacities, np.float64)[:, None], count, axis=1)
    log_weights = np.zeros(count)
    columns = np.arange(count)
    order = _order_by_location_count(hidden_cards)
    remaining_candidates = (hidden_cards.location_weights[:, order] > 0)[:, ::-1].cumsum(axis=1)[:, ::-1]
    for step, card_index in enumerate(order):
        spare_capacity = np.maximum(remaining_candidates[:, step, None] - capacities, 0) + MIN_SPARE_CAPACITY
        probabilities = (
            hidden_cards.location_weights[:, card_index, None]
            * np.maximum(capacities, 0)
            * (len(order) - step - capacities + MIN_SPARE_CAPACITY)
            / spare_capacity
        )
        cumulative = np.cumsum(probabilities, axis=0)
        totals = cumulative[-1]
        locations = (cumulative <= rng.random(count) * totals).sum(axis=0)
        locations = np.minimum(locations, location_count - 1)
        with np.errstate(divide="ignore", invalid="ignore"):
            log_weights += np.log(
                totals
                * hidden_cards.location_weights[locations, card_index]
                * capacities[locations, columns]
                / probabilities[locations, columns]
            )
        cards_by_location[locations * count + columns] |= ONE << np.uint64(hidden_cards.card_bits[card_index])
        capacities[locations, columns] -= 1
    return cards_by_location.reshape(location_count, count), log_weights


def _order_by_location_count(hidden_cards: HiddenCards) -> list[int]:
    """Return the indices of the cards, first of those with the fewest possible locations."""
    location_counts = (hidden_cards.location_weights > 0).sum(axis=0)
    return sorted(range(len(hidden_cards.card_bits)), key=lambda index: (location_counts[index], index))


def flatten_log_weights(log_weights: LogWeights, min_effective_samples: float) -> LogWeights:
    """Return the log weights, scaled down if their effective sample size is too small.

    The scale gives an effective sample size of about ``min_effective_samples``; the weights stay unchanged if they have
    it, or half the number of states. One or two states that seem far more likely than all others are often an artifact.
    """
    if min_effective_samples <= 1:
        return log_weights
    log_weights = log_weights - log_weights.max()

    def compute_effective_samples(exponent: float) -> float:
        probabilities = np.exp(exponent * log_weights)
        return float(probabilities.sum() ** 2 / (probabilities * probabilities).sum())

    low, high = 0.0, 1.0
    if compute_effective_samples(high) >= min(min_effective_samples, len(log_weights) / 2):
        return log_weights
    for _halving in range(BISECTION_STEPS):
        exponent = (low + high) / 2
        low, high = (low, exponent) if compute_effective_samples(exponent) < min_effective_samples else (exponent, high)
    return low * log_weights


def marginalize_types(type_log_weights: LogWeights) -> LogWeights:
    """Return the log likelihood of all plays, by state, summed over opponent types.

    ``type_log_weights``: (types, seats, states), log P(type and plays of the seat).
    """
    log_weights: LogWeights = np.logaddexp.reduce(type_log_weights).sum(axis=0)
    return log_weights


def sample_types(type_log_weights: LogWeights, rng: np.random.Generator) -> NDArray[np.intp]:
    """Return a sampled type for each seat and state, (seats, states).

    ``type_log_weights``: (types, seats, states).
    """
    cumulative = np.cumsum(np.exp(type_log_weights - type_log_weights.max(axis=0)), axis=0)
    opponent_types: NDArray[np.intp] = (cumulative <= rng.random(cumulative[0].shape) * cumulative[-1]).sum(axis=0)
    return opponent_types

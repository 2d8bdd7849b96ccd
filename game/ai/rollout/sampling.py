"""Guesses of the hidden cards: many worlds that agree with all that a seat has seen.

Cards are dealt out one at a time, those first that fewest places may hold, each to a place as likely as it has room
(times a weight, if the seat suspects something; more, if few cards are left that the place may hold). The weight of a
finished world makes up for what that favours, so that worlds are as likely as the rules make them.
"""

from __future__ import annotations

from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from game.ai.rollout.card_bits import ONE, CardMasks

LogWeights = NDArray[np.float64]
"""Logarithms, one a world."""

OVERSAMPLING_ATTEMPTS: Final = (1, 10, 100)
"""So many times as many worlds are dealt until one fits."""

IMPOSSIBLE_LOG_WEIGHT: Final = -1000.0
"""The weight of what the rules refuse: no chance, but a number that can be added to."""

MIN_SPARE_CAPACITY: Final = 1e-6
"""A place that must get all the cards it may hold has so little to spare."""


BISECTION_STEPS: Final = 10
"""So closely `flatten_log_weights` looks for how much flatter."""


class HiddenCards(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """What a seat does not know. ``card_bits``: the cards to place; ``capacities``: how many each location holds;
    ``location_weights``: (locations, cards) how likely, relative to the others, each location holds each card; 0 is
    never.
    """

    card_bits: tuple[int, ...]
    capacities: tuple[int, ...]
    location_weights: NDArray[np.float64]


class HiddenCardSamples(msgspec.Struct, frozen=True, eq=False):
    """``cards_by_location``: (locations, worlds) the cards in each location; ``log_weights``: the finite log weight of
    each world.
    """

    cards_by_location: CardMasks
    log_weights: LogWeights

    def systematic_resample(self, rng: np.random.Generator, count: int) -> NDArray[np.intp]:
        """``count`` worlds by their weight, evenly spaced so that no likely one is missed; those that can
        `IMPOSSIBLE_LOG_WEIGHT` be only where there are no others."""
        probabilities = np.exp(self.log_weights - self.log_weights.max())
        steps = (np.arange(count) + rng.random()) / count * probabilities.sum()
        indices: NDArray[np.intp] = np.minimum(np.searchsorted(np.cumsum(probabilities), steps), len(probabilities) - 1)
        return indices


def sample_hidden_cards(hidden_cards: HiddenCards, rng: np.random.Generator, count: int) -> HiddenCardSamples:
    """At most ``count`` worlds, fewer where the cards did not fit. ValueError if none fits, however often tried."""
    for factor in OVERSAMPLING_ATTEMPTS:
        samples = _deal_hidden_cards(hidden_cards, rng, count * factor)
        valid_indices = np.flatnonzero(np.isfinite(samples.log_weights))[:count]
        if len(valid_indices):
            return HiddenCardSamples(samples.cards_by_location[:, valid_indices], samples.log_weights[valid_indices])
    raise ValueError("no world agrees with what was seen")


def _deal_hidden_cards(hidden_cards: HiddenCards, rng: np.random.Generator, count: int) -> HiddenCardSamples:
    """``count`` worlds; those where the cards did not fit have no finite weight."""
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
    return HiddenCardSamples(cards_by_location.reshape(location_count, count), log_weights)


def _order_by_location_count(hidden_cards: HiddenCards) -> list[int]:
    """The cards in the order in which they are placed."""
    location_counts = (hidden_cards.location_weights > 0).sum(axis=0)
    return sorted(range(len(hidden_cards.card_bits)), key=lambda index: (location_counts[index], index))


def flatten_log_weights(log_weights: LogWeights, min_effective_samples: float) -> LogWeights:
    """The weights as they are, if the likely worlds among so many count for ``min_effective_samples``; else as
    much flatter as makes them: one or two that seem likely beyond all others are more often luck than truth."""
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
    """Return the log likelihood of what all have done, by world, summed over their types.

    ``type_log_weights``: (types, seats, worlds), how likely each seat has this type and has done what it did.
    """
    log_weights: LogWeights = np.logaddexp.reduce(type_log_weights).sum(axis=0)
    return log_weights


def sample_types(type_log_weights: LogWeights, rng: np.random.Generator) -> NDArray[np.intp]:
    """Sample a type for each seat in each world, (seats, worlds), in proportion to ``type_log_weights``."""
    cumulative = np.cumsum(np.exp(type_log_weights - type_log_weights.max(axis=0)), axis=0)
    opponent_types: NDArray[np.intp] = (cumulative <= rng.random(cumulative[0].shape) * cumulative[-1]).sum(axis=0)
    return opponent_types

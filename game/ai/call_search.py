"""Search of calls: bids, contracts and declarations are compared in the same sampled deals.

The hidden cards are dealt at random, and the deals are resampled by the likelihood of the calls so far (importance
weights, systematic resampling). Each game completes the calls and plays the deals out by a policy (rollouts).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Final, TypeAlias

import numpy as np

from game.ai.estimates import ActionEstimate
from game.ai.rollout.card_bits import ONE, CardMasks
from game.ai.rollout.sampling import LogWeights, flatten_log_weights, systematic_resample
from game.ai.search import ActionResults, join_chunks
from game.ai.time_limit import TimeUp
from game.core.actions import Action

BIT_COUNT: Final = 64
DealEvaluator: TypeAlias = Callable[[CardMasks], ActionResults]
"""(hands, (locations, deals)) -> the results of each call in these deals."""


def deal_random_hands(masks: CardMasks, sizes: Sequence[int], rng: np.random.Generator) -> list[CardMasks]:
    """Return random hands of ``sizes`` cards from each set of ``masks``."""
    bit_numbers = np.arange(BIT_COUNT, dtype=np.uint64)
    is_in_mask = (masks[:, None] >> bit_numbers & ONE).astype(np.float32)
    bit_order = (rng.random(is_in_mask.shape, np.float32) - is_in_mask).argsort(axis=1)
    cards = ONE << bit_order.astype(np.uint64)
    ends = np.cumsum((0, *sizes))
    return [np.bitwise_or.reduce(cards[:, begin:end], axis=1) for begin, end in pairwise(ends)]


def sample_deals(
    own_hand: int, own_seat: int, other_cards: int, sizes: Sequence[int],
    compute_log_likelihood: Callable[[CardMasks], LogWeights], rng: np.random.Generator, deal_count: int, *,
    oversampling: int, min_effective_sample_ratio: float = 0.0,
) -> CardMasks:  # fmt: skip
    """Return the cards at each location, (locations, deals), in ``deal_count`` deals.

    ``other_cards``: all cards that may be at the other locations, which have ``sizes``; the observing seat is left out
    there. ``compute_log_likelihood``: of the calls so far, for some deals. ``oversampling``: how many times as many
    deals are sampled to select from; ``min_effective_sample_ratio``: see `SearchBudget`.
    """
    width = deal_count * oversampling
    hands = deal_random_hands(np.full(width, other_cards, np.uint64), sizes, rng)
    hands.insert(own_seat, np.full(width, own_hand, np.uint64))
    deals = np.stack(hands)
    log_weights = flatten_log_weights(compute_log_likelihood(deals), min_effective_sample_ratio * deal_count)
    return deals[:, systematic_resample(log_weights, rng, deal_count)]


def search_calls(
    actions: Sequence[Action], deals: CardMasks, evaluate: DealEvaluator, *, chunk_size: int = 0
) -> list[ActionEstimate]:
    """Return estimates of ``actions`` in the deals.

    ``chunk_size``: the number of deals that are played together, 0 for all; finished chunks count when the time ends.
    Raise TimeUp if it ends before the first one is finished.
    """
    size, chunks = chunk_size or deals.shape[1], list[ActionResults]()
    with suppress(TimeUp):
        for start in range(0, deals.shape[1], size):
            chunks.append(evaluate(deals[:, start : start + size]))
    return join_chunks(chunks).make_estimates(actions)

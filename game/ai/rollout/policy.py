"""How cards are chosen in a playout: at random, or by a table that was learned from playouts.

A table gives each card a score by what a player sees of the trick (the card's *cell*); what counts is said by the
game's `FeatureEncoder`. Scores are compared within a hand only. The tables are made by ``python -m
tools.training.train``.
"""

from __future__ import annotations

from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.ai.rollout.card_bits import CardMasks, select_lowest, select_nth
from game.ai.rollout.rollout import Batch, IndexArray, Policy
from game.ai.time_limit import TimeCheck

FeatureIndices: TypeAlias = NDArray[np.int32]
"""(cards of a hand, worlds): which cell of the table each card is in."""
Scores: TypeAlias = NDArray[np.float32]


class FeatureEncoder(Protocol):
    """The features of a trick that a player of one game sees when they choose a card."""

    def encode(self, batch: Batch, cards: CardMasks) -> FeatureIndices:
        """The cells of ``cards``, (cards, worlds) single cards that may be played, 0 where there is none."""
        ...

    def select(self, batch: Batch, columns: IndexArray) -> FeatureEncoder:
        """The same for ``batch``, whose worlds are these columns of the batch that this was made for."""
        ...


def group_feature_indices(shape: tuple[int, ...], levels: tuple[tuple[int, ...], ...]) -> tuple[NDArray[np.intp], ...]:
    """For each level, the number of the group that a cell of a table of this shape belongs to: cells are in one group
    that are the same in the dimensions which the level names."""
    coordinates = np.unravel_index(np.arange(int(np.prod(shape))), shape)
    return tuple(
        np.ravel_multi_index([coordinates[dimension] for dimension in level], [shape[dimension] for dimension in level])
        for level in levels
    )


def make_uniform_policy(rng: np.random.Generator) -> Policy:
    """Every legal card equally likely."""

    def choose_cards(batch: Batch, legal_cards: CardMasks) -> CardMasks:
        count = np.bitwise_count(legal_cards)
        return select_nth(legal_cards, (rng.random(batch.width, np.float32) * count).astype(np.uint8))

    return choose_cards


def unpack_cards(masks: CardMasks) -> CardMasks:
    """The cards of each set one by one, (cards of the largest set, worlds), the lowest first, then 0."""
    max_count = int(np.bitwise_count(masks).max())
    cards = np.empty((max_count, len(masks)), np.uint64)
    rest = masks
    for index in range(max_count):
        cards[index] = select_lowest(rest)
        rest = rest ^ cards[index]
    return cards


def make_table_policy(encoder: FeatureEncoder, policy_table: Scores) -> Policy:
    """The card with the highest score; of equal ones the lowest."""

    def choose_cards(batch: Batch, legal_cards: CardMasks) -> CardMasks:
        cards = unpack_cards(legal_cards)
        if len(cards) == 1:
            return legal_cards
        return select_best_cards(cards, policy_table.take(encoder.encode(batch, cards)))

    return choose_cards


def make_timed_policy(policy: Policy, check_time: TimeCheck) -> Policy:
    """Return ``policy`` with ``check_time`` called before each card; it raises to end the rollouts."""

    def choose_cards(batch: Batch, legal_cards: CardMasks) -> CardMasks:
        check_time()
        return policy(batch, legal_cards)

    return choose_cards


def select_best_cards(cards: CardMasks, scores: Scores) -> CardMasks:
    """Of ``cards``, (cards, worlds), the one with the highest score in each world, the first of equal ones."""
    best: CardMasks = cards[0]
    best_scores = scores[0]
    for card, score in zip(cards[1:], scores[1:], strict=True):
        is_better = (score > best_scores) & (card != 0)
        best = np.where(is_better, card, best)
        best_scores = np.where(is_better, score, best_scores)
    return best

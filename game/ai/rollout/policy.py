"""Policies: how cards are chosen in a rollout, at random or by a learned table.

A policy table gives each card a score by the features that a player sees in the trick; the game's `FeatureEncoder` maps
them to an index of the table. Scores are compared only within a hand. `tools.training.train` makes the tables.
"""

from __future__ import annotations

from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.ai.rollout.card_bits import ONE, CardMasks, select_nth
from game.ai.rollout.rollout import Batch, IndexArray, Policy
from game.ai.time_limit import TimeCheck

FeatureIndices: TypeAlias = NDArray[np.int32]
"""(cards of a hand, columns), the index of each card in the policy table."""
Scores: TypeAlias = NDArray[np.float32]


class FeatureEncoder(Protocol):
    """The features of a position that a player of one game sees when choosing a card."""

    def encode(self, batch: Batch, cards: CardMasks) -> FeatureIndices:
        """Return the index of each card in the policy table.

        ``cards``: (cards, columns), single legal cards, 0 where there is none.
        """

    def select(self, batch: Batch, columns: IndexArray) -> FeatureEncoder:
        """Return the encoder for ``batch``, made of ``columns`` of this encoder's batch."""


def group_feature_indices(shape: tuple[int, ...], levels: tuple[tuple[int, ...], ...]) -> tuple[NDArray[np.intp], ...]:
    """Return for each level the group number of each index of a table of ``shape``.

    Indices are in the same group of a level if they agree in the dimensions that the level lists.
    """
    coordinates = np.unravel_index(np.arange(int(np.prod(shape))), shape)
    return tuple(
        np.ravel_multi_index([coordinates[dimension] for dimension in level], [shape[dimension] for dimension in level])
        for level in levels
    )


def make_uniform_policy(rng: np.random.Generator) -> Policy:
    """Return a policy that plays each legal card with the same probability."""

    def choose_cards(batch: Batch, legal_cards: CardMasks) -> CardMasks:
        count = np.bitwise_count(legal_cards)
        return select_nth(legal_cards, (rng.random(batch.width, np.float32) * count).astype(np.uint8))

    return choose_cards


def unpack_cards(masks: CardMasks) -> CardMasks:
    """Return the cards of each set one by one, (cards of the largest set, columns).

    The lowest card is first; smaller sets are padded with 0.
    """
    max_count = int(np.bitwise_count(masks).max())
    cards = np.empty((max_count, len(masks)), np.uint64)
    rest = masks
    for index in range(max_count):
        higher_cards = rest & (rest - ONE)
        cards[index] = rest ^ higher_cards
        rest = higher_cards
    return cards


def make_table_policy(encoder: FeatureEncoder, policy_table: Scores) -> Policy:
    """Return a policy that plays the card with the highest score.

    Of cards with equal scores it plays the lowest.
    """

    def choose_cards(batch: Batch, legal_cards: CardMasks) -> CardMasks:
        cards = unpack_cards(legal_cards)
        if len(cards) == 1:
            return legal_cards
        return select_best_cards(cards, policy_table.take(encoder.encode(batch, cards)))

    return choose_cards


def make_timed_policy(policy: Policy, check_time: TimeCheck) -> Policy:
    """Return ``policy`` with ``check_time`` called before each card.

    ``check_time`` raises to end the rollouts.
    """

    def choose_cards(batch: Batch, legal_cards: CardMasks) -> CardMasks:
        check_time()
        return policy(batch, legal_cards)

    return choose_cards


def select_best_cards(cards: CardMasks, scores: Scores) -> CardMasks:
    """Return the card with the highest score in each column, the first of equal ones.

    ``cards``, ``scores``: (cards, columns), 0 in places without a card.
    """
    best: CardMasks = cards[0]
    best_scores = scores[0]
    for card, score in zip(cards[1:], scores[1:], strict=True):
        is_better = (score > best_scores) & (card != 0)
        best = np.where(is_better, card, best)
        best_scores = np.where(is_better, score, best_scores)
    return best

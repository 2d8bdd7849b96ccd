"""Features of a trick of Briscola, for a player that remembers all cards played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.rollout.card_bits import ITALIAN_PACK_MASK, ONE, CardMasks, get_suit_masks, mask_above
from game.ai.rollout.policy import FeatureIndices
from game.ai.rollout.rollout import NO_CARDS, Batch, IndexArray
from game.ai.trick_outcomes import sum_points

RANK_GROUPS: Final = np.array([0, 0, 0, 1, 1, 2, 3, 4, 5, 6], np.int32)
"""Height from the 2 up -> group: 2, 4 and 5; 6 and 7; then each rank alone."""
LOWEST_FIGURE_HEIGHT: Final = 5
"""The height of the lowest card with card points."""
HIGHER_CARDS_GROUPS: Final = np.array([0, 1, 1] + [2] * 8, np.int32)
"""Number of higher cards of the suit still out -> none, one or two, more."""
TRUMPS_OUT_GROUPS: Final = np.array([0, 1, 1, 2, 2, 2] + [3] * 5, np.int32)
"""Number of trumps out, neither in hand nor played -> group, for two players."""
MULTIPLAYER_TRUMPS_OUT_GROUPS: Final = np.array([0, 0, 0] + [1] * 8, np.int32)
"""Number of trumps out -> up to two, or more; for more than two players."""
CARD_FEATURE_SIZE: Final = 2 * 2 * 3 * 8
"""Number of features that differ between cards of a hand.

They combine: trump, wins the trick so far, higher cards out, rank group.
"""
STAGE_COUNT: Final = 6
"""Number of stages of a deal.

They are: a large stock, a small one, the last draw with a low or a high turned card, the last three and the last two
tricks.
"""


HAND_FEATURE_SIZE: Final = 3 * 2 * 2
"""Number of features of the rest of the hand, for two players.

They combine: up to two other trumps, whether there is a plain card without points, whether there is a plain carico.
"""
MULTIPLAYER_HAND_FEATURE_SIZE: Final = 2
"""The same for more than two players: whether there is another trump."""
POINTLESS_CARDS_MASK: Final = np.uint64((1 << 4 * LOWEST_FIGURE_HEIGHT) - 1)
CARICHI_MASK: Final = np.uint64(0xFF << 4 * 8)
"""All aces and threes."""


def get_table_size(player_count: int) -> int:
    """Return the number of entries of the policy table for ``player_count`` players."""
    if player_count == 2:
        return STAGE_COUNT * (1 + 10) * 4 * HAND_FEATURE_SIZE * CARD_FEATURE_SIZE
    return STAGE_COUNT * (1 + 10 * 2 * (player_count - 1)) * 2 * MULTIPLAYER_HAND_FEATURE_SIZE * CARD_FEATURE_SIZE


class BriscolaFeatureEncoder:
    """A `FeatureEncoder` of Briscola.

    ``sides``: by player, the index of their side. Where each player is a side, the leader on points is distinguished
    from the others.
    """

    def __init__(self, sides: Sequence[int]) -> None:
        self.sides = np.array(sides, np.intp)
        self.is_free_for_all = len(set(sides)) == len(sides) > 2

    def select(self, batch: Batch, columns: IndexArray) -> BriscolaFeatureEncoder:
        """Return the encoder for ``batch``: this one, because sides are the same in all states."""
        return self

    def encode(self, batch: Batch, cards: CardMasks) -> FeatureIndices:
        hand, trump = batch.hands_to_act(), batch.trump_mask
        unseen = ITALIAN_PACK_MASK & ~(hand | batch.seen_cards)
        is_trump = ((cards & trump) != NO_CARDS).astype(np.int32)
        is_winning = ((cards & batch.winning_mask) != NO_CARDS).astype(np.int32)
        higher_group = HIGHER_CARDS_GROUPS.take(
            np.bitwise_count(get_suit_masks(cards) & mask_above(cards) & unseen), mode="clip"
        )
        group = RANK_GROUPS.take(np.bitwise_count(cards - ONE) >> 2, mode="clip")
        card_feature = ((is_trump * 2 + is_winning) * 3 + higher_group) * 8 + group
        context, trumps_out, rest = self._encode_context(batch), np.bitwise_count(unseen & trump), hand ^ cards
        if batch.player_count == 2:
            context = context * 4 + TRUMPS_OUT_GROUPS.take(trumps_out)
            context = context * HAND_FEATURE_SIZE + _encode_rest_of_hand(rest, trump)
        else:
            context = context * 2 + MULTIPLAYER_TRUMPS_OUT_GROUPS.take(trumps_out)
            context = context * MULTIPLAYER_HAND_FEATURE_SIZE + ((rest & trump) != NO_CARDS)
        indices: FeatureIndices = context * CARD_FEATURE_SIZE + card_feature
        return indices

    def _encode_context(self, batch: Batch) -> FeatureIndices:
        """Return the features of the trick: position, winner so far, points and stage."""
        stage = self._encode_stage(batch)
        if not batch.cards_in_trick:
            return stage
        position = (
            batch.cards_in_trick - 1
            if batch.player_count == 2
            else 2 * (batch.cards_in_trick - 1) + self._encode_winner(batch)
        )
        is_trumped = (batch.winning_mask & ~batch.trump_mask) == NO_CARDS
        context: FeatureIndices = (
            STAGE_COUNT + ((position * 5 + group_trick_points(batch)) * 2 + is_trumped) * STAGE_COUNT + stage
        )
        return context

    def _encode_winner(self, batch: Batch) -> FeatureIndices:
        """Return 1 where the trick so far goes to the player's side, else 0.

        Where each player is a side: 1 where it goes to a player that does not lead on points.
        """
        winners = batch.winner_index // batch.width
        if self.is_free_for_all:
            points = batch.points()
            is_friendly: NDArray[np.bool_] = points[winners, batch.column] < points.max(axis=0)
        else:
            is_friendly = self.sides[winners] == self.sides[batch.players_to_act()]
        return is_friendly.astype(np.int32)

    def _encode_stage(self, batch: Batch) -> FeatureIndices:
        """Return the stage of the deal (see `STAGE_COUNT`)."""
        stock_left = len(batch.stock) - batch.cards_drawn
        if stock_left == batch.player_count:
            is_turned_card_high = np.bitwise_count(batch.stock[-1] - ONE) >> 2 >= LOWEST_FIGURE_HEIGHT
            last_draw_stages: FeatureIndices = 2 + is_turned_card_high.astype(np.int32)
            return last_draw_stages
        if stock_left:
            stage = 0 if stock_left > 3 * batch.player_count else 1
        else:
            stage = 4 if batch.cards_left > 2 * batch.player_count else 5
        return np.full(batch.width, stage, np.int32)


def _encode_rest_of_hand(rest: CardMasks, trump: CardMasks) -> FeatureIndices:
    """Return the features of the hand without the card (see `HAND_FEATURE_SIZE`)."""
    plain = rest & ~trump
    trumps = np.minimum(2, np.bitwise_count(rest & trump)).astype(np.int32)
    codes: FeatureIndices = (trumps * 2 + ((plain & POINTLESS_CARDS_MASK) != NO_CARDS)) * 2 + (
        (plain & CARICHI_MASK) != NO_CARDS
    )
    return codes


def group_trick_points(batch: Batch) -> FeatureIndices:
    """Return the group of the trick's points.

    The groups are: none, a figure, two figures, a carico, more.
    """
    sums = sum_points(batch.trick_cards, np.int32)
    return (sums > 0).astype(np.int32) + (sums > 4) + (sums > 9) + (sums > 12)

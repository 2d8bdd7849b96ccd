"""Features of a trick of Briscola chiamata, for a player that knows only their own role."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.rollout.card_bits import ITALIAN_PACK_MASK, ONE, CardMasks, get_suit_masks, mask_above
from game.ai.rollout.policy import FeatureIndices
from game.ai.rollout.rollout import NO_CARDS, Batch, IndexArray
from game.ai.trick_outcomes import sum_points

CALLER, PARTNER, DEFENDER = range(3)
NO_WINNER, FRIEND, ENEMY, UNKNOWN = range(4)

RANK_GROUPS: Final = np.array([0, 0, 1, 1, 1, 2, 2, 3, 4, 5], np.int32)
"""Height from the 2 up -> group: 2 and 4; 5 to 7; J and Q; K; 3; A."""

FEATURE_SHAPE: Final = (3, 2, 4, 6, 4, 3, 2, 2, 2, 2, 8)
"""Size of each feature.

Of the trick: role, whether the partner is revealed, side that wins so far, later players, points, tricks left, whether
it was trumped. Of the card: trump, wins the trick so far, highest of its suit left, rank group or called card.
"""


def find_called_card_holders(
    initial_hands: CardMasks, called_cards: CardMasks | np.uint64, callers: IndexArray
) -> IndexArray:
    """Return, by column, the player that was dealt the called card; the caller if no card was called."""
    return np.where(called_cards == NO_CARDS, callers, ((initial_hands & called_cards) != NO_CARDS).argmax(axis=0))


class ChiamataFeatureEncoder:
    """A `FeatureEncoder` of Briscola chiamata, which also holds each state's sides.

    ``callers`` and ``partners``: players, by column, equal where the caller plays alone; ``called_cards``: by column, 0
    in solo.
    """

    table_size: Final = int(np.prod(FEATURE_SHAPE))

    def __init__(self, batch: Batch, callers: IndexArray, partners: IndexArray, called_cards: CardMasks) -> None:
        self.callers, self.partners = callers, partners
        self.called_cards = called_cards
        roles = np.full((batch.player_count, batch.width), DEFENDER, np.int32)
        roles[partners, batch.column] = PARTNER
        roles[callers, batch.column] = CALLER
        self.roles = roles.reshape(-1)
        self.is_caller_side = self.roles != DEFENDER
        self.caller_index = callers * batch.width + batch.column

    def select(self, batch: Batch, columns: IndexArray) -> ChiamataFeatureEncoder:
        """Return the encoder for ``batch``, made of ``columns`` of this encoder's batch."""
        return ChiamataFeatureEncoder(batch, self.callers[columns], self.partners[columns], self.called_cards[columns])

    def sum_caller_side_points(self, batch: Batch) -> NDArray[np.int64]:
        """Return the points of the caller's side, by column."""
        points: NDArray[np.int64] = (batch.points() * self.is_caller_side.reshape(batch.player_count, -1)).sum(axis=0)
        return points

    def is_partner_revealed(self, batch: Batch) -> NDArray[np.bool_]:
        """Return by column whether the called card was played, or there is none."""
        is_revealed: NDArray[np.bool_] = (self.called_cards == NO_CARDS) | (
            (self.called_cards & batch.seen_cards) != NO_CARDS
        )
        return is_revealed

    def encode(self, batch: Batch, cards: CardMasks) -> FeatureIndices:
        context = self._encode_context(batch)
        hand, trump = batch.hands_to_act(), batch.trump_mask
        higher_out = ITALIAN_PACK_MASK & get_suit_masks(cards) & mask_above(cards) & ~(hand | batch.seen_cards)
        is_trump = ((cards & trump) != NO_CARDS).astype(np.int32)
        is_winning = ((cards & batch.winning_mask) != NO_CARDS).astype(np.int32)
        is_highest = (higher_out == NO_CARDS).astype(np.int32)
        rank_group = RANK_GROUPS.take(np.bitwise_count(cards - ONE) >> 2, mode="clip")
        rank_group = np.where(cards == self.called_cards, 6, rank_group)
        indices: FeatureIndices = context + (((is_trump * 2 + is_winning) * 2 + is_highest) * 8 + rank_group)
        return indices

    def _encode_context(self, batch: Batch) -> FeatureIndices:
        roles = self.roles.take(batch.turn_index)
        is_partner_revealed = self.is_partner_revealed(batch)
        winner_code = self._encode_winner(batch, roles, is_partner_revealed)
        later_code = self._encode_later_players(batch, roles)
        tricks_left = 8 - batch.tricks_done
        stage = 0 if tricks_left > 5 else 1 if tricks_left > 2 else 2
        is_trumped = (batch.winning_mask & ~batch.trump_mask) == NO_CARDS
        sums = sum_points(batch.trick_cards, np.int32)
        points_code = (sums > 1).astype(np.int32) + (sums > 4) + (sums > 10)
        context = (roles * 2 + is_partner_revealed) * 4 + winner_code
        context = (context * 6 + later_code) * 4 + points_code
        indices: FeatureIndices = ((context * 3 + stage) * 2 + is_trumped) * 64
        return indices

    def _encode_winner(
        self, batch: Batch, roles: NDArray[np.int32], is_partner_revealed: NDArray[np.bool_]
    ) -> FeatureIndices:
        """Return the side that wins the trick so far, as far as the player to act knows."""
        if not batch.cards_in_trick:
            return np.full(batch.width, NO_WINNER, np.int32)
        is_same_side = self.is_caller_side.take(batch.winner_index) == (roles != DEFENDER)
        is_known = (
            is_partner_revealed | (roles == PARTNER) | ((roles == DEFENDER) & (batch.winner_index == self.caller_index))
        )
        return np.where(is_known, np.where(is_same_side, FRIEND, ENEMY), UNKNOWN).astype(np.int32)

    def _encode_later_players(self, batch: Batch, roles: NDArray[np.int32]) -> FeatureIndices:
        """Return the number of later players, at most 2, plus 3 if one is the caller."""
        players_left = min(2, batch.players_behind)
        caller_distance = (self.caller_index - batch.turn_index) // batch.width % batch.player_count
        is_caller_later = (caller_distance <= batch.players_behind) & (roles != CALLER)
        codes: FeatureIndices = players_left + 3 * is_caller_later
        return codes

"""Features of a trick of Muscio, for a player that knows their own hand and all open cards."""

from __future__ import annotations

from copy import copy
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from game.ai.rollout.card_bits import ITALIAN_PACK_MASK, CardMasks, get_suit_masks, mask_above
from game.ai.rollout.policy import FeatureIndices
from game.ai.rollout.rollout import NO_CARDS, Batch, IndexArray

FEATURE_SHAPE: Final = (4, 4, 4, 4, 4, 2, 2, 2, 36)
"""Size of each feature.

Of the trick: players, trick number, position, trumps in hand, trumps elsewhere, whether the hand has the highest of
them, whether the player has a trick, whether the winner so far has none. Of the card: for a trump, whether it wins so
far and how many higher ones are out; for another card also how many of its suit are in hand.
"""

PLAIN_CARD_OFFSET: Final = 12
"""The number of card features of trumps, which come first."""


class MuscioFeatureEncoder:
    """A `FeatureEncoder` of Muscio.

    ``initial_trump_counts``: (players, columns), the trumps that each was dealt, of which the others learn only that a
    player cannot play one; ``known_outside_cards``: (players, columns), cards out of play that each player knows.
    """

    table_size: Final = int(np.prod(FEATURE_SHAPE))

    def __init__(self, batch: Batch, initial_hands: CardMasks, known_outside_cards: CardMasks) -> None:
        """Create the encoder of ``batch``.

        ``initial_hands``: (players, columns), as dealt; ``known_outside_cards``: the cards out of play that each player
        knows, or (columns,), those that all know.
        """
        self.initial_trump_counts = np.bitwise_count(initial_hands & batch.trump_mask)
        self.known_outside_cards = np.broadcast_to(known_outside_cards, initial_hands.shape)

    def select(self, batch: Batch, columns: IndexArray) -> Self:
        """Return the encoder for ``batch``, made of ``columns`` of this encoder's batch."""
        selected = copy(self)
        selected.initial_trump_counts = self.initial_trump_counts[:, columns]
        selected.known_outside_cards = self.known_outside_cards[:, columns]
        return selected

    def encode(self, batch: Batch, cards: CardMasks) -> FeatureIndices:
        hand = batch.hands_to_act()
        unseen_cards = ITALIAN_PACK_MASK & ~(
            hand | batch.seen_cards | self.known_outside_cards[batch.players_to_act(), batch.column]
        )
        suit_masks = get_suit_masks(cards)
        higher_counts = np.minimum(np.bitwise_count(unseen_cards & suit_masks & mask_above(cards)), 5)
        held_counts = np.clip(np.bitwise_count(hand & suit_masks), 1, 3)
        is_winning = (cards & batch.winning_mask) != NO_CARDS
        trump_codes = is_winning * np.uint8(6) + higher_counts
        plain_codes = (
            PLAIN_CARD_OFFSET
            + (is_winning * np.uint8(4) + np.minimum(higher_counts, 3)) * np.uint8(3)
            + held_counts
            - np.uint8(1)
        )
        card_codes = np.where((cards & batch.trump_mask) != NO_CARDS, trump_codes, plain_codes)
        indices: FeatureIndices = self._encode_context(batch, hand, unseen_cards) + card_codes
        return indices

    def _encode_context(self, batch: Batch, hand: CardMasks, unseen_cards: CardMasks) -> FeatureIndices:
        player_code = min(batch.player_count, 5) - 2
        position = 3 if not batch.cards_in_trick else min(batch.players_behind, 2)
        own_trumps, unseen_trumps = hand & batch.trump_mask, unseen_cards & batch.trump_mask
        elsewhere_code = self._encode_trumps_elsewhere(batch, np.bitwise_count(unseen_trumps))
        holds_highest = (own_trumps > unseen_trumps).astype(np.int32)
        has_trick = batch.tricks_won.take(batch.turn_index) > 0
        is_winner_trickless = (batch.tricks_won.take(batch.winner_index) == 0) & (batch.cards_in_trick > 0)
        stage_code = (player_code * 4 + min(batch.tricks_done, 3)) * 4 + position
        trump_codes = np.minimum(np.bitwise_count(own_trumps), 3).astype(np.int32)
        context = ((stage_code * 4 + trump_codes) * 4 + elsewhere_code) * 2 + holds_highest
        indices: FeatureIndices = ((context * 2 + has_trick) * 2 + is_winner_trickless) * 36
        return indices

    def _encode_trumps_elsewhere(self, batch: Batch, unseen_trump_counts: NDArray[np.uint8]) -> FeatureIndices:
        """Return the group of trumps in other hands.

        The groups are: none; at most one player can hold them; several can, and few or many are unseen.
        """
        shown_trump_count = min(batch.tricks_done, batch.rule_tables.trump_trick_count)
        possible_holder_count = (self.initial_trump_counts >= shown_trump_count).sum(axis=0) - (
            self.initial_trump_counts[batch.players_to_act(), batch.column] >= shown_trump_count
        )
        codes = np.where(possible_holder_count > 1, 2 + (unseen_trump_counts > 2), possible_holder_count)
        return np.where(unseen_trump_counts > 0, codes, 0).astype(np.int32)

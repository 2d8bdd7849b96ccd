"""Features of a trick of Spades: the tricks that players still need, and those that the hand can take."""

from __future__ import annotations

from copy import copy
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from game.ai.opponent_mixture import OpponentType
from game.ai.rollout.card_bits import ONE, CardMasks, get_suit_masks, mask_below_highest
from game.ai.rollout.policy import FeatureIndices
from game.ai.rollout.rollout import NO_CARDS, Batch, CountArray, IndexArray
from game.ai.spades.partners import PARTNER_OFFSET, find_counted_seats, find_partners

GOAL_NIL, GOAL_BID_MADE, GOAL_AVOID_BAGS, GOAL_BID_LOST, FIRST_OPEN_BID_GOAL = range(5)
"""Goals of a player.

They are: no trick at all; the bid is made and more tricks do no harm; it is made and more tricks are bags; it cannot be
made any more. From `FIRST_OPEN_BID_GOAL` on follow five steps, from a hand too weak for the tricks needed to one with
tricks to spare.
"""

FEATURE_SHAPE: Final = (9, 32, 4, 2, 120)
"""Size of each feature.

Of the trick: goal, position in the trick, balance of the bids, stage. Of the card: spade or not; whether it wins the
trick so far or, for a lead, whether the others probably have two each of its suit; higher cards out; position in its
suit of the hand.
"""

ENDGAME_MAX_TRICKS_LEFT: Final = 4
"""The number of tricks left from which on the stage is the endgame."""


class SpadesFeatureEncoder:
    """A `FeatureEncoder` of Spades.

    The policy table has a part for each `OpponentType`. ``bids``: flat (players, columns); ``bag_flags``: by column, 1
    if overtricks cost; ``table_offsets``: flat (players, columns), the start of each player's part; ``has_partners``:
    whether the players sitting opposite are partners; ``is_nil_trick_counted``: whether the tricks of a broken nil
    count towards the contract, or as bags.
    """

    table_size: Final = int(np.prod(FEATURE_SHAPE))
    """The size of one part."""

    def __init__(
        self,
        batch: Batch,
        bids: CountArray,
        bag_flags: NDArray[np.int32],
        opponent_types: NDArray[np.integer],
        *,
        has_partners: bool = False,
        is_nil_trick_counted: bool = True,
    ) -> None:
        """Create the encoder of ``batch``.

        ``bids``: (players, columns); ``opponent_types``: (players, columns), which part of the table each player uses.
        """
        self.bids = np.ascontiguousarray(bids, np.int16).reshape(-1)
        self.bag_flags = bag_flags
        self.has_partners = has_partners
        self.is_nil_trick_counted = is_nil_trick_counted
        self.table_offsets = (opponent_types * np.int32(self.table_size)).reshape(-1)
        held_cards = np.bitwise_or.reduce(batch.hands.reshape(batch.player_count, -1)[:, 0])
        self.pack_mask = held_cards | batch.seen_cards[0]

    def select(self, batch: Batch, columns: IndexArray) -> Self:
        """Return the encoder for ``batch``, made of ``columns`` of this encoder's batch."""
        selected = copy(self)
        selected.bids = self.bids.reshape(batch.player_count, -1)[:, columns].reshape(-1)
        selected.table_offsets = self.table_offsets.reshape(batch.player_count, -1)[:, columns].reshape(-1)
        selected.bag_flags = self.bag_flags[columns]
        return selected

    def with_learned_players(self) -> Self:
        """Return this encoder with all players of the type `OpponentType.LEARNED`."""
        changed = copy(self)
        changed.table_offsets = np.zeros_like(self.table_offsets)
        return changed

    def find_heuristic_to_act(self, batch: Batch) -> NDArray[np.bool_]:
        """Return by column whether the player to act is heuristic."""
        heuristic_offset = OpponentType.HEURISTIC * self.table_size
        is_heuristic: NDArray[np.bool_] = self.table_offsets.take(batch.turn_index) == heuristic_offset
        return is_heuristic

    def encode(self, batch: Batch, cards: CardMasks) -> FeatureIndices:
        hand = batch.hands_to_act()
        unseen_cards = self.pack_mask & ~(hand | batch.seen_cards)
        lower_bits = cards - ONE
        suit_masks = get_suit_masks(cards)
        unseen_in_suit, held_in_suit = suit_masks & unseen_cards, suit_masks & hand
        if batch.cards_in_trick:
            is_promising = (cards & batch.winning_mask) != NO_CARDS
        else:
            is_promising = np.bitwise_count(unseen_in_suit) >= 2 * (batch.player_count - 1)
        card_code = ((cards & batch.trump_mask) != NO_CARDS).view(np.uint8) * np.uint8(2) + is_promising.view(np.uint8)
        card_code = card_code * np.uint8(5) + np.minimum(
            np.bitwise_count(unseen_in_suit & ~(cards | lower_bits)), np.uint8(4)
        )
        card_code = card_code * np.uint8(6) + _encode_suit_position(held_in_suit, cards, lower_bits)
        indices: FeatureIndices = self._encode_context(batch, hand, unseen_cards) + card_code
        return indices

    def _encode_context(self, batch: Batch, hand: CardMasks, unseen_cards: CardMasks) -> FeatureIndices:
        """Return the features that are the same for all cards of the hand, by column."""
        tricks_left = -(-batch.cards_left // batch.player_count)
        is_nil_unbroken = (self.bids == 0) & (batch.tricks_won == 0)
        is_counted = find_counted_seats(self.bids, self.is_nil_trick_counted)
        needed_tricks = self.bids - batch.tricks_won * is_counted
        if self.has_partners:
            can_help = is_counted & ~is_nil_unbroken
            needed_tricks = _share_needed_tricks(needed_tricks, can_help, tricks_left, batch.width)
        needs_tricks = (needed_tricks > 0) & (needed_tricks <= tricks_left)
        goals = self._encode_goal(
            needed_tricks.take(batch.turn_index),
            is_nil_unbroken.take(batch.turn_index),
            self._find_bag_flags(batch, is_counted),
            tricks_left,
            _count_half_tricks(hand, unseen_cards, batch.trump_mask),
        )
        context = goals * 32 + self._encode_trick_position(batch, needs_tricks, is_nil_unbroken, hand)
        context = context * 4 + self._encode_bid_balance(
            batch, needed_tricks * needs_tricks, is_nil_unbroken, tricks_left
        )
        context = context * 2 + (tricks_left <= ENDGAME_MAX_TRICKS_LEFT)
        return context * 120 + self.table_offsets.take(batch.turn_index)

    def _find_bag_flags(self, batch: Batch, is_counted: NDArray[np.bool_]) -> NDArray[np.int32]:
        """Return by column 1 if more tricks harm the side of the player to act.

        With a partner, tricks that do not count may still be tricks that the contract needs.
        """
        if self.has_partners:
            return self.bag_flags
        return self.bag_flags * is_counted.take(batch.turn_index)

    def _encode_goal(
        self,
        needed_tricks: CountArray,
        is_nil_unbroken: NDArray[np.bool_],
        bag_flags: NDArray[np.int32],
        tricks_left: int,
        half_tricks: NDArray[np.int32],
    ) -> FeatureIndices:
        open_bid_goals = np.clip((half_tricks - 2 * needed_tricks + 4) >> 1, 0, 4) + FIRST_OPEN_BID_GOAL
        goals = np.where(needed_tricks > tricks_left, GOAL_BID_LOST, open_bid_goals)
        goals = np.where(needed_tricks <= 0, GOAL_BID_MADE + bag_flags, goals)
        return np.where(is_nil_unbroken, GOAL_NIL, goals).astype(np.int32)

    def _encode_trick_position(
        self, batch: Batch, needs_tricks: NDArray[np.bool_], is_nil_unbroken: NDArray[np.bool_], hand: CardMasks
    ) -> FeatureIndices:
        """Return the position in the trick.

        For a lead: whether spades are broken. Otherwise: the need of the winner so far (with partners: whether it is
        the partner), the later players and their need, and whether the hand can follow suit.
        """
        if not batch.cards_in_trick:
            return batch.is_trump_broken.astype(np.int32)
        later_code = np.zeros(batch.width, np.int32)
        if batch.players_behind:
            turn_index = batch.turn_index
            is_later_in_need = np.zeros(batch.width, np.bool_)
            for player in range(batch.players_behind):
                turn_index = turn_index + batch.width
                turn_index = turn_index - (turn_index >= batch.flat_size) * batch.flat_size
                if not (self.has_partners and player == PARTNER_OFFSET - 1):
                    is_later_in_need |= needs_tricks.take(turn_index)
            later_code = is_later_in_need + (1 if batch.players_behind == 1 else 3)
        is_winner_nil = is_nil_unbroken.take(batch.winner_index)
        if self.has_partners:
            is_winner_partner = batch.winner_index == find_partners(batch.turn_index, batch.width)
            is_counted = find_counted_seats(self.bids, self.is_nil_trick_counted)
            is_winner_helpful = is_winner_partner & is_counted.take(batch.winner_index)
            winner_code = np.where(is_winner_nil, 2, is_winner_helpful)
        else:
            winner_code = needs_tricks.take(batch.winner_index) + 2 * is_winner_nil
        can_follow = (hand & batch.lead_suit_mask) != NO_CARDS
        codes: FeatureIndices = (2 + (later_code * 3 + winner_code) * 2 + can_follow).astype(np.int32)
        return codes

    def _encode_bid_balance(
        self, batch: Batch, needed_tricks: CountArray, is_nil_unbroken: NDArray[np.bool_], tricks_left: int
    ) -> FeatureIndices:
        """Return the balance of tricks left and tricks still needed by all.

        It is: more than enough, just enough, too few; or another player's nil is unbroken. With partners: enough, not
        enough; or an opponent's nil is unbroken, or the partner's.
        """
        spare_tricks = tricks_left - needed_tricks.reshape(batch.player_count, -1).sum(axis=0)
        nil_count = is_nil_unbroken.reshape(batch.player_count, -1).sum(axis=0)
        has_other_nil = nil_count > is_nil_unbroken.take(batch.turn_index)
        if self.has_partners:
            is_partner_nil = is_nil_unbroken.take(find_partners(batch.turn_index, batch.width))
            return np.where(is_partner_nil, 3, np.where(has_other_nil, 2, spare_tricks < 1))
        codes = (spare_tricks < 2).astype(np.int32) + (spare_tricks < 0)
        return np.where(has_other_nil, 3, codes)


def _share_needed_tricks(
    needed_tricks: CountArray, can_help: NDArray[np.bool_], tricks_left: int, width: int
) -> CountArray:
    """Return the tricks that each player must take for the side, all flat (players, columns).

    Partners are taken to make their own bids. A player whose own bid is made still needs a trick while the side does;
    if the side cannot make its contract, the player needs more tricks than are left. ``can_help``: whether a trick of
    the player is welcome and counts.
    """
    partner_needed_tricks = np.roll(needed_tricks, PARTNER_OFFSET * width)
    side_needed_tricks = needed_tricks + partner_needed_tricks
    own_needed_tricks = np.maximum(1, side_needed_tricks - np.maximum(0, partner_needed_tricks))
    is_open = (side_needed_tricks > 0) & (side_needed_tricks <= tricks_left)
    return np.where(is_open, own_needed_tricks * can_help, side_needed_tricks)


def _encode_suit_position(held_in_suit: CardMasks, cards: CardMasks, lower_bits: CardMasks) -> NDArray[np.uint8]:
    """Return the position of a card in its suit of the hand.

    It is: alone; the lower or the higher of two; of more the lowest, the highest, or between.
    """
    is_highest = (held_in_suit & ~(cards | lower_bits)) == NO_CARDS
    is_lowest = (held_in_suit & lower_bits) == NO_CARDS
    code_of_many = np.where(is_highest, np.uint8(5), np.where(is_lowest, np.uint8(4), np.uint8(3)))
    lengths = np.bitwise_count(held_in_suit)
    code_of_two = np.uint8(1) + is_highest.view(np.uint8)
    return np.where(lengths > 2, code_of_many, code_of_two * (lengths == 2))


def _count_half_tricks(hand: CardMasks, unseen_cards: CardMasks, trump_mask: CardMasks) -> NDArray[np.int32]:
    """Return the tricks that a hand may take, in half tricks.

    The highest cards count as a trick, the second highest and other trumps as half a trick.
    """
    below_highest = mask_below_highest(unseen_cards)
    below_second_highest = mask_below_highest(unseen_cards & below_highest)
    sure_tricks = np.bitwise_count(hand & ~below_highest).astype(np.int32)
    half_tricks: NDArray[np.int32] = 2 * sure_tricks + np.bitwise_count(
        hand & below_highest & (trump_mask | ~below_second_highest)
    )
    return half_tricks

"""Card counting in Spades over arrays: the expected tricks of hands, whole and without each of their cards.

The number of cards of a suit in a hand has a hypergeometric distribution: the unseen cards are dealt at random to those
who can hold the suit. The cards of a hand are sorted by suit. The value of a card follows from
its position in its suit. If a card is removed, the cards above it keep their position in a shorter suit, and those
below move up by one. So running sums give the tricks of every suit without each card.
"""

from __future__ import annotations

from functools import cache, cached_property
from math import lgamma
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.ai.rollout.card_bits import ONE, CardMasks, mask_above
from game.ai.rollout.policy import unpack_cards
from game.ai.rollout.rollout import NO_CARDS
from game.ai.spades.bid_value import SPADES_SUIT_INDEX, SUIT_MASKS, FloatArray
from game.core.cards import SUITS

Int32Array: TypeAlias = NDArray[np.int32]

MISSING_GUARD_FACTOR: Final = 0.25
"""Factor for the probability that a high card wins, for each guard it lacks.

A guard is a lower card of the suit to play on each higher card that is out.
"""

MAX_MISSING_GUARDS: Final = 2
"""A high card that lacks more guards wins no trick."""

MAX_SUIT_ROUNDS: Final = 13
"""The highest number of rounds of a side suit."""

BITS_PER_SUIT: Final = 16
"""The number of bits for each suit in a hand sorted by suit."""
SORTED_SUIT_MASKS: Final = np.array(
    [((1 << BITS_PER_SUIT) - 1) << BITS_PER_SUIT * suit for suit in range(len(SUITS))], np.uint64
)
BIT_SWAPS: Final = tuple(
    (np.uint64(low), np.uint64(shift))
    for low, shift in (
        (0x0A0A0A0A0A0A0A0A, 3), (0x00CC00CC00CC00CC, 6), (0x0000F0F00000F0F0, 12), (0x00000000FF00FF00, 24),
    )
)  # fmt: skip
"""(mask, shift): the bits of ``mask`` are swapped with those ``shift`` above.

Together the swaps move the two lowest digits of a card's bit number, its suit, to the top.
"""
ROUND_COUNT: Final = 17
"""The number of rounds of a suit, from none to all its cards."""
PLACE_COUNT_LIMIT, MARKED_COUNT_LIMIT, HAND_SIZE_LIMIT = 55, 17, 27
"""Limits of table indices.

They exceed the cards of all other hands together, of a suit, and of one hand.
"""
HIGH_PROBABILITY_BY_MISSING_GUARDS: Final = np.array(
    [MISSING_GUARD_FACTOR**missing_guards for missing_guards in range(MAX_MISSING_GUARDS + 1)] + [0.0] * 2 * ROUND_COUNT
)
"""Probability that a card is high, by the guards that it lacks."""


NIL_DANGER_PER_TRUMP, NIL_DANGER_PER_LOWER_CARD = 0.35, 0.15
"""The danger of each trump for a nil, and of each lower card out beyond `SAFE_LOWER_COUNTS`."""
SAFE_LOWER_COUNTS: Final = np.array((2, 4, 5, 7, *(ROUND_COUNT,) * ROUND_COUNT))
"""The number of lower cards out below which a card is safe for a nil, by its position in the suit from below."""


@cache
def make_fewer_than_table() -> FloatArray:
    """Return P(a hand holds fewer than a number of marked cards).

    Indices: place count, marked count, hand size, that number; all but the last are flattened into one. The places
    hold all marked cards; more marked cards or a larger hand than places count as many as there are places.
    """
    log_factorials = np.array([lgamma(factor + 1) for factor in range(PLACE_COUNT_LIMIT + 1)])
    place_count, marked_count, hand_size, held_count = np.ogrid[
        :PLACE_COUNT_LIMIT, :MARKED_COUNT_LIMIT, :HAND_SIZE_LIMIT, : ROUND_COUNT - 1
    ]
    marked_count, hand_size = np.minimum(marked_count, place_count), np.minimum(hand_size, place_count)
    is_possible = (
        (held_count <= marked_count)
        & (held_count <= hand_size)
        & (hand_size - held_count <= place_count - marked_count)
    )
    marked_held = np.minimum(held_count, marked_count)
    unmarked_held = np.clip(hand_size - held_count, 0, place_count - marked_count)

    def compute_log_binomial(total_count: NDArray[np.intp], chosen_count: NDArray[np.intp]) -> NDArray[np.float64]:
        log_ways: NDArray[np.float64] = (
            log_factorials[total_count] - log_factorials[chosen_count] - log_factorials[total_count - chosen_count]
        )
        return log_ways

    probabilities = np.where(
        is_possible,
        np.exp(
            compute_log_binomial(marked_count, marked_held)
            + compute_log_binomial(place_count - marked_count, unmarked_held)
            - compute_log_binomial(place_count, hand_size)
        ),
        0.0,
    )
    fewer_probabilities = np.concatenate(
        [np.zeros((*probabilities.shape[:-1], 1)), np.cumsum(probabilities, axis=-1)], axis=-1
    )
    table: FloatArray = np.minimum(fewer_probabilities, 1.0).reshape(-1, ROUND_COUNT)
    return table


@cache
def make_holding_none_table() -> FloatArray:
    """Return P(a hand holds no marked card).

    Indices, flattened: place count, marked count, hand size.
    """
    return np.ascontiguousarray(make_fewer_than_table()[:, 1])


@cache
def _make_short_fewer_than_table(round_count: int) -> FloatArray:
    """Return the first columns of `make_fewer_than_table`."""
    return np.ascontiguousarray(make_fewer_than_table()[:, :round_count])


def sort_by_suit(masks: CardMasks) -> CardMasks:
    """Return sets of cards with the bits ``BITS_PER_SUIT * suit + height``."""
    for low, shift in BIT_SWAPS:
        changed_bits = (masks ^ (masks >> shift)) & low
        masks = masks ^ changed_bits ^ (changed_bits << shift)
    return masks


class TrickEstimates:
    """The expected tricks of hands, by column.

    The others hold all ``unseen_cards``, ``hand_sizes`` in order of play, and have shown not to hold the suits
    ``known_voids``, (others, columns).

    ``tricks``: by hand; by (cards of the hand, columns): ``cards``, ``suit_indices``, ``is_trump``, ``heights``,
    ``higher_counts`` (unseen higher cards of the suit) and ``tricks_without_card`` (tricks of the hand
    without it). ``unseen_counts``: by (suits, columns). ``void_probabilities``: P(another player holds no card of a
    suit), (others, suits and columns as from `get_suit_columns`).
    """

    def __init__(
        self, hands: CardMasks, unseen_cards: CardMasks, hand_sizes: tuple[int, ...], known_voids: CardMasks
    ) -> None:
        self.hand_sizes = hand_sizes
        self.column: Int32Array = np.arange(len(hands), dtype=np.int32)
        self.unseen_counts: Int32Array = np.bitwise_count(unseen_cards & SUIT_MASKS[:, None]).astype(np.int32)
        self._can_hold = ((known_voids[:, None] & SUIT_MASKS[:, None]) == NO_CARDS).reshape(len(hand_sizes), -1)
        size_column = np.array(hand_sizes, np.int32)[:, None]
        self._table_offsets: Int32Array = (size_column * self._can_hold).sum(axis=0, dtype=np.int32) * np.int32(
            MARKED_COUNT_LIMIT * HAND_SIZE_LIMIT
        )
        self._unpack_hands(*sort_by_suit(np.stack([hands, unseen_cards])))
        no_ruff_probabilities, long_spade_probabilities = self._compute_no_ruff_probabilities()
        self._compute_tricks(no_ruff_probabilities, long_spade_probabilities)

    def get_suit_columns(self, suit_indices: Int32Array) -> Int32Array:
        """Return indices into flattened arrays (suits, columns)."""
        return suit_indices * np.int32(len(self.column)) + self.column

    def compute_none_probability(
        self, other_player: int, suit_columns: Int32Array, card_counts: Int32Array
    ) -> FloatArray:
        """Return P(``other_player`` holds none of ``card_counts`` cards of a suit).

        ``suit_columns``: from `get_suit_columns`.
        """
        table_rows = (
            self._table_offsets.take(suit_columns)
            + card_counts * np.int32(HAND_SIZE_LIMIT)
            + np.int32(self.hand_sizes[other_player])
        )
        probabilities: FloatArray = make_holding_none_table().take(
            table_rows * self._can_hold[other_player].take(suit_columns)
        )
        return probabilities

    @cached_property
    def nil_dangers(self) -> FloatArray:
        """The danger of each card to take a trick that a nil must not take, (cards, columns)."""
        lower_counts = self.unseen_counts.take(self.get_suit_columns(self.suit_indices)) - self.higher_counts
        excess_counts = np.maximum(0, lower_counts - SAFE_LOWER_COUNTS[self._own_suit_lengths - self._suit_positions])
        dangers: FloatArray = NIL_DANGER_PER_LOWER_CARD * excess_counts + NIL_DANGER_PER_TRUMP * self.is_trump
        return dangers

    def _unpack_hands(self, hands: CardMasks, unseen_cards: CardMasks) -> None:
        cards = unpack_cards(hands)
        card_numbers = np.bitwise_count(cards - ONE)
        heights = card_numbers & np.uint8(BITS_PER_SUIT - 1)
        self.suit_indices = (card_numbers >> np.uint8(4)).astype(np.int32)
        self.heights = heights.astype(np.int32)
        self.is_trump = self.suit_indices == SPADES_SUIT_INDEX
        self.cards: CardMasks = ONE << (heights * np.uint8(4) + self.suit_indices.astype(np.uint8)).astype(np.uint64)
        suit_masks = SORTED_SUIT_MASKS[self.suit_indices]
        higher_masks = suit_masks & mask_above(cards)
        self.higher_counts: Int32Array = np.bitwise_count(unseen_cards & higher_masks).astype(np.int32)
        self._suit_positions = np.bitwise_count(hands & higher_masks).astype(np.int32) + np.int32(1)
        self._own_suit_lengths = np.bitwise_count(hands & suit_masks).astype(np.int32)
        self._lengths_by_suit = np.bitwise_count(hands & SORTED_SUIT_MASKS[:, None]).astype(np.int32)

    def _compute_no_ruff_probabilities(self) -> tuple[FloatArray, FloatArray]:
        """Return two arrays of probabilities by round.

        The first, (suits, columns, rounds): a trick of the round is not ruffed. The second, (columns, rounds): no other
        player has a spade left for the round.
        """
        max_round = max(int(self._own_suit_lengths.max()), int(2 * self.unseen_counts.max()) // len(self.hand_sizes))
        size_column = np.array(self.hand_sizes, np.int32)[:, None]
        table_rows = (
            self._table_offsets + self.unseen_counts.reshape(-1) * np.int32(HAND_SIZE_LIMIT) + size_column
        ) * self._can_hold
        fewer_probabilities = _make_short_fewer_than_table(min(ROUND_COUNT, max_round + 2)).take(table_rows, axis=0)
        self.void_probabilities = np.ascontiguousarray(fewer_probabilities[..., 1])
        fewer_probabilities = fewer_probabilities.reshape(len(self.hand_sizes), len(SUITS), len(self.column), -1)
        long_spade_probabilities = fewer_probabilities[:, SPADES_SUIT_INDEX].prod(axis=0)
        fewer_probabilities *= fewer_probabilities[:, None, SPADES_SUIT_INDEX, :, 1:2] - 1
        fewer_probabilities += 1
        return fewer_probabilities.prod(axis=0), long_spade_probabilities

    def _compute_tricks(self, no_ruff_probabilities: FloatArray, long_spade_probabilities: FloatArray) -> None:
        round_count = np.int32(no_ruff_probabilities.shape[-1])
        suit_columns = self.get_suit_columns(self.suit_indices)
        running_sums, sums_if_lower_removed, sums_if_higher_removed = self._compute_running_sums(
            no_ruff_probabilities, long_spade_probabilities, suit_columns * round_count
        )
        ends = self._lengths_by_suit.cumsum(axis=0, dtype=np.int32) * np.int32(len(self.column)) + self.column
        begins = np.concatenate([self.column[None], ends[:-1]])
        tricks_by_suit = running_sums.take(ends) - running_sums.take(begins)
        suit_tricks_without_card = (
            sums_if_lower_removed.take(ends.take(suit_columns))
            - sums_if_lower_removed[1:]
            + sums_if_higher_removed[:-1]
            - sums_if_higher_removed.take(begins.take(suit_columns))
        )
        ruffs_by_suit, ruffs_without_card = self._compute_ruff_tricks(no_ruff_probabilities, suit_columns)
        spade_tricks, total_ruffs = tricks_by_suit[SPADES_SUIT_INDEX], ruffs_by_suit.sum(axis=0)
        spare_spades = self._lengths_by_suit[SPADES_SUIT_INDEX] - spade_tricks
        side_suit_tricks = tricks_by_suit.sum(axis=0) - spade_tricks
        self.tricks: FloatArray = side_suit_tricks + spade_tricks + np.minimum(total_ruffs, spare_spades)
        ruffs_if_side_card_removed = total_ruffs + ruffs_without_card - ruffs_by_suit.take(suit_columns)
        tricks_if_side_card_removed = (
            side_suit_tricks
            + spade_tricks
            - tricks_by_suit.take(suit_columns)
            + suit_tricks_without_card
            + np.minimum(ruffs_if_side_card_removed, spare_spades)
        )
        tricks_if_spade_removed = (
            side_suit_tricks
            + suit_tricks_without_card
            + np.minimum(total_ruffs, self._lengths_by_suit[SPADES_SUIT_INDEX] - 1 - suit_tricks_without_card)
        )
        self.tricks_without_card: FloatArray = np.where(
            self.is_trump, tricks_if_spade_removed, tricks_if_side_card_removed
        )

    def _compute_ruff_tricks(
        self, no_ruff_probabilities: FloatArray, suit_columns: Int32Array
    ) -> tuple[FloatArray, FloatArray]:
        """Return the tricks that can be ruffed in each suit, (suits, columns).

        Also those in the suit of each card without the card, (cards, columns).
        """
        round_count = np.int32(no_ruff_probabilities.shape[-1])
        no_ruff_probabilities[..., 0] = 0
        running_sums = no_ruff_probabilities.cumsum(axis=-1).reshape(-1)
        starts = self.get_suit_columns(np.arange(len(SUITS), dtype=np.int32)[:, None]) * round_count
        last_sums = running_sums.take(
            starts + np.minimum(MAX_SUIT_ROUNDS, 2 * self.unseen_counts // len(self.hand_sizes))
        )
        ruffs_by_suit = np.maximum(0, last_sums - running_sums.take(starts + self._lengths_by_suit))
        ruffs_by_suit[SPADES_SUIT_INDEX] = 0
        return ruffs_by_suit, np.maximum(
            0, last_sums.take(suit_columns) - running_sums.take(suit_columns * round_count + self._own_suit_lengths - 1)
        )

    def _compute_running_sums(
        self, no_ruff_probabilities: FloatArray, long_spade_probabilities: FloatArray, suit_columns: Int32Array
    ) -> FloatArray:
        """Return running sums of the expected tricks, (3, cards + 1, columns).

        They are for the whole hand, without a lower card of the suit, and without a higher one.
        """
        round_probabilities = no_ruff_probabilities.copy()
        round_probabilities[SPADES_SUIT_INDEX] = long_spade_probabilities
        high_rounds = self._suit_positions + self.higher_counts
        missing_counts = high_rounds - self._own_suit_lengths
        missing_guards, round_indices = np.empty((2, 3, *missing_counts.shape), np.int32)
        missing_guards[:] = np.maximum(missing_counts, 0)
        missing_guards[1] = np.maximum(missing_counts + 1, 0)
        round_indices[0] = np.where(
            self.is_trump, self._suit_positions, np.minimum(high_rounds, self._own_suit_lengths)
        )
        round_indices[1] = np.where(
            self.is_trump, self._suit_positions, np.minimum(high_rounds, self._own_suit_lengths - 1)
        )
        round_indices[2] = round_indices[0] - 1
        round_indices += suit_columns
        high_probabilities = HIGH_PROBABILITY_BY_MISSING_GUARDS.take(missing_guards)
        length_probabilities = round_probabilities.reshape(-1).take(round_indices)
        trick_probabilities = np.where(
            self.is_trump,
            np.maximum(high_probabilities, length_probabilities),
            high_probabilities * length_probabilities,
        )
        running_sums = np.zeros((3, len(missing_counts) + 1, len(self.column)))
        np.cumsum(trick_probabilities, axis=1, out=running_sums[:, 1:])
        return running_sums

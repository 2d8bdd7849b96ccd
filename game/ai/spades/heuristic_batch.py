"""The bids and plays of the level "club" in Spades, in many states at once. It is the model of a heuristic opponent.

The functions compute the same as `heuristic` does for one hand, over arrays (`trick_estimate_batch`). A test compares
both.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.ai.rollout.card_bits import ONE, CardMasks, get_card_bits, mask_above, select_lowest
from game.ai.rollout.rollout import NO_CARDS, Batch, CountArray, IndexArray
from game.ai.spades.bid_value import SPADES_SUIT_INDEX
from game.ai.spades.heuristic import (
    CLUB_WEIGHTS,
    LATER_TRICK_FACTOR,
    MIN_OWN_TRICK_VALUE_POINTS,
    MIN_STAKE_SHARE,
    NEEDED_TRICK_OVERTRICK_SHARE,
    NIL_BASE_PROBABILITY,
    NIL_FORBIDDEN_TOP_RANK_COUNT,
    NIL_MAX_SPADES,
    NIL_OVERTAKE_PROBABILITY,
    NIL_PROBABILITY_LOSS_PER_TRICK,
    OVERTAKE_PROBABILITY_BY_NEED,
    PARTNER_OVERTAKE_FACTOR,
    SECOND_OVERTAKE_FACTOR,
    TIE_BREAK_TRICKS_PER_HEIGHT,
    TRICK_FIT_BY_SEATS,
    compute_estimate_error,
    get_overtrick_points,
)  # fmt: skip
from game.ai.spades.partners import PARTNER_OFFSET, has_partners
from game.ai.spades.trick_estimate_batch import SUIT_MASKS, Float32Array, Int32Array, TrickEstimateBatch
from game.rules.spades.game import make_pack
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import RANKING, TEAM_SEAT_COUNT
from game.rules.spades.scoring import POINTS_PER_BID_TRICK

NIL_FORBIDDEN_SPADES_MASK: Final = SUIT_MASKS[SPADES_SUIT_INDEX] & ~np.uint64(
    (1 << 4 * (len(RANKING) - NIL_FORBIDDEN_TOP_RANK_COUNT)) - 1
)
"""The spades with which "club" does not bid nil."""


def compute_tricks_probabilities(
    expected_tricks: Float32Array, min_tricks: Float32Array | CountArray, cards_left: int
) -> Float32Array:
    """Return `heuristic.compute_tricks_probability` of many hands."""
    probabilities: Float32Array = 1 / (
        1 + np.exp(-np.clip((expected_tricks - min_tricks + 0.5) / compute_estimate_error(cards_left), -50, 50))
    )
    return probabilities


# -- bids ------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _make_pack_mask(options: SpadesOptions, seats: int) -> np.uint64:
    return np.uint64(get_card_bits(RANKING).make_mask(make_pack(options, seats)))


def choose_heuristic_bids(options: SpadesOptions, seats: int, hands: CardMasks) -> CountArray:
    """Return the bid of "club" on each of ``hands``, (states)."""
    pack_mask, hand_size = _make_pack_mask(options, seats), int(np.bitwise_count(hands[0]))
    trick_estimates = TrickEstimateBatch(
        hands, pack_mask & ~hands, (hand_size,) * (seats - 1), np.zeros((seats - 1, len(hands)), np.uint64)
    )
    slope, base = TRICK_FIT_BY_SEATS[seats]
    expected_tricks = np.float32(base) + np.float32(slope) * trick_estimates.tricks
    bids = np.arange(1, hand_size + 1, dtype=np.float32)[:, None]
    made_probabilities = compute_tricks_probabilities(expected_tricks, bids, hand_size)
    lost_points_per_trick = POINTS_PER_BID_TRICK if options.broken_bid == "minus_ten_per_bid" else 0
    values = (
        made_probabilities
        * (POINTS_PER_BID_TRICK * bids + get_overtrick_points(options.bags) * np.maximum(0, expected_tricks - bids))
        - (1 - made_probabilities) * lost_points_per_trick * bids
    )
    best_bids = 1 + values.argmax(axis=0)
    if options.nil:
        nil_probabilities = np.maximum(
            0, NIL_BASE_PROBABILITY - NIL_PROBABILITY_LOSS_PER_TRICK * trick_estimates.tricks
        )
        nil_probabilities[np.bitwise_count(hands & SUIT_MASKS[SPADES_SUIT_INDEX]) > NIL_MAX_SPADES] = 0
        nil_probabilities[(hands & NIL_FORBIDDEN_SPADES_MASK) != NO_CARDS] = 0
        best_bids = np.where(options.nil_points * (2 * nil_probabilities - 1) > values.max(axis=0), 0, best_bids)
    chosen_bids: CountArray = best_bids.astype(np.int16)
    return chosen_bids


# -- cards -----------------------------------------------------------------------------------------


class CardScores(NamedTuple):
    """The values of the cards of hands, both arrays (cards of the hand, columns)."""

    cards: CardMasks
    scores: Float32Array


class _PlayerContracts(NamedTuple):
    """The players from the one to act on, each field (seats, columns).

    ``contracts``: the bids of the player's side; ``tricks_won``: by the side, as far as they count;
    ``own_needed_tricks``: the tricks missing to the player's own bid; ``is_nil_unbroken``: whether the player bid nil
    and took no trick; ``is_counted``: whether the player's tricks count towards the contract, or as bags.
    """

    contracts: CountArray
    tricks_won: CountArray
    own_needed_tricks: CountArray
    is_nil_unbroken: NDArray[np.bool_]
    is_counted: NDArray[np.bool_]


def _make_player_contracts(
    options: SpadesOptions, bids: CountArray, tricks_won: CountArray, has_pairs: bool
) -> _PlayerContracts:
    own_needed_tricks, is_nil_unbroken = bids - tricks_won, (bids == 0) & (tricks_won == 0)
    is_counted = (bids > 0) | options.nil_tricks_count
    tricks_won = tricks_won * is_counted
    if has_pairs:
        bids, tricks_won = (counts + np.roll(counts, PARTNER_OFFSET, axis=0) for counts in (bids, tricks_won))
    return _PlayerContracts(bids, tricks_won, own_needed_tricks, is_nil_unbroken, is_counted)


class _OvertakeThreats(NamedTuple):
    """The threats to the winner of the trick after each card, each (cards, columns).

    ``lead_suit_columns``: the suit led, as from `TrickEstimateBatch.get_suit_columns`; ``higher_lead_suit_counts``,
    ``higher_trump_counts``: unseen cards of the suit led, and trumps, that would win; ``winner_offsets``: the distance
    of the winner from the player to act, in seats.
    """

    lead_suit_columns: Int32Array
    is_lead_trump: NDArray[np.bool_]
    higher_lead_suit_counts: Int32Array
    higher_trump_counts: Int32Array
    winner_offsets: IndexArray


def score_cards(options: SpadesOptions, batch: Batch, bids: CountArray, columns: IndexArray) -> CardScores:
    """Return the value that "club" gives each card of the player to act.

    Illegal cards are evaluated too. ``bids``: flat (seats, columns); ``columns``: the columns of ``batch`` to evaluate.
    """
    player_indices = batch.turn_index[columns] + np.arange(batch.player_count)[:, None] * batch.width
    player_indices -= (player_indices >= batch.flat_size) * batch.flat_size
    has_pairs = has_partners(options, batch.player_count)
    contracts = _make_player_contracts(
        options, bids.take(player_indices), batch.tricks_won.take(player_indices), has_pairs
    )
    hands = batch.hands.take(player_indices[0])
    pack_mask = np.bitwise_or.reduce(batch.hands.reshape(batch.player_count, -1)[:, 0]) | batch.seen_cards[0]
    unseen_cards = pack_mask & ~(hands | batch.seen_cards[columns])
    cards_left = int(np.bitwise_count(hands[0]))
    hand_sizes = tuple(cards_left - (offset > batch.players_behind) for offset in range(1, batch.player_count))
    trick_estimates = TrickEstimateBatch(hands, unseen_cards, hand_sizes, batch.known_voids.take(player_indices[1:]))
    trick_values = _compute_trick_values(
        options,
        contracts,
        cards_left,
        np.float32(TRICK_FIT_BY_SEATS[batch.player_count][0]) * trick_estimates.tricks,
        has_pairs,
    )
    threats = (
        _find_threats_to_follower(batch, columns, trick_estimates, unseen_cards)
        if batch.cards_in_trick
        else _find_threats_to_lead(trick_estimates)
    )
    tricks_in_hand = np.float32(LATER_TRICK_FACTOR) * (trick_estimates.tricks - trick_estimates.tricks_without_card) + (
        trick_estimates.heights + 1
    ) * np.float32(TIE_BREAK_TRICKS_PER_HEIGHT)
    return CardScores(
        trick_estimates.cards,
        _compute_expected_values(batch.players_behind, trick_estimates, contracts, trick_values, threats, has_pairs)
        - trick_values[0] * tricks_in_hand,
    )


def choose_best_cards(card_scores: CardScores, legal_cards: CardMasks) -> CardMasks:
    """Return the legal card of each hand with the highest value."""
    best_rows = np.where((card_scores.cards & legal_cards) != NO_CARDS, card_scores.scores, -np.inf).argmax(axis=0)
    cards: CardMasks = card_scores.cards[best_rows, np.arange(len(legal_cards))]
    return cards


def _compute_trick_values(
    options: SpadesOptions,
    contracts: _PlayerContracts,
    cards_left: int,
    expected_tricks: Float32Array,
    has_pairs: bool,
) -> Float32Array:
    """Return the value of a trick taken by each seat, (seats, columns).

    The value is for the player to act.
    """
    overtrick_points = get_overtrick_points(options.bags)
    needed_tricks = contracts.contracts - contracts.tricks_won
    own_side = slice(None, None, PARTNER_OFFSET) if has_pairs else slice(1)
    expected_tricks = expected_tricks * contracts.is_counted[0]
    if has_pairs:
        expected_tricks = expected_tricks + np.maximum(0, contracts.own_needed_tricks[PARTNER_OFFSET])
    made_probabilities = np.full(needed_tricks.shape, 0.5, np.float32)
    made_probabilities[own_side] = compute_tricks_probabilities(expected_tricks, needed_tricks[0], cards_left)
    stake_points = POINTS_PER_BID_TRICK * contracts.contracts * (2 if options.broken_bid == "minus_ten_per_bid" else 1)
    seat_values = (
        stake_points
        * np.clip(
            made_probabilities * (1 - made_probabilities) / compute_estimate_error(cards_left), MIN_STAKE_SHARE, 1.0
        )
        + overtrick_points * made_probabilities * NEEDED_TRICK_OVERTRICK_SHARE
    )
    seat_values = np.where(needed_tricks > cards_left, 0.0, np.where(needed_tricks <= 0, overtrick_points, seat_values))
    seat_values = np.where(contracts.contracts == 0, min(0.0, overtrick_points), seat_values)
    seat_values = np.where(contracts.is_counted, seat_values, 0.0)
    seat_values = np.where(contracts.is_nil_unbroken, -2.0 * options.nil_points, seat_values)
    trick_values: Float32Array = (-CLUB_WEIGHTS.opponent_loss_factor * seat_values).astype(np.float32)
    trick_values[own_side] = np.where(seat_values[own_side] == 0, MIN_OWN_TRICK_VALUE_POINTS, seat_values[own_side])
    return trick_values


def _find_threats_to_lead(trick_estimates: TrickEstimateBatch) -> _OvertakeThreats:
    """Return the threats to each card of a leader."""
    higher_trump_counts = np.where(
        trick_estimates.is_trump, trick_estimates.higher_counts, trick_estimates.unseen_counts[SPADES_SUIT_INDEX]
    )
    return _OvertakeThreats(
        trick_estimates.get_suit_columns(trick_estimates.suit_indices),
        trick_estimates.is_trump,
        trick_estimates.higher_counts,
        higher_trump_counts,
        np.zeros(trick_estimates.cards.shape, np.intp),
    )


def _find_threats_to_follower(
    batch: Batch, columns: IndexArray, trick_estimates: TrickEstimateBatch, unseen_cards: CardMasks
) -> _OvertakeThreats:
    """Return the threats to the winner of the trick after each card of a follower."""
    lead_suit_mask, spades_mask, winning_mask = (
        batch.lead_suit_mask[columns],
        SUIT_MASKS[SPADES_SUIT_INDEX],
        batch.winning_mask[columns],
    )
    is_winning = (trick_estimates.cards & winning_mask) != NO_CARDS
    higher_cards = mask_above(trick_estimates.cards)
    beating_cards = np.where(
        trick_estimates.is_trump,
        higher_cards & spades_mask,
        higher_cards & SUIT_MASKS[trick_estimates.suit_indices] | spades_mask,
    )
    beating_cards = np.where(is_winning, beating_cards, winning_mask) & unseen_cards
    suit_indices = np.bitwise_count(select_lowest(lead_suit_mask) - ONE).astype(np.int32)
    winner_offset = (batch.winner_index[columns] - batch.turn_index[columns]) // batch.width % batch.player_count
    higher_lead_suit_counts, higher_trump_counts = (
        np.bitwise_count(beating_cards & suit_mask).astype(np.int32) for suit_mask in (lead_suit_mask, spades_mask)
    )
    return _OvertakeThreats(
        trick_estimates.get_suit_columns(suit_indices),
        suit_indices == SPADES_SUIT_INDEX,
        higher_lead_suit_counts,
        higher_trump_counts,
        np.where(is_winning, 0, winner_offset),
    )


def _compute_expected_values(
    players_behind: int,
    trick_estimates: TrickEstimateBatch,
    contracts: _PlayerContracts,
    trick_values: Float32Array,
    threats: _OvertakeThreats,
    has_pairs: bool,
) -> Float32Array:
    """Return the expected value of the trick for each card.

    ``players_behind``: the number of players that play to the trick later.
    """
    not_overtaken_probability, winner_probabilities = (
        np.ones(trick_estimates.cards.shape, np.float32),
        list[Float32Array](),
    )
    spades_columns = trick_estimates.get_suit_columns(np.full(1, SPADES_SUIT_INDEX, np.int32))
    for other_player in range(players_behind):
        offset = other_player + 1
        overtake_willingness = np.where(
            contracts.is_counted[offset] & (contracts.contracts[offset] > contracts.tricks_won[offset]),
            OVERTAKE_PROBABILITY_BY_NEED[True],
            OVERTAKE_PROBABILITY_BY_NEED[False],
        )
        overtake_willingness = np.where(
            contracts.is_nil_unbroken[offset], NIL_OVERTAKE_PROBABILITY, overtake_willingness
        ).astype(np.float32)
        follow_probability = 1 - trick_estimates.compute_none_probability(
            other_player, threats.lead_suit_columns, threats.higher_lead_suit_counts
        )
        ruff_probability = trick_estimates.compute_void_probability(other_player, threats.lead_suit_columns) * (
            1 - trick_estimates.compute_none_probability(other_player, spades_columns, threats.higher_trump_counts)
        )
        overtake_probability = (
            np.minimum(1, follow_probability + np.where(threats.is_lead_trump, 0, ruff_probability))
            * overtake_willingness
        )
        second_overtake_probability = overtake_probability * np.float32(SECOND_OVERTAKE_FACTOR)
        later_factors: list[Float32Array | int] = [1] * other_player
        if has_pairs:
            factors = _compute_partner_factors(contracts, threats.winner_offsets, offset)
            overtake_probability = overtake_probability * factors
            later_factors = [
                _compute_partner_factors(contracts, np.full(1, winner), offset) for winner in range(1, offset)
            ]
        winner_probabilities = [
            *(
                probability * (1 - second_overtake_probability * factor)
                for probability, factor in zip(winner_probabilities, later_factors, strict=True)
            ),
            not_overtaken_probability * overtake_probability
            + second_overtake_probability
            * sum(
                probability * factor for probability, factor in zip(winner_probabilities, later_factors, strict=True)
            ),
        ]
        not_overtaken_probability = not_overtaken_probability * (1 - overtake_probability)
    expected_values = not_overtaken_probability * trick_values[threats.winner_offsets, trick_estimates.column]
    for other_player, share in enumerate(winner_probabilities):
        expected_values = expected_values + share * trick_values[other_player + 1]
    return expected_values


def _compute_partner_factors(
    contracts: _PlayerContracts, winner_offsets: IndexArray, later_offset: int
) -> Float32Array:
    """Return the factor for the probability that a later player overtakes the winner, who may be the partner."""
    is_partner = (later_offset - winner_offsets) % TEAM_SEAT_COUNT == PARTNER_OFFSET
    is_overtaken = contracts.is_nil_unbroken | ~contracts.is_counted
    is_winner_overtaken = is_overtaken[winner_offsets, np.arange(is_overtaken.shape[1])]
    factors: Float32Array = np.where(
        is_partner & ~is_winner_overtaken, np.float32(PARTNER_OVERTAKE_FACTOR), np.float32(1)
    )
    return factors

"""Heuristic players of Spades over arrays: the expected tricks of a hand, and the value of a trick for each seat.

One count serves bids and play. `TrickEstimates` predicts the tricks of a hand; the bid is the one with the highest
expected points. A card is played if its expected tricks now are worth more than later (the difference between the hand
with and without it). Where tricks do harm (nil, bags) their value is negative, so the same sum avoids them and discards
high cards.

The levels "club" and "novice" choose for one hand; the model of a heuristic opponent chooses like "club" in many states
at once. "novice" counts only the high cards, forgets played cards and ignores the others' bids.
"""

from __future__ import annotations

from functools import cache, lru_cache, partial
from math import sqrt
from random import Random
from typing import Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from game.ai.card_scores import CardScores, choose_best_play, make_observed_batch
from game.ai.models import load_model
from game.ai.personas import Persona
from game.ai.rollout.card_bits import ONE, CardMasks, get_card_bits, mask_above, mask_below_highest, select_lowest
from game.ai.rollout.rollout import NO_CARDS, Batch, CountArray, IndexArray
from game.ai.spades.bid_value import (
    SIDE_SUIT_INDICES,
    SPADES_SUIT_INDEX,
    SUIT_MASKS,
    FloatArray,
    compute_excess_bid,
    make_bid_scoring,
)
from game.ai.spades.blind_nil import decide_blind_nil
from game.ai.spades.partners import PARTNER_OFFSET, find_counted_seats, has_partners
from game.ai.spades.trick_estimate import TrickEstimates
from game.ai.time_limit import TimeLimit
from game.core.actions import Action, Play
from game.core.cards import parse_cards
from game.core.trick_taking import order_seats_from
from game.match.observation import Observation, get_phase, get_phase_and_seat
from game.rules.spades.actions import Bid
from game.rules.spades.game import make_pack
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import RANKING, TEAM_SEAT_COUNT, BiddingPhase, SpadesTrickPhase
from game.rules.spades.scoring import POINTS_PER_BID_TRICK


class LinearFit(NamedTuple):
    """A straight line fitted to what happened: ``slope`` times the counted tricks of a hand, plus ``base``."""

    slope: float
    base: float

    def predict(self, counted_tricks: FloatArray) -> FloatArray:
        return self.base + self.slope * counted_tricks


@cache
def load_heuristic_fit(seats: int) -> LinearFit:
    """Return the tricks that a hand takes by its counted tricks, for a number of seats.

    `tools.training.spades_heuristic` fits it to deals of "club".
    """
    return LinearFit(*load_model("spades_heuristic")["tricks"][seats - 2].tolist())


class HeuristicWeights(msgspec.Struct, frozen=True, kw_only=True):
    """The weights of a heuristic player.

    ``uses_card_counting``: whether length, ruffs and played cards are counted; ``opponent_loss_factor``: the weight of
    points that another player loses, relative to the player's own, without partners; ``optimism_tricks``: added to the
    expected tricks; ``fit``: instead of that of the model, while this is made.
    """

    uses_card_counting: bool
    opponent_loss_factor: float
    optimism_tricks: float = 0.0
    fit: LinearFit | None = None

    def get_fit(self, seats: int) -> LinearFit:
        """Return the fit for a number of seats."""
        return self.fit or load_heuristic_fit(seats)

    def adapt_to(self, persona: Persona) -> HeuristicWeights:
        """Return these weights with optimism by a persona's boldness."""
        return msgspec.structs.replace(self, optimism_tricks=MAX_BOLDNESS_OPTIMISM_TRICKS * persona.boldness)


CLUB_WEIGHTS: Final = HeuristicWeights(uses_card_counting=True, opponent_loss_factor=0.25)
NOVICE_WEIGHTS: Final = HeuristicWeights(uses_card_counting=False, opponent_loss_factor=0.0)

MAX_BOLDNESS_OPTIMISM_TRICKS: Final = 0.6
"""Tricks that a persona with boldness 1 adds to the expected ones.

A persona with boldness -1 subtracts as many.
"""

OVERTAKE_PROBABILITY_BY_NEED: Final = {True: 0.9, False: 0.6}
"""Whether a player needs tricks -> probability that they take a trick if they can."""

NIL_OVERTAKE_PROBABILITY: Final = 0.1
"""The same for a player with an unbroken nil, that takes a trick only if forced, where each plays for itself."""

SECOND_OVERTAKE_FACTOR: Final = 0.7
"""Probability of a second overtaking, relative to the first.

The first overtaking player has chosen a card that is hard to beat.
"""

ESTIMATE_ERROR_TRICKS_PER_SQRT_CARD: Final = 0.15
"""Error of the expected tricks, for each square root of a card left in hand."""

NEEDED_TRICK_OVERTRICK_SHARE: Final = 0.2
"""The part of an overtrick's value that a trick needed now has in addition."""

MIN_STAKE_SHARE: Final = 0.02
"""Least part of a contract's value that counts for a trick."""

MAX_RAISE_TRICKS: Final = 2
"""The most that a bid is raised because the score of the match asks for it."""

MAX_NIL_DANGER: Final = 1.3
"""The greatest danger of a hand with which nil is bid with four seats; see `TrickEstimates.nil_dangers`."""

NIL_DANGER_TRICKS: Final = 0.06
"""The probability to break nil for each unit of danger of a card kept in hand."""

EXCESS_BID_TRICKS: Final = 0.2
"""The tricks that a pair expects less for each trick that earlier bidders have bid above their share."""

MIN_OWN_TRICK_VALUE_POINTS: Final = 0.01
"""Least value of an own trick, so that high cards are not wasted."""

LATER_TRICK_FACTOR, PAIR_LATER_TRICK_FACTOR = 0.95, 0.5
"""The weight of a trick that may come later, relative to one now, and the same where pairs play."""

SPENT_CARD_SHARE: Final = 0.5
"""Where pairs play, the part of a trick that the card is worth with which a later player takes it."""

LEAD_TRICKS: Final = 0.2
"""The tricks that a lead gains or costs beyond its own chance; see `_compute_lead_tricks`."""

UNCLAIMED_TRICKS_SHARE: Final = 0.5
"""The part that a pair gets of the tricks that nobody needs."""

PAIR_ERROR_FACTOR: Final = 2.0
"""Error of the expected tricks of a pair, relative to those of a hand."""

TIE_BREAK_TRICKS_PER_HEIGHT: Final = 1e-4
"""Value of a card for each step of rank, to play the lower of equal cards."""

SCORE_TIE_TOLERANCE: Final = 1e-9

NOVICE_TRICKS_MASK, SIDE_KINGS_MASK = (
    np.uint64(get_card_bits(RANKING).make_mask(parse_cards(cards))) for cards in ("Ah Ad Ac BJ LJ As Ks Qs", "Kh Kd Kc")
)
"""The cards that a beginner counts as tricks, and the kings of the side suits."""

GUARDED_KING_TRICKS: Final = 0.5
"""The tricks of a king of a side suit with another card of the suit, by a beginner's count."""


# -- bids ------------------------------------------------------------------------------------------


def choose_bids(
    options: SpadesOptions,
    seats: int,
    hands: CardMasks,
    weights: HeuristicWeights = CLUB_WEIGHTS,
    earlier_bids: CountArray | None = None,
) -> CountArray:
    """Return the bid on each of ``hands``, by column.

    ``earlier_bids``: (earlier bidders, columns), which count only where pairs play.
    """
    hand_size = int(np.bitwise_count(hands[0]))
    if not weights.uses_card_counting:
        expected_tricks = count_high_cards(hands) + weights.optimism_tricks
        return np.clip(np.rint(expected_tricks), 1, hand_size).astype(np.int16)
    estimates, has_pairs = estimate_dealt_hands(options, seats, hands), has_partners(options, seats)
    expected_tricks = weights.get_fit(seats).predict(estimates.tricks) + weights.optimism_tricks
    is_nil_bid = estimates.nil_dangers.sum(axis=0) <= MAX_NIL_DANGER * (seats - 1) / (TEAM_SEAT_COUNT - 1)
    if has_pairs and earlier_bids is not None:
        expected_tricks = expected_tricks - EXCESS_BID_TRICKS * compute_excess_bid(earlier_bids, hand_size, seats)
        is_nil_bid &= (earlier_bids[-PARTNER_OFFSET:][:-1] != 0).all(axis=0)
    bids = np.arange(1.0, hand_size + 1)[:, None]
    made_probabilities = compute_tricks_probabilities(expected_tricks, bids, compute_estimate_error(hand_size))
    values = make_bid_scoring(options).compute_bid_points(
        bids, made_probabilities, np.maximum(0, expected_tricks - bids)
    )
    return np.where(options.nil & is_nil_bid, 0, 1 + values.argmax(axis=0)).astype(np.int16)


def make_own_hand(phase: BiddingPhase, seat: int) -> CardMasks:
    """Return the hand of a seat as an array of one column."""
    return np.array([get_card_bits(RANKING).make_mask(phase.hands[seat])], np.uint64)


def list_earlier_bids(phase: BiddingPhase) -> CountArray:
    """Return the bids so far in their order, (bidders, 1)."""
    speaking_order = order_seats_from(tuple(range(phase.seats)), phase.forehand)
    earlier_bids = [bid for bid in (phase.bids[bidder] for bidder in speaking_order) if bid is not None]
    return np.array(earlier_bids, np.int16).reshape(-1, 1)


def compute_tricks_probabilities(
    expected_tricks: FloatArray, min_tricks: FloatArray | CountArray, error: float
) -> FloatArray:
    """Return the probability of at least ``min_tricks``. ``error``: of the expected tricks."""
    logits = (expected_tricks - min_tricks + 0.5) / error
    return 1 / (1 + np.exp(-np.minimum(np.maximum(logits, -50), 50)))


def compute_estimate_error(cards_left: int) -> float:
    """Return the error of the expected tricks of a hand with ``cards_left`` cards."""
    return ESTIMATE_ERROR_TRICKS_PER_SQRT_CARD * sqrt(cards_left)


def estimate_dealt_hands(options: SpadesOptions, seats: int, hands: CardMasks) -> TrickEstimates:
    """Return the counted tricks and dangers of each of ``hands``, as dealt."""
    known_voids = np.zeros((seats - 1, len(hands)), np.uint64)
    hand_sizes = (int(np.bitwise_count(hands[0])),) * (seats - 1)
    return TrickEstimates(hands, _make_pack_mask(options, seats) & ~hands, hand_sizes, known_voids)


@lru_cache(maxsize=16)
def _make_pack_mask(options: SpadesOptions, seats: int) -> np.uint64:
    return np.uint64(get_card_bits(RANKING).make_mask(make_pack(options, seats)))


def count_high_cards(hands: CardMasks) -> FloatArray:
    """Return the tricks of each hand by a beginner's count.

    Aces count, guarded kings count half, spades count from the queen up.
    """
    side_suits = hands & SUIT_MASKS[SIDE_SUIT_INDICES, None]
    is_king_guarded = ((side_suits & SIDE_KINGS_MASK) != NO_CARDS) & ((side_suits & ~SIDE_KINGS_MASK) != NO_CARDS)
    tricks: FloatArray = np.bitwise_count(hands & NOVICE_TRICKS_MASK) + GUARDED_KING_TRICKS * is_king_guarded.sum(
        axis=0
    )
    return tricks


def _raise_to_win(observation: Observation, bid: Bid) -> Bid:
    """Return the bid of the last bidder of two pairs, raised if the others' contract would else win the match.

    It is raised by at most `MAX_RAISE_TRICKS`; nil stays.
    """
    phase = get_phase(observation, BiddingPhase)
    bids = {seat: tricks for seat, tricks in enumerate(phase.bids) if tricks is not None} | {bid.seat: bid.tricks}
    if bid.tricks == 0 or len(bids) < phase.seats:
        return bid
    points_by_side = {
        side: observation.totals[side[0]] + POINTS_PER_BID_TRICK * sum(bids[seat] for seat in side)
        for side in observation.sides
    }
    own_points = next(points for side, points in points_by_side.items() if bid.seat in side)
    other_points = max(points for side, points in points_by_side.items() if bid.seat not in side)
    raise_tricks = (other_points - own_points) // POINTS_PER_BID_TRICK + 1
    is_raised = other_points >= phase.options.target and 0 < raise_tricks <= MAX_RAISE_TRICKS
    return Bid(bid.seat, min(phase.max_bid, bid.tricks + raise_tricks)) if is_raised else bid


# -- cards -----------------------------------------------------------------------------------------


class _PlayerContracts(NamedTuple):
    """The players from the one to act on, each array (seats, columns).

    ``contracts``: the bids of the player's side; ``tricks_won``: by the side, as far as they count;
    ``own_needed_tricks``: the tricks missing to the player's own bid; ``is_nil_unbroken``: whether the player bid nil
    and took no trick; ``is_counted``: whether the player's tricks count towards the contract, or as bags;
    ``has_pairs``: whether the players sitting opposite are partners.
    """

    contracts: CountArray
    tricks_won: CountArray
    own_needed_tricks: CountArray
    is_nil_unbroken: NDArray[np.bool_]
    is_counted: NDArray[np.bool_]
    has_pairs: bool


def _make_player_contracts(
    options: SpadesOptions, bids: CountArray, tricks_won: CountArray, has_pairs: bool
) -> _PlayerContracts:
    own_needed_tricks, is_nil_unbroken = bids - tricks_won, (bids == 0) & (tricks_won == 0)
    is_counted = find_counted_seats(bids, options.nil_tricks_count)
    tricks_won = tricks_won * is_counted
    if has_pairs:
        bids, tricks_won = (counts + np.roll(counts, PARTNER_OFFSET, axis=0) for counts in (bids, tricks_won))
    return _PlayerContracts(bids, tricks_won, own_needed_tricks, is_nil_unbroken, is_counted, has_pairs)


def score_cards(
    options: SpadesOptions,
    batch: Batch,
    bids: CountArray,
    columns: IndexArray,
    weights: HeuristicWeights = CLUB_WEIGHTS,
) -> CardScores:
    """Return the value of each card of the player to act, whose hand only is looked at.

    Illegal cards are evaluated too. ``bids``: flat (seats, columns); ``columns``: the columns of ``batch`` to evaluate.
    """
    player_indices = batch.turn_index[columns] + np.arange(batch.player_count)[:, None] * batch.width
    player_indices -= (player_indices >= batch.flat_size) * batch.flat_size
    has_pairs = has_partners(options, batch.player_count)
    contracts = _make_player_contracts(
        options, bids.take(player_indices), batch.tricks_won.take(player_indices), has_pairs
    )
    hands, known_voids = batch.hands.take(player_indices[0]), batch.known_voids.take(player_indices[1:])
    seen_cards = batch.seen_cards
    if not weights.uses_card_counting:
        seen_cards, known_voids = batch.trick_cards, np.zeros_like(known_voids)
    unseen_cards = _make_pack_mask(options, batch.player_count) & ~(hands | seen_cards[columns])
    cards_left = int(np.bitwise_count(hands[0]))
    hand_sizes = tuple(cards_left - (offset > batch.players_behind) for offset in range(1, batch.player_count))
    trick_estimates = TrickEstimates(hands, unseen_cards, hand_sizes, known_voids)
    expected_tricks = weights.get_fit(batch.player_count).slope * trick_estimates.tricks
    trick_values = (
        _compute_pair_trick_values(options, contracts, cards_left, expected_tricks)
        if has_pairs
        else _compute_trick_values(options, contracts, cards_left, expected_tricks, weights.opponent_loss_factor)
    )
    values = _compute_expected_values(batch, columns, trick_estimates, unseen_cards, contracts, trick_values)
    hand_values, later_factor = trick_values[0], LATER_TRICK_FACTOR
    if has_pairs:
        hand_values = hand_values - trick_values[1::PARTNER_OFFSET].min(axis=0, initial=0.0)
        later_factor = PAIR_LATER_TRICK_FACTOR
    tricks_in_hand = later_factor * (trick_estimates.tricks - trick_estimates.tricks_without_card)
    if has_pairs and not batch.cards_in_trick:
        lead_tricks = _compute_lead_tricks(hands, unseen_cards, trick_estimates)
        tricks_in_hand -= np.where(contracts.is_nil_unbroken[PARTNER_OFFSET], 0.0, lead_tricks)
    nil_tricks = NIL_DANGER_TRICKS * trick_estimates.nil_dangers
    tricks_in_hand = np.where(contracts.is_nil_unbroken[0], nil_tricks, tricks_in_hand)
    tricks_in_hand += (trick_estimates.heights + 1) * TIE_BREAK_TRICKS_PER_HEIGHT
    return CardScores(trick_estimates.cards, values - hand_values * tricks_in_hand)


def _compute_lead_tricks(hands: CardMasks, unseen_cards: CardMasks, trick_estimates: TrickEstimates) -> FloatArray:
    """Return the tricks by which a pair gains more with each card as a lead than its own chance says.

    A low card from below the second best card of a suit makes that the best one. A low card from below the best one
    gives a trick away, and so does the highest card of the hand if it can be beaten, unless it is alone.
    """
    suit_masks, below_best = SUIT_MASKS[trick_estimates.suit_indices], mask_below_highest(unseen_cards)
    suit_cards = hands & suit_masks
    has_best = (suit_cards & ~below_best) != NO_CARDS
    has_second_best = (suit_cards & ~mask_below_highest(unseen_cards & below_best)) != NO_CARDS
    is_highest = (suit_cards & mask_above(trick_estimates.cards)) == NO_CARDS
    low_gains = np.where(has_best, -1.0 * (trick_estimates.higher_counts > 0), has_second_best)
    high_gains = -1.0 * (~has_best & (suit_cards != trick_estimates.cards))
    return LEAD_TRICKS * np.where(is_highest, high_gains, low_gains)


def _compute_pair_trick_values(
    options: SpadesOptions, contracts: _PlayerContracts, cards_left: int, expected_tricks: FloatArray
) -> FloatArray:
    """Return the value of a trick taken by each seat of two pairs, (seats, columns).

    Both pairs count alike. The player to act takes what its hand is expected to take, the others what their bids need.
    """
    scoring, own_tricks = make_bid_scoring(options), expected_tricks * contracts.is_counted[0]
    claims = np.maximum(0, contracts.own_needed_tricks) * contracts.is_counted
    unclaimed_tricks = cards_left - own_tricks - claims[1:].sum(axis=0)
    side_tricks = own_tricks + claims[PARTNER_OFFSET] + UNCLAIMED_TRICKS_SHARE * unclaimed_tricks
    side_tricks = np.minimum(np.maximum(0, side_tricks), cards_left)
    needed_tricks = (contracts.contracts - contracts.tricks_won)[:PARTNER_OFFSET]
    error = PAIR_ERROR_FACTOR * compute_estimate_error(cards_left)
    tricks_by_side = np.stack([side_tricks, cards_left - side_tricks])
    made_probabilities = compute_tricks_probabilities(tricks_by_side, needed_tricks, error)
    stake_points = contracts.contracts[:PARTNER_OFFSET] * (POINTS_PER_BID_TRICK + scoring.lost_points_per_trick)
    stake_shares = made_probabilities * (1 - made_probabilities) / error
    side_values = stake_points * np.minimum(1, np.maximum(MIN_STAKE_SHARE, stake_shares))
    side_values = np.where(needed_tricks <= 0, scoring.overtrick_points, side_values)
    side_values = np.where(needed_tricks <= cards_left, side_values, 0.0)
    seat_values = np.where(contracts.is_counted, np.tile(side_values, (PARTNER_OFFSET, 1)), 0.0)
    trick_values: FloatArray = np.where(contracts.is_nil_unbroken, -3.0 * options.nil_points, seat_values)
    trick_values[1::PARTNER_OFFSET] *= -1
    own_values = trick_values[::PARTNER_OFFSET]
    own_values[own_values == 0] = MIN_OWN_TRICK_VALUE_POINTS
    return trick_values


def _compute_trick_values(
    options: SpadesOptions,
    contracts: _PlayerContracts,
    cards_left: int,
    expected_tricks: FloatArray,
    opponent_loss_factor: float,
) -> FloatArray:
    """Return the value of a trick taken by each seat, where each plays for itself, (seats, columns).

    The value is for the player to act.
    """
    scoring, error = make_bid_scoring(options), compute_estimate_error(cards_left)
    needed_tricks = contracts.contracts - contracts.tricks_won
    made_probabilities = np.full(needed_tricks.shape, 0.5)
    made_probabilities[0] = compute_tricks_probabilities(
        expected_tricks * contracts.is_counted[0], needed_tricks[0], error
    )
    stake_points = contracts.contracts * (POINTS_PER_BID_TRICK + scoring.lost_points_per_trick)
    stake_shares = made_probabilities * (1 - made_probabilities) / error
    seat_values = (
        stake_points * np.minimum(1, np.maximum(MIN_STAKE_SHARE, stake_shares))
        + scoring.overtrick_points * made_probabilities * NEEDED_TRICK_OVERTRICK_SHARE
    )
    seat_values = np.where(needed_tricks <= 0, scoring.overtrick_points, seat_values)
    seat_values = np.where(contracts.contracts == 0, min(0.0, scoring.overtrick_points), seat_values)
    seat_values = np.where(contracts.is_counted & (needed_tricks <= cards_left), seat_values, 0.0)
    seat_values = np.where(contracts.is_nil_unbroken, -2.0 * options.nil_points, seat_values)
    trick_values: FloatArray = -opponent_loss_factor * seat_values
    trick_values[0] = np.where(seat_values[0] == 0, MIN_OWN_TRICK_VALUE_POINTS, seat_values[0])
    return trick_values


def _find_beating_cards(
    batch: Batch, columns: IndexArray, trick_estimates: TrickEstimates, unseen_cards: CardMasks
) -> tuple[CardMasks, IndexArray]:
    """Return the unseen cards that would win the trick after each card, and the distance of its winner in seats."""
    winning_mask, higher_cards = batch.winning_mask[columns], mask_above(trick_estimates.cards)
    is_winning = (trick_estimates.cards & winning_mask) != NO_CARDS
    higher_cards &= SUIT_MASKS[trick_estimates.suit_indices]
    beating_cards = np.where(trick_estimates.is_trump, higher_cards, higher_cards | SUIT_MASKS[SPADES_SUIT_INDEX])
    winner_offset = (batch.winner_index[columns] - batch.turn_index[columns]) // batch.width % batch.player_count
    return np.where(is_winning, beating_cards, winning_mask) & unseen_cards, np.where(is_winning, 0, winner_offset)


def _compute_expected_values(
    batch: Batch,
    columns: IndexArray,
    trick_estimates: TrickEstimates,
    unseen_cards: CardMasks,
    contracts: _PlayerContracts,
    trick_values: FloatArray,
) -> FloatArray:
    """Return the expected value of the trick for each card, from the threats to its winner by the later players."""
    lead_suit_indices, lead_suit_masks = trick_estimates.suit_indices, SUIT_MASKS[trick_estimates.suit_indices]
    if batch.cards_in_trick:
        lead_suit_masks = batch.lead_suit_mask[columns]
        lead_suit_indices = np.bitwise_count(select_lowest(lead_suit_masks) - ONE).astype(np.int32)
    beating_cards, winner_offsets = _find_beating_cards(batch, columns, trick_estimates, unseen_cards)
    lead_suit_columns = trick_estimates.get_suit_columns(lead_suit_indices)
    is_lead_trump = lead_suit_indices == SPADES_SUIT_INDEX
    higher_lead_suit_counts, higher_trump_counts, lower_lead_suit_counts = (
        np.bitwise_count(cards).astype(np.int32)
        for cards in (
            beating_cards & lead_suit_masks,
            beating_cards & SUIT_MASKS[SPADES_SUIT_INDEX],
            unseen_cards & lead_suit_masks & ~beating_cards,
        )
    )
    winners, probabilities = [winner_offsets], [np.ones(trick_estimates.cards.shape)]
    spades_columns = trick_estimates.get_suit_columns(np.full(1, SPADES_SUIT_INDEX, np.int32))
    overtake_willingness = _compute_overtake_willingness(contracts)
    for other_player in range(batch.players_behind):
        offset = other_player + 1
        follow_probability = 1 - trick_estimates.compute_none_probability(
            other_player, lead_suit_columns, higher_lead_suit_counts
        )
        void_probability = trick_estimates.void_probabilities[other_player].take(lead_suit_columns)
        ruff_probability = void_probability * (
            1 - trick_estimates.compute_none_probability(other_player, spades_columns, higher_trump_counts)
        )
        overtake_probability = (
            np.minimum(1, follow_probability + np.where(is_lead_trump, 0, ruff_probability))
            * overtake_willingness[offset]
        )
        if contracts.has_pairs:
            no_lower_probability = trick_estimates.compute_none_probability(
                other_player, lead_suit_columns, lower_lead_suit_counts
            )
            overtake_probability = np.where(
                contracts.is_nil_unbroken[offset],
                np.maximum(0, no_lower_probability - void_probability),
                overtake_probability,
            )
        second_overtake_probability = overtake_probability * SECOND_OVERTAKE_FACTOR
        shares = [
            probabilities[0] * overtake_probability,
            *(probability * second_overtake_probability for probability in probabilities[1:]),
        ]
        remaining = [probability - share for probability, share in zip(probabilities, shares, strict=True)]
        winners, probabilities = [*winners, np.full(1, offset)], [*remaining, sum(shares[1:], shares[0])]
    if contracts.has_pairs:
        probabilities[1:] = [probability * (1 - SPENT_CARD_SHARE) for probability in probabilities[1:]]
    values = [
        probability * trick_values[winner, trick_estimates.column]
        for winner, probability in zip(winners, probabilities, strict=True)
    ]
    return sum(values[1:], values[0])


def _compute_overtake_willingness(contracts: _PlayerContracts) -> NDArray[np.float64]:
    """Return the probability that each player takes the trick if they can, (seats, columns)."""
    is_in_need = contracts.is_counted & (contracts.contracts > contracts.tricks_won)
    willingness = np.where(is_in_need, OVERTAKE_PROBABILITY_BY_NEED[True], OVERTAKE_PROBABILITY_BY_NEED[False])
    return np.where(contracts.is_nil_unbroken, NIL_OVERTAKE_PROBABILITY, willingness)


# -- the players -----------------------------------------------------------------------------------


def _choose_action(
    weights: HeuristicWeights, observation: Observation, rng: Random, _time_limit: TimeLimit, persona: Persona
) -> Action:
    phase, weights = observation.phase, weights.adapt_to(persona)
    if isinstance(phase, BiddingPhase):
        return decide_blind_nil(observation) if phase.is_blind_nil_open else _choose_bid(observation, weights)
    plays = [choice for choice in observation.legal_actions if isinstance(choice, Play)]
    return plays[0] if len(plays) == 1 else _choose_play(observation, plays, rng, weights)


choose_as_club: Final = partial(_choose_action, CLUB_WEIGHTS)
"""Chooses a bid by the expected tricks, or a card by the value of the trick.

Played cards are remembered, and other players' bids are broken where it pays.
"""
choose_as_novice: Final = partial(_choose_action, NOVICE_WEIGHTS)
"""Chooses an action as a beginner does.

Bids count only high cards; played cards and the others' bids are ignored.
"""


def _choose_bid(observation: Observation, weights: HeuristicWeights) -> Bid:
    phase, seat = get_phase_and_seat(observation, BiddingPhase)
    bids = choose_bids(phase.options, phase.seats, make_own_hand(phase, seat), weights, list_earlier_bids(phase))
    bid = Bid(seat, int(bids[0]))
    is_raise_considered = weights.uses_card_counting and has_partners(phase.options, phase.seats)
    return _raise_to_win(observation, bid) if is_raise_considered else bid


def _choose_play(observation: Observation, plays: list[Play], rng: Random, weights: HeuristicWeights) -> Play:
    """Return one of the ``plays`` with the highest value, by chance if several have it."""
    phase = get_phase(observation, SpadesTrickPhase)
    batch = make_observed_batch(phase)
    card_scores = score_cards(phase.options, batch, np.array(phase.bids, np.int16), batch.column, weights)
    return choose_best_play(phase, plays, card_scores, rng, SCORE_TIE_TOLERANCE)

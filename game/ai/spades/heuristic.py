"""Heuristic players of Spades: the expected tricks of a hand, and the value of a trick for each seat.

One count serves bids and play. `TrickEstimator` predicts the tricks of a hand; the bid is the one with the highest
expected points. A card is played if its expected tricks now are worth more than later (the difference between the hand
with and without it). Where tricks do harm (nil, bags) their value is negative, so the same sum avoids them and discards
high cards. `choose_as_novice` counts only the high cards, forgets played cards and ignores the others' bids.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, sqrt
from random import Random
from typing import Final

import msgspec

from game.ai.personas import Persona
from game.ai.spades.blind_nil import decide_blind_nil
from game.ai.spades.partners import has_partners
from game.ai.spades.trick_estimate import (
    HEIGHT_BY_RANK,
    CardKnowledge,
    TrickEstimator,
    count_high_cards,
    derive_card_knowledge,
)
from game.ai.time_limit import TimeLimit
from game.core.actions import Action, Play
from game.core.cards import Card, Hand
from game.core.trick_taking import get_card_strengths
from game.match.observation import Observation
from game.rules.spades.actions import Bid
from game.rules.spades.phases import RANKING, TRUMP, BiddingPhase, SpadesTrickPhase
from game.rules.spades.scoring import POINTS_LOST_PER_BAG, POINTS_PER_BID_TRICK


class HeuristicWeights(msgspec.Struct, frozen=True, kw_only=True):
    """The weights of a heuristic player.

    ``uses_card_counting``: whether length, ruffs and played cards are counted; ``opponent_loss_factor``: the weight of
    points that another player loses, relative to the player's own; ``optimism_tricks``: added to the expected tricks.
    """

    uses_card_counting: bool
    opponent_loss_factor: float
    optimism_tricks: float = 0.0

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
"""The same for a player with an unbroken nil, that takes a trick only if forced."""

SECOND_OVERTAKE_FACTOR: Final = 0.7
"""Probability of a second overtaking, relative to the first.

The first overtaking player has chosen a card that is hard to beat.
"""

PARTNER_OVERTAKE_FACTOR: Final = 0.3
"""Probability of overtaking the partner, relative to an opponent.

It does not apply to a nil of the partner that is covered because it is unbroken, or whose tricks do not count.
"""

ESTIMATE_ERROR_TRICKS_PER_SQRT_CARD: Final = 0.15
"""Error of the expected tricks, for each square root of a card left in hand."""

NEEDED_TRICK_OVERTRICK_SHARE: Final = 0.2
"""The part of an overtrick's value that a trick needed now has in addition."""

MIN_STAKE_SHARE: Final = 0.02
"""Least part of a contract's value that counts for a trick."""

MAX_RAISE_TRICKS: Final = 2
"""The most that a bid is raised because the score of the match asks for it."""

NIL_BASE_PROBABILITY: Final = 0.75
NIL_PROBABILITY_LOSS_PER_TRICK: Final = 0.35
NIL_MAX_SPADES: Final = 3
NIL_FORBIDDEN_TOP_RANK_COUNT: Final = 4
"""Conditions and success of nil, measured with "club" at every seat.

Nil is bid with at most `NIL_MAX_SPADES` spades, none of them among this many highest. It succeeds with
`NIL_BASE_PROBABILITY`, minus `NIL_PROBABILITY_LOSS_PER_TRICK` for each trick that the hand counts.
"""

MIN_OWN_TRICK_VALUE_POINTS: Final = 0.01
"""Least value of an own trick, so that high cards are not wasted."""

LATER_TRICK_FACTOR: Final = 0.95
"""The weight of a trick that may come later, relative to one now."""

TIE_BREAK_TRICKS_PER_HEIGHT: Final = 1e-4
"""Value of a card for each step of rank, to play the lower of equal cards."""

SCORE_TIE_TOLERANCE: Final = 1e-9


# -- bids ------------------------------------------------------------------------------------------


def compute_tricks_probability(expected_tricks: float, min_tricks: float, cards_left: int) -> float:
    """Return the probability that a hand takes at least ``min_tricks``.

    ``expected_tricks``, ``cards_left``: of the hand.
    """
    return 1 / (
        1 + exp(-min(50.0, max(-50.0, (expected_tricks - min_tricks + 0.5) / compute_estimate_error(cards_left))))
    )


def compute_estimate_error(cards_left: int) -> float:
    """Return the error of the expected tricks of a hand with ``cards_left`` cards."""
    return ESTIMATE_ERROR_TRICKS_PER_SQRT_CARD * sqrt(cards_left)


def get_overtrick_points(has_bags: bool) -> float:
    """Return the value of an overtrick.

    A bag costs a tenth of the penalty for ten.
    """
    return 1.0 - (POINTS_LOST_PER_BAG if has_bags else 0.0)


def _choose_bid(phase: BiddingPhase, seat: int, weights: HeuristicWeights) -> Bid:
    hand = phase.hands[seat]
    hand_size = len(hand)
    if not weights.uses_card_counting:
        return Bid(seat, min(hand_size, max(1, round(count_high_cards(hand) + weights.optimism_tricks))))
    knowledge = derive_card_knowledge(phase, seat, hand, ())
    slope, base = TRICK_FIT_BY_SEATS[phase.seats]
    raw_tricks = TrickEstimator(knowledge).predict_tricks(hand)
    expected_tricks = base + slope * raw_tricks + weights.optimism_tricks
    lost_points_per_trick = POINTS_PER_BID_TRICK if phase.options.broken_bid == "minus_ten_per_bid" else 0
    overtrick_points = get_overtrick_points(phase.options.bags)

    def score_bid(bid: int) -> float:
        made_probability = compute_tricks_probability(expected_tricks, bid, hand_size)
        return (
            made_probability * (POINTS_PER_BID_TRICK * bid + overtrick_points * max(0.0, expected_tricks - bid))
            - (1 - made_probability) * lost_points_per_trick * bid
        )

    best_bid = max(range(1, hand_size + 1), key=score_bid)
    if phase.options.nil:
        nil_probability = _compute_nil_probability(hand, raw_tricks)
        if phase.options.nil_points * (2 * nil_probability - 1) > score_bid(best_bid):
            return Bid(seat, 0)
    return Bid(seat, best_bid)


def _raise_to_win(observation: Observation, bid: Bid) -> Bid:
    """Return the bid of the last bidder of two pairs, raised if the others' contract would else win the match.

    It is raised by at most `MAX_RAISE_TRICKS`; nil stays.
    """
    phase = observation.phase
    assert isinstance(phase, BiddingPhase)
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


def choose_club_bid(phase: BiddingPhase, seat: int) -> Bid:
    """Return the bid of `choose_as_club` with the hand of ``seat``."""
    return _choose_bid(phase, seat, CLUB_WEIGHTS)


def _compute_nil_probability(hand: Hand, raw_tricks: float) -> float:
    """Return the probability that a nil is made.

    ``raw_tricks``: the tricks that the hand counts.
    """
    spade_ranks = [card.rank for card in hand if card.suit == TRUMP]
    if len(spade_ranks) > NIL_MAX_SPADES or any(rank in RANKING[:NIL_FORBIDDEN_TOP_RANK_COUNT] for rank in spade_ranks):
        return 0.0
    return max(0.0, NIL_BASE_PROBABILITY - NIL_PROBABILITY_LOSS_PER_TRICK * raw_tricks)


# -- cards -----------------------------------------------------------------------------------------


def _choose_play(
    phase: SpadesTrickPhase, observation: Observation, seat: int, rng: Random, weights: HeuristicWeights
) -> Play:
    plays = [choice for choice in observation.legal_actions if isinstance(choice, Play)]
    if len(plays) == 1:
        return plays[0]
    hand = phase.hands[seat]
    seen_cards = [*phase.trick.cards]
    if weights.uses_card_counting:
        seen_cards += [card for completed in phase.completed_tricks for card in completed.trick.cards]
    knowledge = derive_card_knowledge(phase, seat, hand, seen_cards, weights.uses_card_counting)
    estimator = TrickEstimator(knowledge)
    raw_tricks = estimator.predict_tricks(hand)
    slope, _base = TRICK_FIT_BY_SEATS[phase.seats]
    trick_values = _compute_trick_values(phase, seat, slope * raw_tricks, weights)
    scores = []
    for play in plays:
        tricks_in_hand = raw_tricks - estimator.predict_tricks(tuple(card for card in hand if card is not play.card))
        tricks_in_hand = (
            LATER_TRICK_FACTOR * tricks_in_hand + HEIGHT_BY_RANK[play.card.rank] * TIE_BREAK_TRICKS_PER_HEIGHT
        )
        expected_value = sum(
            probability * trick_values[winner]
            for winner, probability in _predict_trick_winner(phase, seat, play.card, knowledge).items()
        )
        scores.append(expected_value - trick_values[seat] * tricks_in_hand)
    best_score = max(scores)
    return rng.choice(
        [play for play, score in zip(plays, scores, strict=True) if score > best_score - SCORE_TIE_TOLERANCE]
    )


def _compute_trick_values(
    phase: SpadesTrickPhase, seat: int, expected_tricks: float, weights: HeuristicWeights
) -> tuple[float, ...]:
    """Return by seat the value for ``seat`` of a trick taken by it now."""
    tricks_won = phase.count_points()
    cards_left = len(phase.hands[seat])
    values = dict.fromkeys(range(phase.seats), 0.0)
    for side_bid in phase.side_bids:
        is_own_side = seat in side_bid.seats
        needed_tricks = phase.count_needed_tricks(side_bid)
        expected_side_tricks = needed_tricks - 0.5
        if is_own_side:
            expected_side_tricks = expected_tricks * phase.is_trick_counted(seat) + sum(
                max(0, phase.bids[partner] - tricks_won[partner]) for partner in side_bid.seats if partner != seat
            )
        contract_value = _compute_trick_value(phase, side_bid.contract, needed_tricks, cards_left, expected_side_tricks)
        for winner in side_bid.seats:
            is_nil_unbroken = phase.bids[winner] == 0 == tricks_won[winner]
            value = -2.0 * phase.options.nil_points if is_nil_unbroken else contract_value
            if not is_nil_unbroken and not phase.is_trick_counted(winner):
                value = 0.0
            values[winner] = (
                (value or MIN_OWN_TRICK_VALUE_POINTS) if is_own_side else -weights.opponent_loss_factor * value
            )
    return tuple(values.values())


def _compute_trick_value(
    phase: SpadesTrickPhase, bid: int, needed_tricks: int, cards_left: int, expected_tricks: float
) -> float:
    """Return the value of one more trick for a side with the contract ``bid``.

    ``needed_tricks``: those that it still needs; ``expected_tricks``: those that it expects to take.
    """
    overtrick_points = get_overtrick_points(phase.options.bags)
    if bid == 0:
        return min(0.0, overtrick_points)
    if needed_tricks <= 0:
        return overtrick_points
    if needed_tricks > cards_left:
        return 0.0
    made_probability = compute_tricks_probability(expected_tricks, needed_tricks, cards_left)
    stake_points = POINTS_PER_BID_TRICK * bid * (2 if phase.options.broken_bid == "minus_ten_per_bid" else 1)
    return (
        stake_points
        * min(1.0, max(MIN_STAKE_SHARE, made_probability * (1 - made_probability) / compute_estimate_error(cards_left)))
        + overtrick_points * made_probability * NEEDED_TRICK_OVERTRICK_SHARE
    )


def _predict_trick_winner(phase: SpadesTrickPhase, seat: int, card: Card, knowledge: CardKnowledge) -> dict[int, float]:
    """Return the probability of each seat to win the trick after ``card``."""
    cards = (*phase.trick.cards, card)
    led_suit = cards[0].suit
    power_by_card = get_card_strengths(RANKING, TRUMP, led_suit)
    winning_card = max(cards, key=power_by_card.__getitem__)
    current_winner = phase.trick.seats[cards.index(winning_card)]
    higher_led_count = (
        0
        if winning_card.suit != led_suit
        else sum(
            power_by_card[unseen_card] > power_by_card[winning_card] for unseen_card in knowledge.unseen_cards[led_suit]
        )
    )
    higher_trump_count = sum(
        power_by_card[unseen_card] > power_by_card[winning_card] for unseen_card in knowledge.unseen_cards[TRUMP]
    )
    tricks_won = phase.count_points()
    unbroken_nil_seats = [bidder for bidder, bid in enumerate(phase.bids) if bid == 0 == tricks_won[bidder]]
    seats_to_overtake = [
        *unbroken_nil_seats,
        *(bidder for bidder in phase.trick.seats if not phase.is_trick_counted(bidder)),
    ]
    win_probabilities = {current_winner: 1.0}
    for later_seat in phase.trick.seats[len(cards) :]:
        player_index = knowledge.other_seats.index(later_seat)
        follow_probability = knowledge.compute_holding_probability(player_index, led_suit, higher_led_count)
        ruff_probability = 0.0
        if led_suit != TRUMP:
            ruff_probability = (
                1 - knowledge.compute_length_probability(player_index, led_suit, 1)
            ) * knowledge.compute_holding_probability(player_index, TRUMP, higher_trump_count)
        side_bid = next(side_bid for side_bid in phase.side_bids if later_seat in side_bid.seats)
        overtake_willingness = (
            NIL_OVERTAKE_PROBABILITY
            if later_seat in unbroken_nil_seats
            else OVERTAKE_PROBABILITY_BY_NEED[
                phase.is_trick_counted(later_seat) and phase.count_needed_tricks(side_bid) > 0
            ]
        )
        overtake_probability = min(1.0, follow_probability + ruff_probability) * overtake_willingness
        for winner in [*win_probabilities]:
            share = (
                win_probabilities[winner]
                * overtake_probability
                * (1.0 if winner == current_winner else SECOND_OVERTAKE_FACTOR)
            )
            if winner in side_bid.seats and winner not in seats_to_overtake:
                share *= PARTNER_OVERTAKE_FACTOR
            win_probabilities[winner] -= share
            win_probabilities[later_seat] = win_probabilities.get(later_seat, 0.0) + share
    return win_probabilities


TRICK_FIT_BY_SEATS: Final[Mapping[int, tuple[float, float]]] = {
    2: (0.9, 0.1),
    3: (0.73, 0.87),
    4: (0.66, 0.73),
    5: (0.65, 0.54),
}
"""Seats -> (factor, summand) from counted tricks to tricks taken.

Measured with "club" at every seat.
"""


def choose_as_club(observation: Observation, rng: Random, _time_limit: TimeLimit, persona: Persona) -> Action:
    """Choose a bid by the expected tricks, or a card by the value of the trick.

    Played cards are remembered, and other players' bids are broken where it pays.
    """
    return _choose_action(observation, rng, CLUB_WEIGHTS.adapt_to(persona))


def choose_as_novice(observation: Observation, rng: Random, _time_limit: TimeLimit, persona: Persona) -> Action:
    """Choose an action as a beginner does.

    Bids count only high cards; played cards and the others' bids are ignored.
    """
    return _choose_action(observation, rng, NOVICE_WEIGHTS.adapt_to(persona))


def _choose_action(observation: Observation, rng: Random, weights: HeuristicWeights) -> Action:
    phase, seat = observation.phase, observation.seat
    assert seat is not None
    if isinstance(phase, BiddingPhase):
        if phase.is_blind_nil_open:
            return decide_blind_nil(observation)
        bid = _choose_bid(phase, seat, weights)
        is_raise_considered = weights.uses_card_counting and has_partners(phase.options, phase.seats)
        return _raise_to_win(observation, bid) if is_raise_considered else bid
    assert isinstance(phase, SpadesTrickPhase)
    return _choose_play(phase, observation, seat, rng, weights)

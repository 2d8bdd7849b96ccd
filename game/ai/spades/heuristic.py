"""Spades by counting: what each card of a hand is likely to win, and what a trick is worth to whom.

One count serves bidding and play. `TrickEstimator` says how many tricks a hand can expect; a bid is what that number
pays best; a card is played if it wins more now than it would have won later (the hand with it less the hand
without it). Where a trick does harm (nil, bags) the same sum, its sign turned, ducks and throws off.
`choose_as_novice` counts only the high cards, forgets what has fallen and does not look at the bids of others.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, sqrt
from random import Random
from typing import Final

import msgspec

from game.ai.personas import Persona
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
from game.rules.spades.scoring import BAG_PENALTY_POINTS, BAGS_PER_PENALTY, NIL_POINTS, POINTS_PER_BID_TRICK


class HeuristicWeights(msgspec.Struct, frozen=True, kw_only=True):
    """The weights of a heuristic player. ``uses_card_counting``: whether length, ruffs and played cards are counted;
    ``opponent_loss_factor``: the weight of points that another player loses, relative to their own;
    ``optimism_tricks``: tricks bid in addition to those the hand counts.
    """

    uses_card_counting: bool
    opponent_loss_factor: float
    optimism_tricks: float = 0.0

    def adapt_to(self, persona: Persona) -> HeuristicWeights:
        """The same skill in a bold or careful person."""
        return msgspec.structs.replace(self, optimism_tricks=MAX_BOLDNESS_OPTIMISM_TRICKS * persona.boldness)


CLUB_WEIGHTS: Final = HeuristicWeights(uses_card_counting=True, opponent_loss_factor=0.25)
NOVICE_WEIGHTS: Final = HeuristicWeights(uses_card_counting=False, opponent_loss_factor=0.0)

MAX_BOLDNESS_OPTIMISM_TRICKS: Final = 0.6
"""How many tricks the boldest hopes for beside those that the hand counts, and the most careful does not trust."""

OVERTAKE_PROBABILITY_BY_NEED: Final = {True: 0.9, False: 0.6}
"""How likely a player who can take the trick does: if he still needs tricks, and if he does not."""

NIL_OVERTAKE_PROBABILITY: Final = 0.1
"""The same of a nil that stands: he takes it only if he must."""

SECOND_OVERTAKE_FACTOR: Final = 0.7
"""How likely a second overtaking is beside the first: the taker has chosen a card to hold."""

ESTIMATE_ERROR_TRICKS_PER_SQRT_CARD: Final = 0.15
"""How far, in tricks, a count may be off: this much for each square root of a card left in hand."""

NEEDED_TRICK_OVERTRICK_SHARE: Final = 0.2
"""How much of an overtrick a trick may be that is needed now."""

MIN_STAKE_SHARE: Final = 0.02
"""What of a contract's worth is seen in a trick at least, however sure or hopeless it seems."""

NIL_BASE_PROBABILITY: Final = 0.75
NIL_PROBABILITY_LOSS_PER_TRICK: Final = 0.35
NIL_MAX_SPADES: Final = 3
NIL_FORBIDDEN_TOP_RANK_COUNT: Final = 4
"""Nil is bid on at most so many spades, none of them among the so many highest; measured with `choose_as_club` at every
seat, it succeeds so often, less so much for each trick that the hand counts."""

MIN_OWN_TRICK_VALUE_POINTS: Final = 0.01
"""A trick of one's own counts so much at least, so that high cards are not thrown away for nothing."""

LATER_TRICK_FACTOR: Final = 0.95
"""What a trick that may come later counts beside one now."""

TIE_BREAK_TRICKS_PER_HEIGHT: Final = 1e-4
"""Of cards that promise the same, the lower is kept for worse: so much for each step of rank."""

SCORE_TIE_TOLERANCE: Final = 1e-9


# -- bids ------------------------------------------------------------------------------------------


def compute_tricks_probability(expected_tricks: float, min_tricks: float, cards_left: int) -> float:
    """Return how likely a hand with ``cards_left`` and ``expected_tricks`` takes at least ``min_tricks``."""
    return 1 / (
        1 + exp(-min(50.0, max(-50.0, (expected_tricks - min_tricks + 0.5) / compute_estimate_error(cards_left))))
    )


def compute_estimate_error(cards_left: int) -> float:
    return ESTIMATE_ERROR_TRICKS_PER_SQRT_CARD * sqrt(cards_left)


def get_overtrick_points(has_bags: bool) -> float:
    """What a trick over the bid is worth; a bag is a tenth of what ten of them cost."""
    return 1.0 - (BAG_PENALTY_POINTS / BAGS_PER_PENALTY if has_bags else 0.0)


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
        if NIL_POINTS * (2 * nil_probability - 1) > score_bid(best_bid):
            return Bid(seat, 0)
    return Bid(seat, best_bid)


def choose_club_bid(phase: BiddingPhase, seat: int) -> Bid:
    """What `choose_as_club` bids with the hand of ``seat``."""
    return _choose_bid(phase, seat, CLUB_WEIGHTS)


def _compute_nil_probability(hand: Hand, raw_tricks: float) -> float:
    """How likely a hand that counts so many tricks can be kept from taking any (`NIL_BASE_PROBABILITY`)."""
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
    """What it is worth to ``seat`` that each seat takes a trick now."""
    tricks_won = phase.count_points()
    cards_left = len(phase.hands[seat])
    values = []
    for winner in range(phase.seats):
        if winner == seat:
            values.append(
                _compute_trick_value(phase, phase.bids[winner], tricks_won[winner], cards_left, expected_tricks)
                or MIN_OWN_TRICK_VALUE_POINTS
            )
        else:
            needed_tricks = phase.bids[winner] - tricks_won[winner]
            values.append(
                -weights.opponent_loss_factor
                * _compute_trick_value(phase, phase.bids[winner], tricks_won[winner], cards_left, needed_tricks - 0.5)
            )
    return tuple(values)


def _compute_trick_value(
    phase: SpadesTrickPhase, bid: int, tricks_won: int, cards_left: int, expected_tricks: float
) -> float:
    """Return the value of one more trick to a seat that has ``tricks_won`` and expects ``expected_tricks`` more."""
    overtrick_points = get_overtrick_points(phase.options.bags)
    needed_tricks = bid - tricks_won
    if bid == 0:
        return -2.0 * NIL_POINTS if tricks_won == 0 else min(0.0, overtrick_points)
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
    """How likely each seat is to take the trick if ``card`` is played to it."""
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
    win_probabilities = {current_winner: 1.0}
    for later_seat in phase.trick.seats[len(cards) :]:
        player_index = knowledge.other_seats.index(later_seat)
        follow_probability = knowledge.compute_holding_probability(player_index, led_suit, higher_led_count)
        ruff_probability = 0.0
        if led_suit != TRUMP:
            ruff_probability = (
                1 - knowledge.compute_length_probability(player_index, led_suit, 1)
            ) * knowledge.compute_holding_probability(player_index, TRUMP, higher_trump_count)
        bid = phase.bids[later_seat]
        overtake_willingness = (
            NIL_OVERTAKE_PROBABILITY
            if bid == 0 and not tricks_won[later_seat]
            else OVERTAKE_PROBABILITY_BY_NEED[bid > tricks_won[later_seat]]
        )
        overtake_probability = min(1.0, follow_probability + ruff_probability) * overtake_willingness
        for winner in [*win_probabilities]:
            share = (
                win_probabilities[winner]
                * overtake_probability
                * (1.0 if winner == current_winner else SECOND_OVERTAKE_FACTOR)
            )
            win_probabilities[winner] -= share
            win_probabilities[later_seat] = win_probabilities.get(later_seat, 0.0) + share
    return win_probabilities


TRICK_FIT_BY_SEATS: Final[Mapping[int, tuple[float, float]]] = {
    2: (0.9, 0.1),
    3: (0.73, 0.87),
    4: (0.66, 0.73),
    5: (0.65, 0.54),
}
"""Seats -> how a count turns into tricks taken (factor, summand), as measured with `choose_as_club` at every seat."""


def choose_as_club(observation: Observation, rng: Random, _time_limit: TimeLimit, persona: Persona) -> Action:
    """Bids what the hand is good for, plays to the bid, sets others where it pays, remembers the cards."""
    return _choose_action(observation, rng, CLUB_WEIGHTS.adapt_to(persona))


def choose_as_novice(observation: Observation, rng: Random, _time_limit: TimeLimit, persona: Persona) -> Action:
    """The play of a beginner: bids by high cards alone, forgets what has fallen, minds only the own bid."""
    return _choose_action(observation, rng, NOVICE_WEIGHTS.adapt_to(persona))


def _choose_action(observation: Observation, rng: Random, weights: HeuristicWeights) -> Action:
    phase, seat = observation.phase, observation.seat
    assert seat is not None
    if isinstance(phase, BiddingPhase):
        return _choose_bid(phase, seat, weights)
    assert isinstance(phase, SpadesTrickPhase)
    return _choose_play(phase, observation, seat, rng, weights)

"""The search model of Muscio: states sampled by declarations and exchange, and the value of tricks in the match."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.call_search import deal_random_hands
from game.ai.determinization import sample_states_without_stock
from game.ai.models import load_policy_table
from game.ai.muscio.declaration_inference import (
    compute_declarations_log_likelihood,
    compute_standing_probability,
    exchange_turned_card,
    predict_points,
)
from game.ai.muscio.features import MuscioFeatureEncoder
from game.ai.muscio.match_equity import compute_total_changes, evaluate_changes
from game.ai.rollout.card_bits import ONE, CardMasks, get_card_bits, make_suit_mask, select_lowest
from game.ai.rollout.policy import FeatureEncoder, Scores
from game.ai.rollout.rollout import NO_CARDS, Batch, PublicState, make_public_state
from game.ai.search import SOFTMAX_TEMPERATURE, DealResults, DeterminizedStates, SearchModel
from game.core.cards import HIDDEN_CARD, ITALIAN_PACK, Card, Suit, get_card, make_hidden_cards, remove_card
from game.core.trick_taking import Trick, replace
from game.match.observation import Observation, get_phase, get_phase_and_seat
from game.rules.muscio.options import MuscioOptions
from game.rules.muscio.scoring import HAND_SIZE, RANKING
from game.rules.muscio.trick_play import TWO_PARTICIPANTS, MuscioTrickPhase, find_blinde_taker

SOFTMAX_TEMPERATURE_POINTS: Final = 0.7
"""In points: a card that scores this much less is played 1/e times as often."""
UNUSUAL_EXCHANGE_LOG_PROBABILITY: Final = np.log(0.15)
"""The log probability that a dealer gives another card than the lowest, or none."""


def make_card_mask(card: Card) -> int:
    return 1 << get_card_bits(RANKING).bit_by_card[card]


@lru_cache(maxsize=32)
def make_opening_state(player_count: int, trump: Suit) -> PublicState:
    """Return the public state before the first card of ``player_count`` players.

    Player 0 leads.
    """
    phase = MuscioTrickPhase(
        options=MuscioOptions(),
        seats=player_count,
        dealer=player_count - 1,
        hands=(make_hidden_cards(HAND_SIZE),) * player_count,
        trick=Trick(tuple(range(player_count))),
        trump=trump,
        blinde=(),
        turned_card=get_card("2", trump),
        rest=(),
        aside=(),
        declarations=(),
    )
    return make_public_state(phase)


@lru_cache(maxsize=1)
def load_scaled_policy_table() -> Scores:
    """Return the policy table, scaled from points to fit `SOFTMAX_TEMPERATURE`."""
    return load_policy_table("muscio") * np.float32(SOFTMAX_TEMPERATURE / SOFTMAX_TEMPERATURE_POINTS)


def sample_trick_states(
    phase: MuscioTrickPhase, seat: int, rng: np.random.Generator, state_count: int
) -> DeterminizedStates:
    """Sample at most ``state_count`` states that agree with ``phase``.

    ``phase`` is masked for ``seat``. The log weights include the likelihood of the declarations and the exchange.
    """
    known_cards = {*phase.aside, *(phase.dealer_discard or (phase.turned_card,))} - {HIDDEN_CARD}
    pack = [candidate for candidate in ITALIAN_PACK if candidate not in known_cards]
    states = sample_states_without_stock(_reveal_taken_trump(phase), seat, pack, rng, state_count)
    trump_mask, players = make_suit_mask(phase.trump), phase.participants
    undealt_cards = np.uint64(get_card_bits(RANKING).make_mask(pack)) & ~np.bitwise_or.reduce(
        states.initial_hands, axis=0
    )
    log_weights = states.log_weights
    if phase.dealer in players and phase.dealer not in (seat, find_blinde_taker(phase.declarations)):
        hand = states.initial_hands[states.current_state.players.index(phase.dealer)]
        if phase.dealer_discard:
            exchanged_card, log_probability = sample_exchanged_card(undealt_cards, hand, np.uint64(trump_mask), rng)
            log_weights, undealt_cards = log_weights + log_probability, undealt_cards & ~exchanged_card
        else:
            log_weights = log_weights + compute_keep_log_probability(hand, np.uint64(trump_mask))
    log_weights = log_weights + compute_declarations_log_likelihood(
        phase.declarations, _sample_declaring_hands(phase, seat, states, undealt_cards, rng), trump_mask, phase.seats
    )
    if len(players) == TWO_PARTICIPANTS and (
        opponent := next(candidate for candidate in players if candidate != seat)
    ) != find_blinde_taker(phase.declarations):
        hand = states.initial_hands[states.current_state.players.index(opponent)]
        log_weights = log_weights + np.log(compute_standing_probability(predict_points(hand, trump_mask)) + 0.02)
    return replace(states, log_weights=log_weights)


def _reveal_taken_trump(phase: MuscioTrickPhase) -> MuscioTrickPhase:
    """Return the phase with the trump that the dealer took shown in their hand.

    The phase stays the same if that card was played or is shown already.
    """
    taken_trump, hand = phase.taken_turned_card, phase.hands[phase.dealer]
    played_cards = [card for trick in phase.all_tricks for card in trick.cards]
    if taken_trump is None or taken_trump in played_cards or HIDDEN_CARD not in hand:
        return phase
    hands = list(phase.hands)
    hands[phase.dealer] = (*remove_card(hand, HIDDEN_CARD), taken_trump)
    return replace(phase, hands=tuple(hands))


def _sample_declaring_hands(
    phase: MuscioTrickPhase, seat: int, states: DeterminizedStates, undealt_cards: CardMasks, rng: np.random.Generator
) -> dict[int, CardMasks]:
    """Return sampled hands of the other seats at their declarations, by seat.

    The dealer's is the hand after the exchange.
    """
    blinde_taker, trump_mask = find_blinde_taker(phase.declarations), np.uint64(make_suit_mask(phase.trump))
    absent_seats = [
        declaration.seat
        for declaration in phase.declarations
        if declaration.seat != seat and declaration.seat not in phase.participants
    ]
    if blinde_taker is not None and blinde_taker != seat:
        absent_seats.append(blinde_taker)
    hands_by_seat = dict(
        zip(absent_seats, deal_random_hands(undealt_cards, (HAND_SIZE,) * len(absent_seats), rng), strict=True)
    )
    if phase.dealer in hands_by_seat:
        hands_by_seat[phase.dealer] = exchange_turned_card(
            hands_by_seat[phase.dealer], trump_mask, np.uint64(make_card_mask(phase.turned_card))
        )
    for index, player in enumerate(states.current_state.players):
        if player not in (seat, blinde_taker):
            hands_by_seat[player] = states.initial_hands[index]
    return hands_by_seat


def compute_keep_log_probability(hand: CardMasks, trump_mask: np.uint64) -> NDArray[np.float64]:
    """Return the log probability that a dealer with ``hand`` leaves the turned trump."""
    return np.where((hand & ~trump_mask) != NO_CARDS, UNUSUAL_EXCHANGE_LOG_PROBABILITY, 0.0)


def sample_exchanged_card(
    undealt_cards: CardMasks, hand: CardMasks, trump_mask: np.uint64, rng: np.random.Generator
) -> tuple[CardMasks, NDArray[np.float64]]:
    """Sample the card that a dealer gave for the turned trump from ``undealt_cards``.

    ``hand``: the dealer's after the exchange. The observing seat did not see the card. Returns, by state, one card,
    sampled by the probability that the dealer would give it; and the log of the sum of these probabilities.
    """
    plain_cards = hand & ~trump_mask
    lowest_heights = np.bitwise_count(select_lowest(plain_cards) - ONE) >> np.uint8(2)
    lower_or_equal_mask = (ONE << ((lowest_heights + np.uint8(1)) * np.uint8(4)).astype(np.uint64)) - ONE
    usual_cards = ~trump_mask & np.where(plain_cards != NO_CARDS, lower_or_equal_mask, ~NO_CARDS)
    bit_numbers = np.arange(40, dtype=np.uint64)
    is_available, is_usual = (
        (masks[:, None] >> bit_numbers & ONE) != NO_CARDS for masks in (undealt_cards, usual_cards)
    )
    cumulative_weights = np.cumsum(
        np.where(is_usual, 1.0, np.exp(UNUSUAL_EXCHANGE_LOG_PROBABILITY)) * is_available, axis=1
    )
    chosen_bits = (cumulative_weights <= rng.random(len(cumulative_weights))[:, None] * cumulative_weights[:, -1:]).sum(
        axis=1
    )
    return ONE << chosen_bits.astype(np.uint64), np.log(cumulative_weights[:, -1])


class MuscioSearchModel(SearchModel):
    """The `SearchModel` of Muscio."""

    def sample_states(self, observation: Observation, rng: np.random.Generator, state_count: int) -> DeterminizedStates:
        return sample_trick_states(*get_phase_and_seat(observation, MuscioTrickPhase), rng, state_count)

    def load_policy_table(self, observation: Observation) -> Scores:
        return load_scaled_policy_table()

    def make_encoder(self, observation: Observation, batch: Batch, initial_hands: CardMasks) -> FeatureEncoder:
        phase, known_cards = get_phase(observation, MuscioTrickPhase), np.zeros(initial_hands.shape, np.uint64)
        if not phase.dealer_discard:
            known_cards[:] = make_card_mask(phase.turned_card)
        elif HIDDEN_CARD not in phase.dealer_discard:
            known_cards[batch.public_state.players.index(phase.dealer)] = make_card_mask(phase.dealer_discard[0])
        return MuscioFeatureEncoder(batch, initial_hands, known_cards)

    def evaluate(self, observation: Observation, batch: Batch, encoder: FeatureEncoder) -> DealResults:
        """Return the results, in which `evaluate_changes` gives the value of the tricks."""
        players, tricks = list(batch.public_state.players), batch.points()
        changes = np.zeros((observation.seats, batch.width), np.int64)
        changes[players] = compute_total_changes(tricks)
        values, win_probabilities = evaluate_changes(observation.totals, changes)
        return DealResults(values[players], tricks.astype(np.float32), win_probabilities[players])

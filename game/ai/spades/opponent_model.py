"""The opponents of a search in Spades: how each type of player bids, and how likely each card is at each seat.

Few sampled states fit all bids and plays, but the share of the likely ones in which a seat holds a card is more
reliable than any single state. So the states are sampled again a few times, with these shares as a prior for the cards.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.card_scores import CardScores, choose_best_cards
from game.ai.opponent_mixture import OpponentType, weigh_states
from game.ai.rollout.card_bits import ONE, CardMasks
from game.ai.rollout.policy import FeatureEncoder
from game.ai.rollout.rollout import NO_CARDS, Batch, CountArray, IndexArray, Policy, PublicState
from game.ai.rollout.sampling import LogWeights, flatten_log_weights
from game.ai.search import DeterminizedStates, SearchBudget
from game.ai.spades.bid_value import FloatArray
from game.ai.spades.features import SpadesFeatureEncoder
from game.ai.spades.heuristic import choose_bids, score_cards
from game.ai.spades.population_model import (
    WIDE_BID_STD_DEV_FACTOR,
    compute_bids_log_likelihood,
    load_population_bid_model,
)
from game.ai.spades.search_model import SpadesSearchModel
from game.ai.time_limit import TimeCheck
from game.match.observation import Observation
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import SpadesTrickPhase

HEURISTIC_EXACT_BID_PROBABILITY: Final = 0.7
"""Probability that a heuristic player bids exactly as "club" would."""
HEURISTIC_BID_STD_DEV_TRICKS: Final = 1.0
"""Standard deviation of their other bids from that bid."""
RANDOM_BID_PROBABILITY: Final = 0.02
"""Probability of a bid that does not depend on the hand, for all types."""
POSTERIOR_EFFECTIVE_SAMPLE_RATIO: Final = 0.5
"""The same of the reweighted states, for the card prior."""
UNIFORM_MIX_RATIO: Final = 0.3
"""The weight of the uniform distribution in the card prior."""


class SpadesOpponents:
    """The `HeuristicOpponents` of Spades."""

    temperature = 0.12
    random_move_probability = 0.03

    def __init__(self, options: SpadesOptions, bids: CountArray) -> None:
        self._options, self._bids = options, bids

    def follow(self, batch: Batch) -> None:
        """Infer nothing: their bids and the state are enough."""

    def score_cards(self, batch: Batch, columns: IndexArray) -> CardScores:
        return score_cards(self._options, batch, self._bids, columns)


class SpadesMixtureModel(SpadesSearchModel):
    """The `MixtureModel` of Spades."""

    def make_heuristic_opponents(
        self, observation: Observation, encoder: FeatureEncoder, _start: PublicState | None = None
    ) -> SpadesOpponents:
        assert isinstance(encoder, SpadesFeatureEncoder)
        return SpadesOpponents(_get_trick_phase(observation).options, encoder.bids)

    def make_learned_encoder(self, encoder: FeatureEncoder) -> FeatureEncoder:
        assert isinstance(encoder, SpadesFeatureEncoder)
        return encoder.with_learned_players()

    def compute_call_log_weights(self, observation: Observation, states: DeterminizedStates) -> LogWeights:
        phase, own_seat, hands = _get_trick_phase(observation), observation.seat, states.initial_hands
        assert own_seat is not None
        log_weights = np.zeros((len(OpponentType), *hands.shape))
        for seat, bid in enumerate(phase.bids):
            if seat != own_seat and bid is not None:
                log_weights[:, seat] = _compute_bid_log_weights(phase.options, phase.seats, bid, hands[seat])
        log_weights[:, own_seat] = -compute_bids_log_likelihood(phase.options, phase.bids, own_seat, hands)
        return log_weights


def estimate_card_prior(
    observation: Observation, budget: SearchBudget, rounds: int, rng: np.random.Generator, check_time: TimeCheck
) -> FloatArray | None:
    """Return the probability of each card at each seat, (seats, bits).

    States are sampled in ``rounds`` only for this prior, each time with the last one; None without a round. Raises
    TimeUp when ``check_time`` does.
    """
    card_prior = None
    for _round in range(rounds):
        model = SpadesMixtureModel(card_prior)
        states = model.sample_states(observation, rng, budget.rollouts * budget.oversampling)
        weighed = weigh_states(observation, model, model, states, budget.reweighted_states, rng, check_time)
        log_weights = flatten_log_weights(
            weighed.log_weights, POSTERIOR_EFFECTIVE_SAMPLE_RATIO * len(weighed.log_weights)
        )
        weights = np.exp(log_weights - log_weights.max())
        is_held = states.hands[:, None, weighed.indices] >> np.arange(64, dtype=np.uint64)[:, None] & ONE
        shares: FloatArray = (is_held * weights).sum(axis=-1) / weights.sum()
        card_prior = (1 - UNIFORM_MIX_RATIO) * shares + UNIFORM_MIX_RATIO / len(shares)
    return card_prior


def make_mixture_policy(options: SpadesOptions, encoder: SpadesFeatureEncoder, other_policy: Policy) -> Policy:
    """Return a policy by which heuristic players play like "club".

    The others play by ``other_policy``.
    """

    def choose_cards(batch: Batch, legal_cards: CardMasks) -> CardMasks:
        is_heuristic = encoder.find_heuristic_to_act(batch)
        cards = (
            legal_cards.copy()
            if is_heuristic.all()
            else np.where(is_heuristic, legal_cards, other_policy(batch, legal_cards))
        )
        columns = np.flatnonzero(is_heuristic & _has_choice(legal_cards))
        if len(columns):
            card_scores = score_cards(options, batch, encoder.bids, columns)
            cards[columns] = choose_best_cards(card_scores.select(legal_cards[columns]))
        return cards

    return choose_cards


def _compute_bid_log_weights(options: SpadesOptions, seats: int, bid: int | None, hands: CardMasks) -> LogWeights:
    """Return log P(bid | type, hand), (types, states)."""
    bid_model = load_population_bid_model(seats, options)
    heuristic_deviations = choose_bids(options, seats, hands).astype(np.float64) - (bid or 0)
    population_deviations = bid_model.predict_bids(hands, options.jokers) - (bid or 0)
    uniform_likelihood = np.full(len(hands), 1 / (1 + np.bitwise_count(hands[0])))
    likelihood_by_type = {
        OpponentType.LEARNED: _compute_normal_density(
            population_deviations, WIDE_BID_STD_DEV_FACTOR * bid_model.std_dev_tricks
        ),
        OpponentType.HEURISTIC: HEURISTIC_EXACT_BID_PROBABILITY * (heuristic_deviations == 0)
        + (1 - HEURISTIC_EXACT_BID_PROBABILITY)
        * _compute_normal_density(heuristic_deviations, HEURISTIC_BID_STD_DEV_TRICKS),
        OpponentType.RANDOM: uniform_likelihood,
    }
    likelihoods = (
        (1 - RANDOM_BID_PROBABILITY) * likelihood_by_type[opponent_type] + RANDOM_BID_PROBABILITY * uniform_likelihood
        for opponent_type in OpponentType
    )
    log_weights: LogWeights = np.log(np.stack(list(likelihoods)))
    return log_weights


def _compute_normal_density(deviations: FloatArray, std_dev: float) -> FloatArray:
    density: FloatArray = np.exp(-((deviations / std_dev) ** 2) / 2) / (std_dev * (2 * np.pi) ** 0.5)
    return density


def _has_choice(legal_cards: CardMasks) -> NDArray[np.bool_]:
    has_choice: NDArray[np.bool_] = (legal_cards & (legal_cards - ONE)) != NO_CARDS
    return has_choice


def _get_trick_phase(observation: Observation) -> SpadesTrickPhase:
    assert isinstance(observation.phase, SpadesTrickPhase)
    return observation.phase

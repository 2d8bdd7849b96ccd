"""The search model of Spades: states sampled by the bids, and the policy tables of the rollouts."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.card_scores import CardScores
from game.ai.determinization import sample_states_without_stock
from game.ai.opponent_mixture import OpponentType, weigh_states
from game.ai.rollout.card_bits import ONE, CardMasks
from game.ai.rollout.policy import FeatureEncoder, Scores
from game.ai.rollout.rollout import Batch, CountArray, IndexArray, PublicState
from game.ai.rollout.sampling import LogWeights, flatten_log_weights
from game.ai.search import CardSearch, DealResults, DeterminizedStates, HeuristicOpponents, SearchModel
from game.ai.spades.bid_value import FloatArray
from game.ai.spades.deal_value import compute_deal_values, find_made_bids, sum_by_side
from game.ai.spades.features import SpadesFeatureEncoder
from game.ai.spades.heuristic import score_cards
from game.ai.spades.partners import has_partners
from game.ai.spades.population_model import (
    assign_player_types_by_bids,
    compute_bid_log_weights,
    compute_bids_log_likelihood,
    load_tables_by_opponent_type,
)
from game.core.trick_taking import replace
from game.match.observation import Observation, get_phase, get_phase_and_seat
from game.rules.game import get_side_indices
from game.rules.spades.game import make_pack
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import SpadesTrickPhase


class SpadesSearchModel(SearchModel):
    """The `SearchModel` of Spades.

    ``card_prior``: (seats, bits), the relative probability that each seat holds each card.
    """

    def __init__(self, card_prior: FloatArray | None = None) -> None:
        self._card_prior = card_prior

    def sample_states(self, observation: Observation, rng: np.random.Generator, state_count: int) -> DeterminizedStates:
        phase, seat = get_phase_and_seat(observation, SpadesTrickPhase)
        states = sample_states_without_stock(
            phase, seat, make_pack(phase.options, phase.seats), rng, state_count, self._card_prior
        )
        bid_log_likelihood = compute_bids_log_likelihood(phase.options, phase.bids, seat, states.initial_hands)
        return replace(states, log_weights=states.log_weights + bid_log_likelihood)

    def load_policy_table(self, observation: Observation) -> Scores:
        return load_tables_by_opponent_type(get_phase(observation, SpadesTrickPhase).options, observation.seats)

    def make_encoder(self, observation: Observation, batch: Batch, initial_hands: CardMasks) -> FeatureEncoder:
        phase, seat = get_phase_and_seat(observation, SpadesTrickPhase)
        bids = np.repeat(np.array(phase.bids, np.int16)[:, None], batch.width, axis=1)
        opponent_types = assign_player_types_by_bids(phase.options, phase.bids, seat, initial_hands)
        return make_spades_encoder(phase.options, batch, bids, opponent_types)

    def evaluate(self, observation: Observation, batch: Batch, encoder: FeatureEncoder) -> DealResults:
        """Return the results: the value of the tricks by `compute_deal_values`, and whether the bid is made."""
        assert isinstance(encoder, SpadesFeatureEncoder)
        tricks, bids, sides = batch.points(), encoder.bids.reshape(batch.player_count, -1), observation.sides
        return DealResults(
            compute_deal_values(observation, bids, tricks),
            sum_by_side(sides, tricks)[get_side_indices(sides)].astype(np.float32),
            find_made_bids(get_phase(observation, SpadesTrickPhase).options, sides, bids, tricks).astype(np.float32),
        )

    def make_heuristic_opponents(
        self, observation: Observation, encoder: FeatureEncoder, start: PublicState | None = None
    ) -> HeuristicOpponents:
        assert isinstance(encoder, SpadesFeatureEncoder)
        return SpadesOpponents(get_phase(observation, SpadesTrickPhase).options, encoder.bids)

    def make_learned_encoder(self, encoder: FeatureEncoder) -> FeatureEncoder:
        assert isinstance(encoder, SpadesFeatureEncoder)
        return encoder.with_learned_players()

    def compute_call_log_weights(self, observation: Observation, states: DeterminizedStates) -> LogWeights:
        (phase, own_seat), hands = get_phase_and_seat(observation, SpadesTrickPhase), states.initial_hands
        log_weights = np.zeros((len(OpponentType), *hands.shape))
        for seat, bid in enumerate(phase.bids):
            if seat != own_seat and bid is not None:
                log_weights[:, seat] = compute_bid_log_weights(phase.options, phase.seats, bid, hands[seat])
        log_weights[:, own_seat] = -compute_bids_log_likelihood(phase.options, phase.bids, own_seat, hands)
        return log_weights


class SpadesOpponents(HeuristicOpponents):
    """The `HeuristicOpponents` of Spades."""

    temperature = 0.12
    random_move_probability = 0.03

    def __init__(self, options: SpadesOptions, bids: CountArray) -> None:
        self._options, self._bids = options, bids

    def score_cards(self, batch: Batch, columns: IndexArray) -> CardScores:
        return score_cards(self._options, batch, self._bids, columns)


POSTERIOR_EFFECTIVE_SAMPLE_RATIO: Final = 0.5
"""Least effective sample size of the reweighted states for the card prior, relative to their number."""
UNIFORM_MIX_RATIO: Final = 0.3
"""The weight of the uniform distribution in the card prior."""


def estimate_card_prior(search: CardSearch, rounds: int) -> FloatArray | None:
    """Return the probability of each card at each seat, (seats, bits).

    Few sampled states fit all bids and plays, but the share of the likely ones in which a seat holds a card is more
    reliable than any single state. So states are sampled in ``rounds`` only for this prior, each time with the last
    one; None without a round. Raises TimeUp when ``search.check_time`` does.
    """
    card_prior = None
    for _round in range(rounds):
        search = search._replace(model=SpadesSearchModel(card_prior))
        states = search.sample_states()
        weighed = weigh_states(search, states)
        log_weights = flatten_log_weights(
            weighed.log_weights, POSTERIOR_EFFECTIVE_SAMPLE_RATIO * len(weighed.log_weights)
        )
        weights = np.exp(log_weights - log_weights.max())
        is_held = states.hands[:, None, weighed.indices] >> np.arange(64, dtype=np.uint64)[:, None] & ONE
        shares: FloatArray = (is_held * weights).sum(axis=-1) / weights.sum()
        card_prior = (1 - UNIFORM_MIX_RATIO) * shares + UNIFORM_MIX_RATIO / len(shares)
    return card_prior


def make_spades_encoder(
    options: SpadesOptions, batch: Batch, bids: CountArray, opponent_types: NDArray[np.integer]
) -> SpadesFeatureEncoder:
    """Return the encoder of ``batch``.

    ``bids``, ``opponent_types``: (seats, columns).
    """
    return SpadesFeatureEncoder(
        batch,
        bids,
        np.full(batch.width, options.bags, np.int32),
        opponent_types,
        has_partners=has_partners(options, batch.player_count),
        is_nil_trick_counted=options.nil_tricks_count,
    )

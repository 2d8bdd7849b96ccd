"""The search model of Spades: states sampled by the bids, and the policy tables of the rollouts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from game.ai.determinization import sample_states_without_stock
from game.ai.rollout.card_bits import CardMasks
from game.ai.rollout.policy import FeatureEncoder, Scores
from game.ai.rollout.rollout import Batch, CountArray
from game.ai.search import DeterminizedStates
from game.ai.spades.bid_value import FloatArray
from game.ai.spades.deal_value import compute_deal_values, find_made_bids, get_side_indices, sum_by_side
from game.ai.spades.features import SpadesFeatureEncoder
from game.ai.spades.partners import has_partners
from game.ai.spades.population_model import (
    assign_player_types_by_bids,
    compute_bids_log_likelihood,
    load_tables_by_opponent_type,
)
from game.core.trick_taking import replace
from game.match.observation import Observation
from game.rules.spades.game import make_pack
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import SpadesTrickPhase


class SpadesSearchModel:
    """The `SearchModel` of Spades.

    ``card_prior``: (seats, bits), the relative probability that each seat holds each card.
    """

    def __init__(self, card_prior: FloatArray | None = None) -> None:
        self._card_prior = card_prior

    def sample_states(self, observation: Observation, rng: np.random.Generator, state_count: int) -> DeterminizedStates:
        phase = _get_trick_phase(observation)
        assert observation.seat is not None
        states = sample_states_without_stock(
            phase, observation.seat, make_pack(phase.options, phase.seats), rng, state_count, self._card_prior
        )
        bid_log_likelihood = compute_bids_log_likelihood(
            phase.options, phase.bids, observation.seat, states.initial_hands
        )
        return replace(states, log_weights=states.log_weights + bid_log_likelihood)

    def load_policy_table(self, observation: Observation) -> Scores:
        return load_tables_by_opponent_type(_get_trick_phase(observation).options, observation.seats)

    def make_encoder(self, observation: Observation, batch: Batch, initial_hands: CardMasks) -> FeatureEncoder:
        phase = _get_trick_phase(observation)
        assert observation.seat is not None
        bids = np.repeat(np.array(phase.bids, np.int16)[:, None], batch.width, axis=1)
        opponent_types = assign_player_types_by_bids(phase.options, phase.bids, observation.seat, initial_hands)
        return make_spades_encoder(phase.options, batch, bids, opponent_types)

    def compute_values(self, observation: Observation, batch: Batch, encoder: FeatureEncoder) -> Scores:
        """Return the value of the tricks by `compute_deal_values`, (players, columns)."""
        assert isinstance(encoder, SpadesFeatureEncoder)
        return compute_deal_values(observation, encoder.bids.reshape(batch.player_count, -1), batch.points())

    def compute_points(self, observation: Observation, batch: Batch, encoder: FeatureEncoder) -> Scores:
        """Return the tricks of each player's side, (players, columns)."""
        return sum_by_side(observation.sides, batch.points())[get_side_indices(observation.sides)].astype(np.float32)

    def compute_win_shares(self, observation: Observation, batch: Batch, encoder: FeatureEncoder) -> Scores:
        """Return 1 where a player makes the bid, else 0, (players, columns)."""
        assert isinstance(encoder, SpadesFeatureEncoder)
        options, bids = _get_trick_phase(observation).options, encoder.bids.reshape(batch.player_count, -1)
        return find_made_bids(options, observation.sides, bids, batch.points()).astype(np.float32)


def _get_trick_phase(observation: Observation) -> SpadesTrickPhase:
    assert isinstance(observation.phase, SpadesTrickPhase)
    return observation.phase


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

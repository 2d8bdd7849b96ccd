"""The search model of Spades: states sampled by the bids, and the value of scores in a match."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.determinization import sample_states_without_stock
from game.ai.rollout.card_bits import CardMasks
from game.ai.rollout.policy import FeatureEncoder, Scores
from game.ai.rollout.rollout import Batch, CountArray
from game.ai.search import DeterminizedStates
from game.ai.spades.bid_value import FloatArray
from game.ai.spades.features import SpadesFeatureEncoder
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
from game.rules.spades.scoring import BAG_PENALTY_POINTS, BAGS_PER_PENALTY, score_seat

IMMEDIATE_BAG_COST_SHARE: Final = 0.7
"""The part of a bag's cost that counts at once.

The rest counts with the tenth bag.
"""
POINTS_PLAY_DISTANCE_POINTS, MATCH_PLAY_DISTANCE_POINTS = 200, 100
"""Distances of the best total from the target.

From the first on only the points of the deal count; up to the second only the match counts.
"""
MATCH_WIN_VALUE_POINTS: Final = 150.0
"""The value of winning the match, in points of a deal."""
DEAL_STD_DEV_POINTS: Final = 25.0
"""Standard deviation of the change of a difference of two totals in a deal."""


class SpadesSearchModel:
    """The `SearchModel` of Spades."""

    def sample_states(
        self, observation: Observation, rng: np.random.Generator, state_count: int, card_prior: FloatArray | None = None
    ) -> DeterminizedStates:
        """Sample at most ``state_count`` states that agree with ``observation``.

        ``card_prior``: (seats, bits), the relative probability that each seat holds each card.
        """
        phase = _get_trick_phase(observation)
        assert observation.seat is not None
        states = sample_states_without_stock(
            phase, observation.seat, make_pack(phase.options, phase.seats), rng, state_count, card_prior
        )
        bid_log_likelihood = compute_bids_log_likelihood(
            phase.options, phase.bids, observation.seat, states.initial_hands
        )
        return replace(states, log_weights=states.log_weights + bid_log_likelihood)

    def load_policy_table(self, observation: Observation) -> Scores:
        return load_tables_by_opponent_type(observation.seats)

    def make_encoder(self, observation: Observation, batch: Batch, initial_hands: CardMasks) -> FeatureEncoder:
        phase = _get_trick_phase(observation)
        assert observation.seat is not None
        bids = np.repeat(np.array(phase.bids, np.int16)[:, None], batch.width, axis=1)
        opponent_types = assign_player_types_by_bids(phase.options, phase.bids, observation.seat, initial_hands)
        return make_spades_encoder(phase.options, batch, bids, opponent_types)

    def compute_values(self, observation: Observation, batch: Batch, encoder: FeatureEncoder) -> Scores:
        """Return the value of the tricks by `compute_deal_values`, (players, columns)."""
        phase = _get_trick_phase(observation)
        assert isinstance(encoder, SpadesFeatureEncoder)
        return compute_deal_values(
            observation, phase.options, phase.bags, encoder.bids.reshape(batch.player_count, -1), batch.points()
        )

    def compute_points(self, observation: Observation, batch: Batch, encoder: FeatureEncoder) -> Scores:
        """Return the tricks of each player, (players, columns)."""
        return batch.points().astype(np.float32)

    def compute_win_shares(self, observation: Observation, batch: Batch, encoder: FeatureEncoder) -> Scores:
        """Return 1 where a player makes the bid, else 0, (players, columns)."""
        assert isinstance(encoder, SpadesFeatureEncoder)
        bids = encoder.bids.reshape(batch.player_count, -1)
        tricks = batch.points()
        return np.where(bids == 0, tricks == 0, tricks >= bids).astype(np.float32)


def _get_trick_phase(observation: Observation) -> SpadesTrickPhase:
    assert isinstance(observation.phase, SpadesTrickPhase)
    return observation.phase


def make_spades_encoder(
    options: SpadesOptions, batch: Batch, bids: CountArray, opponent_types: NDArray[np.integer]
) -> SpadesFeatureEncoder:
    """Return the encoder of ``batch``.

    ``bids``, ``opponent_types``: (seats, columns).
    """
    return SpadesFeatureEncoder(batch, bids, np.full(batch.width, options.bags, np.int32), opponent_types)


# -- value of a deal --------------------------------------------------------------------------


def compute_deal_values(
    observation: Observation, options: SpadesOptions, kept_bags: tuple[int, ...], bids: CountArray, tricks: CountArray
) -> Scores:
    """Return the value of ``tricks`` for each seat, (seats, columns).

    ``kept_bags``: by seat, from earlier deals; ``bids``, ``tricks``: (seats, columns). The value is the lead over the
    mean of the others in points; near the end of the match also the probability to win it.
    """
    bags, seats = np.array(kept_bags)[:, None], len(kept_bags)
    point_leads = compute_point_leads(make_payoff_table(options, seats)[bags, bids, tricks])
    match_share = float(
        np.clip(
            (POINTS_PLAY_DISTANCE_POINTS - options.target + max(observation.totals))
            / (POINTS_PLAY_DISTANCE_POINTS - MATCH_PLAY_DISTANCE_POINTS),
            0,
            1,
        )
    )
    if not match_share:
        return point_leads.astype(np.float32)
    totals = np.array(observation.totals)[:, None] + make_score_table(options, seats)[bags, bids, tricks]
    return (
        (1 - match_share) * point_leads
        + match_share * MATCH_WIN_VALUE_POINTS * compute_win_probabilities(totals, options.target)
    ).astype(np.float32)


def compute_point_leads(scores: FloatArray) -> FloatArray:
    """Return each seat's lead over the mean of the others, (seats, columns)."""
    mean_of_others: FloatArray = (scores.sum(axis=0) - scores) / (len(scores) - 1)
    return scores - mean_of_others


def compute_win_probabilities(totals: FloatArray, target: int) -> FloatArray:
    """Return each seat's probability to win the match with these totals after a deal.

    The shape is (seats, columns). It is 0 or 1 if the match is over.
    """
    best_totals = totals.max(axis=0)
    is_over = (best_totals >= target) & ((totals == best_totals).sum(axis=0) == 1)
    deals_left = 1 + np.maximum(0, target - best_totals) / DEAL_STD_DEV_POINTS
    weights = np.exp((totals - best_totals) / (DEAL_STD_DEV_POINTS * np.sqrt(deals_left)))
    probabilities: FloatArray = np.where(is_over, totals == best_totals, weights / weights.sum(axis=0))
    return probabilities


@lru_cache(maxsize=64)
def make_score_table(options: SpadesOptions, seats: int) -> FloatArray:
    """Return the points that a deal adds to the total, by (kept bags, bid, tricks)."""
    return _build_deal_points_table(options, seats, 0.0)


@lru_cache(maxsize=64)
def make_payoff_table(options: SpadesOptions, seats: int) -> FloatArray:
    """Return the same minus the later cost of the bags kept."""
    return _build_deal_points_table(options, seats, IMMEDIATE_BAG_COST_SHARE * BAG_PENALTY_POINTS / BAGS_PER_PENALTY)


def _build_deal_points_table(options: SpadesOptions, seats: int, bag_cost_points: float) -> FloatArray:
    hand_size = len(make_pack(options, seats)) // seats
    table = np.zeros((BAGS_PER_PENALTY, hand_size + 1, hand_size + 1))
    for kept_bags in range(BAGS_PER_PENALTY):
        for bid in range(hand_size + 1):
            for tricks in range(hand_size + 1):
                score_line = score_seat(options, bid, tricks, kept_bags)
                table[kept_bags, bid, tricks] = (
                    score_line.points
                    - score_line.penalty
                    - bag_cost_points * (score_line.bags_kept - kept_bags) * options.bags
                )
    return table

"""The value of a deal of Spades for each side: points, and near the end of a match the probability to win it."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.rollout.policy import Scores
from game.ai.rollout.rollout import CountArray, IndexArray
from game.ai.spades.bid_value import FloatArray
from game.ai.spades.partners import find_counted_seats, has_partners
from game.core.trick_taking import replace
from game.match.observation import Observation
from game.rules.game import Sides, get_side_indices
from game.rules.spades.game import make_pack
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import BiddingPhase, SpadesTrickPhase, get_sides
from game.rules.spades.scoring import BLIND_NIL_FACTOR, POINTS_LOST_PER_BAG, SideBid, score_side

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
PAIR_DEAL_STD_DEV_POINTS: Final = 44.0
"""The same where pairs play, fitted to matches of the level "club"."""


def compute_deal_values(observation: Observation, bids: CountArray, tricks: CountArray) -> Scores:
    """Return the value of ``tricks`` for each seat, (seats, columns).

    ``bids``, ``tricks``: (seats, columns). The value is the lead of the seat's side over the mean of the others in
    points; near the end of the match also the probability to win it.
    """
    phase, sides = observation.phase, observation.sides
    assert isinstance(phase, BiddingPhase | SpadesTrickPhase)
    payoffs, points = (
        _compute_side_points(phase, sides, make_table(phase.options, phase.seats), bids, tricks)
        for make_table in (make_payoff_table, make_score_table)
    )
    values = compute_match_values(observation, payoffs, get_side_totals(observation) + points)
    return values[get_side_indices(sides)].astype(np.float32)


def compute_match_values(observation: Observation, payoffs: FloatArray, totals: FloatArray) -> FloatArray:
    """Return the value of a deal for each side, (sides, columns), in points.

    ``payoffs``: of the deal, and ``totals`` after it, (sides, columns). Far from the end of the match the value is the
    lead of the payoffs over the mean of the others; near the end it is the probability to win.
    """
    options = observation.options
    assert isinstance(options, SpadesOptions)
    point_leads = compute_point_leads(payoffs)
    distance_points = options.target - max(observation.totals)
    distance_range = POINTS_PLAY_DISTANCE_POINTS - MATCH_PLAY_DISTANCE_POINTS
    match_share = float(np.clip((POINTS_PLAY_DISTANCE_POINTS - distance_points) / distance_range, 0, 1))
    if not match_share:
        return point_leads
    win_probabilities = compute_win_probabilities(totals, options, observation.seats)
    return (1 - match_share) * point_leads + match_share * MATCH_WIN_VALUE_POINTS * win_probabilities


def get_side_totals(observation: Observation) -> FloatArray:
    """Return the total of each side, (sides, 1)."""
    return np.array([[float(observation.totals[side[0]])] for side in observation.sides])


def sum_by_side(sides: Sides, values: NDArray[np.integer]) -> IndexArray:
    """Return the sum of the ``values`` of the seats of each side, (sides, columns)."""
    return np.stack([values[list(side)].sum(axis=0) for side in sides])


def count_contract_tricks(options: SpadesOptions, bids: CountArray, tricks: CountArray) -> CountArray:
    """Return the tricks of each seat that count towards the contract of its side, or as bags, (seats, columns)."""
    return tricks * find_counted_seats(bids, options.nil_tricks_count)


def find_made_bids(options: SpadesOptions, sides: Sides, bids: CountArray, tricks: CountArray) -> NDArray[np.bool_]:
    """Return whether each seat has made its nil, or else the contract of its side, (seats, columns)."""
    side_tricks = sum_by_side(sides, count_contract_tricks(options, bids, tricks))
    is_contract_made = side_tricks >= sum_by_side(sides, bids)
    return np.where(bids == 0, tricks == 0, is_contract_made[get_side_indices(sides)])


def _compute_side_points(
    phase: BiddingPhase | SpadesTrickPhase,
    sides: Sides,
    points_table: FloatArray,
    bids: CountArray,
    tricks: CountArray,
) -> FloatArray:
    """Return the points of each side by ``points_table``, (sides, columns)."""
    bags = np.array([phase.bags[side[0]] for side in sides])[:, None]
    has_pairs = has_partners(phase.options, phase.seats)
    contract_tricks = count_contract_tricks(phase.options, bids, tricks) if has_pairs else tricks
    points: FloatArray = points_table[bags, sum_by_side(sides, bids), sum_by_side(sides, contract_tricks)]
    if has_pairs:
        factors = [[BLIND_NIL_FACTOR if seat in phase.blind_seats else 1] for seat in range(phase.seats)]
        points += sum_by_side(sides, compute_nil_points(phase.options.nil_points * np.array(factors), bids, tricks))
    return points


def compute_nil_points(nil_points: IndexArray, bids: CountArray, tricks: CountArray) -> IndexArray:
    """Return the points of each seat for its nil, (seats, columns)."""
    return np.where(bids == 0, np.where(tricks == 0, nil_points, -nil_points), 0)


def compute_point_leads(scores: FloatArray) -> FloatArray:
    """Return each side's lead over the mean of the others, (sides, columns)."""
    mean_of_others: FloatArray = (scores.sum(axis=0) - scores) / (len(scores) - 1)
    return scores - mean_of_others


def compute_win_probabilities(totals: FloatArray, options: SpadesOptions, seats: int) -> FloatArray:
    """Return each side's probability to win the match with these totals after a deal.

    The shape is (sides, columns). It is 0 or 1 if the match is over.
    """
    best_totals = totals.max(axis=0)
    is_limit_reached = best_totals >= options.target
    if options.loss_limit != "off":
        is_limit_reached |= totals.min(axis=0) <= options.loss_limit
    is_over = is_limit_reached & ((totals == best_totals).sum(axis=0) == 1)
    std_dev = PAIR_DEAL_STD_DEV_POINTS if has_partners(options, seats) else DEAL_STD_DEV_POINTS
    deals_left = 1 + np.maximum(0, options.target - best_totals) / std_dev
    weights = np.exp((totals - best_totals) / (std_dev * np.sqrt(deals_left)))
    probabilities: FloatArray = np.where(is_over, totals == best_totals, weights / weights.sum(axis=0))
    return probabilities


@lru_cache(maxsize=128)
def _make_points_table(bag_cost_points: float, options: SpadesOptions, seats: int) -> FloatArray:
    side, hand_size = get_sides(options, seats)[0], len(make_pack(options, seats)) // seats
    partner_figures = (0,) * (len(side) - 1)
    if partner_figures:
        options = replace(options, nil_points=0)
    table = np.zeros((options.bag_limit, len(side) * hand_size + 1, hand_size + 1))
    for kept_bags, contract, tricks in np.ndindex(table.shape):
        side_bid = SideBid(side, (contract, *partner_figures), (tricks, *partner_figures))
        side_score = score_side(options, side_bid, kept_bags)
        table[kept_bags, contract, tricks] = (
            side_score.points - side_score.penalty - bag_cost_points * (side_score.bags_kept - kept_bags) * options.bags
        )
    return table


make_score_table: Final = partial(_make_points_table, 0.0)
"""Returns the points that a deal adds to a side's total, by (kept bags, contract, tricks).

Without the points for nil where partners play: they depend on the tricks of one seat.
"""
make_payoff_table: Final = partial(_make_points_table, IMMEDIATE_BAG_COST_SHARE * POINTS_LOST_PER_BAG)
"""Returns the same minus the later cost of the bags kept."""

"""What a deal of Muscio is worth in its match: how near it brings each seat to winning.

Far from the end that is what a seat takes off compared with the others; near it, who gets there first.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.models import load_policy_table
from game.ai.rollout.policy import Scores
from game.rules.muscio.scoring import NO_TRICK_POINTS, START_SCORE

MAX_TOTAL: Final = 80
"""Higher totals are as good as lost."""
MIN_SEATS: Final = 3
"""Seats of the smallest table."""


def load_win_distances(seats: int) -> Scores:
    """How far from winning each total leaves one of so many seats; of two, the likelier is nearer by the logarithm."""
    distances: Scores = load_policy_table("muscio_match").reshape(-1, MAX_TOTAL + 1)[seats - MIN_SEATS]
    return distances


def compute_total_changes(tricks: NDArray[np.int16]) -> NDArray[np.int64]:
    """What so many tricks change a participant's total by."""
    return np.where(tricks > 0, -tricks, NO_TRICK_POINTS).astype(np.int64)


def compute_win_probabilities(totals: NDArray[np.int64]) -> Scores:
    """How likely each seat wins the match with these totals, (seats, worlds). Who is at 0 or less has won, or
    shares it."""
    has_finished = totals <= 0
    distances = load_win_distances(len(totals)).take(np.clip(totals, 0, MAX_TOTAL))
    weights = np.exp(distances.min(axis=0) - distances)
    is_over = has_finished.any(axis=0)
    weights = np.where(is_over, has_finished, weights)
    probabilities: Scores = (weights / weights.sum(axis=0)).astype(np.float32)
    return probabilities


def compute_win_probability_per_point(seats: int) -> float:
    """What a point at the beginning of a match changes the chance to win it by."""
    distances, fair_share = load_win_distances(seats), 1 / seats
    return float((distances[START_SCORE] - distances[START_SCORE - 5]) / 5 * fair_share * (1 - fair_share))


def compute_match_values(totals: tuple[int, ...], changes: NDArray[np.int64]) -> Scores:
    """Return what ``changes``, (seats, worlds), are worth to each seat, in points at the start of a match."""
    totals_before = np.array(totals)[:, None]
    values: Scores = (
        compute_win_probabilities(totals_before + changes) - compute_win_probabilities(totals_before)
    ) / np.float32(compute_win_probability_per_point(len(totals)))
    return values

"""The value of a deal of Muscio in its match: the change of each seat's probability to win.

Early in a match this is roughly the points taken off compared with the others; near its end it depends on which seat
gets to 0 first.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.models import load_policy_table
from game.ai.rollout.policy import Scores
from game.rules.muscio.scoring import NO_TRICK_POINTS, START_SCORE

MAX_TOTAL: Final = 80
"""Higher totals have the same win probability as this one."""
MIN_SEATS: Final = 3
"""The smallest number of seats."""


def load_win_distances(seats: int) -> Scores:
    """Return by total the distance from winning, for a match of ``seats`` seats.

    The win probability of a seat is proportional to exp(-distance).
    """
    distances: Scores = load_policy_table("muscio_match").reshape(-1, MAX_TOTAL + 1)[seats - MIN_SEATS]
    return distances


def compute_total_changes(tricks: NDArray[np.int16]) -> NDArray[np.int64]:
    """Return the change of a participant's total for ``tricks``."""
    return np.where(tricks > 0, -tricks, NO_TRICK_POINTS).astype(np.int64)


def compute_win_probabilities(totals: NDArray[np.int64]) -> Scores:
    """Return the probability of each seat to win the match, (seats, states).

    ``totals``: (seats, states). If totals are 0 or less the match is over, and the seats with such totals share the
    win.
    """
    has_finished = totals <= 0
    distances = load_win_distances(len(totals)).take(np.clip(totals, 0, MAX_TOTAL))
    weights = np.exp(distances.min(axis=0) - distances)
    is_over = has_finished.any(axis=0)
    weights = np.where(is_over, has_finished, weights)
    probabilities: Scores = (weights / weights.sum(axis=0)).astype(np.float32)
    return probabilities


def compute_win_probability_per_point(seats: int) -> float:
    """Return the change of the win probability by a point at the start of a match."""
    distances, fair_share = load_win_distances(seats), 1 / seats
    return float((distances[START_SCORE] - distances[START_SCORE - 5]) / 5 * fair_share * (1 - fair_share))


def evaluate_changes(totals: tuple[int, ...], changes: NDArray[np.int64]) -> tuple[Scores, Scores]:
    """Return the value of ``changes`` for each seat, in points at a match's start, and its win probability after them.

    ``totals``: before the deal; ``changes``, and both results: (seats, states).
    """
    totals_before = np.array(totals)[:, None]
    win_probabilities = compute_win_probabilities(totals_before + changes)
    gains = win_probabilities - compute_win_probabilities(totals_before)
    return gains / np.float32(compute_win_probability_per_point(len(totals))), win_probabilities

"""What a deal of Muscio is worth in its match: how near it brings each seat to winning.

Far from the end that is what a seat takes off compared with the others; near it, who gets there first.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.policy import Scores
from game.ai.learned import learned
from game.rules.muscio.score import NO_TRICK, START

MOST: Final = 80
"""Higher totals are as good as lost."""
FEWEST: Final = 3
"""Seats of the smallest table."""


def far(seats: int) -> Scores:
    """How far from winning each total leaves one of so many seats; of two, the likelier is nearer by the logarithm."""
    distances: Scores = learned("muscio_match").reshape(-1, MOST + 1)[seats - FEWEST]
    return distances


def changes(tricks: NDArray[np.int16]) -> NDArray[np.int64]:
    """What so many tricks change a participant's total by."""
    return np.where(tricks > 0, -tricks, NO_TRICK).astype(np.int64)


def chances(totals: NDArray[np.int64]) -> Scores:
    """How likely each seat wins the match with these totals, (seats, worlds). Who is at 0 or less has won, or
    shares it."""
    ended = totals <= 0
    left = far(len(totals)).take(np.clip(totals, 0, MOST))
    shares = np.exp(left.min(axis=0) - left)
    over = ended.any(axis=0)
    shares = np.where(over, ended, shares)
    found: Scores = (shares / shares.sum(axis=0)).astype(np.float32)
    return found


def scale(seats: int) -> float:
    """What a point at the beginning of a match changes the chance to win it by."""
    left, fair = far(seats), 1 / seats
    return float((left[START] - left[START - 5]) / 5 * fair * (1 - fair))


def worth(totals: tuple[int, ...], change: NDArray[np.int64]) -> Scores:
    """What ``change``, (seats, worlds), is worth to each seat, in points of the beginning of a match."""
    before = np.array(totals)[:, None]
    found: Scores = (chances(before + change) - chances(before)) / np.float32(scale(len(totals)))
    return found

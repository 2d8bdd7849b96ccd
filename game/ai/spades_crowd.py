"""How ordinary players of Spades bid and play: fitted to what `club` does by ``tests.tools.spades_club``."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import Masks
from game.ai.batch.policy import Scores
from game.ai.batch.sight_spades import SHAPE
from game.ai.batch.worlds import Weights
from game.ai.learned import learned, learned_file
from game.ai.spades_bids import COUNTS, Numbers, features
from game.rules.spades import SpadesOptions

WANTS, PLACE, FIT, STAGE, CARD = range(len(SHAPE))
LEVELS: Final = (
    (PLACE, CARD), (WANTS, PLACE, CARD), (PLACE, FIT, CARD), (PLACE, STAGE, CARD), (WANTS, PLACE, STAGE, CARD),
    (WANTS, PLACE, FIT, STAGE, CARD),
)  # fmt: skip
"""A score is a sum of what cells share that are alike in so much."""
WILD_BID: Final = 0.05
"""How often a bid has nothing to do with the cards."""


@cache
def groups() -> tuple[NDArray[np.intp], ...]:
    """For each level, the number of the group that a cell of the table belongs to."""
    parts = np.unravel_index(np.arange(int(np.prod(SHAPE))), SHAPE)
    return tuple(
        np.ravel_multi_index([parts[at] for at in level], [SHAPE[at] for at in level]) for level in LEVELS
    )  # fmt: skip


@cache
def crowd_table(seats: int) -> Scores:
    """How likely they play a card, as a table of the playouts."""
    file = learned_file(f"spades_club{seats}")
    table: Scores = sum(file[f"level{at}"][group] for at, group in enumerate(groups()))  # type: ignore[assignment]
    return table


@cache
def both_tables(seats: int) -> Scores:
    """How to play, and how the crowd plays: the halves that `SpadesSight` looks into."""
    return np.concatenate([learned(f"spades{seats}"), crowd_table(seats)])


@cache
def crowd_bids(seats: int) -> tuple[Numbers, float]:
    """What they bid on a hand: what each feature adds, and how far they scatter around the sum."""
    numbers = learned_file(f"spades_club{seats}")["bids"].astype(np.float64)
    return numbers[:COUNTS], float(numbers[COUNTS])


def doubts(options: SpadesOptions, bids: tuple[int | None, ...], me: int, hands: Masks) -> Weights:
    """How likely the others bid so with the hands (seats, worlds) that they began with: logarithms."""
    added, wide = crowd_bids(len(bids))
    weights = np.zeros(hands.shape[1])
    for seat, bid in enumerate(bids):
        if seat != me and bid is not None:
            off = (added[features(hands[seat], options.jokers)].sum(axis=0) - bid) / wide
            weights += np.log(np.exp(-off * off / 2) + WILD_BID)
    return weights

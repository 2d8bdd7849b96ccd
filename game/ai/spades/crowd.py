"""How ordinary players of Spades bid and play: fitted to what `club` does by ``tests.tools.spades_club``."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import Masks
from game.ai.batch.policy import Scores
from game.ai.batch.worlds import Weights
from game.ai.learned import learned, learned_file
from game.ai.spades.bids import COUNTS, Numbers, features
from game.ai.spades.sight import SHAPE
from game.rules.spades.options import SpadesOptions

WANTS, PLACE, FIT, STAGE, CARD = range(len(SHAPE))
LEVELS: Final = (
    (PLACE, CARD), (WANTS, PLACE, CARD), (PLACE, FIT, CARD), (PLACE, STAGE, CARD), (WANTS, PLACE, STAGE, CARD),
    (WANTS, PLACE, FIT, STAGE, CARD),
)  # fmt: skip
"""A score is a sum of what cells share that are alike in so much."""
WILD_BID: Final = 0.05
"""How often a bid has nothing to do with the cards."""
SENSELESS: Final = 2
"""If so many bid without sense, so do all."""
SOME: Final = 64
"""So many worlds tell whether a bid does."""


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
    table = np.zeros(int(np.prod(SHAPE)), np.float32)
    for at, group in enumerate(groups()):
        table += file[f"level{at}"][group]
    return table


OWN, CROWD, WILD = range(3)
"""Manners of play: as has been learned, as the crowd does, and without sense."""


@cache
def tables_of(seats: int) -> Scores:
    """How each manner plays, one after the other: the parts that `SpadesSight` looks into."""
    anything = np.random.default_rng(seats).random(int(np.prod(SHAPE)), np.float32)
    return np.concatenate([learned(f"spades{seats}"), crowd_table(seats), anything])


@cache
def crowd_bids(seats: int) -> tuple[Numbers, float]:
    """What they bid on a hand: what each feature adds, and how far they scatter around the sum."""
    numbers = learned_file(f"spades_club{seats}")["bids"].astype(np.float64)
    return numbers[:COUNTS], float(numbers[COUNTS])


def doubts(options: SpadesOptions, bids: tuple[int | None, ...], me: int, hands: Masks) -> Weights:
    """How likely the others bid so with the hands (seats, worlds) that they began with: logarithms."""
    weights = np.zeros(hands.shape[1])
    for seat, bid in enumerate(bids):
        if seat != me and bid is not None:
            weights += np.log(_likely(options, len(bids), hands[seat], bid) + WILD_BID)
    return weights


def _likely(options: SpadesOptions, seats: int, hands: Masks, bid: int) -> Numbers:
    """How likely the crowd bids so on each hand, beside the bid that it is likeliest to make."""
    added, wide = crowd_bids(seats)
    off = (added[features(hands, options.jokers)].sum(axis=0) - bid) / wide
    likely: Numbers = np.exp(-off * off / 2)
    return likely


def manners_of(
    options: SpadesOptions, bids: tuple[int | None, ...], me: int, hands: Masks
) -> NDArray[np.int32]:
    """How each seat plays, (seats, worlds): ``me`` as has been learned, the others as the crowd does, but for those
    whose bids hardly any hand would bear: whoever bids without sense plays without it."""
    some = hands[:, :SOME]
    wild = [
        seat for seat, bid in enumerate(bids)
        if seat != me and bid and _likely(options, len(bids), some[seat], bid).mean() < WILD_BID
    ]  # fmt: skip
    manners = np.full(hands.shape, CROWD, np.int32)
    manners[wild if len(wild) < SENSELESS else slice(None)] = WILD
    manners[me] = OWN
    return manners

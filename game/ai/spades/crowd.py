"""How ordinary players of Spades bid and play: fitted to what `club` does by ``tools.training.spades_club``."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import Masks
from game.ai.batch.policy import Scores, alike
from game.ai.batch.worlds import Weights
from game.ai.learned import learned, learned_file
from game.ai.spades.bids import COUNTS, Numbers, features
from game.ai.spades.ordinary import ordinary_bids
from game.ai.spades.sight import CROWD, OWN, SHAPE, WILD
from game.rules.spades.options import SpadesOptions

WANTS, PLACE, FIT, STAGE, CARD = range(len(SHAPE))
LEVELS: Final = (
    (PLACE, CARD), (WANTS, PLACE, CARD), (PLACE, FIT, CARD), (PLACE, STAGE, CARD), (WANTS, PLACE, STAGE, CARD),
    (WANTS, PLACE, FIT, STAGE, CARD),
)  # fmt: skip
"""A score is a sum of what cells share that are alike in so much."""
PAYMENTS: Final = 4
"""With bags or without, broken bids that cost or not."""
KEEN: Final = 0.8
"""How many bid as the crowd does, hand by hand; the others about so."""
BROAD: Final = 2.0
"""How many times as far the bids of the others scatter around it."""
SURE: Final = 0.5
"""How many bid just what an ordinary player would; the others about so."""
ABOUT: Final = 1.0
"""How far, in tricks, the bids of the others scatter around that."""
WILD_BID: Final = 0.05
"""How often a bid has nothing to do with the cards."""
SENSELESS: Final = 2
"""If so many bid without sense, so do all."""
SOME: Final = 64
"""So many worlds tell whether a bid does."""


@cache
def groups() -> tuple[NDArray[np.intp], ...]:
    """For each level, the number of the group that a cell of the table belongs to."""
    return alike(SHAPE, LEVELS)


@cache
def crowd_table(seats: int) -> Scores:
    """How likely they play a card, as a table of the playouts."""
    file = learned_file(f"spades_club{seats}")
    table = np.zeros(int(np.prod(SHAPE)), np.float32)
    for at, group in enumerate(groups()):
        table += file[f"level{at}"][group]
    return table


@cache
def tables_of(seats: int) -> Scores:
    """How each manner plays, one after the other: the parts that `SpadesSight` looks into."""
    anything = np.random.default_rng(seats).random(int(np.prod(SHAPE)), np.float32)
    return np.concatenate([learned(f"spades{seats}"), crowd_table(seats), anything])


class CrowdBids(NamedTuple):
    """What they bid on a hand: what each feature adds, how much more or less they bid under the table's rules, and how
    far they scatter around the sum."""

    added: Numbers
    shift: float
    wide: float

    def expected(self, hands: Masks, jokers: bool) -> Numbers:
        """What they would bid on each hand, before it is made a whole number."""
        found: Numbers = self.added[features(hands, jokers)].sum(axis=0) + self.shift
        return found


def payment(options: SpadesOptions) -> int:
    """Which of `PAYMENTS` ways the table pays a bid."""
    return 2 * options.bags + (options.broken_bid == "minus_ten_per_bid")


def crowd_bids(seats: int, options: SpadesOptions) -> CrowdBids:
    """The bids of the crowd at a table of so many seats."""
    numbers = learned_file(f"spades_club{seats}")["bids"]
    return CrowdBids(numbers[:COUNTS].astype(np.float64), float(numbers[COUNTS + payment(options)]), float(numbers[-1]))


def doubts(
    options: SpadesOptions, bids: tuple[int | None, ...], me: int, hands: Masks, close: bool = False
) -> Weights:
    """How likely the others bid so with the hands (seats, worlds) that they began with: logarithms. ``close``: by what
    an ordinary player bids on each hand, not by what its features add up to."""
    crowd, weights = crowd_bids(len(bids), options), np.zeros(hands.shape[1])
    for seat, bid in enumerate(bids):
        if seat == me or bid is None:
            continue
        if close:
            off = ordinary_bids(options, len(bids), hands[seat]).astype(np.float64) - bid
            likely = SURE * (off == 0) + (1 - SURE) * _near(off, ABOUT)
        else:
            off = crowd.expected(hands[seat], options.jokers) - bid
            likely = KEEN * _near(off, crowd.wide) + (1 - KEEN) * _near(off, BROAD * crowd.wide)
        weights += np.log(likely + WILD_BID)
    return weights


def _near(off: Numbers, wide: float) -> Numbers:
    """How likely a bid is that is so far off, beside the likeliest."""
    likely: Numbers = np.exp(-((off / wide) ** 2) / 2)
    return likely


def manners_of(
    options: SpadesOptions, bids: tuple[int | None, ...], me: int, hands: Masks
) -> NDArray[np.int32]:
    """How each seat plays, (seats, worlds): ``me`` as has been learned, the others as the crowd does, but for those
    whose bids hardly any hand would bear: whoever bids without sense plays without it."""
    crowd, some = crowd_bids(len(bids), options), hands[:, :SOME]
    wild = [
        seat for seat, bid in enumerate(bids)
        if seat != me and bid
        and _near(crowd.expected(some[seat], options.jokers) - bid, BROAD * crowd.wide).mean() < WILD_BID
    ]  # fmt: skip
    manners = np.full(hands.shape, CROWD, np.int32)
    manners[wild if len(wild) < SENSELESS else slice(None)] = WILD
    manners[me] = OWN
    return manners

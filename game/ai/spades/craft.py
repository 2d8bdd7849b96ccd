"""What the strong players know of Spades: worlds by the bids, what scores are worth in a match."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import Masks
from game.ai.batch.playout import Batch, Counts
from game.ai.batch.policy import Scores, Sight
from game.ai.guessing import dealt_once
from game.ai.search import Dealing
from game.ai.spades.bids import Numbers
from game.ai.spades.crowd import doubts, manners_of, tables_of
from game.ai.spades.sight import SpadesSight
from game.engine.tricks import replace
from game.rules.spades.game import pack_for
from game.rules.spades.options import SpadesOptions
from game.rules.spades.play import SpadesTricks
from game.rules.spades.score import BAGS, BAGS_COST, score
from game.view import View

KEPT_BAG: Final = 0.7
"""How much of the cost of a bag is felt when it is got; the rest when the tenth comes."""
FAR, NEAR = 200, 100
"""When the best seat lacks so many points the deal is played for points; when it lacks so many, for the match."""
PRIZE: Final = 150.0
"""What winning the match is worth in points of a deal."""
SCATTER: Final = 25.0
"""How far, in points, a deal moves two seats apart."""


class SpadesCraft:
    """A `search.Craft`."""

    def deal(
        self, view: View, rng: np.random.Generator, count: int, leaning: Numbers | None = None
    ) -> Dealing:
        """``leaning``: (seats, bits) how likely, beside the others, each seat is to hold each card."""
        phase = _tricks(view)
        assert view.seat is not None
        dealing = dealt_once(phase, view.seat, pack_for(phase.options, phase.seats), rng, count, leaning)
        doubt = doubts(phase.options, phase.bids, view.seat, dealing.first_hands)
        return replace(dealing, weights=dealing.weights + doubt)

    def table(self, view: View) -> Scores:
        return tables_of(view.seats)

    def sight(self, view: View, batch: Batch, first_hands: Masks) -> Sight:
        phase = _tricks(view)
        assert view.seat is not None
        bids = np.repeat(np.array(phase.bids, np.int16)[:, None], batch.width, axis=1)
        manners = manners_of(phase.options, phase.bids, view.seat, first_hands)
        return sight_of(phase.options, batch, bids, manners)

    def worth(self, view: View, batch: Batch, sight: Sight) -> Scores:
        phase = _tricks(view)
        assert isinstance(sight, SpadesSight)
        return worth_of(view, phase.options, phase.bags, sight.bids.reshape(batch.players, -1), batch.points())

    def points(self, view: View, batch: Batch, sight: Sight) -> Scores:
        return batch.points().astype(np.float32)

    def won(self, view: View, batch: Batch, sight: Sight) -> Scores:
        assert isinstance(sight, SpadesSight)
        bids = sight.bids.reshape(batch.players, -1)
        tricks = batch.points()
        return np.where(bids == 0, tricks == 0, tricks >= bids).astype(np.float32)


def _tricks(view: View) -> SpadesTricks:
    assert isinstance(view.phase, SpadesTricks)
    return view.phase


def sight_of(options: SpadesOptions, batch: Batch, bids: Counts, manners: NDArray[np.integer]) -> SpadesSight:
    """What the players see who bid so, and in what manner they play: both (seats, worlds)."""
    return SpadesSight(batch, bids, np.full(batch.width, options.bags, np.int32), manners)


# -- what a deal is worth --------------------------------------------------------------------------


def worth_of(view: View, options: SpadesOptions, kept: tuple[int, ...], bids: Counts, tricks: Counts) -> Scores:
    """What these tricks are worth to each seat, all (seats, worlds), who had ``kept`` so many bags before."""
    bags, seats = np.array(kept)[:, None], len(kept)
    lead = ahead(pay_table(options, seats)[bags, bids, tricks])
    share = float(np.clip((FAR - options.target + max(view.totals)) / (FAR - NEAR), 0, 1))
    if not share:
        return lead.astype(np.float32)
    totals = np.array(view.totals)[:, None] + score_table(options, seats)[bags, bids, tricks]
    return ((1 - share) * lead + share * PRIZE * winning(totals, options.target)).astype(np.float32)


def ahead(scores: Numbers) -> Numbers:
    """How much each seat has more than the mean of the others, (seats, worlds)."""
    others: Numbers = (scores.sum(axis=0) - scores) / (len(scores) - 1)
    return scores - others


def winning(totals: Numbers, target: int) -> Numbers:
    """How likely each seat wins the match after a deal with these totals, (seats, worlds): 0 or 1 at its end."""
    top = totals.max(axis=0)
    over = (top >= target) & ((totals == top).sum(axis=0) == 1)
    deals = 1 + np.maximum(0, target - top) / SCATTER
    shares = np.exp((totals - top) / (SCATTER * np.sqrt(deals)))
    chances: Numbers = np.where(over, totals == top, shares / shares.sum(axis=0))
    return chances


@lru_cache(maxsize=64)
def score_table(options: SpadesOptions, seats: int) -> Numbers:
    """(bags kept before, bid, tricks) -> what the deal adds to the total, by the rules' own sums."""
    return _table(options, seats, 0.0)


@lru_cache(maxsize=64)
def pay_table(options: SpadesOptions, seats: int) -> Numbers:
    """The same less what the bags that are kept will cost."""
    return _table(options, seats, KEPT_BAG * BAGS_COST / BAGS)


def _table(options: SpadesOptions, seats: int, bag: float) -> Numbers:
    size = len(pack_for(options, seats)) // seats
    found = np.zeros((BAGS, size + 1, size + 1))
    for kept in range(BAGS):
        for bid in range(size + 1):
            for tricks in range(size + 1):
                line = score(options, bid, tricks, kept)
                found[kept, bid, tricks] = line.points - line.penalty - bag * (line.left - kept) * options.bags
    return found

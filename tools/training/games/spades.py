"""Deals of Spades with sensible bids, under every option."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import ONE, Masks, bits_of
from game.ai.batch.playout import Batch, Start, start_of
from game.ai.batch.policy import Scores, Sight
from game.ai.spades.bids import Judgement, Stakes, ahead_of, judgement, strength, worths
from game.ai.spades.craft import pay_table
from game.ai.spades.crowd import crowd_bids, crowd_table, groups
from game.ai.spades.sight import SpadesSight
from game.engine.tricks import Tricks
from game.rules.spades.game import pack_for
from game.rules.spades.options import SpadesOptions
from game.rules.spades.play import RANKING
from tests.helpers import deal, play

WITHOUT_JOKERS, BAGS, MINUS, NIL = 0.15, 0.25, 0.2, 0.25
"""How often each option is not the default."""
WRONG, WILD, HIDDEN_NIL = 0.7, 0.08, 0.02
"""How far (in tricks) bids scatter around the best ones; how often they are anything near; how often nil."""
CROWD: Final = 0.75
"""How many of the others play as the crowd does; the rest as is learned."""


def begin(seats: int, jokers: bool) -> Start:
    """The moment before the first card."""
    match = deal(game="spades", seats=seats, dealer=seats - 1, jokers=jokers)
    phase = play(match, *(f"{seat} bid 1" for seat in range(seats))).phase
    assert isinstance(phase, Tricks)
    return start_of(phase)


def shuffled(seats: int, jokers: bool, rng: np.random.Generator, width: int) -> Masks:
    """Hands, (seats, worlds)."""
    numbers = bits_of(RANKING).numbers
    pack = ONE << np.array([numbers[card] for card in pack_for(SpadesOptions(jokers=jokers), seats)], np.uint64)
    cards = pack[rng.random((width, len(pack)), dtype=np.float32).argsort(axis=1)]
    hands: Masks = np.bitwise_or.reduce(cards.reshape(width, seats, -1), axis=2).T.copy()
    return hands


def auction(
    judged: Judgement, hands: Masks, jokers: bool, stakes: Stakes, rng: np.random.Generator
) -> NDArray[np.int16]:
    """Bids, (seats, worlds), that scatter around the best ones; seat 0 speaks first."""
    seats, width = hands.shape
    size = int(np.bitwise_count(hands[0, 0]))
    tricks, nil = strength(hands, jokers, judged)
    bids = np.zeros((seats, width), np.int16)
    for seat in range(seats):
        ahead = ahead_of(bids[:seat], size, seats)
        best = worths(judged, tricks[seat], nil[seat], ahead, seat / (seats - 1), size, stakes).argmax(axis=0)
        wrong = rng.normal(0, np.where(rng.random(width) < WILD, 2.5, WRONG))
        bid = np.clip(np.rint(best + wrong), 1, size)
        none = stakes.nil & ((best == 0) | (rng.random(width) < HIDDEN_NIL))
        bids[seat] = np.where(none, 0, bid)
    return bids


def among(
    seats: int, hands: Masks, jokers: bool, bids: NDArray[np.int16], rng: np.random.Generator
) -> tuple[NDArray[np.bool_], NDArray[np.int16]]:
    """Who plays as the crowd does, (seats, worlds), all but one or a few; and the bids, theirs as the crowd bids."""
    crowd = rng.random(hands.shape) < CROWD
    crowd[rng.integers(0, seats, hands.shape[1]), np.arange(hands.shape[1])] = False
    bidding = crowd_bids(seats, SpadesOptions(jokers=jokers))
    theirs = np.rint(bidding.expected(hands, jokers) + rng.normal(0, bidding.wide, hands.shape))
    size = np.bitwise_count(hands[0, 0])
    return crowd, np.where(crowd & (bids > 0), np.clip(theirs, 1, size), bids).astype(np.int16)


class Bid:
    """The lesson for so many seats."""

    size = SpadesSight.size

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.batches = 400 if seats == 4 else 160

    @property
    def levels(self) -> tuple[NDArray[np.intp], ...]:
        return groups()

    @property
    def given(self) -> Scores:
        """How the crowd plays."""
        return crowd_table(self.seats)

    def deal(self, rng: np.random.Generator, width: int) -> tuple[Batch, Sight]:
        jokers = bool(rng.random() >= WITHOUT_JOKERS)
        hands = shuffled(self.seats, jokers, rng, width)
        bags, minus, nil = (rng.random(width) < often for often in (BAGS, MINUS, NIL))
        stakes = Stakes(1.0 - 10.0 * bags.astype(np.float64), 10.0 * minus.astype(np.float64), nil)
        bids = auction(judgement(self.seats), hands, jokers, stakes, rng)
        batch = Batch(begin(self.seats, jokers), hands, np.zeros((0, width), np.uint64))
        crowd, bids = among(self.seats, hands, jokers, bids, rng)
        return batch, BidSight(batch, bids, bags.astype(np.int32), crowd, minus.astype(np.int32))

    def worth(self, batch: Batch, sight: Sight) -> Scores:
        assert isinstance(sight, BidSight)
        pay = np.stack([
            [pay_table(SpadesOptions(bags=bags, broken_bid=broken, nil=True), self.seats)[0] for bags in (False, True)]
            for broken in BROKEN
        ])  # fmt: skip
        scores = pay[sight.minus, sight.bags, sight.bids.reshape(self.seats, -1), batch.points()]
        worth: Scores = (scores - (scores.sum(axis=0) - scores) / (self.seats - 1)).astype(np.float32)
        return worth


class BidSight(SpadesSight):
    """``minus``: by world, 1 where a broken bid costs points."""

    def __init__(
        self, batch: Batch, bids: NDArray[np.int16], bags: NDArray[np.int32], crowd: NDArray[np.bool_],
        minus: NDArray[np.int32],
    ) -> None:  # fmt: skip
        super().__init__(batch, bids, bags, crowd.astype(np.int8))
        self.minus = minus

    def select(self, batch: Batch, columns: NDArray[np.intp]) -> BidSight:
        found = object.__new__(BidSight)
        found.__dict__.update(super().select(batch, columns).__dict__)
        found.minus = self.minus[columns]
        return found


BROKEN: Final = ("zero", "minus_ten_per_bid")

LESSONS: Final = {f"spades{seats}": Bid(seats) for seats in (4, 3, 2, 5)}

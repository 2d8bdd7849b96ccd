"""What a bid of Spades is worth: fitted to deals that the learned policy played (``tools.training.spades_bids``).

A hand's strength is a sum over its suits; from the strength, the bid and what was bid before follow how likely the
bid is made, how many tricks come on top, and what the others score. All of it works on many hands at once.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import ONE, SUIT_BITS, Masks
from game.ai.learned import learned
from game.engine.cards import SUITS
from game.rules.spades.options import SpadesOptions
from game.rules.spades.play import TRUMP
from game.rules.spades.score import BAGS, BAGS_COST, NIL, TRICK

Numbers: TypeAlias = NDArray[np.float64]

SIDES: Final = tuple(at for at, suit in enumerate(SUITS) if suit != TRUMP)
SPADES: Final = SUITS.index(TRUMP)
SIDE_TOPS: Final = (12, 11, 10, 9)
"""Heights of ace to jack."""
SIDE_LENGTHS, SPADE_LENGTHS, SHORT_SPADES = 8, 16, 6
"""So many lengths of a suit are told apart: of a side suit, of spades, of spades that might ruff."""

SIDE: Final = SIDE_LENGTHS << 4
TOPS: Final = 1 << 5
COUNTS: Final = SIDE + SPADE_LENGTHS + TOPS + SHORT_SPADES * 9
"""How many numbers say what a hand is worth."""
TERMS: Final = 8
"""How many numbers turn a strength and a bid into a prospect."""
NEARBY: Final = 3.0
"""Bids farther from what a hand may expect are not looked at."""
LENGTH: Final = 2 * COUNTS + 4 * TERMS


class Judgement(NamedTuple):
    """What was fitted for so many seats. ``tricks`` and ``nil``: by feature, what it adds to the tricks of a hand
    and to the chance of nil; ``made``, ``over``, ``others``: by term, the odds that a bid is made (logarithm), the
    tricks on top of a made one, the mean score of the others; ``none``: the same for nil, chance and others' score."""

    tricks: Numbers
    nil: Numbers
    made: Numbers
    over: Numbers
    others: Numbers
    none: Numbers

    def flat(self) -> Numbers:
        return np.concatenate(self)


class Stakes(NamedTuple):
    """What the options make of a bid, each one number or one a world. ``over``: the worth of an overtrick;
    ``lost``: the cost of each trick of a broken bid; ``nil``: whether nil may be bid."""

    over: float | Numbers
    lost: float | Numbers
    nil: bool | NDArray[np.bool_]


def stakes_of(options: SpadesOptions) -> Stakes:
    bag = BAGS_COST / BAGS if options.bags else 0.0
    return Stakes(1.0 - bag, TRICK if options.broken_bid == "minus_ten_per_bid" else 0.0, options.nil)


def unpacked(numbers: Numbers) -> Judgement:
    """A judgement out of its flat numbers."""
    ends = np.cumsum([COUNTS, COUNTS, TERMS, TERMS, TERMS])
    return Judgement(*np.split(numbers, ends))


@cache
def judgement(seats: int) -> Judgement:
    return unpacked(learned("spades_bids").reshape(-1, LENGTH)[seats - 2].astype(np.float64))


# -- a hand ----------------------------------------------------------------------------------------


def features(hands: Masks, jokers: bool) -> NDArray[np.intp]:
    """Which numbers of a judgement belong to each hand: (features, *shape of ``hands``)."""
    found = []
    lengths = [np.bitwise_count(hands & (SUIT_BITS << np.uint64(suit))).astype(np.intp) for suit in range(len(SUITS))]
    for suit in SIDES:
        tops = _tops(hands, suit, SIDE_TOPS)
        found.append(np.minimum(lengths[suit], SIDE_LENGTHS - 1) << 4 | tops)
    spades = lengths[SPADES]
    highest = 14 if jokers else 12
    found.append(SIDE + np.minimum(spades, SPADE_LENGTHS - 1))
    found.append(SIDE + SPADE_LENGTHS + _tops(hands, SPADES, tuple(range(highest, highest - 5, -1))))
    voids = np.minimum(sum((lengths[suit] == 0).astype(np.intp) for suit in SIDES), 2)
    singles = np.minimum(sum((lengths[suit] == 1).astype(np.intp) for suit in SIDES), 2)
    ruffs = (np.minimum(spades, SHORT_SPADES - 1) * 3 + voids) * 3 + singles
    found.append(SIDE + SPADE_LENGTHS + TOPS + ruffs)
    return np.stack(found)


def _tops(hands: Masks, suit: int, heights: tuple[int, ...]) -> NDArray[np.intp]:
    """Which of these cards a hand has, as a number."""
    found = np.zeros(hands.shape, np.intp)
    for height in heights:
        found = found << 1 | (hands >> np.uint64(4 * height + suit) & ONE).astype(np.intp)
    return found


def strength(hands: Masks, jokers: bool, judged: Judgement) -> tuple[Numbers, Numbers]:
    """The tricks that each hand may expect, and its chance of nil as far as the hand says it."""
    found = features(hands, jokers)
    return judged.tricks[found].sum(axis=0), judged.nil[found].sum(axis=0)


# -- a bid -----------------------------------------------------------------------------------------


def terms(tricks: Numbers, bid: Numbers, ahead: Numbers, spoken: float) -> Numbers:
    """What a prospect is made of, (`TERMS`, ...). ``ahead``: how much more than their share those have bid who have
    spoken; ``spoken``: which part of the others that is."""
    bid, tricks = np.broadcast_arrays(bid, tricks)
    one = np.ones(bid.shape)
    return np.stack([one, tricks, bid, bid * bid, bid * tricks, tricks * tricks, ahead * one, spoken * one])


def chance(judged: Judgement, found: Numbers) -> Numbers:
    """How likely a bid is made."""
    odds: Numbers = 1 / (1 + np.exp(-np.clip(np.tensordot(judged.made, found, 1), -30, 30)))
    return odds


def worths(
    judged: Judgement, tricks: Numbers, nil: Numbers, ahead: Numbers, spoken: float, most: int, stakes: Stakes
) -> Numbers:
    """What each bid from 0 to ``most`` is worth beside what the others score: (bids, worlds)."""
    bids = np.arange(most + 1.0)[:, None]
    found = terms(tricks[None], bids, ahead, spoken)
    made = chance(judged, found)
    over = np.maximum(0, np.tensordot(judged.over, found, 1))
    worth = made * (TRICK * bids + over * stakes.over) - (1 - made) * stakes.lost * bids
    worth -= np.tensordot(judged.others, found, 1)
    worth[np.abs(bids - tricks) > NEARBY] = -np.inf
    none = np.clip(nil + judged.none[0] * ahead, 0, 1)
    worth[0] = np.where(stakes.nil, NIL * (2 * none - 1) - judged.none[1], -np.inf)
    return worth


def ahead_of(bids: NDArray[np.integer], size: int, seats: int) -> Numbers:
    """How much more than their share the bids before, (seats that spoke, worlds), ask."""
    ahead: Numbers = bids.sum(axis=0) - len(bids) * size / seats
    return ahead

"""Deals of Briscola chiamata with a caller who has a reason to call."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import ONE, SUIT_BITS, Masks, lowest, nth, topped
from game.ai.batch.playout import ZERO, Batch, Start, start_of
from game.ai.batch.policy import Scores, Sight
from game.ai.chiamata.sight import PACK, ChiamataSight
from game.engine.tricks import Tricks
from tests.helpers import chiamata, play

STRENGTH: Final = (1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.3, 2.6, 4.5, 7.0)
"""By height, what a trump counts when a caller looks for his suit."""
AT_RANDOM, LOWEST, HIGHEST, IN_MANO, SOLO = 0.3, 0.65, 0.8, 0.04, 0.03
"""How often the caller is anybody with any suit and his highest missing card; of the others, how often the lowest
card missing is called and up to where the highest (else any); how often a card in hand, how often none."""
WIN: Final = 20.0
"""What reaching 61 is worth beside the points."""


def begin() -> Start:
    """The moment before the first card."""
    match = chiamata("", "", annul_poor_hand="off")
    phase = play(match, "0 call A", "1 pass", "2 pass", "3 pass", "4 pass", "0 name d").phase
    assert isinstance(phase, Tricks)
    return start_of(phase)


def dealt(rng: np.random.Generator, width: int) -> Masks:
    """The five hands of so many deals, (players, deals)."""
    pack = ONE << np.arange(40, dtype=np.uint64)
    cards = pack[rng.random((width, 40), dtype=np.float32).argsort(axis=1)]
    hands: Masks = np.bitwise_or.reduce(cards.reshape(width, 5, 8), axis=2).T.copy()
    return hands


class Called:
    """The lesson."""

    size = ChiamataSight.size

    def deal(self, rng: np.random.Generator, width: int) -> tuple[Batch, Sight]:
        hands = dealt(rng, width)
        column = np.arange(width)
        anybody = rng.random(width) < AT_RANDOM
        best = (strength(hands) + rng.normal(0, 0.8, (20, width))).argmax(axis=0)
        caller = np.where(anybody, rng.integers(0, 5, width), best // 4)
        suit = np.where(anybody, rng.integers(0, 4, width), best % 4)
        trump = SUIT_BITS << suit.astype(np.uint64)
        called = _called(hands[caller, column], trump & PACK, anybody, rng)
        solo = ~anybody & (rng.random(width) < SOLO)
        called, trump = np.where(solo, ZERO, called), np.where(solo, ZERO, trump)
        partner = np.where(called == ZERO, caller, ((hands & called) != ZERO).argmax(axis=0))
        batch = Batch(begin(), hands, np.zeros((0, width), np.uint64), trump)
        batch.at = batch.taker = rng.integers(0, 5, width) * width + column
        return batch, ChiamataSight(batch, caller, partner, called)

    def worth(self, batch: Batch, sight: Sight) -> Scores:
        assert isinstance(sight, ChiamataSight)
        side = sight.with_caller.reshape(5, -1)
        ours = (batch.points() * side).sum(axis=0)
        worth = ours + WIN * (ours >= 61)
        score: Scores = np.where(side, worth, -worth).astype(np.float32)
        return score


def strength(hands: Masks) -> NDArray[np.float64]:
    """(4 x player + suit, deals): what a caller might find in each suit of each hand."""
    found = np.zeros((5, 4, hands.shape[1]))
    for suit in range(4):
        for height, strength in enumerate(STRENGTH):
            found[:, suit] += (hands >> np.uint64(4 * height + suit) & ONE) * strength
    return found.reshape(20, -1)


def _called(hand: Masks, suit: Masks, anybody: NDArray[np.bool_], rng: np.random.Generator) -> Masks:
    width = len(hand)
    missing, held = suit & ~hand, suit & hand
    highest = missing & ~topped(missing)
    other = nth(missing, (rng.random(width) * np.bitwise_count(missing)).astype(np.uint8))
    way = rng.random(width)
    called = np.where(way < LOWEST, lowest(missing), np.where(way < HIGHEST, highest, other))
    called = np.where(anybody, highest, called)
    in_mano = (missing == ZERO) | (~anybody & (held != ZERO) & (rng.random(width) < IN_MANO))
    return np.where(in_mano, lowest(held), called)


LESSONS: Final = {"chiamata": Called()}

"""What hands of Briscola chiamata are worth before a card is played, many at once.

The points that a caller's side may expect are a weighted sum of what counts in his hand. The weights are learned
by ``python -m tools.training.chiamata_hands`` from deals played out by the table of the playouts.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import ONE, SUIT_BITS, Masks
from game.ai.batch.playout import ZERO
from game.ai.learned import learned_file

Values: TypeAlias = NDArray[np.float64]
Kind: TypeAlias = Literal["partner", "in_mano", "solo"]

RANKS: Final = 10
SUITS: Final = 4
ALL_CARDS: Final = 0xFFFFFFFFFF
TOP: Final = (9, 8, 7, 6, 5)
"""The heights of ace, three, king, queen and jack."""

COUNTED: Final = 29
"""Features of a hand with a suit."""
LONG: Final = 4


def features(hands: Masks, suit: int, place: NDArray[np.intp]) -> Values:
    """(hands, `COUNTED`): what counts if ``suit`` (0-3) is trump; ``place``: how many play before to trick one."""
    columns = [np.ones(len(hands))]
    columns += [(hands >> np.uint64(4 * height + suit) & ONE).astype(float) for height in range(RANKS)]
    trumps = hands & (SUIT_BITS << np.uint64(suit))
    columns += _honours(hands & ~trumps)
    columns += [(place == at).astype(float) for at in range(1, 5)]
    length = np.bitwise_count(trumps)
    columns += [(length >= least).astype(float) for least in range(2, 7)]
    sides = [hands & (SUIT_BITS << np.uint64(side)) for side in range(SUITS) if side != suit]
    lengths = np.stack([np.bitwise_count(side) for side in sides])
    covered = np.stack([np.bitwise_count(side & CARICHI) == 2 for side in sides])
    columns += [covered.sum(axis=0), (lengths == 0).sum(axis=0), (lengths == 1).sum(axis=0)]
    columns.append((lengths >= LONG).sum(axis=0))
    return np.stack(columns, axis=1).astype(float)


CARICHI: Final = np.uint64(0xFF00000000)
"""Aces and threes."""


def _honours(cards: Masks) -> list[Values]:
    return [np.bitwise_count(cards & np.uint64(0xF << 4 * height)).astype(float) for height in TOP]


def solo_features(hands: Masks, place: NDArray[np.intp]) -> Values:
    """(hands, 12): what counts without a trump."""
    covered = [np.bitwise_count(hands & CARICHI & (SUIT_BITS << np.uint64(suit))) == 2 for suit in range(SUITS)]
    run = sum(held_from_top(hands, suit) for suit in range(SUITS))
    columns = [np.ones(len(hands)), *_honours(hands), sum(covered), run]
    columns += [(place == at).astype(float) for at in range(1, 5)]
    return np.stack([np.asarray(column, float) for column in columns], axis=1)


def held_from_top(hands: Masks, suit: int) -> NDArray[np.int64]:
    """How many of the highest cards of a suit each hand holds without a gap."""
    return _run(hands, suit, range(RANKS - 1, -1, -1))


def held_from_below(hands: Masks, suit: int) -> NDArray[np.int64]:
    """How many of the lowest cards of a suit each hand holds without a gap."""
    return _run(hands, suit, range(RANKS))


def _run(hands: Masks, suit: int, heights: range) -> NDArray[np.int64]:
    unbroken = np.ones(len(hands), bool)
    count = np.zeros(len(hands), np.int64)
    for height in heights:
        unbroken &= (hands >> np.uint64(4 * height + suit) & ONE) != ZERO
        count += unbroken
    return count


class Prospects:
    """What each of some hands may expect as the caller, in points of its side.

    ``calls``: (hands, suits, heights of the rank called), with a partner or, where the card is held, in mano; ``held``:
    whether it is; ``solo``: (hands). What cannot be called is minus infinity.
    """

    def __init__(self, hands: Masks, place: NDArray[np.intp], *, in_mano: bool) -> None:
        weights = learned_file("chiamata_hands")
        self.hands = hands
        self.calls = np.empty((len(hands), SUITS, RANKS))
        self.held = np.empty((len(hands), SUITS, RANKS), bool)
        for suit in range(SUITS):
            counted = features(hands, suit, place)
            partner = (counted @ weights["partner"][:COUNTED])[:, None] + weights["partner"][COUNTED:]
            alone = (counted @ weights["in_mano"])[:, None] if in_mano else -np.inf
            heights = np.arange(RANKS, dtype=np.uint64) * np.uint64(4) + np.uint64(suit)
            self.held[:, suit] = (hands[:, None] >> heights & ONE) != ZERO
            self.calls[:, suit] = np.where(self.held[:, suit], alone, partner)
        self.solo = solo_features(hands, place) @ weights["solo"]

    def best(self) -> Values:
        """(hands, heights): the most that can be expected of calling each rank."""
        best: Values = self.calls.max(axis=1)
        return best

    def suits(self) -> NDArray[np.intp]:
        """(hands, heights): the suit that it would be named in."""
        suits: NDArray[np.intp] = self.calls.argmax(axis=1)
        return suits

    def forced(self) -> tuple[Values, NDArray[np.intp], NDArray[np.int64]]:
        """The best forced call of each hand: the points expected (minus infinity if it has none), suit and height."""
        runs = np.stack([held_from_below(self.hands, suit) for suit in range(SUITS)], axis=1)
        height = np.minimum(runs, RANKS - 1)
        worth = np.take_along_axis(self.calls, height[:, :, None], axis=2)[:, :, 0]
        worth = np.where((runs > 0) & (runs < RANKS), worth, -np.inf)
        suit = worth.argmax(axis=1)
        rows = np.arange(len(suit))
        return worth[rows, suit], suit, height[rows, suit]



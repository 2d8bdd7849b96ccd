"""What counts in a trick of Briscola, for whoever remembers all that has fallen."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import ONE, Masks, above, suits_of
from game.ai.batch.playout import ZERO, Batch, Places
from game.ai.batch.policy import Cells

PACK: Final = np.uint64(0xFFFFFFFFFF)
"""Forty cards."""
GROUPS: Final = np.array([0, 0, 0, 1, 1, 2, 3, 4, 5, 6], np.int32)
"""Height from the 2 up -> group: 2, 4 and 5; 6 and 7; then each rank by itself."""
FIGURE: Final = 5
"""The height of the lowest card that counts points."""
HIGHER: Final = np.array([0, 1, 1] + [2] * 8, np.int32)
"""Cards out that are higher in their suit -> none, one or two, more."""
TRUMPS_OUT: Final = {2: np.array([0, 1, 1, 2, 2, 2] + [3] * 5, np.int32)}
TRUMPS_OUT_MANY: Final = np.array([0, 0, 0] + [1] * 8, np.int32)
"""Trumps neither held nor fallen -> how many, by players; at larger tables few or more."""
CARD: Final = 2 * 2 * 3 * 8
"""Cells that tell the cards of a hand apart: trump, takes, higher ones out, group."""
STAGES: Final = 6
"""Much stock, some, the last draw for a low or a good turned card, the last three and the last two cards."""


def size_for(players: int) -> int:
    """How many cells the table of so many players has."""
    trumps_out = 4 if players == 2 else 2
    other_trumps = 3 if players == 2 else 2
    return (2 * players - 1) * 5 * 2 * STAGES * trumps_out * other_trumps * CARD


class BriscolaSight:
    """``sides``: by player which side he plays for. Each for himself, who leads on points is told from the others."""

    def __init__(self, sides: tuple[int, ...]) -> None:
        self.sides = np.array(sides, np.intp)
        self.alone = len(set(sides)) == len(sides) > 2

    def select(self, batch: Batch, columns: Places) -> BriscolaSight:
        """The same: sides are what every world knows."""
        return self

    def cells(self, batch: Batch, cards: Masks) -> Cells:
        hand, trump = batch.held(), batch.trump
        unseen = PACK & ~(hand | batch.fallen)
        context = self._context(batch) * (4 if batch.players == 2 else 2)
        context += TRUMPS_OUT.get(batch.players, TRUMPS_OUT_MANY).take(np.bitwise_count(unseen & trump))
        most = 2 if batch.players == 2 else 1
        trumps = np.bitwise_count(hand & trump).astype(np.int32)
        is_trump = ((cards & trump) != ZERO).astype(np.int32)
        takes = ((cards & batch.over) != ZERO).astype(np.int32)
        higher = HIGHER.take(np.bitwise_count(suits_of(cards) & above(cards) & unseen), mode="clip")
        group = GROUPS.take(np.bitwise_count(cards - ONE) >> 2, mode="clip")
        others = np.clip(trumps - is_trump, 0, most)
        cells: Cells = (context * (most + 1) + others) * CARD + ((is_trump * 2 + takes) * 3 + higher) * 8 + group
        return cells

    def _context(self, batch: Batch) -> Cells:
        if not batch.played:
            return self._stage(batch)
        place = 2 * batch.played - 1 + self._with_whom(batch)
        trumped = (batch.over & ~batch.trump) == ZERO
        context: Cells = ((place * 5 + points_in_trick(batch)) * 2 + trumped) * STAGES + self._stage(batch)
        return context

    def _with_whom(self, batch: Batch) -> Cells:
        """1 where the trick lies with the partners or, each for himself, with one who does not lead on points."""
        taker = batch.taker // batch.width
        if self.alone:
            points = batch.points()
            kind: NDArray[np.bool_] = points[taker, batch.column] < points.max(axis=0)
        else:
            kind = self.sides[taker] == self.sides[batch.turns()]
        whose: Cells = kind.astype(np.int32)
        return whose

    def _stage(self, batch: Batch) -> Cells:
        """How near the end is (see `STAGES`)."""
        left = len(batch.stock) - batch.drawn
        if left == batch.players:
            good = np.bitwise_count(batch.stock[-1] - ONE) >> 2 >= FIGURE
            return 2 + good.astype(np.int32)
        if left:
            stage = 0 if left > 3 * batch.players else 1
        else:
            stage = 4 if batch.left > 2 * batch.players else 5
        return np.full(batch.width, stage, np.int32)


def points_in_trick(batch: Batch) -> Cells:
    """The card points on the table: none, a figure, two figures, a carico, more."""
    sums = np.zeros(batch.width, np.int32)
    for points, cards in batch.tables.values:
        sums += np.bitwise_count(batch.trick & np.uint64(cards)) * np.int32(points)
    return (sums > 0).astype(np.int32) + (sums > 4) + (sums > 9) + (sums > 12)

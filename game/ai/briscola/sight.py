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
TRUMPS_OUT: Final = np.array([0, 1, 1, 2, 2, 2] + [3] * 5, np.int32)
TRUMPS_OUT_OF_MANY: Final = np.array([0, 0, 0] + [1] * 8, np.int32)
"""Trumps neither held nor fallen -> how many; at tables of more than two few or not."""
CARD: Final = 2 * 2 * 3 * 8
"""Cells that tell the cards of a hand apart: trump, takes, higher ones out, group."""
STAGES: Final = 6
"""Much stock, some, the last draw for a low or a good turned card, the last three and the last two cards."""


KEPT: Final = 3 * 2 * 2
"""Two at the table: how many other trumps are in hand, whether a worthless plain card, whether a plain carico."""
KEPT_OF_MANY: Final = 2
"""With more: whether there is another trump."""
POINTLESS: Final = np.uint64((1 << 4 * FIGURE) - 1)
CARICHI: Final = np.uint64(0xFF << 4 * 8)
"""Aces and threes."""


def size_for(players: int) -> int:
    """How many cells the table of so many players has."""
    if players == 2:
        return STAGES * (1 + 10) * 4 * KEPT * CARD
    return STAGES * (1 + 10 * 2 * (players - 1)) * 2 * KEPT_OF_MANY * CARD


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
        is_trump = ((cards & trump) != ZERO).astype(np.int32)
        takes = ((cards & batch.over) != ZERO).astype(np.int32)
        higher = HIGHER.take(np.bitwise_count(suits_of(cards) & above(cards) & unseen), mode="clip")
        group = GROUPS.take(np.bitwise_count(cards - ONE) >> 2, mode="clip")
        card = ((is_trump * 2 + takes) * 3 + higher) * 8 + group
        out = np.bitwise_count(unseen & trump)
        if batch.players == 2:
            context = self._context(batch) * 4 + TRUMPS_OUT.take(out)
            cells: Cells = (context * KEPT + _kept(hand ^ cards, trump)) * CARD + card
        else:
            context = self._context(batch) * 2 + TRUMPS_OUT_OF_MANY.take(out)
            cells = (context * KEPT_OF_MANY + (((hand ^ cards) & trump) != ZERO)) * CARD + card
        return cells

    def _context(self, batch: Batch) -> Cells:
        """Whose the trick is, who plays after, what lies in it; how near the end is."""
        stage = self._stage(batch)
        if not batch.played:
            return stage
        place = batch.played - 1 if batch.players == 2 else 2 * (batch.played - 1) + self._with_whom(batch)
        trumped = (batch.over & ~batch.trump) == ZERO
        context: Cells = STAGES + ((place * 5 + points_in_trick(batch)) * 2 + trumped) * STAGES + stage
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
            last: Cells = 2 + good.astype(np.int32)
            return last
        if left:
            stage = 0 if left > 3 * batch.players else 1
        else:
            stage = 4 if batch.left > 2 * batch.players else 5
        return np.full(batch.width, stage, np.int32)


def _kept(rest: Masks, trump: Masks) -> Cells:
    """What is left in hand beside a card (see `KEPT`)."""
    plain = rest & ~trump
    trumps = np.minimum(2, np.bitwise_count(rest & trump)).astype(np.int32)
    kept: Cells = (trumps * 2 + ((plain & POINTLESS) != ZERO)) * 2 + ((plain & CARICHI) != ZERO)
    return kept


def points_in_trick(batch: Batch) -> Cells:
    """The card points on the table: none, a figure, two figures, a carico, more."""
    sums = np.zeros(batch.width, np.int32)
    for points, cards in batch.tables.values:
        sums += np.bitwise_count(batch.trick & np.uint64(cards)) * np.int32(points)
    return (sums > 0).astype(np.int32) + (sums > 4) + (sums > 9) + (sums > 12)

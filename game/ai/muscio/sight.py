"""What counts in a trick of Muscio, for whoever knows his own hand and all that lies open."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import Masks, above, suits_of
from game.ai.batch.playout import ZERO, Batch, Places
from game.ai.batch.policy import Cells

PACK: Final = np.uint64(0xFFFFFFFFFF)
"""Forty cards."""

SHAPE: Final = (4, 4, 4, 4, 4, 2, 2, 2, 36)
"""Players, trick, position, trumps in hand, trumps elsewhere, the highest of them held, a trick taken, who has the
trick had none | the card: a trump (takes, how many higher are out) or not (also how many of its suit are held)."""

PLAIN: Final = 12
"""The cells of the trumps come first."""


class MuscioSight:
    """What the players see. ``trumps``: (players, worlds) how many each began with, of which the others learn no more
    than who could not play one; ``aside``: (players, worlds) the cards beside the play that each of them knows."""

    size: Final = int(np.prod(SHAPE))

    def __init__(self, batch: Batch, trumps: NDArray[np.uint8], aside: Masks) -> None:
        self.trumps = trumps
        self.aside = aside

    @classmethod
    def of(cls, batch: Batch, first_hands: Masks, aside: Masks) -> MuscioSight:
        """What the players of ``batch`` see, if they began with ``first_hands``, (players, worlds).

        ``aside``: the cards beside the play that each knows, or (worlds,) that all know.
        """
        return cls(batch, np.bitwise_count(first_hands & batch.trump), np.broadcast_to(aside, first_hands.shape))

    def select(self, batch: Batch, columns: Places) -> MuscioSight:
        """The same for ``batch``, whose worlds are these columns."""
        return MuscioSight(batch, self.trumps[:, columns], self.aside[:, columns])

    def cells(self, batch: Batch, cards: Masks) -> Cells:
        hand = batch.held()
        unseen = PACK & ~(hand | batch.fallen | self.aside[batch.turns(), batch.column])
        suits = suits_of(cards)
        higher = np.minimum(np.bitwise_count(unseen & suits & above(cards)), 5)
        held = np.clip(np.bitwise_count(hand & suits), 1, 3)
        takes = (cards & batch.over) != ZERO
        trump = takes * np.uint8(6) + higher
        plain = PLAIN + (takes * np.uint8(4) + np.minimum(higher, 3)) * np.uint8(3) + held - np.uint8(1)
        card = np.where((cards & batch.trump) != ZERO, trump, plain)
        cells: Cells = self._context(batch, hand, unseen) + card
        return cells

    def _context(self, batch: Batch, hand: Masks, unseen: Masks) -> Cells:
        players = min(batch.players, 5) - 2
        position = 3 if not batch.played else min(batch.behind, 2)
        own, out = hand & batch.trump, unseen & batch.trump
        elsewhere = self._elsewhere(batch, np.bitwise_count(out))
        highest = (own > out).astype(np.int32)
        has = batch.tricks.take(batch.at) > 0
        bare = (batch.tricks.take(batch.taker) == 0) & (batch.played > 0)
        found = (players * 4 + min(batch.done, 3)) * 4 + position
        counts = np.minimum(np.bitwise_count(own), 3).astype(np.int32)
        context = ((found * 4 + counts) * 4 + elsewhere) * 2 + highest
        cells: Cells = ((context * 2 + has) * 2 + bare) * 36
        return cells

    def _elsewhere(self, batch: Batch, out: NDArray[np.uint8]) -> Cells:
        """Trumps with the others: none, with one of them at most, with more of them few or many."""
        shown = min(batch.done, batch.tables.trump_tricks)
        may = (self.trumps >= shown).sum(axis=0) - (self.trumps[batch.turns(), batch.column] >= shown)
        few = np.where(may > 1, 2 + (out > 2), may)
        return np.where(out > 0, few, 0).astype(np.int32)

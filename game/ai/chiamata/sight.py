"""What counts in a trick of Briscola chiamata, for whoever knows no more than his own role."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import ONE, Masks, above, suits_of
from game.ai.batch.playout import ZERO, Batch, Places
from game.ai.batch.policy import Cells

CALLER, PARTNER, DEFENDER = range(3)
LEADS, FRIEND, ENEMY, UNKNOWN = range(4)

GROUPS: Final = np.array([0, 0, 1, 1, 1, 2, 2, 3, 4, 5], np.int32)
"""Height from the 2 up -> group: low, middling, J and Q, K, 3, A."""

SHAPE: Final = (3, 2, 4, 6, 4, 3, 2, 2, 2, 2, 8)
"""Role, revealed, whose trick, who plays after, points, tricks left, trumped | trump, takes, boss, group or called."""


class ChiamataSight:
    """The sides of each world. ``caller`` and ``partner``: players by world, equal where the caller plays alone;
    ``called``: the called card, 0 in solo. What is looked at is only what the player on turn knows."""

    size: Final = int(np.prod(SHAPE))

    def __init__(self, batch: Batch, caller: Places, partner: Places, called: Masks) -> None:
        self.caller, self.partner = caller, partner
        self.called = called
        roles = np.full((batch.players, batch.width), DEFENDER, np.int32)
        roles[partner, batch.column] = PARTNER
        roles[caller, batch.column] = CALLER
        self.roles = roles.reshape(-1)
        self.with_caller = self.roles != DEFENDER
        self.caller_at = caller * batch.width + batch.column

    def select(self, batch: Batch, columns: Places) -> ChiamataSight:
        """The same for ``batch``, whose worlds are these columns."""
        return ChiamataSight(batch, self.caller[columns], self.partner[columns], self.called[columns])

    def cells(self, batch: Batch, cards: Masks) -> Cells:
        context = self._context(batch)
        hand, trump = batch.held(), batch.trump
        ups = above(cards)
        suits = suits_of(cards)
        out = suits & ups & ~(hand | batch.fallen)
        out &= PACK
        is_trump = ((cards & trump) != ZERO).astype(np.int32)
        takes = ((cards & batch.over) != ZERO).astype(np.int32)
        boss = (out == ZERO).astype(np.int32)
        height = np.bitwise_count(cards - ONE) >> 2
        group = GROUPS.take(height, mode="clip")
        group = np.where(cards == self.called, 6, group)
        cells: Cells = context + (((is_trump * 2 + takes) * 2 + boss) * 8 + group)
        return cells

    def _context(self, batch: Batch) -> Cells:
        at = batch.at
        role = self.roles.take(at)
        revealed = ((self.called & batch.fallen) != ZERO) | (self.called == ZERO)
        whose = self._whose(batch, role, revealed)
        after = self._after(batch, role)
        left = 8 - batch.done
        stage = 0 if left > 5 else 1 if left > 2 else 2
        trumped = ((batch.over & ~batch.trump) == ZERO) if batch.played else np.zeros(batch.width, bool)
        context = (role * 2 + revealed) * 4 + whose
        context = (context * 6 + after) * 4 + self._points(batch)
        cells: Cells = ((context * 3 + stage) * 2 + trumped) * 64
        return cells

    def _whose(self, batch: Batch, role: NDArray[np.int32], revealed: NDArray[np.bool_]) -> Cells:
        """Whose the trick is now, as far as who is to play knows."""
        if not batch.played:
            return np.full(batch.width, LEADS, np.int32)
        same = self.with_caller.take(batch.taker) == (role != DEFENDER)
        known = revealed | (role == PARTNER) | ((role == DEFENDER) & (batch.taker == self.caller_at))
        return np.where(known, np.where(same, FRIEND, ENEMY), UNKNOWN).astype(np.int32)

    def _after(self, batch: Batch, role: NDArray[np.int32]) -> Cells:
        """How many play later (none, one, more; for the caller four too), and whether the caller does."""
        few = min(2, batch.behind)
        if not batch.behind:
            return np.zeros(batch.width, np.int32)
        distance = (self.caller_at - batch.at) // batch.width % batch.players
        later = (distance <= batch.behind) & (role != CALLER)
        after: Cells = few + 3 * later
        return after

    def _points(self, batch: Batch) -> Cells:
        if not batch.played:
            return np.zeros(batch.width, np.int32)
        sums = np.zeros(batch.width, np.int32)
        for points, cards in batch.tables.values:
            sums += np.bitwise_count(batch.trick & np.uint64(cards)) * np.int32(points)
        return (sums > 1).astype(np.int32) + (sums > 4) + (sums > 10)


PACK: Final = np.uint64(0xFFFFFFFFFF)
"""Forty cards."""

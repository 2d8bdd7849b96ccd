"""What counts in a trick of Spades: who still needs tricks, and what the hand can take."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import ONE, SUIT_BITS, Masks, topped
from game.ai.batch.playout import ZERO, Batch, Counts, Places
from game.ai.batch.policy import Cells

NIL, SATISFIED, BAGGED, BROKEN, SHORT = range(5)
"""What a player wants: no trick at all; he has what he bid, and more does no harm or is a bag; he cannot make his
bid any more; and from `SHORT` on five steps, from a hand too weak for what he needs to one that has plenty."""

SHAPE: Final = (9, 32, 4, 2, 120)
"""What he wants, place in the trick, how the bids fit, stage, card: whether it is a spade; whether it would take the
trick or, where it leads, whether the others may well have two each of its suit; how many higher ones are out; where it
stands in its suit of the hand."""

LATE: Final = 4
"""With so many tricks left the end begins."""


OWN, CROWD, WILD = range(3)
"""Manners of play: as has been learned, as the crowd does, and without sense."""


class SpadesSight:
    """``bids``: (players, worlds), flattened; ``bags``: by world, 1 where an overtrick does harm.

    The table has a part for each manner of play. ``part``: by (player, world), flattened, where the part begins that
    tells his play.
    """

    size: Final = int(np.prod(SHAPE))
    """Of one part."""

    def __init__(self, batch: Batch, bids: Counts, bags: NDArray[np.int32], manners: NDArray[np.integer]) -> None:
        """``bids``, ``manners``: (players, worlds); ``manners``: which part of the table each plays by."""
        self.bids = np.ascontiguousarray(bids, np.int16).reshape(-1)
        self.bags = bags
        self.part = (manners * np.int32(self.size)).reshape(-1)
        held = np.bitwise_or.reduce(batch.hands.reshape(batch.players, -1)[:, 0])
        self.pack = held | batch.fallen[0]

    def select(self, batch: Batch, columns: Places) -> SpadesSight:
        """The same for ``batch``, whose worlds are these columns."""
        other = object.__new__(SpadesSight)
        other.bids = self.bids.reshape(batch.players, -1)[:, columns].reshape(-1)
        other.part = self.part.reshape(batch.players, -1)[:, columns].reshape(-1)
        other.bags, other.pack = self.bags[columns], self.pack
        return other

    def playing(self, manners: NDArray[np.integer]) -> SpadesSight:
        """The same, but all play in these ``manners``, (players, worlds)."""
        other = object.__new__(SpadesSight)
        other.__dict__.update(self.__dict__)
        other.part = (manners.astype(np.int32) * np.int32(self.size)).reshape(-1)
        return other

    def crowd(self, batch: Batch) -> NDArray[np.bool_]:
        """Whether who is to play plays as the crowd does, by world."""
        plays: NDArray[np.bool_] = self.part.take(batch.at) == CROWD * self.size
        return plays

    def cells(self, batch: Batch, cards: Masks) -> Cells:
        hand = batch.held()
        unseen = self.pack & ~(hand | batch.fallen)
        below = cards - ONE
        suits = SUIT_BITS << (np.bitwise_count(below) & np.uint8(3)).astype(np.uint64)
        out, held = suits & unseen, suits & hand
        if batch.played:
            promises = (cards & batch.over) != ZERO
        else:
            promises = np.bitwise_count(out) >= 2 * (batch.players - 1)
        kind = ((cards & batch.trump) != ZERO).view(np.uint8) * np.uint8(2) + promises.view(np.uint8)
        kind = kind * np.uint8(5) + np.minimum(np.bitwise_count(out & ~(cards | below)), np.uint8(4))
        kind = kind * np.uint8(6) + _among(held, cards, below)
        cells: Cells = self._context(batch, hand, unseen) + kind
        return cells

    def _context(self, batch: Batch, hand: Masks, unseen: Masks) -> Cells:
        """What is the same for all cards of the hand, (worlds,)."""
        left = -(-batch.left // batch.players)
        need = self.bids - batch.tricks
        hungry = (need > 0) & (need <= left)
        nil = (self.bids == 0) & (batch.tricks == 0)
        wants = self._wants(need.take(batch.at), nil.take(batch.at), left, _promise(hand, unseen, batch.trump))
        context = wants * 32 + _place(batch, hungry, nil, hand)
        context = context * 4 + _fit(batch, need * hungry, nil, left)
        cells: Cells = (context * 2 + (left <= LATE)) * 120 + self.part.take(batch.at)
        return cells

    def _wants(self, need: Counts, nil: NDArray[np.bool_], left: int, promise: NDArray[np.int32]) -> Cells:
        plenty = np.clip((promise - 2 * need + 4) >> 1, 0, 4) + SHORT
        wants = np.where(need > left, BROKEN, plenty)
        wants = np.where(need <= 0, SATISFIED + self.bags, wants)
        found: Cells = np.where(nil, NIL, wants).astype(np.int32)
        return found


def _among(held: Masks, cards: Masks, below: Masks) -> NDArray[np.uint8]:
    """Where a card stands in its suit of the hand: alone, the lower or the higher of two; of more the lowest, the
    highest or between."""
    highest = (held & ~(cards | below)) == ZERO
    lowest = (held & below) == ZERO
    more = np.where(highest, np.uint8(5), np.where(lowest, np.uint8(4), np.uint8(3)))
    length = np.bitwise_count(held)
    two = np.uint8(1) + highest.view(np.uint8)
    place: NDArray[np.uint8] = np.where(length > 2, more, two * (length == 2))
    return place


def _promise(hand: Masks, unseen: Masks, trump: Masks) -> NDArray[np.int32]:
    """In half tricks, what a hand may take: its highest cards whole, the second highest and other trumps half."""
    one = topped(unseen)
    two = topped(unseen & one)
    sure = np.bitwise_count(hand & ~one).astype(np.int32)
    promise: NDArray[np.int32] = 2 * sure + np.bitwise_count(hand & one & (trump | ~two))
    return promise


def _place(batch: Batch, hungry: NDArray[np.bool_], nil: NDArray[np.bool_], hand: Masks) -> Cells:
    """Who leads: whether spades are broken. Else who has the trick (does he need it?), who comes later, and
    whether suit can be followed."""
    if not batch.played:
        return batch.broken.astype(np.int32)
    later = np.zeros(batch.width, np.int32)
    if batch.behind:
        at = batch.at
        some = np.zeros(batch.width, np.bool_)
        for _player in range(batch.behind):
            at = at + batch.width
            at = at - (at >= batch.size) * batch.size
            some |= hungry.take(at)
        later = some + (1 if batch.behind == 1 else 3)
    whose = hungry.take(batch.taker) + 2 * nil.take(batch.taker)
    follows = (hand & batch.led) != ZERO
    place: Cells = (2 + (later * 3 + whose) * 2 + follows).astype(np.int32)
    return place


def _fit(batch: Batch, needs: Counts, nil: NDArray[np.bool_], left: int) -> Cells:
    """Whether all tricks that are still needed are there: more than enough, just, too few; or another's nil stands."""
    spare = left - needs.reshape(batch.players, -1).sum(axis=0)
    fit = (spare < 2).astype(np.int32) + (spare < 0)
    others = nil.reshape(batch.players, -1).sum(axis=0) > nil.take(batch.at)
    return np.where(others, 3, fit)

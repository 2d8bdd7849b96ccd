"""What a card of Briscola for two promises to who sees only his own hand: a learned network.

It has learned how deals end, from deals against every kind of `Other`, as long as there is a stock;
``python -m tools.training.briscola_replies`` makes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Final, NamedTuple

import numpy as np

from game.ai.batch.bits import ONE, Masks
from game.ai.batch.playout import ZERO, Batch, Places
from game.ai.batch.policy import Scores, spread
from game.ai.briscola.promise import PACK_SIZE, listed, suits_down
from game.ai.briscola.sight import PACK
from game.rules.briscola.play import HAND_SIZE
from game.rules.family import ALL_POINTS, RANKING


class Other(IntEnum):
    """Who the other may be: an ordinary player, as `club` is, one who plays anything, or one who plays as has been
    learned."""

    ORDINARY = 0
    ANYHOW = 1
    TAUGHT = 2


TRICKS: Final = PACK_SIZE // 2 - HAND_SIZE
"""So many tricks are played while there is a stock."""
TRIED: Final = 2 * PACK_SIZE
"""Where the card stands that is tried, after those in hand and those unseen; then the card led, or that none is."""
TURNED: Final = TRIED + 2 * PACK_SIZE + 1
"""Where the rank of the turned card stands; then how many tricks the stock lasts."""
OTHER: Final = TURNED + len(RANKING) + TRICKS
"""Where it stands who the other is; nowhere, if he plays as has been learned."""
TAKEN: Final = OTHER + Other.TAUGHT
"""Where the points stand, the own and the other's."""
SIZE: Final = TAKEN + 2
HALF: Final = ALL_POINTS / 2
LEAD: Final = 100.0
"""So many points ahead are one in the network."""


class Promise(NamedTuple):
    """By world, for who is to play, if he plays what promises most: the chance to win the deal, a draw half of it, and
    the points that he will have in the end."""

    won: Scores
    points: Scores

    @property
    def worth(self) -> Scores:
        """In points: the lead, and what the deal is worth."""
        worth: Scores = 2 * (self.points - HALF) + WIN * (2 * self.won - 1)
        return worth


WIN: Final = 333.0
"""What winning the deal is worth beside a point, to one who cares for the deal."""


def promised(batch: Batch, net: Mapping[str, Scores], other: Other) -> Promise:
    """What the best card of who is to play promises, in a ``batch`` of two players that has a stock left, against such
    an ``other``."""
    cards = spread(batch.held())
    suit = suits_down(batch.trump)
    sums = seen(batch, other) @ net["w0"] + net["b0"]
    wide = np.maximum(sums + net["w0"].take(TRIED + places(cards, suit), axis=0), 0)
    narrow = np.maximum(wide @ net["w1"] + net["b1"], 0)
    found = narrow @ net["w2"] + net["b2"]
    won = np.clip((found[..., 0] + 1) / 2, 0, 1)
    points = HALF + LEAD / 2 * found[..., 1]
    worth = np.where(cards != ZERO, Promise(won, points).worth, -np.inf)
    best = worth.argmax(axis=0)
    return Promise(won[best, batch.column], points[best, batch.column])


def places(cards: Masks, suit: Masks) -> Places:
    """Where single cards stand in a list of the pack; of no card any."""
    bit = np.bitwise_count(cards - ONE).astype(np.intp) % PACK_SIZE
    found: Places = (bit & ~3) + ((bit - suit.astype(np.intp)) & 3)
    return found


def seen(batch: Batch, other: Other) -> Scores:
    """(worlds, `SIZE`): what who is to play sees, without the card that he tries; trumps are the first suit."""
    suit, hand, turned = suits_down(batch.trump), batch.held(), batch.stock[-1]
    found = np.zeros((batch.width, SIZE), np.float32)
    found[:, :PACK_SIZE] = listed(hand, suit)
    found[:, PACK_SIZE:TRIED] = listed(PACK & ~(hand | batch.fallen | turned), suit)
    if batch.played:
        found[:, TRIED + PACK_SIZE : TRIED + 2 * PACK_SIZE] = listed(batch.trick, suit)
    else:
        found[:, TURNED - 1] = 1
    found[batch.column, TURNED + (places(turned, suit) >> 2)] = 1
    found[:, TURNED + len(RANKING) + (len(batch.stock) - batch.drawn) // 2 - 1] = 1
    if other is not Other.TAUGHT:
        found[:, OTHER + other] = 1
    points, turn = batch.points() / np.float32(HALF), batch.turns()
    found[:, TAKEN] = points[turn, batch.column]
    found[:, TAKEN + 1] = points[1 - turn, batch.column]
    return found

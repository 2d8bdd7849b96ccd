"""What a moment between two tricks promises: the points that each player will still take, by a learned network.

It sees every card: where it is, and how many are left to draw; what it has learned is how such moments ended when all
played by the table. ``python -m tools.training.promises`` makes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import Masks
from game.ai.batch.playout import Batch, Places
from game.ai.batch.policy import Scores
from game.rules.family import ALL_POINTS

PACK_SIZE: Final = 40
DRAWS: Final = 18
"""At most so many draws each, and none."""
NIBBLE: Final = np.array([0x1111111111111111 * ((16 >> left) - 1) for left in range(4)], np.uint64)
"""By suits to the left: the bits that stay in their height when suits move down so far."""


def size_for(players: int) -> int:
    """How many numbers the network sees."""
    return PACK_SIZE * (players + 1) + DRAWS + PACK_SIZE // 4


def seen(batch: Batch) -> Scores:
    """(worlds, `size_for`): the hands from the leader's on and the stock, as cards with trumps as the first suit; how
    many draws are left; the rank of the turned card."""
    players, width = batch.players, batch.width
    suit = suits_down(batch.trump)
    order = (batch.at // width + np.arange(players)[:, None]) % players
    hands = batch.hands.reshape(players, width)[order, batch.column]
    stock = np.bitwise_or.reduce(batch.stock[batch.drawn :], axis=0) if batch.drawn < len(batch.stock) else None
    found = np.zeros((width, size_for(players)), np.float32)
    for place, cards in enumerate(hands):
        found[:, PACK_SIZE * place : PACK_SIZE * (place + 1)] = listed(cards, suit)
    left = (len(batch.stock) - batch.drawn) // players
    found[:, PACK_SIZE * (players + 1) + left] = 1
    if stock is not None:
        found[:, PACK_SIZE * players : PACK_SIZE * (players + 1)] = listed(stock, suit)
        turned = np.bitwise_count(batch.stock[-1] - np.uint64(1)).astype(np.intp) >> 2
        found[batch.column, PACK_SIZE * (players + 1) + DRAWS + turned] = 1
    return found


def suits_down(trump: Masks) -> Masks:
    """By how many suits each must move down so that trumps, of which these are all, are the first."""
    down: Masks = np.bitwise_count((trump & np.uint64(15)) - np.uint64(1)).astype(np.uint64)
    return down


def listed(cards: Masks, suit: Masks) -> NDArray[np.uint8]:
    """(worlds, cards): sets one by one, the suits moved down by ``suit``, those that fall below come in above."""
    down = NIBBLE[suit]
    moved = (cards >> suit & down) | (cards << (np.uint64(4) - suit) & ~down)
    return np.unpackbits(moved.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")[:, :PACK_SIZE]


def promised(batch: Batch, net: Mapping[str, Scores]) -> Scores:
    """The points that each player will have in the end, (players, worlds), in a moment between two tricks."""
    points = batch.points().astype(np.float32)
    rest = ALL_POINTS - points.sum(axis=0)
    from_leader = forward(net, seen(batch)).T + rest / batch.players
    order: Places = (np.arange(batch.players)[:, None] - batch.at // batch.width) % batch.players
    found: Scores = points + from_leader[order, batch.column]
    return found


def forward(net: Mapping[str, Scores], seen: Scores) -> Scores:
    """(worlds, players): what each gets beyond an equal part of what is left, the leader first."""
    one = np.maximum(seen @ net["w0"] + net["b0"], 0)
    two = np.maximum(one @ net["w1"] + net["b1"], 0)
    result: Scores = two @ net["w2"] + net["b2"]
    return result

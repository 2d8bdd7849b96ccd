"""Deals of Muscio with hands as they are played: the better ones, a blinde now and then, the dealer's exchange."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import ONE, SUIT_BITS, Masks
from game.ai.batch.playout import ZERO, Batch
from game.ai.batch.policy import Scores, Sight
from game.ai.muscio.craft import opening
from game.ai.muscio.reading import exchanged
from game.ai.muscio.sight import MuscioSight
from game.rules.muscio.score import HAND_SIZE, NO_TRICK

HANDS: Final = 6
"""Hands dealt beside the blinde; the players hold the best of them."""
TRUMP: Final = (0.45, 0.48, 0.5, 0.55, 0.6, 0.65, 0.75, 0.85, 0.95, 1.0)
PLAIN: Final = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.05, 0.12, 0.25, 0.45)
"""By height, what a card counts when it is asked whether a hand is played."""
WHIM: Final = 0.5
"""How far people judge their hands differently."""
BLINDE: Final = 0.25
"""How often somebody plays with the blinde."""
EXCHANGE: Final = 0.5
"""How often the last to speak is the dealer."""
PLAYERS: Final = (2, 2, 3, 3, 3, 4, 4, 5, 6)
"""How many play, one as likely as the other."""
RIVALS: Final = 3
"""What the others gain counts against a player, divided by so many or by all of them."""


class Declared:
    """The lesson."""

    size = MuscioSight.size

    def deal(self, rng: np.random.Generator, width: int) -> tuple[Batch, Sight]:
        players = PLAYERS[rng.integers(len(PLAYERS))]
        pack = ONE << np.arange(40, dtype=np.uint64)
        cards = pack[rng.random((width, 40), dtype=np.float32).argsort(axis=1)].T
        dealt = cards[: HAND_SIZE * (HANDS + 1)].reshape(HANDS + 1, HAND_SIZE, width)
        fives: Masks = np.bitwise_or.reduce(dealt, axis=1)
        turned = cards[HAND_SIZE * (HANDS + 1)]
        trump = _suit(turned)
        worth = strength(fives[:HANDS], trump) + rng.normal(0, WHIM, (HANDS, width))
        better = np.sort((-worth).argsort(axis=0)[:players], axis=0)
        hands = np.take_along_axis(fives, better, axis=0)
        column = np.arange(width)
        taker = np.where(rng.random(width) < BLINDE, rng.integers(0, players, width), players)
        drawn = column[taker < players]
        hands[taker[drawn], drawn] = fives[HANDS, drawn]
        takes = (rng.random(width) < EXCHANGE) & (taker != players - 1)
        after = exchanged(hands[-1], trump, turned)
        given = (hands[-1] | turned) ^ after
        hands[-1] = np.where(takes, after, hands[-1])
        batch = Batch(opening(players, "d"), hands, np.zeros((0, width), np.uint64), trump)
        aside = np.tile(np.where(takes, ZERO, turned), (players, 1))
        aside[-1] = np.where(takes, given, turned)
        return batch, MuscioSight.of(batch, hands, aside)

    def worth(self, batch: Batch, sight: Sight) -> Scores:
        tricks = batch.points()
        gain = np.where(tricks > 0, tricks, -NO_TRICK).astype(np.float32)
        worth: Scores = gain - (gain.sum(axis=0) - gain) / max(RIVALS, batch.players - 1)
        return worth


def _suit(single: Masks) -> Masks:
    suit: Masks = SUIT_BITS << (np.bitwise_count(single - ONE) & np.uint8(3)).astype(np.uint64)
    return suit


def strength(hands: Masks, trump: Masks) -> NDArray[np.float64]:
    """How good hands look, (hands, worlds)."""
    found = np.zeros(hands.shape)
    for height in range(10):
        row = np.uint64(0xF << 4 * height)
        found += np.bitwise_count(hands & row & trump) * TRUMP[height]
        found += np.bitwise_count(hands & row & ~trump) * PLAIN[height]
    return found


LESSONS: Final = {"muscio": Declared()}

"""Deals of Briscola, for every way to sit."""

from __future__ import annotations

from typing import Final

import numpy as np

from game.ai.batch.bits import ONE, Masks, bits_of, suits_of
from game.ai.batch.playout import Batch, start_of
from game.ai.batch.policy import Scores, Sight
from game.ai.briscola.sight import BriscolaSight, size_for
from game.rules.briscola.play import HAND_SIZE, MAJORITY, BriscolaTricks
from game.rules.family import RANKING
from tests.helpers import deal

WIN: Final = 20.0
"""What winning the deal is worth beside the points. Points count twice: what one takes, the others lack."""


class Sitting:
    """The lesson of so many seats, in teams or each for himself."""

    def __init__(self, seats: int, teams: bool = True) -> None:
        match = deal(seats=seats, dealer=seats - 1, teams=teams)
        phase = match.phase
        assert isinstance(phase, BriscolaTricks)
        self.size = size_for(seats)
        self.start = start_of(phase)
        self.sides = tuple(next(at for at, side in enumerate(phase.sides) if seat in side) for seat in range(seats))
        self.pack = ONE << np.array([bits_of(RANKING).numbers[card] for card in match.pack], np.uint64)

    def deal(self, rng: np.random.Generator, width: int) -> tuple[Batch, Sight]:
        order = rng.random((len(self.pack), width), dtype=np.float32).argsort(axis=0)
        cards: Masks = self.pack[order]
        seats = len(self.sides)
        given = seats * HAND_SIZE
        hands = np.bitwise_or.reduce(cards[:given].reshape(seats, HAND_SIZE, width), axis=1)
        stock = np.ascontiguousarray(cards[given:])
        return Batch(self.start, hands, stock, suits_of(stock[-1])), BriscolaSight(self.sides)

    def worth(self, batch: Batch, sight: Sight) -> Scores:
        sides = np.array(self.sides)
        points = (sides[:, None] == sides).astype(np.int16) @ batch.points()
        if len(set(self.sides)) == 2:
            won = 2.0 * points - 120 + WIN * np.sign(points - MAJORITY)
        else:
            best = points == points.max(axis=0)
            won = 2.0 * (points + WIN * (best & (best.sum(axis=0) == 1)))
        worth: Scores = won.astype(np.float32)
        return worth


LESSONS: Final = {
    "briscola2": Sitting(2),
    "briscola3": Sitting(3),
    "briscola4": Sitting(4),
    "briscola4each": Sitting(4, teams=False),
    "briscola5": Sitting(5),
    "briscola6": Sitting(6),
}

"""Deals of Briscola for each number of seats."""

from __future__ import annotations

from typing import Final

import numpy as np

from game.ai.briscola.features import BriscolaFeatureEncoder, get_table_size
from game.ai.rollout.card_bits import ONE, CardMasks, get_card_bits, get_suit_masks
from game.ai.rollout.policy import FeatureEncoder, Scores
from game.ai.rollout.rollout import Batch, make_public_state
from game.rules.briscola.phases import HAND_SIZE, BriscolaTrickPhase
from game.rules.briscola_family import HALF_PACK_POINTS, RANKING
from tools.training.games import deal_sorted_pack

WIN_BONUS_POINTS: Final = 20.0
"""The value of winning the deal, besides the points. Points count twice because the others lack them."""


class BriscolaTraining:
    """The training task for a number of seats, in teams or each for themselves."""

    def __init__(self, seats: int, teams: bool = True) -> None:
        match = deal_sorted_pack("briscola", seats, teams=teams)
        phase = match.phase
        assert isinstance(phase, BriscolaTrickPhase)
        self.size = get_table_size(seats)
        self.start = make_public_state(phase)
        self.sides = tuple(
            next(side_index for side_index, side in enumerate(phase.sides) if seat in side) for seat in range(seats)
        )
        self.pack = ONE << np.array([get_card_bits(RANKING).bit_by_card[card] for card in match.pack], np.uint64)

    def deal_batch(self, rng: np.random.Generator, batch_size: int) -> tuple[Batch, FeatureEncoder]:
        order = rng.random((len(self.pack), batch_size), dtype=np.float32).argsort(axis=0)
        cards: CardMasks = self.pack[order]
        seats = len(self.sides)
        dealt_count = seats * HAND_SIZE
        hands = np.bitwise_or.reduce(cards[:dealt_count].reshape(seats, HAND_SIZE, batch_size), axis=1)
        stock = np.ascontiguousarray(cards[dealt_count:])
        return Batch(self.start, hands, stock, get_suit_masks(stock[-1])), BriscolaFeatureEncoder(self.sides)

    def compute_values(self, batch: Batch, sight: FeatureEncoder) -> Scores:
        sides = np.array(self.sides)
        points = (sides[:, None] == sides).astype(np.int16) @ batch.points()
        if len(set(self.sides)) == 2:
            values = 2.0 * points - 120 + WIN_BONUS_POINTS * np.sign(points - HALF_PACK_POINTS)
        else:
            is_best = points == points.max(axis=0)
            values = 2.0 * (points + WIN_BONUS_POINTS * (is_best & (is_best.sum(axis=0) == 1)))
        values_32: Scores = values.astype(np.float32)
        return values_32


TRAINING_TASKS: Final = {
    "briscola2": BriscolaTraining(2),
    "briscola3": BriscolaTraining(3),
    "briscola4": BriscolaTraining(4),
    "briscola4each": BriscolaTraining(4, teams=False),
    "briscola5": BriscolaTraining(5),
    "briscola6": BriscolaTraining(6),
}

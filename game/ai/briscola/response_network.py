"""What a card of Briscola for two promises to who sees only his own hand: a learned network.

It has learned how deals end, from deals against every kind of `OpponentType`, as long as there is a stock;
``python -m tools.training.briscola_replies`` makes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Final, NamedTuple

import numpy as np

from game.ai.briscola.features import PACK_MASK
from game.ai.briscola.value_network import PACK_SIZE, get_trump_suits, make_card_flags
from game.ai.rollout.card_bits import ONE, CardMasks
from game.ai.rollout.policy import Scores, unpack_cards
from game.ai.rollout.rollout import NO_CARDS, Batch, IndexArray
from game.rules.briscola.phases import HAND_SIZE
from game.rules.briscola_family import PACK_POINTS, RANKING


class OpponentType(IntEnum):
    """How the opponent plays: as an ordinary player (`club`), at random, or by the learned table."""

    HEURISTIC = 0
    RANDOM = 1
    LEARNED = 2


TRICKS_WITH_STOCK: Final = PACK_SIZE // 2 - HAND_SIZE
"""So many tricks are played while there is a stock."""
TRIED_CARD_OFFSET: Final = 2 * PACK_SIZE
"""Where the card stands that is tried, after those in hand and those unseen; then the card led, or that none is."""
TURNED_RANK_OFFSET: Final = TRIED_CARD_OFFSET + 2 * PACK_SIZE + 1
"""Where the rank of the turned card stands; then how many tricks the stock lasts."""
OPPONENT_TYPE_OFFSET: Final = TURNED_RANK_OFFSET + len(RANKING) + TRICKS_WITH_STOCK
"""Where it stands who the other is; nowhere, if he plays as has been learned."""
POINTS_OFFSET: Final = OPPONENT_TYPE_OFFSET + OpponentType.LEARNED
"""Where the points stand, the own and the other's."""
INPUT_SIZE: Final = POINTS_OFFSET + 2
HALF_OF_ALL_POINTS: Final = PACK_POINTS / 2
LEAD_SCALE_POINTS: Final = 100.0
"""So many points ahead are one in the network."""


class OutcomePrediction(NamedTuple):
    """What the player to act gets with their best card, by world: the probability to win the deal, a draw counted as
    half, and the points at the end.
    """

    win_probability: Scores
    points: Scores

    @property
    def value(self) -> Scores:
        """In points: the lead, and what the deal is worth."""
        value: Scores = 2 * (self.points - HALF_OF_ALL_POINTS) + WIN_BONUS_POINTS * (2 * self.win_probability - 1)
        return value


WIN_BONUS_POINTS: Final = 333.0
"""What winning the deal is worth beside a point, to one who cares for the deal."""


def predict_best_outcome(batch: Batch, network: Mapping[str, Scores], opponent_type: OpponentType) -> OutcomePrediction:
    """Predict the outcome of the best card of the player to act, against ``opponent_type``.

    ``batch``: of two players, with a stock left.
    """
    cards = unpack_cards(batch.hands_to_act())
    trump_suits = get_trump_suits(batch.trump_mask)
    sums = encode_inputs(batch, opponent_type) @ network["w0"] + network["b0"]
    hidden_1 = np.maximum(
        sums + network["w0"].take(TRIED_CARD_OFFSET + get_card_indices(cards, trump_suits), axis=0), 0
    )
    hidden_2 = np.maximum(hidden_1 @ network["w1"] + network["b1"], 0)
    outputs = hidden_2 @ network["w2"] + network["b2"]
    win_probabilities = np.clip((outputs[..., 0] + 1) / 2, 0, 1)
    points = HALF_OF_ALL_POINTS + LEAD_SCALE_POINTS / 2 * outputs[..., 1]
    values = np.where(cards != NO_CARDS, OutcomePrediction(win_probabilities, points).value, -np.inf)
    best = values.argmax(axis=0)
    return OutcomePrediction(win_probabilities[best, batch.column], points[best, batch.column])


def get_card_indices(cards: CardMasks, trump_suits: CardMasks) -> IndexArray:
    """Where single cards stand in a list of the pack; of no card any."""
    bits = np.bitwise_count(cards - ONE).astype(np.intp) % PACK_SIZE
    indices: IndexArray = (bits & ~3) + ((bits - trump_suits.astype(np.intp)) & 3)
    return indices


def encode_inputs(batch: Batch, opponent_type: OpponentType) -> Scores:
    """(worlds, `INPUT_SIZE`): what who is to play sees, without the card that he tries; trumps are the first suit."""
    trump_suits, hand, turned_cards = get_trump_suits(batch.trump_mask), batch.hands_to_act(), batch.stock[-1]
    inputs = np.zeros((batch.width, INPUT_SIZE), np.float32)
    inputs[:, :PACK_SIZE] = make_card_flags(hand, trump_suits)
    inputs[:, PACK_SIZE:TRIED_CARD_OFFSET] = make_card_flags(
        PACK_MASK & ~(hand | batch.seen_cards | turned_cards), trump_suits
    )
    if batch.cards_in_trick:
        inputs[:, TRIED_CARD_OFFSET + PACK_SIZE : TRIED_CARD_OFFSET + 2 * PACK_SIZE] = make_card_flags(
            batch.trick_cards, trump_suits
        )
    else:
        inputs[:, TURNED_RANK_OFFSET - 1] = 1
    inputs[batch.column, TURNED_RANK_OFFSET + (get_card_indices(turned_cards, trump_suits) >> 2)] = 1
    inputs[:, TURNED_RANK_OFFSET + len(RANKING) + (len(batch.stock) - batch.cards_drawn) // 2 - 1] = 1
    if opponent_type is not OpponentType.LEARNED:
        inputs[:, OPPONENT_TYPE_OFFSET + opponent_type] = 1
    points, players = batch.points() / np.float32(HALF_OF_ALL_POINTS), batch.players_to_act()
    inputs[:, POINTS_OFFSET] = points[players, batch.column]
    inputs[:, POINTS_OFFSET + 1] = points[1 - players, batch.column]
    return inputs

"""Response network of Briscola for two: the result of a deal after each card, seen from one hand.

It is trained on the results of deals against each `OpponentType`, in positions with a stock.
`tools.training.briscola_replies` trains it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np

from game.ai.briscola.value_network import PACK_SIZE, finish_network, get_trump_suits, make_card_flags
from game.ai.opponent_mixture import OpponentType
from game.ai.rollout.card_bits import ITALIAN_PACK_MASK, ONE, CardMasks
from game.ai.rollout.policy import Scores, unpack_cards
from game.ai.rollout.rollout import NO_CARDS, Batch, IndexArray
from game.rules.briscola.phases import HAND_SIZE
from game.rules.briscola_family import HALF_PACK_POINTS, RANKING

TRICKS_WITH_STOCK: Final = PACK_SIZE // 2 - HAND_SIZE
"""The number of tricks that are played while there is a stock."""
TRIED_CARD_OFFSET: Final = 2 * PACK_SIZE
"""Index of the inputs for the card evaluated.

Before them come those for the hand and the unseen cards, after them the card led, and a flag for no card led.
"""
TURNED_RANK_OFFSET: Final = TRIED_CARD_OFFSET + 2 * PACK_SIZE + 1
"""Index of the inputs for the rank of the turned card.

After them comes the number of tricks that the stock lasts.
"""
OPPONENT_TYPE_OFFSET: Final = TURNED_RANK_OFFSET + len(RANKING) + TRICKS_WITH_STOCK
"""Index of the inputs for the opponent's type; none is set for LEARNED."""
POINTS_OFFSET: Final = OPPONENT_TYPE_OFFSET + len(OpponentType) - 1
"""Index of the inputs for the points, the player's own and the opponent's."""
INPUT_SIZE: Final = POINTS_OFFSET + 2
LEAD_SCALE_POINTS: Final = 100.0
"""The lead in points that is 1 in the output of the network."""


class OutcomePrediction(NamedTuple):
    """The result for the player to act with their best card, by column.

    ``win_probability``: of the deal, a draw counts as half; ``points``: at the end.
    """

    win_probability: Scores
    points: Scores

    @property
    def value(self) -> Scores:
        """The lead at the end plus a bonus for winning the deal, in points."""
        return 2 * (self.points - HALF_PACK_POINTS) + WIN_BONUS_POINTS * (2 * self.win_probability - 1)


WIN_BONUS_POINTS: Final = 333.0
"""The difference in value between a deal won and a draw."""


def predict_best_outcome(batch: Batch, network: Mapping[str, Scores], opponent_type: OpponentType) -> OutcomePrediction:
    """Return the predicted result of the best card of the player to act.

    ``batch``: of two players, with a stock left; ``opponent_type``: the type of the other player.
    """
    cards = unpack_cards(batch.hands_to_act())
    trump_suits = get_trump_suits(batch.trump_mask)
    sums = encode_inputs(batch, opponent_type) @ network["w0"] + network["b0"]
    card_weights = network["w0"].take(TRIED_CARD_OFFSET + get_card_indices(cards, trump_suits), axis=0)
    outputs: Any = finish_network(network, sums + card_weights)
    win_probabilities = np.clip((outputs[..., 0] + 1) / 2, 0, 1)
    points = HALF_PACK_POINTS + LEAD_SCALE_POINTS / 2 * outputs[..., 1]
    values = np.where(cards != NO_CARDS, OutcomePrediction(win_probabilities, points).value, -np.inf)
    best = values.argmax(axis=0)
    return OutcomePrediction(win_probabilities[best, batch.column], points[best, batch.column])


def get_card_indices(cards: CardMasks, trump_suits: CardMasks) -> IndexArray:
    """Return the index of each single card in the rotated pack; undefined for no card."""
    bits = np.bitwise_count(cards - ONE).astype(np.intp) % PACK_SIZE
    indices: IndexArray = (bits & ~3) + ((bits - trump_suits.astype(np.intp)) & 3)
    return indices


def encode_inputs(batch: Batch, opponent_type: OpponentType) -> Scores:
    """Return the inputs without the card evaluated, (columns, `INPUT_SIZE`).

    They hold all that the player to act sees; trumps are the first suit.
    """
    trump_suits, hand, turned_cards = get_trump_suits(batch.trump_mask), batch.hands_to_act(), batch.stock[-1]
    inputs = np.zeros((batch.width, INPUT_SIZE), np.float32)
    inputs[:, :PACK_SIZE] = make_card_flags(hand, trump_suits)
    inputs[:, PACK_SIZE:TRIED_CARD_OFFSET] = make_card_flags(
        ITALIAN_PACK_MASK & ~(hand | batch.seen_cards | turned_cards), trump_suits
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
        inputs[:, OPPONENT_TYPE_OFFSET + opponent_type - 1] = 1
    points, players = batch.points() / np.float32(HALF_PACK_POINTS), batch.players_to_act()
    inputs[:, POINTS_OFFSET] = points[players, batch.column]
    inputs[:, POINTS_OFFSET + 1] = points[1 - players, batch.column]
    return inputs

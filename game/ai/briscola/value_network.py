"""Value network of Briscola: the points that each player will still take, in a position between two tricks.

It sees every card: its location, and how many are left to draw. It was trained on the results of such positions when
all players play by the policy table. `tools.training.point_prediction` trains it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.rollout.card_bits import CardMasks
from game.ai.rollout.policy import Scores
from game.ai.rollout.rollout import Batch, IndexArray
from game.rules.briscola_family import PACK_POINTS

PACK_SIZE: Final = 40
DRAW_COUNT_INPUT_SIZE: Final = 18
"""One input for each number of draws left to each player, from 0 to 17."""
UNWRAPPED_SUIT_BITS: Final = np.array([0x1111111111111111 * ((16 >> shift) - 1) for shift in range(4)], np.uint64)
"""By number of suits that a mask is rotated: the bits that stay in their height."""


def get_input_size(player_count: int) -> int:
    """Return the number of inputs of the network."""
    return PACK_SIZE * (player_count + 1) + DRAW_COUNT_INPUT_SIZE + PACK_SIZE // 4


def encode_inputs(batch: Batch) -> Scores:
    """Return the inputs of the network, (columns, `get_input_size`).

    These are the hands from the leader's on and the stock, as flags of cards with trumps as the first suit; the number
    of draws left; the rank of the turned card.
    """
    players, width = batch.player_count, batch.width
    trump_suits = get_trump_suits(batch.trump_mask)
    order = (batch.turn_index // width + np.arange(players)[:, None]) % players
    hands = batch.hands.reshape(players, width)[order, batch.column]
    stock = (
        np.bitwise_or.reduce(batch.stock[batch.cards_drawn :], axis=0) if batch.cards_drawn < len(batch.stock) else None
    )
    inputs = np.zeros((width, get_input_size(players)), np.float32)
    for index, hand in enumerate(hands):
        inputs[:, PACK_SIZE * index : PACK_SIZE * (index + 1)] = make_card_flags(hand, trump_suits)
    draws_left = (len(batch.stock) - batch.cards_drawn) // players
    inputs[:, PACK_SIZE * (players + 1) + draws_left] = 1
    if stock is not None:
        inputs[:, PACK_SIZE * players : PACK_SIZE * (players + 1)] = make_card_flags(stock, trump_suits)
        turned_heights = np.bitwise_count(batch.stock[-1] - np.uint64(1)).astype(np.intp) >> 2
        inputs[batch.column, PACK_SIZE * (players + 1) + DRAW_COUNT_INPUT_SIZE + turned_heights] = 1
    return inputs


def get_trump_suits(trump_masks: CardMasks) -> CardMasks:
    """Return the number of suits to rotate each mask so that trumps come first.

    ``trump_masks``: all trumps, by column.
    """
    suit_indices: CardMasks = np.bitwise_count((trump_masks & np.uint64(15)) - np.uint64(1)).astype(np.uint64)
    return suit_indices


def make_card_flags(cards: CardMasks, trump_suits: CardMasks) -> NDArray[np.uint8]:
    """Return ``cards`` as flags, (columns, cards), with the suits rotated.

    ``trump_suits``: the suit that comes first, by column.
    """
    kept_bits = UNWRAPPED_SUIT_BITS[trump_suits]
    moved = (cards >> trump_suits & kept_bits) | (cards << (np.uint64(4) - trump_suits) & ~kept_bits)
    return np.unpackbits(moved.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")[:, :PACK_SIZE]


def predict_points(batch: Batch, network: Mapping[str, Scores]) -> Scores:
    """Return the predicted points of each player at the end, (players, columns).

    ``batch`` is between two tricks.
    """
    points = batch.points().astype(np.float32)
    rest = PACK_POINTS - points.sum(axis=0)
    from_leader = run_network(network, encode_inputs(batch)).T + rest / batch.player_count
    order: IndexArray = (np.arange(batch.player_count)[:, None] - batch.turn_index // batch.width) % batch.player_count
    predicted_points: Scores = points + from_leader[order, batch.column]
    return predicted_points


def run_network(network: Mapping[str, Scores], inputs: Scores) -> Scores:
    """Return the points of each player beyond an equal share of those left.

    The shape is (columns, players), the leader first.
    """
    return finish_network(network, inputs @ network["w0"] + network["b0"])


def finish_network(network: Mapping[str, Scores], sums: Scores) -> Scores:
    """Return the outputs of the network from the ``sums`` of its first layer."""
    hidden_1 = np.maximum(sums, 0)
    hidden_2 = np.maximum(hidden_1 @ network["w1"] + network["b1"], 0)
    result: Scores = hidden_2 @ network["w2"] + network["b2"]
    return result

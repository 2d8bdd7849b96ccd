"""The values of many hands of Briscola chiamata before a card is played.

The points that a caller's side may expect are a weighted sum of features of the hand. The weights are learned by
``python -m tools.training.chiamata_hands`` from deals played by the policy table.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.ai.models import load_model
from game.ai.rollout.card_bits import FIRST_SUIT_MASK, ONE, CardMasks
from game.ai.rollout.rollout import NO_CARDS

FloatArray: TypeAlias = NDArray[np.float64]
ContractKind: TypeAlias = Literal["partner", "in_mano", "solo"]

RANK_COUNT: Final = 10
SUIT_COUNT: Final = 4
ALL_CARDS_MASK: Final = 0xFFFFFFFFFF
HONOR_HEIGHTS: Final = (9, 8, 7, 6, 5)
"""The heights of ace, three, king, queen and jack."""

FEATURE_COUNT: Final = 29
"""Number of features of a hand with a given trump suit."""
LONG_SUIT_LENGTH: Final = 4


def compute_features(hands: CardMasks, suit: int, positions: NDArray[np.intp]) -> FloatArray:
    """Return the features, (hands, `FEATURE_COUNT`), if ``suit`` is trump.

    ``suit``: 0 to 3; ``positions``: how many players play to the first trick before each hand.
    """
    columns = [np.ones(len(hands))]
    columns += [(hands >> np.uint64(4 * height + suit) & ONE).astype(float) for height in range(RANK_COUNT)]
    trumps = hands & (FIRST_SUIT_MASK << np.uint64(suit))
    columns += _count_honors(hands & ~trumps)
    columns += [(positions == position).astype(float) for position in range(1, 5)]
    length = np.bitwise_count(trumps)
    columns += [(length >= min_length).astype(float) for min_length in range(2, 7)]
    sides = [hands & (FIRST_SUIT_MASK << np.uint64(side)) for side in range(SUIT_COUNT) if side != suit]
    lengths = np.stack([np.bitwise_count(side) for side in sides])
    covered = np.stack([np.bitwise_count(side & CARICHI_MASK) == 2 for side in sides])
    columns += [covered.sum(axis=0), (lengths == 0).sum(axis=0), (lengths == 1).sum(axis=0)]
    columns.append((lengths >= LONG_SUIT_LENGTH).sum(axis=0))
    return np.stack(columns, axis=1).astype(float)


CARICHI_MASK: Final = np.uint64(0xFF00000000)
"""All aces and threes."""


def _count_honors(cards: CardMasks) -> list[FloatArray]:
    return [np.bitwise_count(cards & np.uint64(0xF << 4 * height)).astype(float) for height in HONOR_HEIGHTS]


def compute_solo_features(hands: CardMasks, positions: NDArray[np.intp]) -> FloatArray:
    """Return the features of hands in a solo, without a trump, (hands, 12).

    ``positions``: how many players play to the first trick before each hand.
    """
    covered = [
        np.bitwise_count(hands & CARICHI_MASK & (FIRST_SUIT_MASK << np.uint64(suit))) == 2 for suit in range(SUIT_COUNT)
    ]
    run = sum(count_from_top(hands, suit) for suit in range(SUIT_COUNT))
    columns = [np.ones(len(hands)), *_count_honors(hands), sum(covered), run]
    columns += [(positions == position).astype(float) for position in range(1, 5)]
    return np.stack([np.asarray(column, float) for column in columns], axis=1)


def count_from_top(hands: CardMasks, suit: int) -> NDArray[np.int64]:
    """Return how many of the highest cards of a suit each hand holds without a gap."""
    return _count_unbroken_run(hands, suit, range(RANK_COUNT - 1, -1, -1))


def count_from_bottom(hands: CardMasks, suit: int) -> NDArray[np.int64]:
    """Return how many of the lowest cards of a suit each hand holds without a gap."""
    return _count_unbroken_run(hands, suit, range(RANK_COUNT))


def _count_unbroken_run(hands: CardMasks, suit: int, heights: range) -> NDArray[np.int64]:
    is_unbroken = np.ones(len(hands), bool)
    count = np.zeros(len(hands), np.int64)
    for height in heights:
        is_unbroken &= (hands >> np.uint64(4 * height + suit) & ONE) != NO_CARDS
        count += is_unbroken
    return count


class HandValues:
    """The points that the caller's side may expect with each hand.

    ``call_points``: (hands, suits, heights of the called rank), with a partner or, where the hand holds the card, in
    mano; ``is_card_held``: likewise, whether the hand holds it; ``solo_points``: (hands). A call that is not allowed
    has minus infinity.
    """

    def __init__(self, hands: CardMasks, positions: NDArray[np.intp], *, allows_in_mano: bool) -> None:
        weights = load_model("chiamata_hands")
        self.hands = hands
        self.call_points = np.empty((len(hands), SUIT_COUNT, RANK_COUNT))
        self.is_card_held = np.empty((len(hands), SUIT_COUNT, RANK_COUNT), bool)
        for suit in range(SUIT_COUNT):
            suit_features = compute_features(hands, suit, positions)
            partner_points = (suit_features @ weights["partner"][:FEATURE_COUNT])[:, None] + weights["partner"][
                FEATURE_COUNT:
            ]
            in_mano_points = (suit_features @ weights["in_mano"])[:, None] if allows_in_mano else -np.inf
            heights = np.arange(RANK_COUNT, dtype=np.uint64) * np.uint64(4) + np.uint64(suit)
            self.is_card_held[:, suit] = (hands[:, None] >> heights & ONE) != NO_CARDS
            self.call_points[:, suit] = np.where(self.is_card_held[:, suit], in_mano_points, partner_points)
        self.solo_points = compute_solo_features(hands, positions) @ weights["solo"]

    def find_best_points(self) -> FloatArray:
        """Return the highest expected points of calling each rank, (hands, heights)."""
        best_points: FloatArray = self.call_points.max(axis=1)
        return best_points

    def find_best_suits(self) -> NDArray[np.intp]:
        """Return the suit with the highest expected points, (hands, heights)."""
        suits: NDArray[np.intp] = self.call_points.argmax(axis=1)
        return suits

    def find_best_forced_calls(self) -> tuple[FloatArray, NDArray[np.intp], NDArray[np.int64]]:
        """Return the best forced call of each hand: expected points, suit and height.

        The points are minus infinity for a hand without a forced call.
        """
        run_lengths = np.stack([count_from_bottom(self.hands, suit) for suit in range(SUIT_COUNT)], axis=1)
        height = np.minimum(run_lengths, RANK_COUNT - 1)
        call_points = np.take_along_axis(self.call_points, height[:, :, None], axis=2)[:, :, 0]
        call_points = np.where((run_lengths > 0) & (run_lengths < RANK_COUNT), call_points, -np.inf)
        suit = call_points.argmax(axis=1)
        rows = np.arange(len(suit))
        return call_points[rows, suit], suit, height[rows, suit]

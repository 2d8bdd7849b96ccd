"""The value of hands of Briscola chiamata before a card is played: the points that the caller's side may expect.

The points are a weighted sum of features of the hand. There are two models of the weights: `SEARCH_MODEL`, learned by
`tools.training.chiamata_hands` from deals played by the policy table, and `CLUB_MODEL`, for which
`tools.training.auction_fit` fits the features that a person counts to deals played by the level "club".
Over 500 deals bid and played by "club", the winning contracts had 73 expected and 74 actual points (with the preset
"regolamento" 72 and 73), with a standard deviation of 16.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.ai.models import load_model
from game.ai.rollout.card_bits import ONE, CardMasks

FloatArray: TypeAlias = NDArray[np.float64]
BoolArray: TypeAlias = NDArray[np.bool_]
ContractKind: TypeAlias = Literal["partner", "in_mano", "solo"]
CONTRACT_KINDS: Final[tuple[ContractKind, ...]] = ("partner", "in_mano", "solo")

SEARCH_MODEL: Final = "chiamata_hands"
CLUB_MODEL: Final = "chiamata_club_hands"
"""It also has ``std_dev_points`` of the points around the fit, by `CONTRACT_KINDS`."""

RANK_COUNT: Final = 10
SUIT_COUNT: Final = 4
HONOR_HEIGHTS: Final = (9, 8, 7, 6, 5)
"""The heights of ace, three, king, queen and jack."""
LATER_POSITIONS: Final = np.arange(1, 5)
"""The positions in the first trick but that of the leader."""
LONG_SUIT_LENGTH: Final = 4
TRUMP_LENGTHS: Final = np.arange(2, 7)
GREAT_TRUMP_LENGTHS: Final = np.array([7, 8])
UNREMARKABLE_RUN_LENGTH: Final = 3
"""The number of cards that are the highest of their suits from which a solo is much stronger with each more."""


def compute_features(hands: CardMasks, positions: NDArray[np.intp]) -> FloatArray:
    """Return the features of each hand with each suit as trump, (hands, suits, features).

    A model may leave out the last features. ``positions``: how many players play to the first trick before each hand.
    """
    held = find_held_cards(hands)
    lengths = held.sum(axis=2)
    suit_features = np.stack(
        [_have_ace_and_three(held), lengths == 0, lengths == 1, lengths >= LONG_SUIT_LENGTH], axis=2
    )
    parts = (
        np.ones((1, 1, 1)),
        held,
        _count_other_suits(held)[:, :, HONOR_HEIGHTS],
        (positions[:, None] == LATER_POSITIONS)[:, None],
        lengths[:, :, None] >= TRUMP_LENGTHS,
        _count_other_suits(suit_features),
        lengths[:, :, None] >= GREAT_TRUMP_LENGTHS,
    )
    return np.concatenate([np.broadcast_to(part, (*lengths.shape, part.shape[2])) for part in parts], axis=2)


def compute_solo_features(hands: CardMasks, positions: NDArray[np.intp]) -> FloatArray:
    """Return the features of hands in a solo, without a trump, (hands, features), as `compute_features` does."""
    held = find_held_cards(hands)
    run_length = _count_unbroken_run(held[:, :, ::-1]).sum(axis=1)
    columns = (
        np.ones(len(hands)),
        *held.sum(axis=1)[:, HONOR_HEIGHTS].T,
        _have_ace_and_three(held).sum(axis=1),
        run_length,
        *(positions[:, None] == LATER_POSITIONS).T,
        np.maximum(0, run_length - UNREMARKABLE_RUN_LENGTH),
    )
    return np.stack([np.asarray(column, float) for column in columns], axis=1)


def find_held_cards(hands: CardMasks) -> BoolArray:
    """Return whether each hand holds each card, (hands, suits, heights)."""
    bits = np.arange(SUIT_COUNT, dtype=np.uint64)[:, None] + np.arange(RANK_COUNT, dtype=np.uint64) * np.uint64(4)
    return (hands[:, None, None] >> bits & ONE).astype(bool)


def _count_other_suits(features: BoolArray) -> NDArray[np.int64]:
    """Return in how many of the other suits each feature is true, both (hands, suits, features)."""
    count: NDArray[np.int64] = features.sum(axis=1, keepdims=True) - features
    return count


def _have_ace_and_three(held: BoolArray) -> BoolArray:
    return held[:, :, -1] & held[:, :, -2]


def _count_unbroken_run(held: BoolArray) -> NDArray[np.int64]:
    """Return how many cards of each suit a hand holds without a gap, from the first height on, (hands, suits)."""
    count: NDArray[np.int64] = np.logical_and.accumulate(held, axis=2).sum(axis=2)
    return count


class HandValues:
    """The points that the caller's side may expect with each hand, in one ``position`` in the first trick.

    ``call_points``: (hands, suits, heights of the called rank), with a partner or, where the hand holds the card, in
    mano; ``is_card_held``: likewise, whether the hand holds it; ``solo_points``: (hands). A call that is not allowed
    has minus infinity.
    """

    def __init__(self, hands: CardMasks, position: int, *, allows_in_mano: bool, model: str = SEARCH_MODEL) -> None:
        weights, positions = load_model(model), np.full(len(hands), position)
        features = compute_features(hands, positions)
        partner_points = _predict(features, weights["partner"][:-RANK_COUNT])[:, :, None]
        in_mano_points = _predict(features, weights["in_mano"])[:, :, None] if allows_in_mano else -np.inf
        self.is_card_held = find_held_cards(hands)
        self.call_points = np.where(
            self.is_card_held, in_mano_points, partner_points + weights["partner"][-RANK_COUNT:]
        )
        self.solo_points = _predict(compute_solo_features(hands, positions), weights["solo"])

    def find_best_forced_calls(self) -> tuple[FloatArray, NDArray[np.intp], NDArray[np.int64]]:
        """Return the best forced call of each hand: expected points, suit and height.

        The points are minus infinity for a hand without a forced call.
        """
        run_lengths = _count_unbroken_run(self.is_card_held)
        height = np.minimum(run_lengths, RANK_COUNT - 1)
        call_points = np.take_along_axis(self.call_points, height[:, :, None], axis=2)[:, :, 0]
        call_points = np.where((run_lengths > 0) & (run_lengths < RANK_COUNT), call_points, -np.inf)
        suit = call_points.argmax(axis=1)
        rows = np.arange(len(suit))
        return call_points[rows, suit], suit, height[rows, suit]


def _predict(features: FloatArray, weights: NDArray[np.float32]) -> FloatArray:
    """Return the points of a model with ``weights`` for the first features."""
    return features[..., : len(weights)] @ weights

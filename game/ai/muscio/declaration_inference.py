"""The strength of hands in Muscio, and the likelihood of declarations given a hand.

The weights are fitted to deals by `tools.training.muscio_declarations`.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.ai.models import load_policy_table
from game.ai.rollout.card_bits import CardMasks, select_lowest
from game.ai.rollout.rollout import NO_CARDS
from game.core.actions import Pass
from game.rules.muscio.actions import TakeBlinde
from game.rules.muscio.scoring import HAND_SIZE, RANKING
from game.rules.muscio.trick_play import Declaration

DECLARES_PLAY, DECLARES_PASS, DECLARES_BLINDE = range(3)
"""To play, to pass, to play with the blinde."""

DECLARATION_MODEL_SHAPE: Final = (6, 6, 2, 3, 2)
"""Size of each index.

Participants so far, later seats, whether the blinde is available; then the declaration, and its level and slope.
"""
HEIGHT_COUNT: Final = len(RANKING)
HAND_FEATURE_COUNT: Final = 2 * HEIGHT_COUNT + HAND_SIZE + 1
"""Trumps by height, other cards by height, one feature for each number of trumps."""

FloatArray: TypeAlias = NDArray[np.float64]


def compute_features(hands: CardMasks, trump_mask: int) -> list[NDArray[np.uint8]]:
    """Return the features of ``hands``.

    They are the trumps and the other cards by height, and a flag for each number of trumps.
    """
    trump_bits = np.uint64(trump_mask)
    height_masks = [np.uint64(0xF << 4 * height) for height in range(HEIGHT_COUNT)]
    trump_cards, plain_cards = hands & trump_bits, hands & ~trump_bits
    height_counts = [
        np.bitwise_count(cards & height_mask) for cards in (trump_cards, plain_cards) for height_mask in height_masks
    ]
    trump_counts = np.bitwise_count(trump_cards)
    return height_counts + [(trump_counts == trump_count).astype(np.uint8) for trump_count in range(HAND_SIZE + 1)]


def predict_points(hands: CardMasks, trump_mask: int) -> FloatArray:
    """Return the points that each of ``hands`` is likely to gain among three players."""
    weights = load_policy_table("muscio_strength")
    points = np.zeros(hands.shape)
    for weight, feature in zip(weights, compute_features(hands, trump_mask), strict=True):
        if weight:
            points += float(weight) * feature
    return points


def exchange_turned_card(
    hands: CardMasks, trump_mask: CardMasks | np.uint64, turned_mask: CardMasks | np.uint64
) -> CardMasks:
    """Return the dealer's hands after an exchange for the turned trump.

    The card given is the lowest one that is not a trump, or else a lower trump; without either the hand stays the same.
    """
    plain_cards = hands & ~trump_mask
    given_cards = select_lowest(np.where(plain_cards != NO_CARDS, plain_cards, hands))
    return np.where((plain_cards != NO_CARDS) | (given_cards < turned_mask), hands ^ given_cards ^ turned_mask, hands)


def compute_declaration_probabilities(
    hand_points: FloatArray,
    participant_counts: NDArray[np.intp] | int,
    later_seat_count: int,
    is_blinde_available: NDArray[np.bool_] | bool,
) -> FloatArray:
    """Return the probability of each declaration, (declarations, hands).

    ``hand_points``: from `predict_points`; ``participant_counts``: participants so far; ``later_seat_count``: how many
    seats declare later; ``is_blinde_available``: whether it has not been taken.
    """
    logit_weights = load_policy_table("muscio_says").reshape(DECLARATION_MODEL_SHAPE)[
        participant_counts, later_seat_count, np.asarray(is_blinde_available, np.intp)
    ]
    logits = logit_weights[..., 0].T.reshape(3, -1) + logit_weights[..., 1].T.reshape(3, -1) * hand_points
    logits[DECLARES_BLINDE] = np.where(is_blinde_available, logits[DECLARES_BLINDE], -np.inf)
    exp_logits = np.exp(logits - logits.max(axis=0))
    probabilities: FloatArray = exp_logits / exp_logits.sum(axis=0)
    return probabilities


def compute_standing_probability(hand_points: FloatArray) -> FloatArray:
    """Return the probability that a hand does not forfeit against one opponent.

    ``hand_points``: from `predict_points`.
    """
    level, slope = load_policy_table("muscio_stands")
    probabilities: FloatArray = 1 / (1 + np.exp(-level - slope * hand_points))
    return probabilities


def get_declaration_kind(declaration: Declaration) -> int:
    """Return the index of a declaration: play, pass or blinde."""
    if isinstance(declaration, Pass):
        return DECLARES_PASS
    return DECLARES_BLINDE if isinstance(declaration, TakeBlinde) else DECLARES_PLAY


RANDOM_DECLARATION_PROBABILITY: Final = 0.03
"""Probability of a declaration at random, independent of the hand."""


def compute_declarations_log_likelihood(
    declarations: tuple[Declaration, ...], hands: dict[int, CardMasks], trump_mask: int, seats: int
) -> FloatArray:
    """Return log P(declarations | hands), by state.

    ``hands``: by seat, the hands before the blinde was taken, the dealer's after the exchange; declarations of other
    seats do not count; ``seats``: the number of seats.
    """
    log_likelihood: FloatArray = np.zeros(1)
    participant_count, is_blinde_available = 0, True
    for index, declaration in enumerate(declarations):
        kind = get_declaration_kind(declaration)
        if declaration.seat in hands:
            hand_points = predict_points(hands[declaration.seat], trump_mask)
            probabilities = compute_declaration_probabilities(
                hand_points, participant_count, seats - 1 - index, is_blinde_available
            )[kind]
            log_likelihood = log_likelihood + np.log(
                (1 - RANDOM_DECLARATION_PROBABILITY) * probabilities + RANDOM_DECLARATION_PROBABILITY / 3
            )
        participant_count += kind != DECLARES_PASS
        is_blinde_available = is_blinde_available and kind != DECLARES_BLINDE
    return log_likelihood

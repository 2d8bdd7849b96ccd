"""The play of the level "club" in Briscola for two, in many states at once. It is the model of a heuristic opponent.

The functions compute the same as `game.ai.briscola.heuristic` does for one hand, over arrays, while there is a stock. A
test compares both.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.ai.briscola.heuristic import (
    CLUB_WEIGHTS,
    OVERTAKE_IN_SUIT_PROBABILITY,
    TRUMPING_PROBABILITY_BY_POINTS,
    UNKNOWN_DRAW_VALUE_POINTS,
    UNWILLING_DISCARD_POINTS,
)
from game.ai.rollout.card_bits import ITALIAN_PACK_MASK as PACK_MASK
from game.ai.rollout.card_bits import ONE, CardMasks, get_card_bits, get_suit_masks, mask_above
from game.ai.rollout.policy import unpack_cards
from game.ai.rollout.rollout import NO_CARDS, Batch
from game.core.cards import SUITS, get_card
from game.match.observation import Observation
from game.rules.briscola.phases import HAND_SIZE, BriscolaTrickPhase
from game.rules.briscola_family import CARD_POINTS, RANKING

FloatArray = NDArray[np.float64]

_RANKS_ASCENDING: Final = RANKING[::-1]
POINTS_BY_HEIGHT: Final = np.array([CARD_POINTS.get(rank, 0) for rank in _RANKS_ASCENDING], np.float64)
"""Card points by height, from the 2 up."""
VALUE_IN_HAND_BY_HEIGHT: Final = np.array(
    [
        [CLUB_WEIGHTS.compute_value_in_hand(get_card(rank, suit), SUITS[0], 2) for rank in _RANKS_ASCENDING]
        for suit in SUITS[1::-1]
    ]
)
"""(plain or trump, height): value of a card while it stays in hand."""
MEAN_HIGHER_CARD_POINTS: Final = np.array(
    [*(POINTS_BY_HEIGHT[height:].mean() for height in range(1, len(POINTS_BY_HEIGHT))), 0.0]
)
"""By height of a plain card: the mean points of the higher cards of its suit."""


def find_exchanged_card(observation: Observation) -> np.uint64:
    """Return the card taken in an exchange, 0 if none: all know which seat holds it."""
    phase = observation.phase
    assert isinstance(phase, BriscolaTrickPhase)
    return NO_CARDS if phase.exchange is None else np.uint64(get_card_bits(phase.ranking).make_mask(phase.exchange[1:]))


class CardScores(NamedTuple):
    """The values of the cards of hands, both arrays (cards of the hand, columns)."""

    cards: CardMasks
    scores: FloatArray


def score_cards(batch: Batch, public_card: np.uint64 = NO_CARDS) -> CardScores:
    """Return the value that "club" gives each card of the player to act.

    ``batch``: of two players, with a stock; ``public_card``: an exchanged card, which everybody knows to be in the hand
    of the player that took it.
    """
    own_hand, trump, turned = batch.hands_to_act(), batch.trump_mask, batch.stock[-1]
    cards = unpack_cards(own_hand)
    height = np.bitwise_count(cards - ONE) >> 2
    is_trump = ((cards & trump) != NO_CARDS).astype(np.intp)
    points, value_in_hand = (
        POINTS_BY_HEIGHT.take(height, mode="clip"),
        VALUE_IN_HAND_BY_HEIGHT[is_trump, np.minimum(height, len(POINTS_BY_HEIGHT) - 1)],
    )
    gain = np.zeros(batch.width)
    if len(batch.stock) - batch.cards_drawn == batch.player_count:
        gain = VALUE_IN_HAND_BY_HEIGHT[1].take(np.bitwise_count(turned - ONE) >> 2) - UNKNOWN_DRAW_VALUE_POINTS
    if batch.cards_in_trick:
        trick_points = POINTS_BY_HEIGHT.take(np.bitwise_count(batch.trick_cards - ONE) >> 2) + points
        return CardScores(
            cards,
            np.where((cards & batch.winning_mask) != NO_CARDS, trick_points - gain, gain - trick_points)
            - value_in_hand,
        )
    opponent_hand = batch.hands.take((batch.turn_index + batch.width) % batch.flat_size)
    known_mask = opponent_hand & public_card
    unseen = PACK_MASK & ~(own_hand | batch.seen_cards | turned | known_mask)
    higher = get_suit_masks(cards) & mask_above(cards) & PACK_MASK
    trumping_cards = np.where(is_trump == 1, higher, trump)
    overtake_probability = np.where(
        is_trump == 1, 0.0, OVERTAKE_IN_SUIT_PROBABILITY * _compute_holding_probability(higher, unseen, known_mask)
    )
    trump_probability = (
        (1 - overtake_probability)
        * _compute_holding_probability(trumping_cards, unseen, known_mask)
        * _get_trumping_probability(points)
    )
    overtake_points = MEAN_HIGHER_CARD_POINTS.take(height, mode="clip")
    expected_loss = overtake_probability * (points + overtake_points) + trump_probability * points
    scores = (
        (1 - overtake_probability - trump_probability) * (points + UNWILLING_DISCARD_POINTS - gain)
        - expected_loss
        + (overtake_probability + trump_probability) * gain
        - value_in_hand
    )
    return CardScores(cards, scores)


def _compute_holding_probability(wanted: CardMasks, unseen: CardMasks, known_mask: CardMasks) -> FloatArray:
    """Return the probability that the opponent holds one of the ``wanted`` cards.

    All cards of their hand except ``known_mask`` are equally likely any of ``unseen``.
    """
    unseen_count = np.bitwise_count(unseen).astype(np.float64)
    wanted_count = np.bitwise_count(wanted & unseen)
    unknown_count = HAND_SIZE - np.bitwise_count(known_mask)
    void_probability = np.ones(wanted_count.shape)
    for index in range(HAND_SIZE):
        void_probability *= np.where(
            index < unknown_count,
            np.maximum(0, unseen_count - wanted_count - index) / np.maximum(1, unseen_count - index),
            1.0,
        )
    probability: FloatArray = np.where((wanted & known_mask) != NO_CARDS, 1.0, 1 - void_probability)
    return probability


def _get_trumping_probability(points: FloatArray) -> FloatArray:
    """Return the probability that a trump is spent on a card of ``points``."""
    probability: FloatArray = np.select(
        [points >= min_points for min_points, _probability in TRUMPING_PROBABILITY_BY_POINTS],
        [probability for _probability, probability in TRUMPING_PROBABILITY_BY_POINTS],
    )
    return probability


def choose_best_cards(card_scores: CardScores) -> CardMasks:
    """Return the card of each hand with the highest value."""
    best = np.where(card_scores.cards != NO_CARDS, card_scores.scores, -np.inf).argmax(axis=0)
    cards: CardMasks = card_scores.cards[best, np.arange(card_scores.cards.shape[1])]
    return cards

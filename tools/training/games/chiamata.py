"""Deals of Briscola chiamata with plausible calls."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.chiamata.features import ChiamataFeatureEncoder
from game.ai.rollout.card_bits import (
    FIRST_SUIT_MASK,
    ITALIAN_PACK_MASK,
    ONE,
    CardMasks,
    mask_below_highest,
    select_lowest,
    select_nth,
)
from game.ai.rollout.policy import FeatureEncoder, Scores
from game.ai.rollout.rollout import NO_CARDS, Batch, PublicState, make_public_state
from game.core.actions import Pass
from game.rules.chiamata.actions import Call, NameSuit
from game.rules.chiamata.game import SEAT_COUNT
from tools.training.games import deal_sorted_pack, open_play

TRUMP_STRENGTH_BY_HEIGHT: Final = (1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.3, 2.6, 4.5, 7.0)
"""The value of each trump, from the lowest, when a caller chooses a suit."""
(
    RANDOM_CALLER_PROBABILITY,
    LOWEST_CALL_PROBABILITY,
    HIGHEST_CALL_CUMULATIVE_PROBABILITY,
    IN_MANO_PROBABILITY,
    SOLO_PROBABILITY,
) = 0.3, 0.65, 0.8, 0.04, 0.03
"""The probabilities of calls.

The caller is a random seat with a random suit and the highest missing card; of the other callers, the lowest missing
card is called, or (up to the cumulative probability) the highest, or else a random one; a card of the own hand; a solo.
"""
WIN_BONUS_POINTS: Final = 20.0
"""The value of reaching 61 points, besides the points."""


def make_start() -> PublicState:
    """Return the state before the first card."""
    match = deal_sorted_pack("chiamata", SEAT_COUNT, annul_poor_hand="off")
    return make_public_state(open_play(match, Call(0, "A"), *map(Pass, range(1, SEAT_COUNT)), NameSuit(0, "d")))


def deal_hands(rng: np.random.Generator, deal_count: int) -> CardMasks:
    """Return the five hands of ``deal_count`` random deals, (players, deals)."""
    pack = ONE << np.arange(40, dtype=np.uint64)
    cards = pack[rng.random((deal_count, 40), dtype=np.float32).argsort(axis=1)]
    hands: CardMasks = np.bitwise_or.reduce(cards.reshape(deal_count, 5, 8), axis=2).T.copy()
    return hands


class ChiamataTraining:
    """The training task of Briscola chiamata."""

    size = ChiamataFeatureEncoder.table_size

    def deal_batch(self, rng: np.random.Generator, batch_size: int) -> tuple[Batch, FeatureEncoder]:
        hands = deal_hands(rng, batch_size)
        column = np.arange(batch_size)
        anybody = rng.random(batch_size) < RANDOM_CALLER_PROBABILITY
        best = (compute_suit_strength(hands) + rng.normal(0, 0.8, (20, batch_size))).argmax(axis=0)
        caller = np.where(anybody, rng.integers(0, 5, batch_size), best // 4)
        suit = np.where(anybody, rng.integers(0, 4, batch_size), best % 4)
        trump = FIRST_SUIT_MASK << suit.astype(np.uint64)
        called = _choose_called_cards(hands[caller, column], trump & ITALIAN_PACK_MASK, anybody, rng)
        solo = ~anybody & (rng.random(batch_size) < SOLO_PROBABILITY)
        called, trump = np.where(solo, NO_CARDS, called), np.where(solo, NO_CARDS, trump)
        partner = np.where(called == NO_CARDS, caller, ((hands & called) != NO_CARDS).argmax(axis=0))
        batch = Batch(make_start(), hands, trump_mask=trump)
        batch.turn_index = batch.winner_index = rng.integers(0, 5, batch_size) * batch_size + column
        return batch, ChiamataFeatureEncoder(batch, caller, partner, called)

    def compute_values(self, batch: Batch, sight: FeatureEncoder) -> Scores:
        assert isinstance(sight, ChiamataFeatureEncoder)
        side = sight.is_caller_side.reshape(5, -1)
        side_points = (batch.points() * side).sum(axis=0)
        value = side_points + WIN_BONUS_POINTS * (side_points >= 61)
        score: Scores = np.where(side, value, -value).astype(np.float32)
        return score


def compute_suit_strength(hands: CardMasks) -> NDArray[np.float64]:
    """Return the value of each suit in each hand for a caller, (4 * player + suit, deals)."""
    strengths = np.zeros((5, 4, hands.shape[1]))
    for suit in range(4):
        for height, strength in enumerate(TRUMP_STRENGTH_BY_HEIGHT):
            strengths[:, suit] += (hands >> np.uint64(4 * height + suit) & ONE) * strength
    return strengths.reshape(20, -1)


def _choose_called_cards(
    hand: CardMasks, suit: CardMasks, is_random_caller: NDArray[np.bool_], rng: np.random.Generator
) -> CardMasks:
    width = len(hand)
    missing, held_cards = suit & ~hand, suit & hand
    highest = missing & ~mask_below_highest(missing)
    random_missing = select_nth(missing, (rng.random(width) * np.bitwise_count(missing)).astype(np.uint8))
    random_value = rng.random(width)
    called = np.where(
        random_value < LOWEST_CALL_PROBABILITY,
        select_lowest(missing),
        np.where(random_value < HIGHEST_CALL_CUMULATIVE_PROBABILITY, highest, random_missing),
    )
    called = np.where(is_random_caller, highest, called)
    in_mano = (missing == NO_CARDS) | (
        ~is_random_caller & (held_cards != NO_CARDS) & (rng.random(width) < IN_MANO_PROBABILITY)
    )
    return np.where(in_mano, select_lowest(held_cards), called)

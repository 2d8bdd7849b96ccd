"""Deals of Muscio with plausible hands: the better ones, some with the blinde or the dealer's exchange."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.muscio.declaration_inference import exchange_turned_card
from game.ai.muscio.features import MuscioFeatureEncoder
from game.ai.muscio.search_model import make_opening_state
from game.ai.rollout.card_bits import FIRST_SUIT_MASK, ONE, CardMasks
from game.ai.rollout.policy import FeatureEncoder, Scores
from game.ai.rollout.rollout import NO_CARDS, Batch
from game.rules.muscio.scoring import HAND_SIZE, NO_TRICK_POINTS

HANDS_DEALT: Final = 6
"""The number of hands dealt besides the blinde; the players get the best of them."""
TRUMP_STRENGTH_BY_HEIGHT: Final = (0.45, 0.48, 0.5, 0.55, 0.6, 0.65, 0.75, 0.85, 0.95, 1.0)
SIDE_SUIT_STRENGTH_BY_HEIGHT: Final = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.05, 0.12, 0.25, 0.45)
"""The value of each card, from the lowest, in the decision to play a hand; above the same for trumps."""
JUDGMENT_STD_DEV: Final = 0.5
"""The standard deviation of players' judgments of a hand."""
BLINDE_PROBABILITY: Final = 0.25
"""The probability that a player plays with the blinde."""
EXCHANGE_PROBABILITY: Final = 0.5
"""The probability that the last player is the dealer."""
PLAYER_COUNTS: Final = (2, 2, 3, 3, 3, 4, 4, 5, 6)
"""The numbers of players, each entry with equal probability."""
MIN_RIVAL_DIVISOR: Final = 3
"""The least divisor of the others' gain, which counts against a player; it is their number if that is larger."""


class MuscioTraining:
    """The training task of Muscio."""

    size = MuscioFeatureEncoder.table_size

    def deal_batch(self, rng: np.random.Generator, batch_size: int) -> tuple[Batch, FeatureEncoder]:
        players = PLAYER_COUNTS[rng.integers(len(PLAYER_COUNTS))]
        pack = ONE << np.arange(40, dtype=np.uint64)
        cards = pack[rng.random((batch_size, 40), dtype=np.float32).argsort(axis=1)].T
        dealt = cards[: HAND_SIZE * (HANDS_DEALT + 1)].reshape(HANDS_DEALT + 1, HAND_SIZE, batch_size)
        fives: CardMasks = np.bitwise_or.reduce(dealt, axis=1)
        turned = cards[HAND_SIZE * (HANDS_DEALT + 1)]
        trump = _get_suit_masks(turned)
        judged_strength = compute_hand_strength(fives[:HANDS_DEALT], trump) + rng.normal(
            0, JUDGMENT_STD_DEV, (HANDS_DEALT, batch_size)
        )
        best_hands = np.sort((-judged_strength).argsort(axis=0)[:players], axis=0)
        hands = np.take_along_axis(fives, best_hands, axis=0)
        column = np.arange(batch_size)
        taker = np.where(rng.random(batch_size) < BLINDE_PROBABILITY, rng.integers(0, players, batch_size), players)
        drawn = column[taker < players]
        hands[taker[drawn], drawn] = fives[HANDS_DEALT, drawn]
        has_exchanged = (rng.random(batch_size) < EXCHANGE_PROBABILITY) & (taker != players - 1)
        exchanged_hand = exchange_turned_card(hands[-1], trump, turned)
        discarded = (hands[-1] | turned) ^ exchanged_hand
        hands[-1] = np.where(has_exchanged, exchanged_hand, hands[-1])
        batch = Batch(make_opening_state(players, "d"), hands, trump_mask=trump)
        aside = np.tile(np.where(has_exchanged, NO_CARDS, turned), (players, 1))
        aside[-1] = np.where(has_exchanged, discarded, turned)
        return batch, MuscioFeatureEncoder(batch, hands, aside)

    def compute_values(self, batch: Batch, sight: FeatureEncoder) -> Scores:
        tricks = batch.points()
        gain = np.where(tricks > 0, tricks, -NO_TRICK_POINTS).astype(np.float32)
        value: Scores = gain - (gain.sum(axis=0) - gain) / max(MIN_RIVAL_DIVISOR, batch.player_count - 1)
        return value


def _get_suit_masks(single: CardMasks) -> CardMasks:
    suit: CardMasks = FIRST_SUIT_MASK << (np.bitwise_count(single - ONE) & np.uint8(3)).astype(np.uint64)
    return suit


def compute_hand_strength(hands: CardMasks, trump: CardMasks) -> NDArray[np.float64]:
    """Return the value of each hand, (hands, deals)."""
    strengths = np.zeros(hands.shape)
    for height in range(10):
        row = np.uint64(0xF << 4 * height)
        strengths += np.bitwise_count(hands & row & trump) * TRUMP_STRENGTH_BY_HEIGHT[height]
        strengths += np.bitwise_count(hands & row & ~trump) * SIDE_SUIT_STRENGTH_BY_HEIGHT[height]
    return strengths

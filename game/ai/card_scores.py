"""The choice of a card by the scores that a heuristic gives the cards of a hand, in one position or in many states."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.ai.rollout.card_bits import CardMasks, get_card_bits
from game.ai.rollout.rollout import Batch, make_public_state
from game.core.actions import Play
from game.core.cards import HIDDEN_CARD, Card, Hand
from game.core.trick_taking import TrickPhase


class CardScores(NamedTuple):
    """The values of the cards of hands, both arrays (cards of the hand, columns)."""

    cards: CardMasks
    scores: NDArray[np.floating]

    def select(self, legal_cards: CardMasks) -> CardScores:
        """Return the scores of the legal cards of each hand."""
        return self._replace(cards=self.cards & legal_cards)


def choose_best_cards(card_scores: CardScores) -> CardMasks:
    """Return the card of each hand with the highest value."""
    best = np.where(card_scores.cards != 0, card_scores.scores, -np.inf).argmax(axis=0)
    cards: CardMasks = card_scores.cards[best, np.arange(card_scores.cards.shape[1])]
    return cards


def choose_best_play(
    phase: TrickPhase, plays: Sequence[Play], card_scores: CardScores, rng: Random, tie_tolerance: float
) -> Play:
    """Return the play of ``plays`` with the highest value, by ``rng`` one of those within ``tie_tolerance`` of it.

    ``card_scores``: of a batch of one column, with the cards of all ``plays``.
    """
    card_bits = get_card_bits(phase.ranking)
    score_by_card = dict(zip(card_scores.cards[:, 0].tolist(), card_scores.scores[:, 0].tolist(), strict=True))
    scores = [score_by_card[1 << card_bits.bit_by_card[play.card]] for play in plays]
    min_score = max(scores) - tie_tolerance
    return rng.choice([play for play, score in zip(plays, scores, strict=True) if score > min_score])


def make_observed_batch(phase: TrickPhase, stock: Hand = ()) -> Batch:
    """Return ``phase``, masked for a seat, as a batch of one column in which hidden cards are missing."""
    public_state = make_public_state(phase)
    card_bits = public_state.rule_tables.card_bits

    def make_masks(card_sets: Iterable[Iterable[Card]]) -> CardMasks:
        open_masks = [card_bits.make_mask(card for card in cards if card is not HIDDEN_CARD) for cards in card_sets]
        return np.array(open_masks, np.uint64).reshape(-1, 1)

    return Batch(
        public_state,
        make_masks(phase.hands[seat] for seat in public_state.players),
        make_masks((card,) for card in stock),
    )

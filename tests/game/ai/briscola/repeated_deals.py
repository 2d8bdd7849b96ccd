"""Deals of two players in the form of the fast search."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from game.ai.rollout.card_bits import get_card_bits
from game.ai.rollout.rollout import Batch, make_public_state
from game.match.match import Match
from game.rules.briscola.phases import BriscolaTrickPhase
from game.rules.briscola_family import RANKING
from tests.helpers import make_match, play_random_actions

BITS = get_card_bits(RANKING)


def iter_turns(seed: int, exchange: str = "off") -> Iterator[tuple[Match, BriscolaTrickPhase]]:
    """Yield the turns with a choice of cards of a random deal for two while there is a stock."""
    for moment in play_random_actions(make_match(seats=2, trump_exchange=exchange), seed, prefers_new_verbs=True):
        phase = moment.match.phase
        if isinstance(phase, BriscolaTrickPhase) and phase.stock:
            yield moment.match, phase


def repeat_dealt_cards(phase: BriscolaTrickPhase, worlds: int = 1) -> Batch:
    """Return a batch with the cards of the phase in each of ``worlds`` states."""
    hands = np.array([[BITS.make_mask(hand)] for hand in phase.hands], np.uint64)
    stock = np.array([[BITS.make_mask((card,))] for card in phase.stock], np.uint64).reshape(-1, 1)
    return Batch(make_public_state(phase), hands.repeat(worlds, axis=1), stock.repeat(worlds, axis=1))

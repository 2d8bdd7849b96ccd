"""Sampling of the history of a Briscola deal: the cards drawn, backwards from sampled hands.

At each draw, every card held after it is equally likely to be the drawn one, apart from public facts: the seat that
drew the turned card, and the seat that exchanged it. An exchange is treated as if made before the first card: the seat
held the card that it took from the start, and the card that it gave was turned.
"""

from __future__ import annotations

import numpy as np

from game.ai.rollout.card_bits import CardMasks, select_lowest
from game.ai.rollout.rollout import make_public_state
from game.ai.rollout.sampling import LogWeights
from game.ai.search import DeterminizedStates
from game.core.cards import Hand
from game.core.trick_taking import Trick, replace
from game.rules.briscola.game import make_pack
from game.rules.briscola.phases import HAND_SIZE, BriscolaTrickPhase


def add_histories(
    phase: BriscolaTrickPhase, hands: CardMasks, stock: CardMasks, log_weights: LogWeights, rng: np.random.Generator
) -> DeterminizedStates:
    """Return the states of ``phase`` with these hidden cards, each with a sampled history.

    ``hands``: (players, states); ``stock``: (cards, states); ``log_weights``: (states).
    """
    current_state, seats, width = make_public_state(phase), phase.seats, hands.shape[1]
    card_bits, initial_hands = current_state.rule_tables.card_bits, hands.copy()
    drawn: list[CardMasks] = list(stock[::-1])
    plays: list[int] = []
    turned_masks = np.full(width, card_bits.make_mask((phase.turned_card,)), np.uint64)
    tricks = phase.all_tricks
    draw_count = len(make_pack(phase.options, seats)) // seats - HAND_SIZE
    for trick_number in range(len(tricks) - 1, -1, -1):
        for seat, card in reversed(tricks[trick_number].list_plays()):
            plays.append(1 << card_bits.bit_by_card[card])
            initial_hands[seat] |= np.uint64(plays[-1])
        if not 0 < trick_number <= draw_count:
            continue
        for step in range(seats - 1, -1, -1):
            seat = (phase.completed_tricks[trick_number - 1].winner + step) % seats
            candidates = initial_hands[seat] if drawn else turned_masks
            exchanged_mask = np.uint64(card_bits.make_mask(_get_exchanged_card(phase, seat)))
            drawn.append(_choose_random_cards(candidates & ~exchanged_mask, rng))
            initial_hands[seat] ^= drawn[-1]
    full_hand = (phase.turned_card,) * HAND_SIZE
    first_phase = replace(
        phase,
        completed_tricks=(),
        trick=Trick(tricks[0].seats),
        hands=(full_hand,) * seats,
        stock=(phase.turned_card,) * len(drawn),
    )
    return DeterminizedStates(
        current_state=current_state,
        hands=hands,
        stock=stock,
        log_weights=log_weights,
        initial_state=make_public_state(first_phase),
        initial_hands=initial_hands,
        initial_stock=np.array(drawn[::-1], np.uint64).reshape(len(drawn), width),
        plays=np.repeat(np.array(plays[::-1], np.uint64)[:, None], width, axis=1),
    )


def _get_exchanged_card(phase: BriscolaTrickPhase, seat: int) -> Hand:
    """Return the card that ``seat`` took in exchange, and so did not draw; () if none."""
    if phase.exchange is None or phase.exchange[0] != seat:
        return ()
    return (phase.exchange[1],)


def _choose_random_cards(masks: CardMasks, rng: np.random.Generator) -> CardMasks:
    """Return a random card of each set; each set has one to three cards."""
    first = select_lowest(masks)
    rest = masks ^ first
    second = select_lowest(rest)
    number = (rng.random(len(masks)) * np.bitwise_count(masks)).astype(np.uint8)
    return np.where(number == 0, first, np.where(number == 1, second, rest ^ second))

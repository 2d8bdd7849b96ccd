"""The cards of the pack that a seat has not seen, as it could count them itself."""

from __future__ import annotations

from game.core.cards import HIDDEN_CARD, Card
from game.core.trick_taking import TrickPhase
from game.match.observation import Observation
from game.rules import GAMES


def list_unseen_cards(observation: Observation) -> tuple[Card, ...]:
    """What neither lies open nor has been open to the view's seat in this deal, while cards are played."""
    phase = observation.phase
    assert isinstance(phase, TrickPhase)
    seen = {card for hand in phase.hands for card in hand} | set(phase.trick.cards)
    seen |= {card for completed in phase.completed_tricks for card in completed.trick.cards} | set(
        phase.discarded_cards
    )
    board = phase.board()
    if board.turned_card is not None:
        seen.add(board.turned_card)
    pack = GAMES[observation.game_id].make_pack(observation.options, observation.seats)
    return tuple(card for card in pack if card not in seen)


def find_outstanding_cards(observation: Observation) -> frozenset[Card]:
    """What others hold or somebody will draw, as far as the view's seat can tell while cards are played: all that it
    has not seen, what lies open in other hands, and the turned card while it is to be drawn."""
    phase = observation.phase
    assert isinstance(phase, TrickPhase)
    visible_in_other_hands = (
        card
        for seat, hand in enumerate(phase.hands)
        if seat != observation.seat
        for card in hand
        if card is not HIDDEN_CARD
    )
    turned = phase.board().turned_card if phase.cards_to_draw else None
    return frozenset((*list_unseen_cards(observation), *visible_in_other_hands, *(() if turned is None else (turned,))))

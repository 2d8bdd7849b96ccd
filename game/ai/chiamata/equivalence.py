"""Equivalent cards of Briscola chiamata.

The called card is equivalent to no other, because it reveals the partner.
"""

from __future__ import annotations

from typing import Final

from game.ai.equivalent_plays import EquivalenceRules, HighCardPreference
from game.core.cards import SUITS, Card, get_card
from game.match.observation import Observation
from game.rules.chiamata.trick_play import ChiamataTrickPhase


def is_suit_unnamed(phase: ChiamataTrickPhase) -> bool:
    """Return whether the suit of the called card is still to be named.

    Until then any card may be a trump, and any card of the called rank the called one.
    """
    return phase.called_card is None and phase.contract.rank is not None


def get_high_card_preference(observation: Observation) -> HighCardPreference:
    """Return KEEP, or NONE while the trump is unknown."""
    assert isinstance(observation.phase, ChiamataTrickPhase)
    return HighCardPreference.NONE if is_suit_unnamed(observation.phase) else HighCardPreference.KEEP


def list_distinct_cards(observation: Observation) -> tuple[Card, ...]:
    """Return the called card, or the cards that may become it."""
    phase = observation.phase
    assert isinstance(phase, ChiamataTrickPhase)
    if phase.called_card is not None:
        return (phase.called_card,)
    rank = phase.contract.rank
    return () if rank is None else tuple(get_card(rank, suit) for suit in SUITS)


EQUIVALENCE_RULES: Final = EquivalenceRules(
    get_high_card_preference=get_high_card_preference, list_distinct_cards=list_distinct_cards
)

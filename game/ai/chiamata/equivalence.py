"""What cards of Briscola chiamata come to the same. The called card tells who the partner is: none is like it."""

from __future__ import annotations

from typing import Final

from game.ai.equivalent_plays import EquivalenceRules, HighCardPreference
from game.core.cards import SUITS, Card, get_card
from game.match.observation import Observation
from game.rules.chiamata.trick_play import ChiamataTrickPhase


def is_suit_unnamed(phase: ChiamataTrickPhase) -> bool:
    """Whether the suit is still to be named: any card may be a trump, and any of the called rank the called one."""
    return phase.called_card is None and phase.contract.rank is not None


def get_high_card_preference(observation: Observation) -> HighCardPreference:
    """Tricks are welcome, where it is known what takes them."""
    assert isinstance(observation.phase, ChiamataTrickPhase)
    return HighCardPreference.NONE if is_suit_unnamed(observation.phase) else HighCardPreference.KEEP


def list_distinct_cards(observation: Observation) -> tuple[Card, ...]:
    """The called card, or those that may become it."""
    phase = observation.phase
    assert isinstance(phase, ChiamataTrickPhase)
    if phase.called_card is not None:
        return (phase.called_card,)
    rank = phase.contract.rank
    return () if rank is None else tuple(get_card(rank, suit) for suit in SUITS)


EQUIVALENCE_RULES: Final = EquivalenceRules(
    get_high_card_preference=get_high_card_preference, list_distinct_cards=list_distinct_cards
)

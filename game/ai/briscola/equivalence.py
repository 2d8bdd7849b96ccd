"""Equivalent cards of Briscola, and the preference for keeping high cards."""

from __future__ import annotations

from typing import Final

from game.ai.briscola.endgame import are_all_cards_known
from game.ai.equivalent_plays import EquivalenceRules, HighCardPreference
from game.core.cards import Card
from game.match.observation import Observation
from game.rules.briscola.phases import BriscolaTrickPhase


def get_high_card_preference(observation: Observation) -> HighCardPreference:
    """Return KEEP, or NONE once both of two players know all cards.

    From then on the endgame is solved exactly.
    """
    assert isinstance(observation.phase, BriscolaTrickPhase)
    return HighCardPreference.NONE if are_all_cards_known(observation.phase) else HighCardPreference.KEEP


def list_distinct_cards(observation: Observation) -> tuple[Card, ...]:
    """Return the trump that may be exchanged for the turned card, if any."""
    phase = observation.phase
    assert isinstance(phase, BriscolaTrickPhase)
    return () if phase.options.trump_exchange == "off" or not phase.stock else (phase.exchange_card,)


EQUIVALENCE_RULES: Final = EquivalenceRules(
    get_high_card_preference=get_high_card_preference, list_distinct_cards=list_distinct_cards
)

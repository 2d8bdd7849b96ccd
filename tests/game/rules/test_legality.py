"""Legality has one source: `legal_actions` are the candidates that `illegal_reason` accepts, and no others."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.actions import Action, Play
from game.core.messages import Reason
from game.core.phase import Phase
from game.core.trick_taking import TrickPhase
from tests.helpers import TableSetup
from tests.pairwise_tables import PAIRWISE_TABLES
from tests.playouts import play_deals
from tests.rows import check_rows


def iter_states(table: TableSetup) -> Iterator[Phase]:
    """Yield every state of some random deals."""
    return (phase for phase in play_deals(table).phases if phase.result is None)


def list_illegal_plays(phase: Phase) -> dict[Action, Reason]:
    reasons = ((action, phase.illegal_reason(action)) for action in phase.candidate_actions())
    return {action: reason for action, reason in reasons if reason is not None}


@check_rows("table", PAIRWISE_TABLES)
def test_legal_actions_are_candidates_without_a_reason_against_them(table: TableSetup) -> None:
    for phase in iter_states(table):
        reasons = list_illegal_plays(phase)
        assert phase.legal_actions() == tuple(action for action in phase.candidate_actions() if action not in reasons)
        assert all(action.seat == phase.turn for action in phase.candidate_actions())


@check_rows("table", PAIRWISE_TABLES)
def test_card_is_refused_for_the_reason_of_its_turn(table: TableSetup) -> None:
    for phase in iter_states(table):
        if not isinstance(phase, TrickPhase):
            continue
        seat, reasons = phase.trick.next_seat, list_illegal_plays(phase)
        plays = {action.card: why for action, why in reasons.items() if isinstance(action, Play)}
        assert phase.illegal_cards(seat) == plays
        assert set(plays) < set(phase.hands[seat]), "some card may always be played"
        assert {card: phase.illegal_card_reason(seat, card) for card in plays} == plays

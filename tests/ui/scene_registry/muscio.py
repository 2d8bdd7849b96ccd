"""Scenes of Muscio: declarations, exchange, face-down cards, gatte, results, payouts, for each number of seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.core.actions import Pass
from game.core.phase import DealOverPhase
from game.match.match import Match
from game.rules.muscio.actions import TakeBlinde
from game.rules.muscio.declarations import DeclarationPhase, HandDealingPhase
from game.rules.muscio.trick_play import ExchangePhase, ForfeitPhase, MuscioTrickPhase
from tests.ui.app_driver import AppDriver
from tests.ui.match_conditions import has_gatta
from tests.ui.match_driver import open_score_pad, resume_match_with
from tests.ui.scene_registry import ViewNames


def is_hand_dealt(match: Match) -> bool:
    return isinstance(match.phase, HandDealingPhase) and match.turn == 0


def is_declaration_phase(match: Match) -> bool:
    """Return whether seat 0 declares after at least two others."""
    phase = match.phase
    return isinstance(phase, DeclarationPhase) and phase.turn == 0 and len(phase.declarations) >= 2


def is_blinde_taken(match: Match) -> bool:
    phase = match.phase
    return (
        isinstance(phase, DeclarationPhase)
        and phase.turn == 0
        and any(isinstance(declaration, TakeBlinde) for declaration in phase.declarations)
    )


def is_exchange_phase(match: Match) -> bool:
    return isinstance(match.phase, ExchangePhase) and match.turn == 0


def is_forfeit_phase(match: Match) -> bool:
    return isinstance(match.phase, ForfeitPhase) and match.turn == 0


def has_face_down_cards(match: Match) -> bool:
    """Return whether seat 0 is on turn in a trick with face-down cards; with four or more seats also after a pass."""
    phase = match.phase
    if not isinstance(phase, MuscioTrickPhase) or match.turn != 0 or not phase.board().face_down_seats:
        return False
    return match.seats == 3 or any(isinstance(declaration, Pass) for declaration in phase.declarations)


def is_late_in_deal(match: Match) -> bool:
    phase = match.phase
    return (
        isinstance(phase, MuscioTrickPhase)
        and match.turn == 0
        and len(phase.completed_tricks) == 3
        and bool(phase.trick.cards)
    )


def is_scored(match: Match) -> bool:
    return (
        isinstance(match.phase, DealOverPhase)
        and match.phase.deal_result.state == "scored"
        and sum(match.phase.deal_result.points) == 5
    )


CONDITION_BY_MOMENT: Mapping[str, Callable[[Match], bool]] = {
    "declaring": is_declaration_phase,
    "blinde-taken": is_blinde_taken,
    "exchange": is_exchange_phase,
    "standing": is_forfeit_phase,
    "face-down": has_face_down_cards,
    "fourth-trick": is_late_in_deal,
    "result": is_scored,
    "gatta": has_gatta,
}


def show_table(seats: int, app: AppDriver) -> ViewNames:
    """Show a match from the deal by hand to the payout."""
    resume_match_with(app, "muscio", seats, is_hand_dealt, deals=6, hand_dealing=True)
    yield f"muscio-{seats}-dealing-by-hand"
    for name, wanted in CONDITION_BY_MOMENT.items():
        resume_match_with(app, "muscio", seats, wanted, deals=3)
        yield f"muscio-{seats}-{name}"
    open_score_pad(app, "muscio", seats, 5)
    yield f"muscio-{seats}-pad"
    resume_match_with(app, "muscio", seats, lambda match: match.is_over and has_fractional_shares(match), deals=300)
    yield f"muscio-{seats}-match-over"


def has_fractional_shares(match: Match) -> bool:
    """Return whether the payout has fractions of points. With six seats, where that is rare, return true."""
    if match.seats == 6:
        return True
    payout = match.standing.payout
    return payout is not None and any(share.denominator > 1 for share in payout)

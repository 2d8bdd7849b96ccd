"""States of matches that tests and pictures show."""

from __future__ import annotations

from collections.abc import Callable

from game.core.phase import DealOverPhase
from game.match.match import Match
from game.rules.spades.phases import BiddingPhase


def is_over_as(state: str) -> Callable[[Match], bool]:
    """Return whether a deal of Briscola chiamata is over with this outcome."""
    return lambda match: isinstance(match.phase, DealOverPhase) and match.phase.deal_result.state == state


def has_gatta(match: Match) -> bool:
    """Return whether a deal of Muscio is over and a gatta was made."""
    return isinstance(match.phase, DealOverPhase) and any(
        reason.code.startswith("gatta") for reason in match.phase.deal_result.reasons
    )


def is_last_bid(match: Match) -> bool:
    """Return whether seat 0 of a deal of Spades is the last to bid."""
    phase = match.phase
    return isinstance(phase, BiddingPhase) and phase.turn == 0 and sum(bid is None for bid in phase.bids) == 1

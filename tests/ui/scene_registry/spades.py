"""Scenes of Spades: bids, play, results and the score pad, for each number of seats."""

from __future__ import annotations

from typing import Any, Final

from game.core.phase import DealOverPhase
from game.match.house_rules import make_preset_rule_set
from game.match.match import Match
from game.rules.spades.phases import BiddingPhase, SpadesTrickPhase
from tests.ui.app_driver import AppDriver
from tests.ui.match_conditions import is_last_bid
from tests.ui.match_driver import open_score_pad, resume_match_with
from tests.ui.scene_registry import ViewNames
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.scene import NewMatchScene

ORDINARY_BID_SUMS: Final = range(10, 14)
"""The sums of the bids for 13 tricks that players at a table make."""


def is_third_trick(match: Match) -> bool:
    """Return whether seat 0 is the last to play in the third trick, with a joker in hand."""
    phase = match.phase
    if not isinstance(phase, SpadesTrickPhase) or phase.turn != 0 or len(phase.completed_tricks) != 2:
        return False
    return len(phase.trick.cards) == match.seats - 1 and any(card.name in ("LJ", "BJ") for card in phase.hands[0])


def is_deal_over(match: Match) -> bool:
    return isinstance(match.phase, DealOverPhase)


def show_table(seats: int, app: AppDriver) -> ViewNames:
    """Show a match from the bids to its end."""
    rules = {"nil": True, "bags": True, "target": 200}
    for name, wanted in (("bidding", is_last_bid), ("play", is_third_trick), ("result", is_deal_over)):
        resume_match_with(app, "spades", seats, wanted, **rules)
        yield f"spades-{seats}-{name}"
    open_score_pad(app, "spades", seats, 6, **rules)
    yield f"spades-{seats}-pad"
    resume_match_with(app, "spades", seats, lambda match: match.is_over, deals=200, **rules)
    yield f"spades-{seats}-match-over"


def is_blind_nil_open(match: Match) -> bool:
    """Return whether seat 0 decides about blind nil."""
    return match.turn == 0 and isinstance(match.phase, BiddingPhase) and match.phase.is_blind_nil_open


def is_in_late_trick(match: Match) -> bool:
    """Return whether seat 0 is the last to play in the eighth trick, after ordinary bids and a nil."""
    phase = match.phase
    if not isinstance(phase, SpadesTrickPhase) or phase.turn != 0 or len(phase.completed_tricks) != 7:
        return False
    has_ordinary_bids = 0 in phase.bids and sum(phase.bids) in ORDINARY_BID_SUMS and max(phase.bids) < 7
    return len(phase.trick.cards) == 3 and has_ordinary_bids and min(match.standing.totals) > -200


def show_partners(app: AppDriver) -> ViewNames:
    """Show a match with partners: the choice of it, blind nil, the bids, the play, results and the score pad."""
    page = NewMatchScene(app.context)
    app.context.scenes.replace(page)
    form = forms.with_game(page.form, "spades")
    page.set_form(forms.with_rules(form, make_preset_rule_set("spades", "partners")))
    yield "spades-partners-new-match"
    rules: dict[str, Any] = {"preset": "partners", "blind_nil": True, "loss_limit": -200}
    moments = {"blind-nil": is_blind_nil_open, "bidding": is_last_bid, "play": is_in_late_trick, "result": is_deal_over}
    for name, wanted in moments.items():
        resume_match_with(app, "spades", 4, wanted, deals=3, **rules)
        yield f"spades-partners-{name}"
    open_score_pad(app, "spades", 4, 3, **rules)
    yield "spades-partners-pad"
    resume_match_with(app, "spades", 4, lambda match: match.is_over, deals=9, **rules)
    yield "spades-partners-match-over"

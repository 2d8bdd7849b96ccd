"""Scenes of Spades: bids, play, results and the score pad, for each number of seats."""

from __future__ import annotations

from typing import Any, Final

from game.core.phase import DealOverPhase
from game.match.house_rules import make_preset_rule_set
from game.match.match import Match
from game.rules.spades.phases import BiddingPhase, SpadesTrickPhase
from tests.ui.app_driver import AppDriver
from tests.ui.match_conditions import is_last_bid
from tests.ui.match_driver import find_match, resume_at, run_settling_frames
from tests.ui.scene_registry import ViewNames
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.scene import NewMatchScene
from ui.table.overlays.score_pad import ScorePadOverlay

ORDINARY_BID_SUMS: Final = range(10, 14)
"""The sums of the bids for 13 tricks that players at a table make."""


def is_third_trick(match: Match) -> bool:
    """Return whether seat 0 is the last to play in the third trick, with a joker in hand."""
    phase = match.phase
    if not isinstance(phase, SpadesTrickPhase) or phase.turn != 0 or len(phase.completed_tricks) != 2:
        return False
    return len(phase.trick.cards) == match.seats - 1 and any(card.name in ("LJ", "BJ") for card in phase.hands[0])


def show_table(seats: int, app: AppDriver) -> ViewNames:
    """Show a match from the bids to its end."""
    rules = {"nil": True, "bags": True, "target": 200}
    resume_at(app, find_match("spades", seats, is_last_bid, **rules))
    yield f"spades-{seats}-bidding"
    resume_at(app, find_match("spades", seats, is_third_trick, **rules))
    yield f"spades-{seats}-play"
    resume_at(app, find_match("spades", seats, lambda match: isinstance(match.phase, DealOverPhase), **rules))
    yield f"spades-{seats}-result"
    scene = resume_at(
        app,
        find_match(
            "spades", seats, lambda match: len(match.results) == 6 and match.is_deal_in_progress, deals=7, **rules
        ),
    )
    app.context.scenes.push(ScorePadOverlay(app.context, scene, scene.presentation))
    run_settling_frames(app)
    yield f"spades-{seats}-pad"
    resume_at(app, find_match("spades", seats, lambda match: match.is_over, deals=200, **rules))
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
    run_settling_frames(app)
    yield "spades-partners-new-match"
    rules: dict[str, Any] = {"preset": "partners", "blind_nil": True, "loss_limit": -200}
    resume_at(app, find_match("spades", 4, is_blind_nil_open, deals=3, **rules))
    yield "spades-partners-blind-nil"
    resume_at(app, find_match("spades", 4, is_last_bid, **rules))
    yield "spades-partners-bidding"
    resume_at(app, find_match("spades", 4, is_in_late_trick, deals=3, **rules))
    yield "spades-partners-play"
    resume_at(app, find_match("spades", 4, lambda match: isinstance(match.phase, DealOverPhase), **rules))
    yield "spades-partners-result"
    scene = resume_at(
        app,
        find_match("spades", 4, lambda match: len(match.results) == 3 and match.is_deal_in_progress, deals=4, **rules),
    )
    app.context.scenes.push(ScorePadOverlay(app.context, scene, scene.presentation))
    run_settling_frames(app)
    yield "spades-partners-pad"
    resume_at(app, find_match("spades", 4, lambda match: match.is_over, deals=9, **rules))
    yield "spades-partners-match-over"

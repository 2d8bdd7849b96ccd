"""Spades: bids, play, results and the pad, at every number of seats."""

from __future__ import annotations

from game.engine.phases import Over
from game.match import Match
from game.rules.spades.play import SpadesTricks
from tests.ui.driving import found, stand, still
from tests.ui.stage import AppByHand
from tests.ui.states import is_last_bid
from tools.screenshots import Shots
from ui.table.pad import Pad


def playing(match: Match) -> bool:
    """The third trick, seat 0 the last to play, a joker in it or in the hand if that may be."""
    phase = match.phase
    if not isinstance(phase, SpadesTricks) or phase.to_act != 0 or len(phase.done) != 2:
        return False
    return len(phase.trick.cards) == match.seats - 1 and any(card.name in ("LJ", "BJ") for card in phase.hands[0])


def table(seats: int, app: AppByHand) -> Shots:
    """From the bids to the end of the match."""
    rules = {"nil": True, "bags": True, "target": 200}
    stand(app, found("spades", seats, is_last_bid, **rules))
    yield f"spades-{seats}-bidding"
    stand(app, found("spades", seats, playing, **rules))
    yield f"spades-{seats}-play"
    stand(app, found("spades", seats, lambda match: isinstance(match.phase, Over), **rules))
    yield f"spades-{seats}-result"
    scene = stand(
        app, found("spades", seats, lambda match: len(match.results) == 6 and match.deal_open, deals=7, **rules)
    )
    app.stage.push(Pad(app.stage, scene, scene.face))
    still(app)
    yield f"spades-{seats}-pad"
    stand(app, found("spades", seats, lambda match: match.over, deals=200, **rules))
    yield f"spades-{seats}-match-over"

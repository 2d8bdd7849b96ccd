"""Muscio: what is declared, dealt, exchanged and laid face down, gatte, results, shares, at every number of seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.engine.actions import Pass
from game.engine.phases import Over
from game.match import Match
from game.rules.muscio.actions import Blinde
from game.rules.muscio.declaring import DealByHand, Declaring
from game.rules.muscio.play import Exchange, MuscioTricks, Standing
from tests.ui.driving import found, stand, still
from tests.ui.stage import AppByHand
from tests.ui.states import has_gatta
from tools.screenshots import Shots
from ui.table.pad import Pad


def declaring(match: Match) -> bool:
    """Seat 0 has the word after two others, at least."""
    phase = match.phase
    return isinstance(phase, Declaring) and phase.to_act == 0 and len(phase.said) >= 2


def blinde_taken(match: Match) -> bool:
    phase = match.phase
    return isinstance(phase, Declaring) and phase.to_act == 0 and any(isinstance(one, Blinde) for one in phase.said)


def exchanging(match: Match) -> bool:
    return isinstance(match.phase, Exchange) and match.to_act == 0


def standing(match: Match) -> bool:
    return isinstance(match.phase, Standing) and match.to_act == 0


def face_down(match: Match) -> bool:
    """A trick of many with cards face down, seat 0 to play, somebody passed where there are enough."""
    phase = match.phase
    if not isinstance(phase, MuscioTricks) or match.to_act != 0 or not phase.board().face_down:
        return False
    return match.seats == 3 or any(isinstance(one, Pass) for one in phase.said)


def late(match: Match) -> bool:
    phase = match.phase
    return isinstance(phase, MuscioTricks) and match.to_act == 0 and len(phase.done) == 3 and bool(phase.trick.cards)


def scored(match: Match) -> bool:
    return (
        isinstance(match.phase, Over) and match.phase.outcome.state == "scored" and sum(match.phase.outcome.points) == 5
    )


MOMENTS: Mapping[str, Callable[[Match], bool]] = {
    "declaring": declaring,
    "blinde-taken": blinde_taken,
    "exchange": exchanging,
    "standing": standing,
    "face-down": face_down,
    "fourth-trick": late,
    "result": scored,
    "gatta": has_gatta,
}


def table(seats: int, app: AppByHand) -> Shots:
    """From the deal to the shares."""
    stand(
        app,
        found(
            "muscio",
            seats,
            lambda match: isinstance(match.phase, DealByHand) and match.to_act == 0,
            deals=6,
            hand_dealing=True,
        ),
    )
    yield f"muscio-{seats}-dealing-by-hand"
    for name, wanted in MOMENTS.items():
        stand(app, found("muscio", seats, wanted, deals=3))
        yield f"muscio-{seats}-{name}"
    scene = stand(app, found("muscio", seats, lambda match: len(match.results) == 5 and match.deal_open, deals=6))
    app.stage.push(Pad(app.stage, scene, scene.face))
    still(app)
    yield f"muscio-{seats}-pad"
    stand(app, found("muscio", seats, lambda match: match.over and fractions(match), deals=300))
    yield f"muscio-{seats}-match-over"


def fractions(match: Match) -> bool:
    """Whether what is shared out does not come to whole points. (Six seldom share: there any end will do.)"""
    if match.seats == 6:
        return True
    payout = match.standing.payout
    return payout is not None and any(share.denominator > 1 for share in payout)

"""What explains a choice in Briscola chiamata: who is known to be a friend, what a contract is likely to bring."""

from __future__ import annotations

from game.ai.estimate import Estimate
from game.engine.phases import Reason
from game.rules.chiamata.actions import Call, Solo
from game.rules.chiamata.play import ChiamataTricks
from game.rules.chiamata.score import PLAIN
from game.view import View


def friends(view: View) -> tuple[int, ...]:
    """The other seats on the view's side, where the called card has told it."""
    phase, seat = view.phase, view.seat
    if not isinstance(phase, ChiamataTricks) or phase.partner() is None:
        return ()
    side = {phase.contract.caller, phase.partner()}
    return tuple(one for one in range(view.seats) if one != seat and (one in side) == (seat in side))


def why(_view: View, estimate: Estimate) -> tuple[Reason, ...]:
    """What a call asks, what is expected, and how often it is made."""
    action = estimate.action
    if not isinstance(action, (Call, Solo)) or estimate.points is None or estimate.win is None:
        return ()
    asked = PLAIN if isinstance(action, Solo) or action.points is None else action.points
    expected = {"points": round(estimate.points), "times": round(100 * estimate.win)}
    return (Reason("why_contract", expected | {"asked": asked}),)

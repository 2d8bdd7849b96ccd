"""What explains a bid of Spades: the tricks expected, and how often it is made."""

from __future__ import annotations

from game.ai.estimate import Estimate
from game.engine.phases import Reason
from game.rules.spades.actions import Bid
from game.view import View


def why(_view: View, estimate: Estimate) -> tuple[Reason, ...]:
    """What is to be expected of a bid."""
    action = estimate.action
    if not isinstance(action, Bid) or estimate.points is None or estimate.win is None:
        return ()
    expected = {"tricks": round(estimate.points, 1), "times": round(100 * estimate.win)}
    return (Reason("why_bid", expected | {"bid": action.tricks}),)

"""Reasons for bids of Spades: the expected tricks, and how often the bid is made."""

from __future__ import annotations

from game.ai.estimates import ActionEstimate
from game.core.messages import Reason
from game.match.observation import Observation
from game.rules.spades.actions import Bid


def explain_action(_observation: Observation, estimate: ActionEstimate) -> tuple[Reason, ...]:
    """Return the reason for a bid; () for other actions."""
    action = estimate.action
    if not isinstance(action, Bid) or estimate.expected_points is None or estimate.win_probability is None:
        return ()
    tricks = round(estimate.expected_points)
    if not action.tricks:
        return (Reason("why_nil", {"times": round(100 * estimate.win_probability)}),)
    values = {"tricks": tricks, "times": round(100 * estimate.win_probability), "bid": action.tricks}
    return (Reason("why_bid_one" if tricks == 1 else "why_bid", values),)

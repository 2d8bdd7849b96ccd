"""Reasons for actions of Briscola chiamata: known partners, and the expected result of a contract."""

from __future__ import annotations

from game.ai.estimates import ActionEstimate
from game.core.messages import Reason
from game.match.observation import Observation
from game.rules.chiamata.actions import Call, Solo
from game.rules.chiamata.scoring import PLAIN_CONTRACT_POINTS
from game.rules.chiamata.trick_play import ChiamataTrickPhase


def list_known_partners(observation: Observation) -> tuple[int, ...]:
    """Return the other seats on the observing seat's side, in ascending order.

    Empty while the seat cannot know the partner, and for a caller who plays alone.
    """
    phase, seat = observation.phase, observation.seat
    if not isinstance(phase, ChiamataTrickPhase) or phase.find_partner() is None:
        return ()
    caller_side = {phase.contract.caller, phase.find_partner()}
    return tuple(
        other_seat
        for other_seat in range(observation.seats)
        if other_seat != seat and (other_seat in caller_side) == (seat in caller_side)
    )


def explain_action(_observation: Observation, estimate: ActionEstimate) -> tuple[Reason, ...]:
    """Return the reason for a call or a solo; () for other actions.

    It has the points asked, the points expected, and how often the contract is made.
    """
    action = estimate.action
    if not isinstance(action, (Call, Solo)) or estimate.expected_points is None or estimate.win_probability is None:
        return ()
    asked_points = PLAIN_CONTRACT_POINTS if isinstance(action, Solo) or action.points is None else action.points
    expected = {"points": round(estimate.expected_points), "times": round(100 * estimate.win_probability)}
    return (Reason("why_contract", expected | {"asked": asked_points}),)

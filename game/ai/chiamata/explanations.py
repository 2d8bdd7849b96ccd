"""Reasons for actions of Briscola chiamata: known partners, the expected result of a contract, and a hand's limit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from game.ai.chiamata.bid_limits import ASKED_POINTS_BY_STEP, compute_limits, compute_margins, get_step
from game.ai.chiamata.hand_value import HandValues
from game.ai.estimates import ActionEstimate
from game.ai.rollout.card_bits import get_card_bits
from game.core.actions import Pass
from game.core.messages import Reason
from game.match.observation import Observation
from game.rules.briscola_family import RANKING
from game.rules.chiamata.actions import Call, Solo
from game.rules.chiamata.auction import AuctionPhase
from game.rules.chiamata.scoring import PLAIN_CONTRACT_POINTS
from game.rules.chiamata.trick_play import ChiamataTrickPhase

MIN_JUSTIFIED_PROBABILITY: Final = 0.5
"""The probability of making a contract below which a hand does not justify it."""


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


def explain_action(
    observation: Observation, estimate: ActionEstimate, estimates: Sequence[ActionEstimate]
) -> tuple[Reason, ...]:
    """Return the reasons for a call, a solo, or a pass in the auction; () for other actions.

    A call has the points asked, the points expected, how often the contract is made, and how far the hand can go; one
    that the hand does not justify is said to be a risk. A pass has the same of the best call if it is such a one.
    """
    action = estimate.action
    if isinstance(action, Pass):
        best_call = next((other for other in estimates if isinstance(other.action, (Call, Solo))), None)
        is_poor = best_call is not None and (best_call.win_probability or 0.0) < MIN_JUSTIFIED_PROBABILITY
        return _describe_contract("why_pass", best_call) if is_poor and best_call is not None else ()
    if not isinstance(action, (Call, Solo)):
        return ()
    if (estimate.win_probability or 0.0) < MIN_JUSTIFIED_PROBABILITY:
        return _describe_contract(
            "why_risky_contract" if estimate is estimates[0] else "why_unlikely_contract", estimate
        )
    return (*_describe_contract("why_contract", estimate), *_describe_limit(observation, action))


def _describe_contract(code: str, estimate: ActionEstimate) -> tuple[Reason, ...]:
    """Return a reason with the points asked and expected, and how often the contract is made; () if unknown."""
    action = estimate.action
    if estimate.expected_points is None or estimate.win_probability is None:
        return ()
    asked_points = (action.points if isinstance(action, Call) else None) or PLAIN_CONTRACT_POINTS
    expected = {"points": round(estimate.expected_points), "times": round(100 * estimate.win_probability)}
    return (Reason(code, expected | {"asked": asked_points}),)


def _describe_limit(observation: Observation, action: Call | Solo) -> tuple[Reason, ...]:
    """Return how far the hand can go beyond a call, () if no farther."""
    phase = observation.phase
    if not isinstance(phase, AuctionPhase) or not isinstance(action, Call):
        return ()
    hand = get_card_bits(RANKING).make_mask(phase.hands[action.seat])
    position = (action.seat - phase.forehand) % phase.seats
    values = HandValues(np.array([hand], np.uint64), position, allows_in_mano=phase.options.in_hand)
    limit = int(compute_limits(compute_margins(values, phase.options))[0])
    if limit <= get_step(action):
        return ()
    if limit < len(RANKING):
        return (Reason("why_as_far_as", {"rank": RANKING[limit]}),)
    return (Reason("why_as_far_as_points", {"points": int(ASKED_POINTS_BY_STEP[limit])}),)

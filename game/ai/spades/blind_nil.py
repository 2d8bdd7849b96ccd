"""The decision on blind nil, for which a player knows no card of the hand."""

from __future__ import annotations

from typing import Final

import numpy as np

from game.ai.estimates import ActionEstimate, find_best_estimate
from game.ai.spades.deal_value import compute_match_values, get_side_indices, get_side_totals
from game.core.actions import Action
from game.match.observation import Observation
from game.rules.spades.actions import BidBlindNil, LookAtHand
from game.rules.spades.phases import BiddingPhase
from game.rules.spades.scoring import BLIND_NIL_FACTOR

BLIND_NIL_PROBABILITY: Final = 0.15
"""Probability that an unseen hand takes no trick, measured with "club" at every seat."""
UNSEEN_HAND_POINTS: Final = 30
"""The points that a hand adds to the lead of its side if it does not bid nil, measured in the same way."""


def estimate_blind_nil(observation: Observation) -> list[ActionEstimate]:
    """Return the estimates of looking at the hand, and of blind nil relative to it, in points of the deal.

    Near the end of the match the probability to win it counts too.
    """
    phase, seat = observation.phase, observation.seat
    assert isinstance(phase, BiddingPhase) and seat is not None
    nil_points = BLIND_NIL_FACTOR * phase.options.nil_points
    lead_changes = np.array([0, nil_points - UNSEEN_HAND_POINTS, -nil_points - UNSEEN_HAND_POINTS], np.float64)
    side_index = get_side_indices(observation.sides)[seat]
    changes = np.zeros((len(observation.sides), len(lead_changes)))
    changes[side_index] = lead_changes
    values = compute_match_values(observation, changes, get_side_totals(observation) + changes)[side_index]
    look, made, broken = values.tolist()
    blind_nil_value = BLIND_NIL_PROBABILITY * made + (1 - BLIND_NIL_PROBABILITY) * broken - look
    return [
        ActionEstimate(action=LookAtHand(seat), value=0.0, standard_error=0.0),
        ActionEstimate(
            action=BidBlindNil(seat), value=blind_nil_value, standard_error=0.0,
            win_probability=BLIND_NIL_PROBABILITY,
        ),
    ]  # fmt: skip


def decide_blind_nil(observation: Observation) -> Action:
    """Return the better of blind nil and a look at the hand."""
    return find_best_estimate(estimate_blind_nil(observation)).action

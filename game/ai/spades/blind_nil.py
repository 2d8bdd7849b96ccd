"""The decision on blind nil, for which a player knows no card of the hand."""

from __future__ import annotations

import numpy as np

from game.ai.estimates import ActionEstimate, find_best_estimate
from game.ai.models import load_model
from game.ai.spades.deal_value import compute_match_values, get_side_totals
from game.core.actions import Action
from game.match.observation import Observation, get_phase_and_seat
from game.rules.game import get_side_indices
from game.rules.spades.actions import BidBlindNil, LookAtHand
from game.rules.spades.phases import BiddingPhase
from game.rules.spades.scoring import BLIND_NIL_FACTOR


def estimate_blind_nil(observation: Observation) -> list[ActionEstimate]:
    """Return the estimates of looking at the hand, and of blind nil relative to it, in points of the deal.

    Near the end of the match the probability to win it counts too. The model has the worth of a hand before it is seen,
    measured with "club" by `tools.training.spades_heuristic`: the probability that it takes no trick, and what it adds
    to the lead of its side without a nil bid.
    """
    phase, seat = get_phase_and_seat(observation, BiddingPhase)
    nil_probability, unseen_hand_points = load_model("spades_heuristic")["unseen_hand"].tolist()
    nil_points = BLIND_NIL_FACTOR * phase.options.nil_points
    lead_changes = np.array([0, nil_points - unseen_hand_points, -nil_points - unseen_hand_points])
    side_index = get_side_indices(observation.sides)[seat]
    changes = np.zeros((len(observation.sides), len(lead_changes)))
    changes[side_index] = lead_changes
    values = compute_match_values(observation, changes, get_side_totals(observation) + changes)[side_index]
    look, made, broken = values.tolist()
    blind_nil_value = nil_probability * made + (1 - nil_probability) * broken - look
    return [
        ActionEstimate(action=LookAtHand(seat), value=0.0, standard_error=0.0),
        ActionEstimate(
            action=BidBlindNil(seat), value=blind_nil_value, standard_error=0.0, win_probability=nil_probability
        ),
    ]


def decide_blind_nil(observation: Observation) -> Action:
    """Return the better of blind nil and a look at the hand."""
    return find_best_estimate(estimate_blind_nil(observation)).action

"""The limit of a hand in the auction of Briscola chiamata, and the likelihood of calls given a hand.

Contracts form an ascending ladder of steps: steps 0 to 9 call a rank from the ace down to the 2 for 61 points, the
steps from 10 on ask for 62 points and more. Each player is assumed to call while their side may expect about the points
asked.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.chiamata.hand_value import RANK_COUNT, FloatArray, HandValues
from game.ai.rollout.card_bits import CardMasks
from game.ai.rollout.sampling import IMPOSSIBLE_LOG_WEIGHT, LogWeights
from game.core.actions import Pass
from game.rules.briscola_family import RANKING
from game.rules.chiamata.actions import MAX_CALLED_POINTS, MIN_CALLED_POINTS, Call, Solo
from game.rules.chiamata.options import ChiamataOptions
from game.rules.chiamata.scoring import PLAIN_CONTRACT_POINTS

NO_CALL_STEP: Final = -1
"""The step below all others: no call."""
STEP_COUNT: Final = RANK_COUNT + MAX_CALLED_POINTS - MIN_CALLED_POINTS + 1
"""The number of steps."""

PLAIN_CALL_SLACK_POINTS, RAISED_CALL_SLACK_POINTS = 4.0, 1.0
"""How far the expected points may be below the points asked.

For plain calls, and for raised ones.
"""
OPINION_STD_DEV_POINTS: Final = 5.0
"""Standard deviation of a player's own estimate of their hand."""

ASKED_POINTS_BY_STEP: Final = np.array(
    [PLAIN_CONTRACT_POINTS] * RANK_COUNT + list(range(MIN_CALLED_POINTS, MAX_CALLED_POINTS + 1))
)
"""By step: the points asked."""
SLACK_POINTS_BY_STEP: Final = np.array(
    [PLAIN_CALL_SLACK_POINTS] * RANK_COUNT + [RAISED_CALL_SLACK_POINTS] * (STEP_COUNT - RANK_COUNT)
)


def get_step(call: Call) -> int:
    return RANKING.index(call.rank) if call.points is None else RANK_COUNT + call.points - MIN_CALLED_POINTS


def compute_margins(hand_values: HandValues, options: ChiamataOptions) -> FloatArray:
    """Return the expected points minus the points asked, (hands, steps)."""
    best_points = hand_values.call_points.max(axis=1)
    points_when_raising = best_points[:, 0]
    if options.forced_call:
        points_when_raising = np.maximum(points_when_raising, hand_values.find_best_forced_calls()[0])
    plain_points = best_points[:, ::-1]
    raised_points = np.repeat(points_when_raising[:, None], STEP_COUNT - RANK_COUNT, axis=1)
    margins: FloatArray = np.concatenate([plain_points, raised_points], axis=1) - ASKED_POINTS_BY_STEP
    return margins


def compute_limits(margins: FloatArray) -> NDArray[np.int64]:
    """Return the last step that each hand would call, `NO_CALL_STEP` if none.

    ``margins``: the result of `compute_margins`.
    """
    is_willing = margins >= -SLACK_POINTS_BY_STEP
    last_steps = STEP_COUNT - 1 - is_willing[:, ::-1].argmax(axis=1)
    return np.where(is_willing.any(axis=1), last_steps, NO_CALL_STEP)


def compute_calls_log_likelihood(
    calls: tuple[Call | Pass | Solo, ...], options: ChiamataOptions, forehand: int, hands: CardMasks, seat: int
) -> LogWeights:
    """Return log P(calls of the other seats | hands), by state.

    ``hands``: (players, states), as dealt; ``forehand``: the seat that calls first; ``seat``: the observing seat; its
    own calls do not count.
    """
    log_weights = np.zeros(hands.shape[1])
    for other_seat in range(len(hands)):
        seat_calls = [call for call in calls if call.seat == other_seat]
        if other_seat == seat or not seat_calls:
            continue
        position = (other_seat - forehand) % len(hands)
        hand_values = HandValues(hands[other_seat], position, allows_in_mano=options.in_hand)
        favoring_points = compute_margins(hand_values, options) + SLACK_POINTS_BY_STEP
        steps = [get_step(call) for call in seat_calls if isinstance(call, Call)]
        if steps:
            log_weights += _compute_log_probability(favoring_points[:, steps[-1]])
        if isinstance(seat_calls[-1], Solo):
            log_weights += _compute_log_probability(
                hand_values.solo_points - PLAIN_CONTRACT_POINTS + PLAIN_CALL_SLACK_POINTS
            )
        elif isinstance(seat_calls[-1], Pass):
            higher_steps = slice(_get_step_to_beat(calls, seat_calls[-1]) + 1, None)
            log_weights += _compute_log_probability(-favoring_points[:, higher_steps].max(axis=1, initial=-99.0))
    return log_weights


def _get_step_to_beat(calls: tuple[Call | Pass | Solo, ...], passing: Pass) -> int:
    """Return the highest step called before ``passing``."""
    earlier_calls = calls[: calls.index(passing)]
    return max((get_step(call) for call in earlier_calls if isinstance(call, Call)), default=NO_CALL_STEP)


def _compute_log_probability(margin_points: FloatArray) -> LogWeights:
    """Return log P(call or pass), a logistic function of ``margin_points``.

    ``margin_points``: how far the expected points favor it. The result is at least `IMPOSSIBLE_LOG_WEIGHT`.
    """
    return np.maximum(-np.logaddexp(0.0, -margin_points / OPINION_STD_DEV_POINTS), IMPOSSIBLE_LOG_WEIGHT)

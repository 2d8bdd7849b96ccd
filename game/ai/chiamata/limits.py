"""How far a hand goes in the auction of Briscola chiamata, and what a hand that went so far must be.

Contracts stand on a ladder: 0-9 call a rank from the ace down to the 2 for 61 points, 10 and on ask 62 points and
more. Everybody is taken to call while his side may expect about what is asked.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.ai.batch.bits import Masks
from game.ai.batch.worlds import NEVER, Weights
from game.ai.chiamata.prospects import RANKS, Prospects, Values
from game.engine.actions import Pass
from game.rules.chiamata.actions import Call, Solo
from game.rules.chiamata.auction import FIRST_RAISE, MOST_POINTS
from game.rules.chiamata.options import ChiamataOptions
from game.rules.chiamata.score import PLAIN
from game.rules.family import RANKING

NONE: Final = -1
"""Below the ladder: no call."""
STEPS: Final = RANKS + MOST_POINTS - FIRST_RAISE + 1
"""Contracts on the ladder."""

PLAIN_DARING, RAISED_DARING = 4.0, 1.0
"""So many points less than are asked must be expected for a call, as people call: without points, and with."""
DOUBT: Final = 5.0
"""How many points apart a hand and its holder's opinion of it may well be."""

ASKED: Final = np.array([PLAIN] * RANKS + list(range(FIRST_RAISE, MOST_POINTS + 1)))
"""By step of the ladder: the points asked."""
DARING: Final = np.array([PLAIN_DARING] * RANKS + [RAISED_DARING] * (STEPS - RANKS))
"""By step of the ladder."""


def step_of(call: Call) -> int:
    """Where a call stands on the ladder."""
    return RANKING.index(call.rank) if call.points is None else RANKS + call.points - FIRST_RAISE


def margins(prospects: Prospects, options: ChiamataOptions) -> Values:
    """(hands, steps): how many points more than are asked each hand may expect at each step."""
    best = prospects.best()
    with_points = best[:, 0]
    if options.forced_call:
        with_points = np.maximum(with_points, prospects.forced()[0])
    plain = best[:, ::-1]
    raised = np.repeat(with_points[:, None], STEPS - RANKS, axis=1)
    found: Values = np.concatenate([plain, raised], axis=1) - ASKED
    return found


def limits(found: Values) -> NDArray[np.int64]:
    """(hands): the last step that each would call, by its `margins`; `NONE` if it calls nothing."""
    willing = found >= -DARING
    last = STEPS - 1 - willing[:, ::-1].argmax(axis=1)
    return np.where(willing.any(axis=1), last, NONE)


def heard(
    calls: tuple[Call | Pass | Solo, ...], options: ChiamataOptions, forehand: int, hands: Masks, seat: int
) -> Weights:
    """How likely these calls are if the ``hands``, (players, worlds), were dealt: logarithms. ``seat`` knows its
    own."""
    weights = np.zeros(hands.shape[1])
    for other in range(len(hands)):
        said = [one for one in calls if one.seat == other]
        if other == seat or not said:
            continue
        place = np.full(hands.shape[1], (other - forehand) % len(hands))
        prospects = Prospects(hands[other], place, in_mano=options.in_hand)
        found = margins(prospects, options)
        made = [step_of(one) for one in said if isinstance(one, Call)]
        if made:
            weights += _sure((found + DARING)[:, made[-1]])
        if isinstance(said[-1], Solo):
            weights += _sure(prospects.solo - PLAIN + PLAIN_DARING)
        elif isinstance(said[-1], Pass):
            weights += _sure(-(found + DARING)[:, _to_beat(calls, said[-1]) + 1 :].max(axis=1, initial=-99.0))
    return weights


def _to_beat(calls: tuple[Call | Pass | Solo, ...], said: Pass) -> int:
    """The step that stood when somebody passed."""
    before = calls[: calls.index(said)]
    return max((step_of(one) for one in before if isinstance(one, Call)), default=NONE)


def _sure(points: Values) -> Weights:
    """The logarithm of how likely something is that so many points speak for; minus infinity is `NEVER`."""
    weights: Weights = np.maximum(-np.logaddexp(0.0, -points / DOUBT), NEVER)
    return weights

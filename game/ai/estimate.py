"""What a choice is found to be worth, how sure that is, and what several looks say together."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from statistics import fmean
from typing import Final

import msgspec

from game.engine.actions import Action

SURE: Final = 2.0
"""So many standard errors apart, one choice is better than another."""


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """What an action is worth, in the game's unit for the match. ``error``: one standard error of ``worth`` beside the
    best action; ``points``: what is to be expected in the end, in the unit of the deal's points (tricks, the card
    points of the side; before the first card of Muscio what is taken off); ``win``: the chance to win the deal (in
    Muscio the match), or to make what was called or bid; each None where it has no meaning."""

    action: Action
    worth: float
    error: float
    points: float | None = None
    win: float | None = None


def best(found: list[Estimate]) -> Estimate:
    """The action that is worth most, the first of equal ones."""
    return max(found, key=lambda one: one.worth)


def is_even(one: Estimate, best: Estimate) -> bool:
    """Whether a choice is as good as the best, as far as can be told: what it is worth less is within the noise."""
    return best.worth - one.worth <= SURE * one.error


def is_clear(found: list[Estimate]) -> bool:
    """Whether one choice is better than all others, as far as can be told."""
    first = best(found)
    return not any(is_even(one, first) for one in found if one is not first)


def pooled(looks: Sequence[list[Estimate]]) -> list[Estimate]:
    """The means of several looks at the same choices, each in other worlds; a choice must have been weighed in all."""
    by_action = [{one.action: one for one in look} for look in looks]
    return [
        _mean([look[one.action] for look in by_action])
        for one in looks[0] if all(one.action in look for look in by_action)
    ]  # fmt: skip


def _mean(some: list[Estimate]) -> Estimate:
    if len(some) == 1:
        return some[0]
    return Estimate(
        action=some[0].action, worth=fmean(one.worth for one in some),
        error=hypot(*(one.error for one in some)) / len(some),
        points=_mean_of([one.points for one in some]), win=_mean_of([one.win for one in some]),
    )  # fmt: skip


def _mean_of(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if len(known) == len(values) else None

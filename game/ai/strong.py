"""The strong levels: cards by playouts. They differ in effort, and in what they make of the others' play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Final, TypeVar

import numpy as np

from game.ai.estimate import Estimate, best, is_clear, pooled
from game.ai.limit import Limit, TimeUp
from game.ai.search import Before, Craft, Effort, estimates
from game.engine.actions import Action
from game.view import View

T = TypeVar("T")

LOOKS: Final = ((1000, 4),)
"""So often at most he looks who has so many milliseconds and is in doubt."""


def fitting(steps: Sequence[tuple[int, T]], limit: Limit) -> T | None:
    """The first of these, (so many milliseconds, what takes them), that there is time for."""
    return next((step for ms, step in steps if limit.ms >= ms), None)


def never(_found: list[Estimate]) -> bool:
    """Nothing is enough."""
    return False


def together(
    look: Callable[[], list[Estimate]], most: int, enough: Callable[[list[Estimate]], bool] = never
) -> list[Estimate]:
    """What at most so many looks say together, each in worlds of its own; fewer, where what they say is ``enough``, or
    the time is over. TimeUp if not even the first came to its end."""
    looks = [look()]
    with suppress(TimeUp):
        while len(looks) < most and not enough(pooled(looks)):
            looks.append(look())
    return pooled(looks)


def in_doubt(look: Callable[[], list[Estimate]], limit: Limit) -> list[Estimate]:
    """What as many looks say together as there is time for, as long as two choices seem as good as each other."""
    return together(look, fitting(LOOKS, limit) or 1, is_clear)


def weighed(
    view: View, craft: Craft, effort: Effort, rng: Random, limit: Limit, before: Before | None = None, *,
    again: bool = False,
) -> list[Estimate]:
    """What the playouts find each card worth, and what may be done ``before``; ``again``: who is in doubt looks again.
    TimeUp if that takes longer than there is time."""
    within, deadline = effort.within(limit.ms), limit.begin()

    def once() -> list[Estimate]:
        return estimates(view, craft, within, np.random.default_rng(rng.getrandbits(64)), deadline, before)

    return in_doubt(once, limit) if again else once()


def card(view: View, craft: Craft, effort: Effort, rng: Random, limit: Limit) -> Action:
    """The card that the playouts find best; the only one, where there is no choice."""
    if len(view.choices) == 1:
        return view.choices[0]
    return best(weighed(view, craft, effort, rng, limit)).action

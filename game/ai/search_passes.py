"""Search passes: repetitions of a search with new determinizations, and their mean."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from game.ai.estimates import ActionEstimate, average_estimates, has_clear_best
from game.ai.time_limit import TimeUp


def average_passes(
    run_pass: Callable[[], list[ActionEstimate]], max_passes: int, *, stops_when_clear: bool = True
) -> list[ActionEstimate]:
    """Return the mean of at most ``max_passes`` passes, at least one.

    They end early when the time is up, or the best action is clear. Raises TimeUp if the first pass does.
    """
    passes = [run_pass()]
    with suppress(TimeUp):
        while len(passes) < max_passes and not (stops_when_clear and has_clear_best(average_estimates(passes))):
            passes.append(run_pass())
    return average_estimates(passes)

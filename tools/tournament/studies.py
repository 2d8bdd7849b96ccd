"""Measurements besides the contests: each is a table of its own, chosen by its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from tools.tournament import calibration, dominated_plays, foolish_plays, plateau, steadiness, time_limits

TableLine: TypeAlias = tuple[str, ...]


class Study(NamedTuple):
    """A measurement.

    ``deals``: the default number of deals; ``run``: returns the lines of the table, its headings first, for a seed and
    a number of deals.
    """

    name: str
    description: str
    deals: int
    run: Callable[[int, int], Sequence[TableLine]]


STUDIES: Final = (
    Study("foolish", "choices that look foolish to a person", 20, foolish_plays.measure_foolish_plays),
    Study(
        "dominated",
        "dominated cards without the filter and with it, and what the filter is worth",
        20,
        dominated_plays.measure_dominated_plays,
    ),
    Study(
        "calibration",
        "whether what is said to be won so often comes true so often",
        60,
        calibration.measure_calibration,
    ),
    Study("plateau", "what four and sixteen looks would buy instead of one", 12, plateau.measure_plateau),
    Study("steadiness", "whether the same position gets the same card each time", 6, steadiness.measure_steadiness),
    Study("limits", "how long the players think beside the time they are given", 4, time_limits.measure_time_limits),
)

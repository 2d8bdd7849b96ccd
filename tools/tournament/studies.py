"""What the tournament measures besides contests: each a table of its own, asked for by its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from tools.tournament import calibration, foolish_plays, plateau, time_limits

TableLine: TypeAlias = tuple[str, ...]


class Study(NamedTuple):
    """``run(seed, deals)`` gives the table, its headings first; ``deals``: how many if nobody says otherwise."""

    name: str
    description: str
    deals: int
    run: Callable[[int, int], Sequence[TableLine]]


STUDIES: Final = (
    Study(
        "foolish",
        "foolish cards without sense and with it, and what sense is worth",
        20,
        foolish_plays.measure_foolish_plays,
    ),
    Study(
        "calibration",
        "whether what is said to be won so often comes true so often",
        60,
        calibration.measure_calibration,
    ),
    Study("plateau", "what four and sixteen looks would buy instead of one", 12, plateau.measure_plateau),
    Study("limits", "how long the players think beside the time they are given", 4, time_limits.measure_time_limits),
)

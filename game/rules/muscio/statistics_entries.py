"""Statistics entries of Muscio: declarations and gatte, with the change of the score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from game.core.events import Event, PlayerPassed
from game.core.messages import N_
from game.core.phase import DealResult
from game.rules.muscio.events import BlindeTaken, GattaShown, PlayDeclared
from game.rules.statistics_entries import StatCategory, StatEntriesBySeat, StatEntry

DEAL_VALUE_LABEL: Final = N_("points off per deal")
"""The name of the mean score of deals."""
STAT_CATEGORIES: Final = (
    StatCategory(
        "declared", N_("By declaration"),
        {"play": N_("Play"), "blinde": N_("Play with the blinde"), "pass": N_("Pass")},
        N_("deals with points off"), DEAL_VALUE_LABEL, N_("{won} of {count} lowered the score"),
    ),
    StatCategory(
        "shown", N_("Gatte (five of one suit)"), {"gatta": N_("Gatta shown")},
        N_("deals with points off"), DEAL_VALUE_LABEL, N_("{won} of {count} lowered the score"),
    ),
)  # fmt: skip
_STAT_KEYS: Final[Mapping[type[Event], tuple[str, str]]] = {
    PlayDeclared: ("declared", "play"), BlindeTaken: ("declared", "blinde"), PlayerPassed: ("declared", "pass"),
    GattaShown: ("shown", "gatta"),
}  # fmt: skip


def list_stat_entries(events: Sequence[Event], result: DealResult) -> StatEntriesBySeat:
    """Return by seat its entries: its declaration and its gatta; none if the deal was not scored.

    ``events``: those of the deal.
    """
    if result.state != "scored":
        return ((),) * len(result.scores)
    entries: list[list[StatEntry]] = [[] for _score in result.scores]
    for event in events:
        if isinstance(event, (PlayDeclared, BlindeTaken, PlayerPassed, GattaShown)):
            score_change = result.scores[event.seat]
            entries[event.seat].append(
                StatEntry(*_STAT_KEYS[type(event)], float(score_change < 0), float(-score_change))
            )
    return tuple(map(tuple, entries))

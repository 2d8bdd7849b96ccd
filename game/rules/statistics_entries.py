"""Results of a deal for a seat besides its score, counted by statistics: its role, its call or bid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from game.core.events import Event
from game.core.messages import N_
from game.core.phase import DealResult

SUCCESS_TEXT: Final = N_("{won} of {count} won")
"""The usual text of a bar of statistics."""


class StatEntry(NamedTuple):
    """A result of a seat in a deal, counted under ``key`` in a `StatCategory`.

    ``success``: 1 for a success, 0 otherwise; ``value``: the category's figure, which statistics average.
    """

    category: str
    key: str
    success: float
    value: float


class StatCategory(NamedTuple):
    """A group of results that statistics show together.

    ``key_labels``: the label of each key, in order of display; an empty label means that the key is shown itself. Keys
    that are not listed come last. ``success_label`` and ``value_label``: headings of `StatEntry.success` and
    `StatEntry.value`; ``success_text``: the successes with their figures, for a bar.
    """

    name: str
    title: str
    key_labels: Mapping[str, str]
    success_label: str
    value_label: str
    success_text: str = SUCCESS_TEXT


StatEntriesBySeat: TypeAlias = tuple[tuple[StatEntry, ...], ...]
"""The entries of each seat."""


def list_no_stat_entries(_events: Sequence[Event], result: DealResult) -> StatEntriesBySeat:
    """Return no entries for any seat: for games in which all seats have the same role."""
    return ((),) * len(result.scores)

"""What a deal was for a seat besides its score: its part in it, what it called or bid, counted by statistics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from game.core.events import Event
from game.core.phase import DealResult


class StatEntry(NamedTuple):
    """One thing that a seat was or did in a deal: ``key`` of a `StatCategory`.

    ``success``: what came of it, 1 for a success and 0 for none; ``value``: the group's figure, averaged over all such
    deals.
    """

    category: str
    key: str
    success: float
    value: float


class StatCategory(NamedTuple):
    """Parts that are shown together. ``key_labels``: in order, each with its words, or with none where it is its own
    word.

    ``success_label``: what a success is called; ``value_label``: what is averaged. A key that is not listed comes
    after the others.
    """

    name: str
    title: str
    key_labels: Mapping[str, str]
    success_label: str
    value_label: str


StatEntriesBySeat: TypeAlias = tuple[tuple[StatEntry, ...], ...]
"""By seat."""


def list_no_stat_entries(_events: Sequence[Event], result: DealResult) -> StatEntriesBySeat:
    """In a game where every seat has the same part."""
    return ((),) * len(result.scores)

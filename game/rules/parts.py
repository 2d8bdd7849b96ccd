"""What a deal was for a seat besides its score: its part in it, what it called or bid, counted by statistics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from game.engine.events import Event
from game.engine.phases import DealResult


class Part(NamedTuple):
    """One thing that a seat was or did in a deal: ``key`` of a `Group`.

    ``won``: what came of it, 1 for a success and 0 for none; ``value``: the group's figure, averaged over all such
    deals.
    """

    group: str
    key: str
    won: float
    value: float


class Group(NamedTuple):
    """Parts that are shown together. ``keys``: in order, each with its words, or with none where it is its own word.

    ``won``: what a success is called; ``value``: what is averaged. A key that is not listed comes after the others.
    """

    name: str
    title: str
    keys: Mapping[str, str]
    won: str
    value: str


Parts: TypeAlias = tuple[tuple[Part, ...], ...]
"""By seat."""


def no_parts(_events: Sequence[Event], result: DealResult) -> Parts:
    """In a game where every seat has the same part."""
    return ((),) * len(result.scores)

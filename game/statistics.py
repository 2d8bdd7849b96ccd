"""What a person has done at a game, added up over the matches, with what chance leaves open: for charts and CSV."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import Final, NamedTuple, TypeVar

import msgspec

from game.rules import GAMES
from game.rules.parts import Group
from game.tallies import Count, MatchTally

SURE: Final = 1.959964
"""So many standard deviations to each side hold 95 of 100 (the normal distribution)."""
T = TypeVar("T")
BLOCKS: Final = 12
"""The trend has at most so many steps."""


class Played(msgspec.Struct, frozen=True):
    """A match that a person played to its end at a seat, ``when`` as `time.time` tells it."""

    when: float
    seat: int
    tally: MatchTally


class Judged(NamedTuple):
    """What the analysis found of a person in a match, or in several: so many choices, each of which lost so much.

    ``accuracy``: how much he got of what was to be had, 0 to 1; ``loss`` in the game's unit.
    """

    when: float
    choices: int
    accuracy: float
    loss: float


class Share(NamedTuple):
    """``won`` of ``deals`` (or of matches), and where its share truly lies, as far as so few can tell (95 %)."""

    deals: int
    won: float
    low: float
    high: float

    @property
    def rate(self) -> float:
        """The share itself, 0 where there is nothing."""
        return self.won / self.deals if self.deals else 0.0


class Line(NamedTuple):
    """One line of a table, one bar of a chart. ``value``: the figure averaged over the count."""

    key: str
    share: Share
    value: float


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    """All that is shown of a person at a game.

    ``by_chance``: the share of matches that anybody would win if all were alike; ``parts``: a table for each group
    of the game, with the keys that occurred; ``trend``: shares of deals won, in blocks of matches, the oldest first,
    each by the time of its last match; ``judged``: what the analysis found, in such blocks too.
    """

    game: str
    matches: Share
    deals: Line
    by_chance: float
    parts: tuple[tuple[Group, tuple[Line, ...]], ...]
    trend: tuple[tuple[float, Line], ...]
    judged: tuple[Judged, ...] = ()


def share(count: int, won: float) -> Share:
    """``won`` of ``count`` with the interval of Wilson (1927) for 95 %; all of 0 to 1 where there is nothing."""
    if not count:
        return Share(0, 0.0, 0.0, 1.0)
    rate, square = won / count, SURE * SURE / count
    middle = (rate + square / 2) / (1 + square)
    half = SURE / (1 + square) * sqrt(rate * (1 - rate) / count + square / (4 * count))
    return Share(count, won, max(0.0, middle - half), min(1.0, middle + half))


def statistics(game: str, played: Sequence[Played], judged: Sequence[Judged] = ()) -> Statistics:
    """The matches of one game, in any order, added up; ``judged``: those of them that were analysed."""
    played = sorted(played, key=lambda one: one.when)
    decided = [one for one in played if one.tally.winners]
    won = sum(one.tally.won(one.seat) for one in decided)
    chance = sum(1 / one.tally.sides for one in decided) / len(decided) if decided else 0.0
    return Statistics(
        game=game, matches=share(len(decided), won), deals=_line("", _all_deals(played)), by_chance=chance,
        parts=tuple((group, _lines(group, played)) for group in GAMES[game].groups), trend=_trend(played),
        judged=tuple(map(together, _blocks(sorted(judged)))),
    )  # fmt: skip


def _all_deals(played: Sequence[Played]) -> Count:
    return sum((one.tally.seats[one.seat].deals for one in played), start=Count())


def _line(key: str, count: Count) -> Line:
    return Line(key, share(count.deals, count.won), count.value / count.deals if count.deals else 0.0)


def _lines(group: Group, played: Sequence[Played]) -> tuple[Line, ...]:
    """A line for each key that occurred, in the group's order, others after them by name."""
    counts: dict[str, Count] = {}
    for one in played:
        for name, count in one.tally.seats[one.seat].parts.items():
            prefix, _slash, key = name.partition("/")
            if prefix == group.name:
                counts[key] = counts.get(key, Count()) + count
    order = {key: at for at, key in enumerate(group.keys)}
    return tuple(_line(key, counts[key]) for key in sorted(counts, key=lambda key: (order.get(key, len(order)), key)))


def _trend(played: Sequence[Played]) -> tuple[tuple[float, Line], ...]:
    """The matches in blocks of as equal size as may be."""
    return tuple((part[-1].when, _line("", _all_deals(part))) for part in _blocks(played))


def _blocks(some: Sequence[T]) -> list[Sequence[T]]:
    """At most `BLOCKS` parts one after the other, of as equal size as may be."""
    blocks = min(BLOCKS, len(some))
    ends = [len(some) * at // blocks for at in range(blocks + 1)] if blocks else []
    return [some[first:last] for first, last in pairwise(ends)]


def together(some: Sequence[Judged]) -> Judged:
    """Several of them as one: every choice counts as much as every other."""
    choices = sum(one.choices for one in some)
    accuracy = sum(one.accuracy * one.choices for one in some) / choices
    return Judged(some[-1].when, choices, accuracy, sum(one.loss * one.choices for one in some) / choices)

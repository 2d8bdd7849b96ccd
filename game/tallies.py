"""A match counted: how it ended, and what each seat did in its deals. What lists and statistics are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from game.engine.actions import Deal
from game.engine.events import Event
from game.match import Match
from game.record import Record
from game.rules.parts import Part


class Count(msgspec.Struct, frozen=True, array_like=True):
    """So many deals, how many of them were won (a shared win in part), and a figure added up over them."""

    deals: int = 0
    won: float = 0.0
    value: float = 0.0

    def __add__(self, other: Count) -> Count:
        return Count(self.deals + other.deals, self.won + other.won, self.value + other.value)


class SeatTally(msgspec.Struct, frozen=True, array_like=True):
    """What a seat did: all its scored deals with its score in the game's unit, and its parts by ``group/key``.

    A deal was won if the seat's first part in it was a success; in a game without parts, if nobody scored more.
    """

    deals: Count
    parts: dict[str, Count]


class MatchTally(msgspec.Struct, frozen=True):
    """How a match stands at the end of its record.

    ``deals``: those that ended, void ones too; ``sides``: how many could win; ``over``: nobody goes on with it.
    """

    deals: int
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    over: bool
    sides: int
    seats: tuple[SeatTally, ...]

    def won(self, seat: int) -> float:
        """The seat's part of the win: a half where two sides share it."""
        if seat not in self.winners:
            return 0.0
        each = len(self.totals) // self.sides
        return each / len(self.winners)


def no_breath() -> None:
    """Nobody waits meanwhile."""


def tallied(record: Record, breathe: Callable[[], None] = no_breath) -> MatchTally:
    """Play the record through and count it; ``breathe`` is called after every action. RecordError if it is faulty."""
    match, events = record.start(), list[Event]()
    found: list[list[Part]] = [[] for _name in record.names]
    scored: list[list[Count]] = [[] for _name in record.names]
    for action, step in record.steps():
        events = [*step.events] if isinstance(action, Deal) else [*events, *step.events]
        if len(step.match.results) > len(match.results):
            _count_deal(step.match, events, scored, found)
        match = step.match
        breathe()
    standing = match.standing
    seats = tuple(SeatTally(_sum(one), _by_key(parts)) for one, parts in zip(scored, found, strict=True))
    return MatchTally(
        deals=len(match.results), totals=standing.totals, winners=standing.winners, over=match.over,
        sides=len(match.sides), seats=seats,
    )  # fmt: skip


def _count_deal(match: Match, events: list[Event], scored: list[list[Count]], found: list[list[Part]]) -> None:
    result = match.results[-1]
    if result.state != "scored":
        return
    tally, parts = match.game.tally(result, match.sides), match.game.parts(events, result)
    for seat, (score, best) in enumerate(zip(tally.scores, tally.wins, strict=True)):
        scored[seat].append(Count(1, parts[seat][0].won if parts[seat] else best, score))
        found[seat].extend(parts[seat])


def _sum(counts: Iterable[Count]) -> Count:
    return sum(counts, start=Count())


def _by_key(parts: Iterable[Part]) -> dict[str, Count]:
    counts: dict[str, Count] = {}
    for one in parts:
        key = f"{one.group}/{one.key}"
        counts[key] = counts.get(key, Count()) + Count(1, one.won, one.value)
    return counts

"""Tallies of a match for lists and statistics: its end, and the results of each seat in its deals."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from game.core.actions import Deal
from game.core.events import Event
from game.match.match import Match
from game.match.record import Record
from game.rules.statistics_entries import StatEntry


class DealCount(msgspec.Struct, frozen=True, array_like=True):
    """A number of deals, how many were won (shared wins count in part), and the sum of a figure over them."""

    deals: int = 0
    won: float = 0.0
    value: float = 0.0

    def __add__(self, other: DealCount) -> DealCount:
        return DealCount(self.deals + other.deals, self.won + other.won, self.value + other.value)


class SeatTally(msgspec.Struct, frozen=True, array_like=True):
    """The results of a seat: all its scored deals, and its parts by ``category/key``.

    In ``deals`` the figure is the score in the game's unit. A deal was won if the seat's first part in it was a
    success; in a game without parts, if it had the best result.
    """

    deals: DealCount
    parts: dict[str, DealCount]


class MatchTally(msgspec.Struct, frozen=True):
    """The state of a match at the end of its record.

    ``deals``: number of finished deals, also void ones; ``winners``: () as long as the match goes on, and if it ended
    without a result; ``over``: the match is over; ``sides``: number of sides; ``departed_seats``: seats whose player
    left; ``is_voted_out``: votes ended it; ``timed_out_seat``: the seat whose timeout ended it.
    """

    deals: int
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    over: bool
    sides: int
    seats: tuple[SeatTally, ...]
    departed_seats: tuple[int, ...] = ()
    is_voted_out: bool = False
    timed_out_seat: int | None = None

    def get_win_share(self, seat: int) -> float:
        """Return the seat's share of the win, 0 to 1: a half where two sides share it, 0 if it did not win."""
        if seat not in self.winners:
            return 0.0
        seats_per_side = len(self.totals) // self.sides
        return seats_per_side / len(self.winners)


def do_nothing() -> None:
    """Do nothing: the default callback of `tally_record`."""


def tally_record(record: Record, after_action: Callable[[], None] = do_nothing) -> MatchTally:
    """Return the tally of a record after playing it through. Raise RecordError if that fails.

    ``after_action`` is called after every action.
    """
    match, events = record.create_match(), list[Event]()
    entries: list[list[StatEntry]] = [[] for _name in record.names]
    deal_counts: list[list[DealCount]] = [[] for _name in record.names]
    for action, step in record.iter_steps():
        events = [*step.events] if isinstance(action, Deal) else [*events, *step.events]
        if len(step.match.results) > len(match.results):
            _count_deal(step.match, events, deal_counts, entries)
        match = step.match
        after_action()
    standing = match.standing
    seats = tuple(
        SeatTally(_sum_counts(counts), _count_by_key(parts)) for counts, parts in zip(deal_counts, entries, strict=True)
    )
    return MatchTally(
        deals=len(match.results), totals=standing.totals, winners=standing.winners, over=match.is_over,
        sides=len(match.sides), seats=seats, departed_seats=match.departed_seats,
        is_voted_out=match.is_aborted and match.timed_out_seat is None, timed_out_seat=match.timed_out_seat,
    )  # fmt: skip


def _count_deal(
    match: Match, events: list[Event], deal_counts: list[list[DealCount]], entries: list[list[StatEntry]]
) -> None:
    result = match.results[-1]
    if result.state != "scored":
        return
    tally, parts = match.game.tally_deal(result, match.sides), match.game.list_stat_entries(events, result)
    for seat, seat_parts in enumerate(parts):
        won = seat_parts[0].success if seat_parts else tally.wins[seat]
        deal_counts[seat].append(DealCount(1, won, tally.scores[seat]))
        entries[seat].extend(seat_parts)


def _sum_counts(counts: Iterable[DealCount]) -> DealCount:
    return sum(counts, start=DealCount())


def _count_by_key(entries: Iterable[StatEntry]) -> dict[str, DealCount]:
    counts: dict[str, DealCount] = {}
    for entry in entries:
        key = f"{entry.category}/{entry.key}"
        counts[key] = counts.get(key, DealCount()) + DealCount(1, entry.success, entry.value)
    return counts

"""Rows of the list of matches, and the search in them.

Rows are made on the storage thread, because ten thousand take longer than a frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final
from zlib import crc32

import msgspec

from game.core.messages import N_
from game.core.sanitizer import fold_text
from game.match.archived_match import ASSISTED_FLAG, IMPORTED_FLAG, SIDE_LINE_FLAG, WATCHED_FLAG
from game.match.pauses import iterate_with_pauses
from game.match.setup import PERSON_KIND
from game.match.tallies import MatchTally
from game.rules import GAMES
from game.storage.archive import Archive, MatchListEntry
from game.text.dates import format_recent_day
from game.text.formatting import (
    format_change,
    format_date_and_time,
    format_iso_date,
    format_number,
    format_score_pair,
    format_time_of_day,
    join_with_and,
    join_with_commas,
)
from game.text.gettext import _, ngettext
from game.text.player_names import format_player_names
from ui.games import get_presentation

if TYPE_CHECKING:
    from game.network.known_tables import KnownTable

ROWS_SEARCHED_PER_FRAME: Final = 1500
"""The number of rows searched in a frame, which takes about half a millisecond."""
RANK_LABELS: Final = (
    N_("Won, {total}"), N_("2nd place, {total}"), N_("3rd place, {total}"),
    N_("4th place, {total}"), N_("5th place, {total}"), N_("6th place, {total}"),
)  # fmt: skip
"""The results of a player in a match of more than two sides, by rank."""
SHARED_WIN_LABEL: Final = N_("Shared win, {total}")
"""The result of a player who shares the first place with others."""
MARK_LABELS: Final = (
    (ASSISTED_FLAG, N_("assisted")),
    (SIDE_LINE_FLAG, N_("practice")),
    (IMPORTED_FLAG, N_("imported")),
    (WATCHED_FLAG, N_("watched")),
)


class HistoryRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the list.

    ``players_text``: the players with their scores; ``outcome_text``: the result or the progress; ``date_text``: the
    day and the time; ``short_date_text``: the time only for today; ``badges``: labels
    such as "imported"; ``search_text``: the text to search; ``narration``: the whole row in a line;
    ``is_in_progress``: the match can be continued; ``table``: over the network, at which it goes on, else None.
    """

    entry: MatchListEntry
    title: str
    players_text: str
    outcome_text: str
    date_text: str
    short_date_text: str
    badges: tuple[str, ...]
    search_text: str
    narration: str
    is_in_progress: bool
    table: KnownTable | None = None

    @property
    def is_open_elsewhere(self) -> bool:
        """Whether another window plays the match."""
        return self.entry.is_open_elsewhere

    @property
    def finished_deal_count(self) -> int:
        """The number of deals that can be replayed; 0 if the match cannot be read, or its cards are at another host."""
        if self.entry.error or self.table is not None:
            return 0
        if self.entry.is_unfinished:
            return self.entry.finished_deals
        return self.entry.tally.deals if self.entry.tally is not None else 0


def list_rows(archive: Archive, now: float) -> tuple[HistoryRow, ...]:
    """Return all matches as rows at the moment ``now``, the latest first; raise StorageError."""
    return tuple(
        make_row(entry, now, is_saved=archive.has_file) for entry in iterate_with_pauses(archive.list_entries())
    )


def list_table_rows(tables: Sequence[KnownTable], now: float) -> tuple[HistoryRow, ...]:
    """Return the matches that go on at tables over the network as rows; each has a negative id of its own."""
    entries = ((table.make_entry(-1 - crc32(table.id.encode())), table) for table in tables)
    return tuple(make_row(entry, now, table=table) for entry, table in entries if entry is not None)


def make_row(
    entry: MatchListEntry, now: float, *, is_saved: bool = True, table: KnownTable | None = None
) -> HistoryRow:
    """Return a match as a row. ``is_saved``: whether it is on the disk; ``table``: at which it goes on."""
    game = GAMES.get(entry.game_id)
    title = _(game.title) if game is not None else entry.game_id or _("Unknown game")
    names = format_player_names(entry.names)
    players_text, outcome_text = _format_players(entry, names), _format_outcome(entry, names)
    day_text, time_text = format_recent_day(entry.updated_at, now), format_time_of_day(entry.updated_at)
    date_text = _("{day}, {time}").format(day=day_text, time=time_text)
    marks = entry.flags - {IMPORTED_FLAG} if WATCHED_FLAG in entry.flags else entry.flags
    badges = tuple(_(text) for mark, text in MARK_LABELS if mark in marks)
    if entry.is_daily:
        badges = (_("daily deal"), *badges)
    is_in_progress = entry.is_unfinished and not entry.error
    if table is not None:
        badges = (_("Over the network: {table}").format(table=table.name),)
    elif is_in_progress and is_saved:
        badges = (_("saved"), *badges)
    parts = (title, outcome_text, players_text, date_text, *badges)
    search_parts = (
        title,
        outcome_text,
        join_with_commas(names),
        date_text,
        format_date_and_time(entry.updated_at),
        format_iso_date(entry.updated_at),
        *badges,
    )
    return HistoryRow(
        entry=entry,
        title=title,
        players_text=players_text,
        outcome_text=outcome_text,
        date_text=date_text,
        short_date_text=date_text if day_text == _("Today") else day_text,
        badges=badges,
        search_text=fold_text(" ".join(search_parts)),
        narration=" · ".join(part for part in parts if part),
        is_in_progress=is_in_progress,
        table=table,
    )


def find_own_seat(entry: MatchListEntry) -> int | None:
    """Return the seat of the only person who played the match here; None if there is none or several did."""
    seats = [seat for seat, kind in enumerate(entry.player_kinds) if kind == PERSON_KIND]
    return seats[0] if len(seats) == 1 and IMPORTED_FLAG not in entry.flags else None


def get_totals(entry: MatchListEntry) -> tuple[int, ...]:
    """Return the scores of the seats; () if they are not known."""
    totals = entry.tally.totals if entry.tally is not None else entry.totals
    return totals if len(totals) == len(entry.names) else ()


def list_sides(entry: MatchListEntry) -> tuple[tuple[int, ...], ...]:
    """Return the seats that win together, that of the person first; each seat alone if it is not known."""
    seats = range(len(entry.names))
    count = entry.tally.sides if entry.tally is not None else len(seats)
    sides = tuple(tuple(seats[index::count]) for index in range(count))
    own_seat = find_own_seat(entry)
    return tuple(sorted(sides, key=lambda side: own_seat not in side))


def format_score(values: Sequence[float]) -> str:
    """Return the scores of two sides."""
    return format_score_pair(format_number(values[0]), format_number(values[1]))


def format_total(game_id: str, total: float, totals: Sequence[float]) -> str:
    """Return one of several totals, with a sign where some are negative, except in a game that counts down."""
    has_sign = min(totals) < 0 and get_presentation(game_id).is_good_change(1)
    return format_change(total) if has_sign else format_number(total)


def list_player_texts(entry: MatchListEntry) -> tuple[str, ...]:
    """Return the name of each player, with the score if it is known."""
    names, totals = format_player_names(entry.names), get_totals(entry)
    if not totals:
        return tuple(names)
    figures = (format_total(entry.game_id, total, totals) for total in totals)
    return tuple(f"{name} {figure}" for name, figure in zip(names, figures, strict=True))


def _format_players(entry: MatchListEntry, names: Sequence[str]) -> str:
    return " · ".join(list_player_texts(entry)) if get_totals(entry) else join_with_commas(names)


def _format_outcome(entry: MatchListEntry, names: Sequence[str]) -> str:
    if entry.error:
        return entry.error
    if entry.is_unfinished:
        return _format_progress(entry)
    tally = entry.tally
    if tally is None:
        return ""
    if not tally.winners:
        return _describe_early_end(entry, tally, names)
    sides, own_seat, totals = list_sides(entry), find_own_seat(entry), tally.totals
    score = format_score([totals[side[0]] for side in sides]) if len(sides) == 2 and totals else ""
    if own_seat is None:
        winner_names = join_with_and([names[seat] for seat in tally.winners if seat < len(names)])
        return ngettext("{names} wins", "{names} win", len(tally.winners)).format(names=winner_names)
    if score:
        return (_("Won {score}") if own_seat in tally.winners else _("Lost {score}")).format(score=score)
    rank = 0 if own_seat in tally.winners else _find_rank(entry.game_id, totals, own_seat)
    figure = format_total(entry.game_id, totals[own_seat], totals)
    has_others = not set(tally.winners) <= set(sides[0])
    label = SHARED_WIN_LABEL if not rank and has_others else RANK_LABELS[rank]
    return _(label).format(total=get_presentation(entry.game_id).describe_total(totals[own_seat], figure))


def _describe_early_end(entry: MatchListEntry, tally: MatchTally, names: Sequence[str]) -> str:
    """Return who or what ended a match without a winner."""
    own_seat = find_own_seat(entry)
    if tally.timed_out_seat is not None:
        if tally.timed_out_seat == own_seat:
            return _("You ran out of time")
        return _("{name} ran out of time").format(name="".join(names[tally.timed_out_seat : tally.timed_out_seat + 1]))
    if tally.over:
        return _("Ended by vote") if tally.is_voted_out else _("No winner")
    if IMPORTED_FLAG in entry.flags:
        return _("Not finished")
    if not entry.is_networked:
        return _("You gave up") if own_seat is not None else _("Given up")
    people = {seat for seat, kind in enumerate(entry.player_kinds) if kind == PERSON_KIND}
    return _("Everybody left") if people <= set(tally.departed_seats) else _("Ended by the host")


def _format_progress(entry: MatchListEntry) -> str:
    if entry.is_open_elsewhere:
        return _("Open in another window")
    if entry.is_networked:
        return _("Deal {number}").format(number=entry.finished_deals + 1)
    totals, sides = get_totals(entry), list_sides(entry)
    if len(sides) == 2 and totals:
        return _("Saved at {score}").format(score=format_score([totals[side[0]] for side in sides]))
    return _("Saved in deal {number}").format(number=entry.finished_deals + 1)


def _find_rank(game_id: str, totals: Sequence[int], seat: int) -> int:
    """Return the rank of a seat that has not won, at least 1."""
    is_counting_down = not get_presentation(game_id).is_good_change(1)
    better = [total for total in totals if (total < totals[seat] if is_counting_down else total > totals[seat])]
    return max(1, len(better))


class HistorySearch:
    """A search for the rows that contain all words of a query, some rows at a time.

    ``state_filter``: "all", "saved" or "finished"; ``selected_id``: the match whose index is `selected_index`, which is
    0 if it is not among the results. Another query needs another search.
    """

    def __init__(
        self, rows: Sequence[HistoryRow], query: str, state_filter: str, selected_id: int | None = None
    ) -> None:
        self.results: list[HistoryRow] = []
        self.selected_index = 0
        self._rows = rows
        self._next_index = 0
        self._first_word, *self._other_words = fold_text(query).split() or [""]
        self._open_states = {"all": (True, False), "saved": (True,), "finished": (False,)}[state_filter]
        self._selected_id = selected_id

    def search_more(self, max_rows: int = ROWS_SEARCHED_PER_FRAME) -> bool:
        """Search up to ``max_rows`` more rows, and return whether all have been searched."""
        first_word, open_states, other_words = self._first_word, self._open_states, self._other_words
        rows = self._rows[self._next_index : self._next_index + max_rows]
        self._next_index += len(rows)
        matching = [row for row in rows if first_word in row.search_text and row.is_in_progress in open_states]
        if other_words:
            matching = [row for row in matching if all(word in row.search_text for word in other_words)]
        ids = [row.entry.id for row in matching]
        if self._selected_id in ids:
            self.selected_index = len(self.results) + ids.index(self._selected_id)
        self.results += matching
        return self._next_index >= len(self._rows)

"""Rows of the list of matches, and the search in them.

Rows are made on the storage thread, because ten thousand take longer than a frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from game.core.messages import N_
from game.core.sanitizer import name_key
from game.rules import GAMES
from game.storage.archive import (
    ASSISTED_FLAG,
    IMPORTED_FLAG,
    SIDE_LINE_FLAG,
    Archive,
    MatchListEntry,
    iterate_with_pauses,
)
from game.text.formatting import format_date_and_time, format_iso_date, join_with_and, join_with_commas
from game.text.gettext import _, ngettext
from game.text.player_names import format_player_names

ROWS_SEARCHED_PER_FRAME: Final = 1500
"""The number of rows searched in a frame, which takes about half a millisecond."""
MARK_LABELS: Final = (
    (ASSISTED_FLAG, N_("assisted")),
    (SIDE_LINE_FLAG, N_("side line")),
    (IMPORTED_FLAG, N_("imported")),
)


class HistoryRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the list.

    ``players_text``: the players with their scores; ``outcome_text``: the winners or the progress; ``badges``: labels
    such as "imported"; ``search_text``: the text to search; ``narration``: the whole row in a line; ``is_in_progress``:
    the match can be continued.
    """

    entry: MatchListEntry
    title: str
    players_text: str
    outcome_text: str
    date_text: str
    badges: tuple[str, ...]
    search_text: str
    narration: str
    is_in_progress: bool


def list_rows(archive: Archive) -> tuple[HistoryRow, ...]:
    """Return all matches as rows, the latest first; raise StorageError."""
    return tuple(map(make_row, iterate_with_pauses(archive.list_entries())))


def make_row(entry: MatchListEntry) -> HistoryRow:
    """Return a match as a row."""
    game = GAMES.get(entry.game_id)
    title = _(game.title) if game is not None else entry.game_id or _("Unknown game")
    names = format_player_names(entry.names)
    players_text, outcome_text, date_text = (
        _format_players(entry, names),
        _format_outcome(entry, names),
        format_date_and_time(entry.updated_at),
    )
    badges = tuple(_(text) for mark, text in MARK_LABELS if mark in entry.flags)
    is_in_progress = entry.unfinished_match is not None and not entry.error
    state = (_("saved"),) if is_in_progress else ()
    parts = (title, players_text, outcome_text, date_text, *state, *badges)
    search_text = name_key(
        " ".join(
            (
                title,
                join_with_commas(names),
                outcome_text,
                date_text,
                format_iso_date(entry.updated_at),
                *state,
                *badges,
            )
        )
    )
    return HistoryRow(
        entry=entry,
        title=title,
        players_text=players_text,
        outcome_text=outcome_text,
        date_text=date_text,
        badges=(*state, *badges),
        search_text=search_text,
        narration=" · ".join(part for part in parts if part),
        is_in_progress=is_in_progress,
    )


def _format_players(entry: MatchListEntry, names: Sequence[str]) -> str:
    totals = (
        entry.tally.totals
        if entry.tally is not None
        else entry.unfinished_match.totals
        if entry.unfinished_match is not None
        else ()
    )
    if len(totals) != len(names):
        return join_with_commas(names)
    return " · ".join(f"{name} {total}" for name, total in zip(names, totals, strict=True))


def _format_outcome(entry: MatchListEntry, names: Sequence[str]) -> str:
    if entry.error:
        return entry.error
    if entry.unfinished_match is not None:
        if entry.unfinished_match.is_open_elsewhere:
            return _("open in another window")
        return _("in deal {number}").format(number=entry.unfinished_match.finished_deals + 1)
    if entry.tally is None:
        return ""
    if entry.tally.winners:
        winner_names = join_with_and([names[seat] for seat in entry.tally.winners if seat < len(names)])
        return ngettext("{names} wins", "{names} win", len(entry.tally.winners)).format(names=winner_names)
    if entry.tally.over:
        return _("nobody wins")
    deals = entry.tally.deals
    return ngettext("not finished: {count} deal", "not finished: {count} deals", deals).format(count=deals)


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
        self._first_word, *self._other_words = name_key(query).split() or [""]
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

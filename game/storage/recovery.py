"""Check of all rows of the database, and recovery of a damaged one.

The matches of the damaged file, which is only read, are copied into a new one, as far as their rows are intact and can
be played.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

import msgspec

from game.match.record import RecordError
from game.storage.database import open_connection, transaction
from game.storage.match_rows import (
    TALLY_NOTE_KEY,
    MatchHeader,
    MatchRows,
    build_saved_match,
    find_intact_rows,
    insert_rows,
    is_intact_note,
    replace,
    sum_notes,
)
from game.storage.profiles import describe_profile
from game.storage.program_clock import ClockReading, sanitize_timestamp, store_reading
from game.storage.tables import KEY_COLUMN_COUNTS, TABLE_COLUMNS, SqlRow, count_rows, is_intact, select_rows, write_row
from game.text.gettext import _, ngettext
from game.text.match_titles import format_match_title

MAX_NAMED_LOSSES: Final = 20
ROWS_AT_A_TIME: Final = 500
MATCH_TABLES: Final = ("deals", "actions", "notes")
"""The tables whose rows belong to a match."""


class Recovery(msgspec.Struct):
    """The number of matches copied, and a short text for each loss."""

    match_count: int = 0
    losses: list[str] = []

    def describe_losses(self) -> str:
        """Return a sentence that lists the losses; empty if none is known."""
        if not self.losses:
            return ""
        more_count = len(self.losses) - MAX_NAMED_LOSSES
        more = [ngettext("{n} more", "{n} more", more_count).format(n=more_count)] if more_count > 0 else []
        return " " + _("Missing or damaged: {list}.").format(list="; ".join(self.losses[:MAX_NAMED_LOSSES] + more))


# -- check -----------------------------------------------------------------------------------------


def are_counts_right(db: sqlite3.Connection) -> bool:
    """Return whether the database has what its last transaction left in it. Raise sqlite3.Error."""
    return [row[4:-2] for row in select_rows(db, "clock")] == [count_rows(db)]


def find_damaged_row(db: sqlite3.Connection, pause: Callable[[], None]) -> bool:
    """Return whether any row is not as it was written, or is missing from a match. Raise sqlite3.Error.

    ``pause`` is called regularly: the check of a large file takes a second.
    """
    groups = {table: _MatchGroups(_iterate_rows(db, table, pause)) for table in MATCH_TABLES}
    for row in _iterate_rows(db, "matches", pause):
        header = MatchHeader(*row)
        deals, actions, notes = (groups[table].take_rows(header.id) for table in MATCH_TABLES)
        if not header.is_intact or not find_intact_rows(header, deals, actions).is_clean:
            return True
        if not all(map(is_intact_note, notes)) or header.notes != sum_notes(notes):
            return True
    return any(group.has_more for group in groups.values()) or not all(
        is_intact(table, row) for table in ("profiles", "clock") for row in _iterate_rows(db, table, pause)
    )


class _MatchGroups:
    """The rows of a table, which are taken match by match in the order of the ids."""

    def __init__(self, rows: Iterator[SqlRow]) -> None:
        self._rows = rows
        self._next_row = next(rows, None)

    @property
    def has_more(self) -> bool:
        """Whether rows are left that no match has taken."""
        return self._next_row is not None

    def take_rows(self, match_id: int) -> list[SqlRow]:
        """Return the next rows if they belong to this match."""
        taken = list[SqlRow]()
        while self._next_row is not None and self._next_row[0] == match_id:
            taken.append(self._next_row)
            self._next_row = next(self._rows, None)
        return taken


def _iterate_rows(db: sqlite3.Connection, table: str, pause: Callable[[], None]) -> Iterator[SqlRow]:
    columns = TABLE_COLUMNS[table]
    order = ", ".join(columns[: KEY_COLUMN_COUNTS[table]])
    cursor = db.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {order}")
    while rows := cursor.fetchmany(ROWS_AT_A_TIME):
        yield from rows
        pause()


# -- recovery --------------------------------------------------------------------------------------


def recover_rows(damaged: Path, connection: sqlite3.Connection) -> Recovery:
    """Copy the matches and profiles that can be read and that are as they were written."""
    recovery = Recovery()
    unreadable = (sqlite3.Error, UnicodeDecodeError, OSError)
    with suppress(*unreadable), closing(open_connection(damaged, "mode=ro&immutable=1")) as old:
        # With this setting SQLite reads a truncated file up to its end.
        old.execute("PRAGMA writable_schema = ON")
        tables = {table: _read_table(old, table) for table in TABLE_COLUMNS}
        with transaction(connection):
            _copy_tables(tables, connection, recovery)
    return recovery


def _read_table(old: sqlite3.Connection, table: str) -> list[SqlRow]:
    """Return the rows, read from both ends up to the first damaged place.

    If a page of another table is among them, a key may come twice; the row that is intact counts.
    """
    columns, rows = TABLE_COLUMNS[table], dict[SqlRow, SqlRow]()
    key_columns = columns[: KEY_COLUMN_COUNTS[table]]
    for direction in ("ASC", "DESC"):
        order = ", ".join(f"{column} {direction}" for column in key_columns)
        with suppress(sqlite3.Error, UnicodeDecodeError):
            for row in old.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {order}"):
                key = row[: len(key_columns)]
                if key not in rows or is_intact(table, row):
                    rows[key] = row
    return list(rows.values())


def _copy_tables(tables: Mapping[str, list[SqlRow]], connection: sqlite3.Connection, recovery: Recovery) -> None:
    new_number = select_rows(connection, "clock")[0][-2] + 1
    match_count = _copy_matches(tables, new_number, connection, recovery)
    profile_count = _copy_profiles(tables["profiles"], new_number, connection, recovery)
    found_total = sum(row[-2] for row in (*tables["matches"], *tables["profiles"]) if isinstance(row[-2], int))
    clock = next((row for row in tables["clock"] if is_intact("clock", row)), None)
    if clock is None:
        clock = (1, 0.0, 0.0, 0.0, match_count, len(tables["profiles"]), found_total, 0, 0)
        recovery.losses += [_("the program's clock"), _("perhaps matches")]
    _id, program, system, steady, stored_match_count, stored_profile_count, total, _written, _crc = clock
    store_reading(connection, ClockReading(program, system, steady, new_number))
    if match_count < stored_match_count:
        count = stored_match_count - match_count
        recovery.losses.append(ngettext("{n} other match", "{n} other matches", count).format(n=count))
    if profile_count < stored_profile_count:
        count = stored_profile_count - profile_count
        recovery.losses.append(ngettext("{n} other profile", "{n} other profiles", count).format(n=count))
    if found_total != total:
        recovery.losses.append(_("perhaps the latest changes, because a part of the file is old"))


def _copy_matches(
    tables: Mapping[str, list[SqlRow]], new_number: int, connection: sqlite3.Connection, recovery: Recovery
) -> int:
    """Copy the matches with their notes, and name the lost ones, by number if nothing else is known.

    Return the number of all of them.
    """
    deals, actions, notes = (_group_intact_rows(table, tables[table]) for table in MATCH_TABLES)
    lost = {match_id: _("match {n}").format(n=match_id) for match_id in (*deals, *actions, *notes)}
    for row in tables["matches"]:
        header = MatchHeader(*row)
        labels = header.texts.labels
        label = format_match_title(header.id, labels.game_id, labels.names, sanitize_timestamp(header.updated))
        rows = _find_playable_rows(header, deals.get(header.id, []), actions.get(header.id, []))
        if rows is None:
            lost[header.id] = label
            continue
        lost.pop(header.id, None)
        recovery.match_count += 1
        if rows.damage:
            recovery.losses.append(f"{label}: {rows.damage}")
        own_notes = notes.get(header.id, [])
        if header.notes != sum_notes(own_notes):
            recovery.losses.append(_("perhaps notes from {match}").format(match=label))
        values = {key: msgspec.Raw(value.encode()) for _match, key, value, *_rest in own_notes if key != TALLY_NOTE_KEY}
        insert_rows(connection, replace(rows, header=replace(rows.header, written=new_number)), values)
    recovery.losses += lost.values()
    return recovery.match_count + len(lost)


def _group_intact_rows(table: str, rows: list[SqlRow]) -> dict[int, list[SqlRow]]:
    """Return the intact rows of each match in the order of their keys."""
    groups: dict[int, list[SqlRow]] = {}
    for row in sorted(row for row in rows if is_intact(table, row)):
        groups.setdefault(row[0], []).append(row)
    return groups


def _find_playable_rows(header: MatchHeader, deals: list[SqlRow], actions: list[SqlRow]) -> MatchRows | None:
    """Return the longest beginning of a match that is intact and can be played; None if there is none.

    The finished match was played when it was written, and is not played again if all of it is intact.
    """
    if not header.is_intact:
        return None
    rows = find_intact_rows(header, deals, actions)
    if header.finished and not rows.damage:
        return rows
    while True:
        try:
            is_over = build_saved_match(rows).record.replay().is_over
        except (RecordError, msgspec.MsgspecError, ValueError):
            if not rows.deals:
                return None
            rows = rows.without_last_action()
            continue
        return replace(rows, header=replace(header, finished=header.finished if is_over or not rows.damage else 0))


def _copy_profiles(rows: list[SqlRow], new_number: int, connection: sqlite3.Connection, recovery: Recovery) -> int:
    """Copy the intact profiles and name the damaged ones. Return the number of those whose name is known."""
    count = 0
    for row in rows:
        name = describe_profile(row)
        count += bool(name)
        if is_intact("profiles", row):
            write_row(connection, "profiles", (*row[:-2], new_number))
        elif name:
            recovery.losses.append(_("the profile {name}").format(name=name))
    return count

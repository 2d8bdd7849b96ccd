"""Check of the content of the database, and recovery of a damaged one.

The matches of the damaged file, which is only read, are copied into a new one, as far as their rows are intact and can
be played.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from heapq import merge
from itertools import groupby, repeat
from operator import itemgetter
from pathlib import Path
from typing import Final

import msgspec

from game.match.pauses import make_periodic_pause
from game.match.record import RecordError
from game.storage import match_rows, tables
from game.storage.database import open_connection, transaction
from game.storage.match_rows import MatchHeader, MatchRows, find_intact_rows
from game.storage.profiles import describe_profile
from game.storage.tables import SqlRow, is_intact
from game.text.gettext import _, ngettext
from game.text.match_titles import format_match_title

LOG: Final = logging.getLogger(__name__)
replace = msgspec.structs.replace
MATCH_TABLES: Final = ("matches", "deals", "actions", "notes")
"""The tables with the rows of a match, whose id comes first."""


class Recovery(msgspec.Struct):
    """The number of matches copied, and a short text for each loss."""

    match_count: int = 0
    losses: list[str] = []


# -- check -----------------------------------------------------------------------------------------


def find_damage(db: sqlite3.Connection) -> str | None:
    """Return the damage of the content; None if there is none. Raise sqlite3.Error."""
    check_result = tables.fetch_value(db, "PRAGMA quick_check(1)")
    if check_result != "ok":
        return log_damage(check_result)
    version, schema = tables.fetch_value(db, "PRAGMA user_version"), tables.read_schema(db)
    if version == 0 and not schema:
        return None
    if version != tables.SCHEMA_VERSION or schema != tables.EXPECTED_SCHEMA:
        return _("the database was made by another program")
    if [row[4:-2] for row in tables.select_rows(db, "clock")] != [tables.count_rows(db)]:
        return _("rows are missing or out of date")
    if _has_damaged_row(db):
        return _("some rows are damaged")
    return None


def log_damage(message: object) -> str:
    """Log SQLite's message; return the one for the user."""
    LOG.warning("the database is damaged: %s", " ".join(str(message).split()))
    return _("the contents are damaged")


def _has_damaged_row(db: sqlite3.Connection) -> bool:
    """Return whether any row is not as it was written, or is missing from a match. Raise sqlite3.Error."""
    pause = make_periodic_pause()
    for _match, (headers, deals, actions, notes) in _group_by_match(_iterate_rows(db, table) for table in MATCH_TABLES):
        pause()
        header = MatchHeader(*headers[0]) if headers else None
        if header is None or not header.is_intact or not find_intact_rows(header, deals, actions).is_clean:
            return True
        if not all(is_intact("notes", row) for row in notes) or header.notes != match_rows.sum_notes(notes):
            return True
    return not all(is_intact(table, row) for table in ("profiles", "clock") for row in _iterate_rows(db, table))


def _group_by_match(rows_by_table: Iterable[Iterable[SqlRow]]) -> Iterator[tuple[int, list[list[SqlRow]]]]:
    """Yield each match's id, and its rows in each of `MATCH_TABLES`; all come in the order of their keys."""
    groups = [
        (
            (match_id, number, list(group))
            for number, (match_id, group) in zip(repeat(index), groupby(rows, itemgetter(0)))
        )
        for index, rows in enumerate(rows_by_table)
    ]
    for match_id, own_groups in groupby(merge(*groups), itemgetter(0)):
        own_rows: list[list[SqlRow]] = [[] for _table in MATCH_TABLES]
        for _id, number, rows in own_groups:
            own_rows[number] = rows
        yield match_id, own_rows


def _iterate_rows(db: sqlite3.Connection, table: str, direction: str = "ASC") -> Iterator[SqlRow]:
    columns = tables.TABLE_COLUMNS[table]
    order = ", ".join(f"{column} {direction}" for column in columns[: tables.KEY_COLUMN_COUNTS[table]])
    return db.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {order}")


# -- recovery --------------------------------------------------------------------------------------


def recover_rows(damaged: Path, connection: sqlite3.Connection) -> Recovery:
    """Copy the matches and profiles that can be read and that are as they were written."""
    recovery = Recovery()
    unreadable = (sqlite3.Error, UnicodeDecodeError, OSError)
    with suppress(*unreadable), closing(open_connection(damaged, "mode=ro&immutable=1")) as old:
        # With this setting SQLite reads a truncated file up to its end.
        old.execute("PRAGMA writable_schema = ON")
        found = {table: _read_table(old, table) for table in tables.TABLE_COLUMNS}
        with transaction(connection):
            _copy_tables(found, connection, recovery)
    return recovery


def _read_table(old: sqlite3.Connection, table: str) -> list[SqlRow]:
    """Return the rows, read from both ends up to the first damaged place.

    If a page of another table is among them, a key may come twice; the row that is intact counts.
    """
    rows = dict[SqlRow, SqlRow]()
    for direction in ("ASC", "DESC"):
        with suppress(sqlite3.Error, UnicodeDecodeError):
            for row in _iterate_rows(old, table, direction):
                key = row[: tables.KEY_COLUMN_COUNTS[table]]
                if key not in rows or is_intact(table, row):
                    rows[key] = row
    return list(rows.values())


def _copy_tables(found: Mapping[str, list[SqlRow]], connection: sqlite3.Connection, recovery: Recovery) -> None:
    reading = tables.read_stored_reading(connection)
    assert reading is not None  # the file is new
    new_number = reading.transaction + 1
    match_count = _copy_matches(found, new_number, connection, recovery)
    profile_count = _copy_profiles(found["profiles"], new_number, connection, recovery)
    found_total = sum(row[-2] for row in (*found["matches"], *found["profiles"]) if isinstance(row[-2], int))
    clock = tables.find_reading(found["clock"])
    if clock is None:
        clock = tables.ClockReading(counts=(match_count, len(found["profiles"]), found_total))
        recovery.losses += [_("the program's clock"), _("possibly some matches")]
    stored_match_count, stored_profile_count, total = clock.counts
    tables.store_reading(connection, replace(clock, transaction=new_number))
    if (count := stored_match_count - match_count) > 0:
        recovery.losses.append(ngettext("{n} other match", "{n} other matches", count).format(n=count))
    if (count := stored_profile_count - profile_count) > 0:
        recovery.losses.append(ngettext("{n} other profile", "{n} other profiles", count).format(n=count))
    if found_total != total:
        recovery.losses.append(_("possibly the latest changes (part of the file is out of date)"))


def _copy_matches(
    found: Mapping[str, list[SqlRow]], new_number: int, connection: sqlite3.Connection, recovery: Recovery
) -> int:
    """Copy the matches with their notes, and name the lost ones, by number if nothing else is known.

    Return the number of all of them.
    """
    lost = list[str]()
    rows_by_table = [
        sorted(row for row in found[table] if table == "matches" or is_intact(table, row)) for table in MATCH_TABLES
    ]
    for match_id, (headers, deals, actions, notes) in _group_by_match(rows_by_table):
        if not headers:
            lost.append(_("match {n}").format(n=match_id))
            continue
        header = MatchHeader(*headers[0])
        labels = header.texts.labels
        label = format_match_title(match_id, labels.game_id, labels.names, tables.sanitize_timestamp(header.updated))
        rows = _find_playable_rows(header, deals, actions)
        if rows is None:
            lost.append(label)
            continue
        recovery.match_count += 1
        if rows.damage:
            recovery.losses.append(f"{label}: {rows.damage}")
        if header.notes != match_rows.sum_notes(notes):
            recovery.losses.append(_("possibly notes from {match}").format(match=label))
        values = {
            key: msgspec.Raw(value.encode()) for _match, key, value, *_rest in notes if key != match_rows.TALLY_NOTE_KEY
        }
        match_rows.insert_rows(connection, replace(rows, header=replace(rows.header, written=new_number)), values)
    recovery.losses += lost
    return recovery.match_count + len(lost)


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
            is_over = match_rows.build_saved_match(rows).record.replay().is_over
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
            tables.write_row(connection, "profiles", (*row[:-2], new_number))
        elif name:
            recovery.losses.append(_("the profile {name}").format(name=name))
    return count

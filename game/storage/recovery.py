"""Recovery of a damaged database: intact rows are copied into a new one, as far as SQLite can read them.

The damaged file is only read.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import msgspec

from game.storage.checksums import add_crc, is_intact
from game.storage.database import (
    KEY_COLUMN_COUNTS,
    TABLE_COLUMNS,
    fetch_value,
    insert_row,
    open_connection,
    transaction,
)
from game.storage.inventory import TALLY_NOTE_KEY, Inventory, decode_inventory, take_inventory
from game.storage.match_labels import describe_match, make_display_text
from game.storage.match_rows import (
    DealRow,
    MatchHeader,
    MatchRows,
    build_saved_match,
    find_intact_rows,
    is_intact_note,
    replace,
    update_header,
)
from game.storage.program_clock import sanitize_timestamp
from game.text.gettext import _, ngettext
from game.text.player_names import get_default_person_name

MAX_NAMED_LOSSES: Final = 20
ROWS_AT_A_TIME: Final = 500


class Recovery(msgspec.Struct):
    """The number of matches copied, a short text for each loss, and whether a part of a table could not be read."""

    match_count: int = 0
    losses: list[str] = []
    has_gaps: bool = False

    def describe_losses(self) -> str:
        """Return a sentence that lists the losses; empty if none is known."""
        if not self.losses:
            return ""
        more_count = len(self.losses) - MAX_NAMED_LOSSES
        more = [ngettext("{n} more", "{n} more", more_count).format(n=more_count)] if more_count > 0 else []
        return " " + _("Missing or damaged: {list}.").format(list="; ".join(self.losses[:MAX_NAMED_LOSSES] + more))


def find_damaged_row(db: sqlite3.Connection, pause: Callable[[], None]) -> bool:
    """Return whether any row is not as it was written, or a note is missing. Raise sqlite3.Error.

    ``pause`` is called regularly: the check of a large file takes a second.
    """
    note_counts = Counter[Any]()
    for row in _iterate_rows(db, "notes", pause):
        if not is_intact_note(row):
            return True
        note_counts[row[0]] += row[1] != TALLY_NOTE_KEY
    deals = groupby(_iterate_rows(db, "deals", pause), key=lambda row: row[0])
    deal_match, deal_rows = next(deals, (None, iter(())))
    for row in _iterate_rows(db, "matches", pause):
        header, rows = MatchHeader(*row), tuple[DealRow, ...]()
        if header.id == deal_match:
            rows = tuple(DealRow(*row) for row in deal_rows)
            deal_match, deal_rows = next(deals, (None, iter(())))
        if not header.has_intact_start or find_intact_rows(header, rows).damage:
            return True
        if header.notes != note_counts[header.id]:
            return True
    return deal_match is not None or not all(
        is_intact(table, row) for table in ("profiles", "clock") for row in _iterate_rows(db, table, pause)
    )


def is_inventory_right(db: sqlite3.Connection) -> bool:
    """Return whether the database has what its last transaction left in it. Raise sqlite3.Error."""
    found, stored = take_inventory(db), db.execute("SELECT inventory FROM clock").fetchone()
    if stored is None:
        return not found.matches.count and not found.profiles.count
    return decode_inventory(stored[0]) == found


def _iterate_rows(db: sqlite3.Connection, table: str, pause: Callable[[], None]) -> Iterator[tuple[Any, ...]]:
    columns = TABLE_COLUMNS[table]
    order = ", ".join(columns[: KEY_COLUMN_COUNTS[table]])
    cursor = db.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {order}")
    while rows := cursor.fetchmany(ROWS_AT_A_TIME):
        yield from rows
        pause()


def recover_rows(damaged: Path, connection: sqlite3.Connection) -> Recovery:
    """Copy the rows that can be read and that are as they were written."""
    recovery = Recovery()
    with suppress(sqlite3.Error, OSError), closing(open_connection(damaged, "mode=ro&immutable=1")) as old:
        # With this setting SQLite reads a truncated file up to its end.
        old.execute("PRAGMA writable_schema = ON")
        tables = {table: _read_table(old, table, recovery) for table in TABLE_COLUMNS}
        with transaction(connection):
            _copy_tables(tables, connection, recovery, fetch_value(old, "PRAGMA application_id"))
    return recovery


def _read_table(old: sqlite3.Connection, table: str, recovery: Recovery) -> dict[Any, tuple[Any, ...]]:
    """Return the rows by key, read from both ends up to the first damaged place.

    If a page of another table is among them, a key may come twice; the row that is intact counts.
    """
    columns, rows = TABLE_COLUMNS[table], dict[Any, tuple[Any, ...]]()
    key_columns = columns[: KEY_COLUMN_COUNTS[table]]
    for direction in ("ASC", "DESC"):
        order = ", ".join(f"{column} {direction}" for column in key_columns)
        try:
            for row in old.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {order}"):
                key = row[: len(key_columns)]
                if key not in rows or (table != "deals" and is_intact(table, row)):
                    rows[key] = row
        except (sqlite3.Error, UnicodeDecodeError):
            recovery.has_gaps = True
    return rows


def _copy_tables(
    tables: Mapping[str, Mapping[Any, Any]],
    connection: sqlite3.Connection,
    recovery: Recovery,
    last_transaction: object,
) -> None:
    clock_row = next((row for row in tables["clock"].values() if is_intact("clock", row)), None)
    inventory = None if clock_row is None else decode_inventory(clock_row[-2])
    _copy_matches(tables, connection, recovery, inventory)
    _copy_profiles(tables["profiles"].values(), connection, recovery, inventory)
    if clock_row is None:
        recovery.losses.append(_("the program's clock"))
    found = take_inventory(connection)
    if inventory is not None and not recovery.losses and replace(found, transaction=last_transaction) != inventory:
        recovery.losses.append(_("perhaps the latest changes, because a part of the file is old"))
    if inventory is None and (recovery.has_gaps or not tables["clock"]):
        recovery.losses.append(_("perhaps matches"))
    times = (0.0, 0.0, 0.0) if clock_row is None else clock_row[1:4]
    insert_row(connection, "clock", add_crc("clock", (1, *times, found.encode())))


def _copy_matches(
    tables: Mapping[str, Mapping[Any, Any]], connection: sqlite3.Connection, recovery: Recovery,
    inventory: Inventory | None,
) -> None:  # fmt: skip
    """Copy the matches with their notes, and name the lost ones, by number if nothing else is known."""
    deals, notes = _group_by_match(tables["deals"].values()), _group_by_match(tables["notes"].values())
    lost = {match_id: _("match {n}").format(n=match_id) for match_id in (*deals, *notes) if isinstance(match_id, int)}
    for row in tables["matches"].values():
        header = MatchHeader(*row)
        label = describe_match(header.id, header.header, header.updated)
        own_deals = sorted((DealRow(*deal) for deal in deals.get(header.id, ())), key=_get_number)
        rows = _copy_match(header, own_deals, connection)
        if rows is None:
            lost[header.id] = label
            continue
        lost.pop(header.id, None)
        recovery.match_count += 1
        if rows.damage:
            recovery.losses.append(f"{label}: {rows.damage}")
        recovery.losses += _copy_notes(header, notes.get(header.id, ()), label, connection)
        update_header(connection, rows.header)
    recovery.losses += lost.values()
    known_count = recovery.match_count + len(lost)
    if inventory is not None and known_count < inventory.matches.count:
        count = inventory.matches.count - known_count
        recovery.losses.append(ngettext("{n} other match", "{n} other matches", count).format(n=count))


def _group_by_match(rows: Iterable[tuple[Any, ...]]) -> dict[Any, list[tuple[Any, ...]]]:
    groups: dict[Any, list[tuple[Any, ...]]] = {}
    for row in rows:
        groups.setdefault(row[0], []).append(row)
    return groups


def _get_number(deal: DealRow) -> int:
    return deal.number if isinstance(deal.number, int) else 0


def _copy_match(header: MatchHeader, deals: list[DealRow], connection: sqlite3.Connection) -> MatchRows | None:
    """Copy the intact beginning of a match and return it; return None if there is none."""
    try:
        rows = find_intact_rows(header, deals)
        if rows.damage:
            is_over = build_saved_match(rows, {}, 0.0).record.replay().is_over
            fixed = replace(
                rows.header,
                finished=int(is_over) if not header.is_intact or not is_over else header.finished,
                updated=sanitize_timestamp(header.updated),
                moment=sanitize_timestamp(header.moment),
                notes=0,
            )
            rows = replace(rows, header=fixed)
        insert_row(connection, "matches", msgspec.structs.astuple(rows.header))
    except Exception:
        # A fault in one match must not stop the copying of the others.
        return None
    for deal in rows.deals:
        insert_row(connection, "deals", msgspec.structs.astuple(deal))
    return rows


def _copy_notes(
    header: MatchHeader, notes: Iterable[tuple[Any, ...]], label: str, connection: sqlite3.Connection
) -> list[str]:
    """Copy the intact notes of a match, and return a text about the missing ones, or nothing."""
    intact_notes = [row for row in notes if is_intact_note(row)]
    for row in intact_notes:
        insert_row(connection, "notes", row)
    found_count = sum(row[1] != TALLY_NOTE_KEY for row in intact_notes)
    if not header.is_intact:
        return [] if header.notes == found_count else [_("perhaps notes from {match}").format(match=label)]
    missing = header.notes - found_count
    if missing <= 0:
        return []
    return [ngettext("a note from {match}", "{n} notes from {match}", missing).format(n=missing, match=label)]


def _copy_profiles(
    rows: Collection[tuple[Any, ...]], connection: sqlite3.Connection, recovery: Recovery, inventory: Inventory | None
) -> None:
    profile_rows = [row for row in rows if row[-1] is not None]  # the rows of another table's page have fewer values
    for row in profile_rows:
        if is_intact("profiles", row):
            insert_row(connection, "profiles", row)
        else:
            name = make_display_text(row[2] or get_default_person_name())
            recovery.losses.append(_("the profile {name}").format(name=name))
    if inventory is not None and len(profile_rows) < inventory.profiles.count:
        count = inventory.profiles.count - len(profile_rows)
        recovery.losses.append(ngettext("{n} other profile", "{n} other profiles", count).format(n=count))

"""Recovery of a damaged database: intact rows are copied into a new one, as far as SQLite can read them.

The damaged file is only read.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import msgspec

from game.storage.checksums import is_intact
from game.storage.database import KEY_COLUMN_COUNTS, TABLE_COLUMNS, insert_row, open_connection, transaction
from game.storage.match_labels import decode_labels, make_display_text
from game.storage.match_rows import (
    DealRow,
    MatchHeader,
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


def find_damaged_row(db: sqlite3.Connection, pause: Callable[[], None]) -> bool:
    """Return whether any row is not as it was written. Raise sqlite3.Error.

    ``pause`` is called regularly: the check of a large file takes a second.
    """
    deals = groupby(_iterate_rows(db, "deals", pause), key=lambda row: row[0])
    deal_match, deal_rows = next(deals, (None, iter(())))
    for row in _iterate_rows(db, "matches", pause):
        header, rows = MatchHeader(*row), tuple[DealRow, ...]()
        if header.id == deal_match:
            rows = tuple(DealRow(*row) for row in deal_rows)
            deal_match, deal_rows = next(deals, (None, iter(())))
        if not header.has_intact_start or find_intact_rows(header, rows).damage:
            return True
    return deal_match is not None or not all(
        is_intact(table, row) for table in ("notes", "profiles", "clock") for row in _iterate_rows(db, table, pause)
    )


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
        tables = {table: _read_table(old, table) for table in TABLE_COLUMNS}
        with transaction(connection):
            _copy_tables(tables, connection, recovery)
    return recovery


def _read_table(old: sqlite3.Connection, table: str) -> dict[Any, tuple[Any, ...]]:
    """Return the rows by key, read from both ends up to the first damaged place."""
    columns, rows = TABLE_COLUMNS[table], dict[Any, tuple[Any, ...]]()
    key_columns = columns[: KEY_COLUMN_COUNTS[table]]
    for direction in ("ASC", "DESC"):
        order = ", ".join(f"{column} {direction}" for column in key_columns)
        with suppress(sqlite3.Error, UnicodeDecodeError):
            for row in old.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {order}"):
                rows.setdefault(row[: len(key_columns)], row)
    return rows


def _copy_tables(tables: dict[str, dict[Any, Any]], connection: sqlite3.Connection, recovery: Recovery) -> None:
    deals: dict[Any, list[DealRow]] = {}
    for row in tables["deals"].values():
        deals.setdefault(row[0], []).append(DealRow(*row))
    copied_ids = set[int]()
    for row in tables["matches"].values():
        header = MatchHeader(*row)
        if _copy_match(header, sorted(deals.pop(header.id, ()), key=_get_number), connection, recovery):
            copied_ids.add(header.id)
    recovery.match_count = len(copied_ids)
    recovery.losses += [_("match {n}").format(n=make_display_text(match_id)) for match_id in deals]
    for row in tables["notes"].values():
        if row[0] in copied_ids and is_intact_note(row):
            insert_row(connection, "notes", row)
        else:
            recovery.losses.append(_("a note from match {n}").format(n=make_display_text(row[0])))
    for table in ("profiles", "clock"):
        for row in tables[table].values():
            if is_intact(table, row):
                insert_row(connection, table, row)
            elif table == "profiles":
                name = make_display_text(row[2] or get_default_person_name())
                recovery.losses.append(_("the profile {name}").format(name=name))
            else:
                recovery.losses.append(_("the program's clock"))


def _get_number(deal: DealRow) -> int:
    return deal.number if isinstance(deal.number, int) else 0


def _copy_match(header: MatchHeader, deals: list[DealRow], connection: sqlite3.Connection, recovery: Recovery) -> bool:
    """Copy the intact beginning of a match; return False if there is none."""
    label = _("match {n}").format(n=make_display_text(header.id))
    names = ", ".join(decode_labels(str(header.header)).names)
    label += f" ({names})" if names else ""
    try:
        rows = find_intact_rows(header, deals)
        if rows.damage:
            is_over = build_saved_match(rows, {}, 0.0).record.replay().is_over
            fixed = replace(
                rows.header,
                finished=int(is_over) if not header.is_intact or not is_over else header.finished,
                updated=sanitize_timestamp(header.updated),
                moment=sanitize_timestamp(header.moment),
            )
            rows = replace(rows, header=fixed)
        insert_row(connection, "matches", msgspec.structs.astuple(rows.header))
    except Exception:
        # A fault in one match must not stop the copying of the others.
        recovery.losses.append(label)
        return False
    update_header(connection, rows.header)
    for deal in rows.deals:
        insert_row(connection, "deals", msgspec.structs.astuple(deal))
    if rows.damage:
        recovery.losses.append(f"{label}: {rows.damage}")
    return True

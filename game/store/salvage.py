"""What can still be read of a damaged file of saved matches, brought over into a new one."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from game.store.database import TABLES, connection, one, text, transaction


def salvage(damaged: Path, database: sqlite3.Connection) -> int:
    """Copy the rows that can still be read; gives the number of matches. One with holes is the journal's care."""
    try:
        with closing(_readable(damaged)) as old, transaction(database):
            for table in TABLES:
                for order in ("ASC", "DESC"):
                    with suppress(sqlite3.Error, UnicodeDecodeError):
                        _copy(old, database, table, order)
        count = one(database, "SELECT count(*) FROM matches")
    except (sqlite3.Error, OSError):
        return 0
    return count if isinstance(count, int) else 0


def _readable(damaged: Path) -> sqlite3.Connection:
    """The damaged database as far as SQLite will have it; its file is not changed."""
    if has_content(damaged.with_name(damaged.name + "-wal")):
        return connection(damaged, "ro")
    data = bytearray(damaged.read_bytes())
    # Without a log, and as long as it is: SQLite reads nothing of a file that is shorter than its header says.
    data[18:20] = b"\1\1"
    data[92:96] = bytes(4)
    database = sqlite3.connect(":memory:", isolation_level=None)
    database.text_factory = text
    database.deserialize(bytes(data))
    return database


def _copy(old: sqlite3.Connection, database: sqlite3.Connection, table: str, order: str) -> None:
    """One table, from one end up to the first damaged place."""
    columns = TABLES[table]
    keys = {"matches": ("id",), "deals": columns[:2], "actions": columns[:3], "profiles": ("name",)}[table]
    ordered = ", ".join(f"{key} {order}" for key in keys)
    insert = f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
    for row in old.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {ordered}"):
        with suppress(sqlite3.IntegrityError):
            database.execute(insert, row)


def has_content(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0

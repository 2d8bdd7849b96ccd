"""What can still be read of a damaged file of saved matches, brought over into a new one.

The damaged files are only read, as bytes: SQLite sees a copy of them in memory.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from game.storage.database import (
    KEY_COLUMN_COUNTS,
    SCHEMA,
    TABLE_COLUMNS,
    decode_text,
    fetch_value,
    insert_rows,
    transaction,
)
from game.storage.write_ahead_log import read_log

PAGE_BYTES: Final = 4096


def recover_rows(damaged: Path, connection: sqlite3.Connection) -> int:
    """Copy the rows that can still be read; gives the number of matches. One with holes is the journal's care."""
    try:
        with closing(_open_in_memory(damaged)) as old, transaction(connection):
            for table in TABLE_COLUMNS:
                for order in ("ASC", "DESC"):
                    with suppress(sqlite3.Error, UnicodeDecodeError):
                        _copy_table(old, connection, table, order)
        count = fetch_value(connection, "SELECT count(*) FROM matches")
    except (sqlite3.Error, OSError):
        return 0
    return count if isinstance(count, int) else 0


def _copy_table(old: sqlite3.Connection, connection: sqlite3.Connection, table: str, order: str) -> None:
    """One table, from one end up to the first damaged place."""
    columns = TABLE_COLUMNS[table]
    ordered = ", ".join(f"{key} {order}" for key in columns[: KEY_COLUMN_COUNTS[table]])
    for row in old.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {ordered}"):
        with suppress(sqlite3.IntegrityError):
            insert_rows(connection, table, [row], "INSERT OR IGNORE")


def _open_in_memory(damaged: Path) -> sqlite3.Connection:
    """The damaged database as far as SQLite will have it."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.text_factory = decode_text
    connection.deserialize(_build_image(_read_bytes(damaged), _read_bytes(damaged.with_name(damaged.name + "-wal"))))
    return connection


def _read_bytes(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _build_image(file_bytes: bytes, log_bytes: bytes) -> bytes:
    """The database as its file and its log make it. What both lack is as in a new database of the program's."""
    parsed_log = read_log(log_bytes)
    newest, older = parsed_log.get_pages(is_current=True), parsed_log.get_pages(is_current=False)
    if len(file_bytes) < PAGE_BYTES:
        file_bytes = b""
        older = {**_build_empty_pages(), **older}
    pages = {
        **older,
        **{
            offset // PAGE_BYTES + 1: file_bytes[offset : offset + PAGE_BYTES]
            for offset in range(0, len(file_bytes), PAGE_BYTES)
        },
        **newest,
    }
    if not pages:
        return b""
    empty = bytes(PAGE_BYTES)
    data = bytearray(
        b"".join(pages.get(number, empty)[:PAGE_BYTES].ljust(PAGE_BYTES, b"\0") for number in range(1, max(pages) + 1))
    )
    # Without a log, and as long as it is: SQLite reads nothing of a file that is shorter than its header says.
    data[18:20] = b"\1\1"
    data[92:96] = bytes(4)
    return bytes(data)


def _build_empty_pages() -> dict[int, bytes]:
    """The pages of a database without a row: a log alone may hold all but the first ones."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        connection.executescript(SCHEMA)
        data = connection.serialize()
    return {offset // PAGE_BYTES + 1: data[offset : offset + PAGE_BYTES] for offset in range(0, len(data), PAGE_BYTES)}

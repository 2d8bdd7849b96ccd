"""What can still be read of a damaged file of saved matches, brought over into a new one.

The damaged files are only read, as bytes: SQLite sees a copy of them in memory.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from game.store.database import KEYS, SCHEMA, TABLES, insert, one, text, transaction
from game.store.wal import read_log

PAGE: Final = 4096


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


def _copy(old: sqlite3.Connection, database: sqlite3.Connection, table: str, order: str) -> None:
    """One table, from one end up to the first damaged place."""
    columns = TABLES[table]
    ordered = ", ".join(f"{key} {order}" for key in columns[: KEYS[table]])
    for row in old.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {ordered}"):
        with suppress(sqlite3.IntegrityError):
            insert(database, table, [row], "INSERT OR IGNORE")


def _readable(damaged: Path) -> sqlite3.Connection:
    """The damaged database as far as SQLite will have it."""
    database = sqlite3.connect(":memory:", isolation_level=None)
    database.text_factory = text
    database.deserialize(_image(_bytes(damaged), _bytes(damaged.with_name(damaged.name + "-wal"))))
    return database


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _image(main: bytes, log: bytes) -> bytes:
    """The database as its file and its log make it. What both lack is as in a new database of the program's."""
    frames = read_log(log)
    newest, older = frames.pages(current=True), frames.pages(current=False)
    if len(main) < PAGE:
        main = b""
        older = {**_new_pages(), **older}
    pages = {**older, **{at // PAGE + 1: main[at : at + PAGE] for at in range(0, len(main), PAGE)}, **newest}
    if not pages:
        return b""
    empty = bytes(PAGE)
    data = bytearray(
        b"".join(pages.get(number, empty)[:PAGE].ljust(PAGE, b"\0") for number in range(1, max(pages) + 1))
    )
    # Without a log, and as long as it is: SQLite reads nothing of a file that is shorter than its header says.
    data[18:20] = b"\1\1"
    data[92:96] = bytes(4)
    return bytes(data)


def _new_pages() -> dict[int, bytes]:
    """The pages of a database without a row: a log alone may hold all but the first ones."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute(f"PRAGMA page_size = {PAGE}")
        database.executescript(SCHEMA)
        data = database.serialize()
    return {at // PAGE + 1: data[at : at + PAGE] for at in range(0, len(data), PAGE)}

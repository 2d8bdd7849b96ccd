"""The SQLite file below the journal: its tables, its connection, what it answers when it cannot.

The write-ahead log is carried into the database after every action, so that it never holds more than
the last one: SQLite drops a damaged log without a word.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final, TypeAlias

from game.text.gettext import _

SCHEMA_VERSION: Final = 1
BUSY_TIMEOUT_S: Final = 5.0
SqlRow: TypeAlias = tuple[object, ...]

# Numbers of deleted matches are not used again: a window that still has one open must not write into another match.
# `game.storage.checksums` makes the digests. Of the times, ``updated`` is the system's and ``moment`` that of
# `game.storage.program_clock`.
SCHEMA: Final = """
CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT, header TEXT NOT NULL, players TEXT NOT NULL, seed TEXT NOT NULL,
    origin BLOB NOT NULL, created REAL NOT NULL, updated REAL NOT NULL, moment REAL NOT NULL,
    deals INTEGER NOT NULL, actions INTEGER NOT NULL, tip BLOB NOT NULL, finished INTEGER NOT NULL, seal BLOB NOT NULL
) STRICT;
CREATE TABLE deals (
    match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE ON UPDATE CASCADE, number INTEGER NOT NULL,
    dealer INTEGER NOT NULL, pack TEXT NOT NULL, extra TEXT NOT NULL, digest BLOB NOT NULL,
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE actions (
    match INTEGER NOT NULL, deal INTEGER NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL, digest BLOB NOT NULL,
    PRIMARY KEY (match, deal, number),
    FOREIGN KEY (match, deal) REFERENCES deals (match, number) ON DELETE CASCADE ON UPDATE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE notes (
    match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE ON UPDATE CASCADE, key TEXT NOT NULL,
    value TEXT NOT NULL, digest BLOB NOT NULL,
    PRIMARY KEY (match, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE profiles (
    called TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, colour TEXT NOT NULL,
    barred_until REAL, bar_seconds REAL, barred_why TEXT NOT NULL, created REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE clock (
    id INTEGER PRIMARY KEY CHECK (id = 1), program REAL NOT NULL, system REAL NOT NULL, steady REAL NOT NULL,
    digest BLOB NOT NULL
) STRICT;
"""
TABLE_COLUMNS: Final = {
    "matches": (
        "id", "header", "players", "seed", "origin", "created", "updated", "moment", "deals", "actions", "tip",
        "finished", "seal",
    ),
    "deals": ("match", "number", "dealer", "pack", "extra", "digest"),
    "actions": ("match", "deal", "number", "text", "digest"),
    "notes": ("match", "key", "value", "digest"),
    "profiles": ("called", "name", "colour", "barred_until", "bar_seconds", "barred_why", "created"),
    "clock": ("id", "program", "system", "steady", "digest"),
}  # fmt: skip
KEY_COLUMN_COUNTS: Final = {
    "matches": 1, "deals": 2, "actions": 3, "notes": 2, "profiles": 1, "clock": 1,
}  # fmt: skip
"""How many of a table's first columns are its key."""
ORPHAN_QUERIES: Final = (
    "SELECT 1 FROM (SELECT DISTINCT match FROM deals) WHERE match NOT IN (SELECT id FROM matches) LIMIT 1",
    "SELECT 1 FROM (SELECT DISTINCT match FROM notes) WHERE match NOT IN (SELECT id FROM matches) LIMIT 1",
    "SELECT 1 FROM (SELECT DISTINCT match, deal FROM actions)"
    " WHERE (match, deal) NOT IN (SELECT match, number FROM deals) LIMIT 1",
)
"""What finds a row whose parent is missing: as ``PRAGMA foreign_key_check``, which asks for every action."""
DAMAGE_CODES: Final = {
    sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_NOTADB,
}  # fmt: skip


def get_result_code(error: sqlite3.Error) -> int:
    """SQLite's primary result code, 0 if the error did not come from SQLite itself."""
    extended_code: int = getattr(error, "sqlite_errorcode", 0)
    return extended_code & 0xFF


def describe_sqlite_error(error: sqlite3.Error) -> str:
    """Return SQLite's refusal in a person's words, without a full stop."""
    full = _("the disk is full. Free some space and try again")
    if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_SHMSIZE:
        return full  # the index of the log cannot grow; SQLite has no other word for that
    damaged = _("the file is damaged. Start the program again: it keeps the damaged file and begins a new one")
    messages = {
        sqlite3.SQLITE_FULL: full,
        sqlite3.SQLITE_READONLY: _("the file or its disk is read-only"),
        sqlite3.SQLITE_IOERR: _("the disk reports an error"),
        sqlite3.SQLITE_BUSY: _("another window of the program is busy with it. Try again"),
        sqlite3.SQLITE_LOCKED: _("another window of the program is busy with it. Try again"),
        sqlite3.SQLITE_CANTOPEN: _("the file cannot be opened"),
        sqlite3.SQLITE_CORRUPT: damaged,
        sqlite3.SQLITE_NOTADB: damaged,
    }
    return messages.get(get_result_code(error)) or " ".join(str(error).split())


def insert_rows(
    connection: sqlite3.Connection, table: str, rows: Iterable[tuple[object, ...]], statement: str = "INSERT"
) -> None:
    """Put whole rows into a table, in the order of `TABLE_COLUMNS`."""
    columns = TABLE_COLUMNS[table]
    values = ", ".join("?" * len(columns))
    connection.executemany(f"{statement} INTO {table} ({', '.join(columns)}) VALUES ({values})", rows)


def fetch_value(connection: sqlite3.Connection, query: str) -> object:
    """The first value of a query's first row."""
    row: SqlRow = connection.execute(query).fetchone()
    return row[0]


def open_connection(path: Path, mode: str) -> sqlite3.Connection:
    address = f"{path.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(address, uri=True, timeout=BUSY_TIMEOUT_S, isolation_level=None)
    connection.text_factory = decode_text
    return connection


def decode_text(raw: bytes) -> str:
    """A text with damaged letters must not take down the rows around it."""
    return raw.decode(errors="replace")


def open_prepared_connection(path: Path) -> sqlite3.Connection:
    connection = open_connection(path, "rwc")
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA wal_autocheckpoint = 1")
        connection.execute("PRAGMA foreign_keys = ON")
        if fetch_value(connection, "PRAGMA user_version") == 0:
            with transaction(connection):
                for statement in SCHEMA.split(";")[:-1]:
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection, begin_statement: str = "BEGIN IMMEDIATE") -> Iterator[None]:
    """Everything in the block is written, or, when it raises, nothing; the connection is usable afterwards."""
    connection.execute(begin_statement)
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")


def read_schema(connection: sqlite3.Connection) -> list[SqlRow]:
    return connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name").fetchall()


def _build_expected_schema() -> list[SqlRow]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(SCHEMA)
        return read_schema(connection)


EXPECTED_SCHEMA: Final = _build_expected_schema()

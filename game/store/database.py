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

from game.i18n import _

VERSION: Final = 1
PATIENCE: Final = 5.0
Row: TypeAlias = tuple[object, ...]

# Numbers of deleted matches are not used again: a window that still has one open must not write into another match.
# The digests are `game.store.chain`'s; of the times, ``updated`` is the system's and ``moment`` `game.store.hours`'.
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
TABLES: Final = {
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
KEYS: Final = {
    "matches": 1, "deals": 2, "actions": 3, "notes": 2, "profiles": 1, "clock": 1,
}  # fmt: skip
"""How many of a table's first columns are its key."""
ORPHANS: Final = (
    "SELECT 1 FROM (SELECT DISTINCT match FROM deals) WHERE match NOT IN (SELECT id FROM matches) LIMIT 1",
    "SELECT 1 FROM (SELECT DISTINCT match FROM notes) WHERE match NOT IN (SELECT id FROM matches) LIMIT 1",
    "SELECT 1 FROM (SELECT DISTINCT match, deal FROM actions)"
    " WHERE (match, deal) NOT IN (SELECT match, number FROM deals) LIMIT 1",
)
"""What finds a row whose parent is missing: as ``PRAGMA foreign_key_check``, which asks for every action."""
DAMAGE: Final = {
    sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_NOTADB,
}  # fmt: skip


def code(error: sqlite3.Error) -> int:
    """SQLite's primary result code, 0 if the error did not come from SQLite itself."""
    found: int = getattr(error, "sqlite_errorcode", 0)
    return found & 0xFF


def reason(error: sqlite3.Error) -> str:
    """Return SQLite's refusal in a person's words, without a full stop."""
    full = _("the disk is full. Free some space and try again")
    if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_SHMSIZE:
        return full  # the index of the log cannot grow; SQLite has no other word for that
    damaged = _("the file is damaged. Start the program again: it keeps the damaged file and begins a new one")
    words = {
        sqlite3.SQLITE_FULL: full,
        sqlite3.SQLITE_READONLY: _("the file or its disk is read-only"),
        sqlite3.SQLITE_IOERR: _("the disk reports an error"),
        sqlite3.SQLITE_BUSY: _("another window of the program is busy with it. Try again"),
        sqlite3.SQLITE_LOCKED: _("another window of the program is busy with it. Try again"),
        sqlite3.SQLITE_CANTOPEN: _("the file cannot be opened"),
        sqlite3.SQLITE_CORRUPT: damaged,
        sqlite3.SQLITE_NOTADB: damaged,
    }
    return words.get(code(error)) or " ".join(str(error).split())


def insert(database: sqlite3.Connection, table: str, rows: Iterable[tuple[object, ...]], order: str = "INSERT") -> None:
    """Put whole rows into a table, in the order of `TABLES`."""
    columns = TABLES[table]
    values = ", ".join("?" * len(columns))
    database.executemany(f"{order} INTO {table} ({', '.join(columns)}) VALUES ({values})", rows)


def one(database: sqlite3.Connection, query: str) -> object:
    """The first value of a query's first row."""
    row: Row = database.execute(query).fetchone()
    return row[0]


def connection(path: Path, mode: str) -> sqlite3.Connection:
    address = f"{path.absolute().as_uri()}?mode={mode}"
    database = sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None)
    database.text_factory = text
    return database


def text(raw: bytes) -> str:
    """A text with damaged letters must not take down the rows around it."""
    return raw.decode(errors="replace")


def connected(path: Path) -> sqlite3.Connection:
    database = connection(path, "rwc")
    try:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("PRAGMA wal_autocheckpoint = 1")
        database.execute("PRAGMA foreign_keys = ON")
        if one(database, "PRAGMA user_version") == 0:
            with transaction(database):
                for statement in SCHEMA.split(";")[:-1]:
                    database.execute(statement)
                database.execute(f"PRAGMA user_version = {VERSION}")
    except BaseException:
        database.close()
        raise
    return database


@contextmanager
def transaction(database: sqlite3.Connection, begin: str = "BEGIN IMMEDIATE") -> Iterator[None]:
    """Everything in the block is written, or, when it raises, nothing; the connection is usable afterwards."""
    database.execute(begin)
    try:
        yield
        database.execute("COMMIT")
    finally:
        if database.in_transaction:
            with suppress(sqlite3.Error):
                database.execute("ROLLBACK")


def layout(database: sqlite3.Connection) -> list[Row]:
    return database.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name").fetchall()


def _our_layout() -> list[Row]:
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(SCHEMA)
        return layout(database)


OURS: Final = _our_layout()

"""Tables of the database of matches, and their rows, each with a checksum."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from typing import Any, Final, TypeAlias
from zlib import crc32

import msgspec

SCHEMA_VERSION: Final = 1
HIGHEST_SCHEMA_VERSION: Final = 1000
"""More than any version that the program will have; a higher number is damage."""
SqlRow: TypeAlias = tuple[Any, ...]

# The id of a deleted match is not used again: a window that still shows it must not write into another match.
# ``updated`` is a time of the system's clock, ``moment`` one of the program clock. ``crc`` is computed from all values
# before it. ``written`` is the number of the transaction that wrote the row. The row of ``clock`` has what the last
# transaction left: the numbers of ``matches`` and ``profiles``, and ``total``, the sum of their ``written``. A row that
# is missing or from an older file changes them. `game.storage.match_rows` says the same of a match.
SCHEMA: Final = """
CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT, header TEXT NOT NULL, updated REAL NOT NULL, moment REAL NOT NULL,
    finished INTEGER NOT NULL, version INTEGER NOT NULL, deals INTEGER NOT NULL, actions INTEGER NOT NULL,
    notes INTEGER NOT NULL, written INTEGER NOT NULL, crc INTEGER NOT NULL
) STRICT;
CREATE TABLE deals (
    match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE, number INTEGER NOT NULL, version INTEGER NOT NULL,
    ended INTEGER NOT NULL, dealer INTEGER NOT NULL, pack TEXT NOT NULL, extra TEXT NOT NULL, actions TEXT NOT NULL,
    crc INTEGER NOT NULL,
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE actions (
    match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE, number INTEGER NOT NULL, deal INTEGER NOT NULL,
    version INTEGER NOT NULL, action TEXT NOT NULL, crc INTEGER NOT NULL,
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE notes (
    match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE, key TEXT NOT NULL, value TEXT NOT NULL,
    written INTEGER NOT NULL, crc INTEGER NOT NULL,
    PRIMARY KEY (match, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE profiles (
    id TEXT NOT NULL PRIMARY KEY, profile TEXT NOT NULL, written INTEGER NOT NULL, crc INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE clock (
    id INTEGER PRIMARY KEY CHECK (id = 1), program REAL NOT NULL, system REAL NOT NULL, steady REAL NOT NULL,
    matches INTEGER NOT NULL, profiles INTEGER NOT NULL, total INTEGER NOT NULL, written INTEGER NOT NULL,
    crc INTEGER NOT NULL
) STRICT;
"""


def read_schema(connection: sqlite3.Connection) -> list[SqlRow]:
    """Return the rows of the file's schema."""
    return connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name").fetchall()


with closing(sqlite3.connect(":memory:")) as _connection:
    _connection.executescript(SCHEMA)
    EXPECTED_SCHEMA: Final = read_schema(_connection)
    _columns = {
        table: _connection.execute(f"PRAGMA table_info({table})").fetchall()
        for table in ("matches", "deals", "actions", "notes", "profiles", "clock")
    }
TABLE_COLUMNS: Final = {table: tuple(column[1] for column in columns) for table, columns in _columns.items()}
KEY_COLUMN_COUNTS: Final = {table: sum(column[5] > 0 for column in columns) for table, columns in _columns.items()}
"""The number of key columns of each table, which come first."""
MAX_TIMESTAMP: Final = 1e11
"""An upper bound of valid times."""
_encode: Final = msgspec.msgpack.Encoder().encode


# -- rows ------------------------------------------------------------------------------------------


def decode_or_default(text: str | msgspec.Raw, value_type: Any, default: Any) -> Any:
    """Return the JSON text as ``value_type``; ``default`` if it is invalid."""
    try:
        return msgspec.json.decode(text, type=value_type)
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError):
        return default


def _compute_crc(table: str, values: SqlRow) -> int:
    return crc32(_encode((table, values)))


def add_crc(table: str, values: SqlRow) -> SqlRow:
    """Return the values with their CRC as the last one: it reveals damage by the disk, not changes by a person."""
    return (*values, _compute_crc(table, values))


def is_intact(table: str, row: SqlRow) -> bool:
    """Return whether the row's last value is the CRC of the others."""
    return bool(row[-1] == _compute_crc(table, row[:-1]))


def _make_write_statement(table: str) -> str:
    """Return the statement that inserts a row, or changes the one with the same key."""
    columns = TABLE_COLUMNS[table]
    keys, others = columns[: KEY_COLUMN_COUNTS[table]], columns[KEY_COLUMN_COUNTS[table] :]
    changes = ", ".join(f"{column} = excluded.{column}" for column in others)
    values = ", ".join("?" * len(columns))
    conflict = f"ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {changes}"
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({values}) {conflict}"


_WRITE_STATEMENTS: Final = {table: _make_write_statement(table) for table in TABLE_COLUMNS}


def write_row(db: sqlite3.Connection, table: str, values: SqlRow) -> int:
    """Write a whole row without its CRC, in the order of `TABLE_COLUMNS`. Return the id that SQLite gave a new one.

    A row with the same key is replaced. Raise sqlite3.Error.
    """
    return db.execute(_WRITE_STATEMENTS[table], add_crc(table, values)).lastrowid or 0


def select_rows(db: sqlite3.Connection, table: str, rest: str = "", parameters: SqlRow = ()) -> list[SqlRow]:
    """Return whole rows of a table; ``rest`` follows the table's name in the query.

    ``parameters``: the values for the ``?`` in ``rest``. Raise sqlite3.Error.
    """
    return db.execute(f"SELECT {', '.join(TABLE_COLUMNS[table])} FROM {table} {rest}", parameters).fetchall()


def fetch_value(connection: sqlite3.Connection, query: str) -> object:
    """Return the first value of a query's first row, which must exist. Raise sqlite3.Error."""
    row: SqlRow = connection.execute(query).fetchone()
    return row[0]


def count_rows(db: sqlite3.Connection) -> SqlRow:
    """Return the numbers of matches and profiles, and the sum of their ``written``. Raise sqlite3.Error."""
    match_count, match_total = db.execute("SELECT count(*), coalesce(sum(written), 0) FROM matches").fetchone()
    profile_count, profile_total = db.execute("SELECT count(*), coalesce(sum(written), 0) FROM profiles").fetchone()
    return match_count, profile_count, match_total + profile_total


# -- clock -----------------------------------------------------------------------------------------


class ClockReading(msgspec.Struct):
    """The times of the clocks at one moment. ``monotonic_time``: of a clock that runs while the computer does.

    ``transaction``: the number of the transaction that begins then; ``counts``: what the one before it left, as
    `count_rows`; ``total_change``: the change of their sum if no row comes or goes, None if they must be counted.
    """

    program_time: float = 0.0
    system_time: float = 0.0
    monotonic_time: float = 0.0
    transaction: int = 0
    counts: SqlRow = (0, 0, 0)
    total_change: int | None = None


def find_reading(rows: Iterable[SqlRow]) -> ClockReading | None:
    """Return the times, number and counts of the last transaction by the rows of ``clock``; None if damaged."""
    for row in rows:
        if is_intact("clock", row):
            _id, program, system, steady, *counts, written, _crc = row
            return ClockReading(program, system, steady, written, tuple(counts))
    return None


def read_stored_reading(db: sqlite3.Connection) -> ClockReading | None:
    """Return what the last transaction stored; None if it is damaged. Raise sqlite3.Error."""
    return find_reading(select_rows(db, "clock"))


def store_reading(db: sqlite3.Connection, reading: ClockReading) -> None:
    """Store the times and the number of the open transaction at its end. Raise sqlite3.Error."""
    *row_counts, total = reading.counts
    counts = count_rows(db) if reading.total_change is None else (*row_counts, total + reading.total_change)
    times = (reading.program_time, reading.system_time, reading.monotonic_time)
    write_row(db, "clock", (1, *times, *counts, reading.transaction))


def sanitize_timestamp(value: object) -> float:
    """Return a time that a calendar can show; 0 for a damaged one."""
    return value if isinstance(value, float) and 0 <= value < MAX_TIMESTAMP else 0.0

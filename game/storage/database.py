"""SQLite file of the stored matches: tables, connection and error messages."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

from game.storage.files import (
    NoLocksError,
    StorageError,
    build_failure_message,
    describe_os_error,
    make_printable,
    make_temporary_path,
    read_file_identity,
)
from game.storage.inventory import begin_numbered_transaction
from game.storage.program_clock import ClockReading, ProgramClock
from game.text.gettext import _

SCHEMA_VERSION: Final = 1
BUSY_TIMEOUT_S: Final = 5.0
PAGE_BYTES: Final = 8192
"""The page size. A deal with its actions takes a quarter of a page at most; a longer row would need its own page."""
SqlRow: TypeAlias = tuple[Any, ...]

# The id of a deleted match is not used again: a window that still shows it must not write into another match.
# ``updated`` is a time of the system's clock, ``moment`` one of `game.storage.program_clock`.
# `game.storage.match_rows` says what the CRCs of matches and deals are computed from. ``matches.notes`` is the number
# of notes without the tally, ``clock.inventory`` that of `game.storage.inventory`.
SCHEMA: Final = """
CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT, header TEXT NOT NULL, players TEXT NOT NULL, profiles TEXT NOT NULL,
    seed TEXT NOT NULL, created REAL NOT NULL, header_crc INTEGER NOT NULL, updated REAL NOT NULL, moment REAL NOT NULL,
    deals INTEGER NOT NULL, actions INTEGER NOT NULL, running_crc INTEGER NOT NULL, finished INTEGER NOT NULL,
    notes INTEGER NOT NULL, crc INTEGER NOT NULL
) STRICT;
CREATE TABLE deals (
    match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    dealer INTEGER NOT NULL, pack TEXT NOT NULL, extra TEXT NOT NULL, actions TEXT NOT NULL, crc INTEGER NOT NULL,
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE notes (
    match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE, key TEXT NOT NULL, value TEXT NOT NULL,
    crc INTEGER NOT NULL,
    PRIMARY KEY (match, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE profiles (
    id TEXT NOT NULL PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL, color TEXT NOT NULL,
    avatar INTEGER NOT NULL, blocked_until REAL, block_seconds REAL, block_reason TEXT NOT NULL, created REAL NOT NULL,
    former_keys TEXT NOT NULL, assistance_told INTEGER NOT NULL, crc INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE clock (
    id INTEGER PRIMARY KEY CHECK (id = 1), program REAL NOT NULL, system REAL NOT NULL, steady REAL NOT NULL,
    inventory TEXT NOT NULL, crc INTEGER NOT NULL
) STRICT;
"""
ORPHAN_QUERIES: Final = (
    "SELECT 1 FROM (SELECT DISTINCT match FROM deals) WHERE match NOT IN (SELECT id FROM matches) LIMIT 1",
    "SELECT 1 FROM (SELECT DISTINCT match FROM notes) WHERE match NOT IN (SELECT id FROM matches) LIMIT 1",
)
"""Queries that find a row whose match is missing."""
DAMAGE_CODES: Final = {
    sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_NOTADB,
}  # fmt: skip
LOCK_CODES: Final = {
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_NOLFS, sqlite3.SQLITE_IOERR_LOCK,
    sqlite3.SQLITE_IOERR_RDLOCK, sqlite3.SQLITE_IOERR_UNLOCK, sqlite3.SQLITE_IOERR_CHECKRESERVEDLOCK,
}  # fmt: skip
"""SQLite's results, some of them extended codes, if another window holds a lock or files cannot be locked at all."""


def read_schema(connection: sqlite3.Connection) -> list[SqlRow]:
    """Return the rows of the file's schema."""
    return connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name").fetchall()


with closing(sqlite3.connect(":memory:")) as _connection:
    _connection.executescript(SCHEMA)
    EXPECTED_SCHEMA: Final = read_schema(_connection)
    _columns = {
        table: _connection.execute(f"PRAGMA table_info({table})").fetchall()
        for table in ("matches", "deals", "notes", "profiles", "clock")
    }
TABLE_COLUMNS: Final = {table: tuple(column[1] for column in columns) for table, columns in _columns.items()}
KEY_COLUMN_COUNTS: Final = {table: sum(column[5] > 0 for column in columns) for table, columns in _columns.items()}
"""The number of key columns of each table, which come first."""


# -- rows ------------------------------------------------------------------------------------------


def insert_row(db: sqlite3.Connection, table: str, row: SqlRow, statement: str = "INSERT") -> int | None:
    """Insert a whole row, in the order of `TABLE_COLUMNS`. Return the id that SQLite gave it.

    ``statement``: "INSERT", or "INSERT OR REPLACE" for a row that may exist. Raise sqlite3.Error.
    """
    columns = TABLE_COLUMNS[table]
    values = ", ".join("?" * len(columns))
    return db.execute(f"{statement} INTO {table} ({', '.join(columns)}) VALUES ({values})", row).lastrowid


def update_row(db: sqlite3.Connection, table: str, row: SqlRow) -> None:
    """Replace the row with the same id by a whole row, in the order of `TABLE_COLUMNS`.

    Do nothing if the id is unknown. Raise sqlite3.Error.
    """
    columns = ", ".join(f"{column} = ?" for column in TABLE_COLUMNS[table])
    db.execute(f"UPDATE {table} SET {columns} WHERE id = ?", (*row, row[0]))


def select_rows(db: sqlite3.Connection, table: str, rest: str = "", parameters: SqlRow = ()) -> list[SqlRow]:
    """Return whole rows of a table; ``rest`` follows the table's name in the query.

    ``parameters``: the values for the ``?`` in ``rest``. Raise sqlite3.Error.
    """
    return db.execute(f"SELECT {', '.join(TABLE_COLUMNS[table])} FROM {table} {rest}", parameters).fetchall()


def fetch_value(connection: sqlite3.Connection, query: str) -> object:
    """Return the first value of a query's first row, which must exist. Raise sqlite3.Error."""
    row: SqlRow = connection.execute(query).fetchone()
    return row[0]


# -- connections -----------------------------------------------------------------------------------


def open_connection(path: Path, options: str) -> sqlite3.Connection:
    """Open the file with SQLite; ``options`` of its address, such as ``mode=ro``. Raise sqlite3.Error.

    Transactions are begun by statements, as `transaction` does. Undecodable characters are replaced.
    """
    address = f"{path.absolute().as_uri()}?{options}"
    connection = sqlite3.connect(address, uri=True, timeout=BUSY_TIMEOUT_S, isolation_level=None)
    connection.text_factory = _decode_text
    return connection


def _decode_text(raw: bytes) -> str:
    """Decode any text: a damaged letter must not prevent the reading of other rows."""
    return raw.decode(errors="replace")


def open_prepared_connection(path: Path) -> sqlite3.Connection:
    """Open the file for writing, and create its tables if it has none.

    Raise sqlite3.Error if it cannot be opened or written to.
    """
    return _prepare(open_connection(path, "mode=rwc"))


def open_memory_connection() -> sqlite3.Connection:
    """Open a database with the same tables in memory, which no file keeps."""
    return _prepare(sqlite3.connect(":memory:", isolation_level=None))


def _prepare(connection: sqlite3.Connection) -> sqlite3.Connection:
    try:
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")  # only new files take it
        connection.execute("PRAGMA journal_mode = TRUNCATE").fetchall()
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")  # macOS only; others ignore it
        connection.execute("PRAGMA foreign_keys = ON")
        with transaction(connection):
            if fetch_value(connection, "PRAGMA user_version") == 0:
                for statement in SCHEMA.split(";")[:-1]:
                    connection.execute(statement)
            # It is written each time, so that a read-only file or disk is refused now, not at the first action.
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection, begin_statement: str = "BEGIN IMMEDIATE") -> Iterator[None]:
    """Return a context manager that commits all changes of its block, or none if it raises.

    The connection stays usable. Raise sqlite3.Error if the transaction cannot begin or be committed.
    """
    try:
        connection.execute(begin_statement)  # if it is interrupted, the transaction may have begun
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")


class MatchDatabase:
    """The open file: its connection, the program clock, and its errors in the user's words.

    For use on one thread. SQLite reports no error when its file was deleted or replaced, and its writes are then lost.
    Every block therefore checks first that the path still leads to the file that was opened. ``path`` is None for a
    database in memory.
    """

    def __init__(self, path: Path | None, connection: sqlite3.Connection, clock: ProgramClock) -> None:
        self.path = path
        self.connection = connection
        self.clock = clock
        self._file_identity = None if path is None else read_file_identity(path)

    def is_same_file(self) -> bool:
        """Return whether the path still leads to the file that was opened."""
        if self.path is None:
            return True
        return self._file_identity is not None and read_file_identity(self.path) == self._file_identity

    @contextmanager
    def translate_errors(self, failure: str) -> Iterator[None]:
        """Return a context manager that turns errors of SQLite and of the system into StorageError.

        Its text begins with ``failure``, unless another window plays the match. Raise StorageError also if the file was
        moved or replaced, before the block runs.
        """
        try:
            if not self.is_same_file():
                raise self.make_moved_error()
            yield
        except sqlite3.IntegrityError as error:
            raise StorageError(build_locked_message()) from error
        except (sqlite3.Error, OSError) as error:
            raise StorageError(build_failure_message(failure, describe_database_error(error, self.path))) from error

    @contextmanager
    def write_transaction(self, failure: str) -> Iterator[ClockReading]:
        """Return a context manager that commits its block as one transaction and gives it the time.

        The changes are on the disk when the block ends. Raise StorageError as `translate_errors` does; then nothing is
        written.
        """
        with self.translate_errors(failure), transaction(self.connection):
            begin_numbered_transaction(self.connection)
            reading = self.clock.read(self.connection)
            yield reading
            self.clock.store(self.connection, reading)

    def make_moved_error(self) -> StorageError:
        """Return the error for a file that was moved, deleted or replaced while the program runs."""
        text = _("The file of saved matches, {file}, was moved or deleted. Put it back or restart the program.")
        return StorageError(text.format(file=make_printable(self.path or "")))

    def close(self) -> None:
        """Close the file and remove SQLite's empty journal."""
        if self.is_same_file():
            with suppress(sqlite3.Error):
                self.connection.execute("PRAGMA journal_mode = DELETE").fetchall()
        self.connection.close()


# -- messages --------------------------------------------------------------------------------------


def get_result_code(error: sqlite3.Error) -> int:
    """Return SQLite's primary result code; 0 if the error did not come from SQLite itself."""
    extended_code: int = getattr(error, "sqlite_errorcode", 0)
    return extended_code & 0xFF


def describe_database_error(error: sqlite3.Error | OSError, path: Path | None) -> str:
    """Return the reason of SQLite's or the system's error in the user's words, without a full stop.

    ``path``: that of the database, None for one in memory.
    """
    if isinstance(error, OSError):
        return describe_os_error(error)
    if path is not None and _is_lock_error(error) and not _can_lock_files(path.parent):
        return describe_os_error(NoLocksError())
    damaged = _("the file is damaged. Restart the program: it will set the file aside and start a new one")
    messages = {
        sqlite3.SQLITE_FULL: _("the disk is full. Free some space and try again"),
        sqlite3.SQLITE_READONLY: _("the file or its disk is read-only"),
        sqlite3.SQLITE_IOERR: _("the disk reports an error"),
        sqlite3.SQLITE_BUSY: _("another window of the program is using the file; try again"),
        sqlite3.SQLITE_LOCKED: _("another window of the program is using the file; try again"),
        sqlite3.SQLITE_CANTOPEN: _("the file cannot be opened"),
        sqlite3.SQLITE_CORRUPT: damaged,
        sqlite3.SQLITE_NOTADB: damaged,
    }
    return messages.get(get_result_code(error)) or " ".join(str(error).split()).removesuffix(".")


def build_locked_message() -> str:
    """Return the message for a match that another window changed meanwhile."""
    return _("This match is being played in another window.")


def _is_lock_error(error: sqlite3.Error) -> bool:
    return bool(LOCK_CODES & {get_result_code(error), getattr(error, "sqlite_errorcode", 0)})


def _can_lock_files(folder: Path) -> bool:
    """Return whether SQLite can lock a new file in ``folder``, which no other window knows.

    SQLite reports a lock of another window and missing locks by the same code.
    """
    probe = make_temporary_path(folder / "probe")
    try:
        with closing(open_connection(probe, "mode=rwc")) as connection:
            connection.execute("PRAGMA busy_timeout = 0")
            with transaction(connection, "BEGIN EXCLUSIVE"):
                return True
    except sqlite3.Error as error:
        return not _is_lock_error(error)
    finally:
        with suppress(OSError):
            probe.unlink(missing_ok=True)

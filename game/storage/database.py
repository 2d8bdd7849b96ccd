"""SQLite file of the stored matches: connection, program clock, transactions and error messages."""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final

from game.storage import tables
from game.storage.files import Clock, StorageError, make_temporary_path
from game.storage.tables import ClockReading
from game.text import file_errors
from game.text.file_errors import build_failure_message, make_printable
from game.text.gettext import _

BUSY_TIMEOUT_S: Final = 5.0
PAGE_BYTES: Final = 4096
"""The page size. A deal with its actions takes a quarter of a page; a longer row would need its own page."""
MAX_PENALTY_S: Final = 1e9
"""Seconds below `MAX_TIMESTAMP` that no clock reaches, so that a block ends at a valid time."""
MAX_FIRST_TRANSACTION: Final = 2**30
"""The transactions are numbered from a random number, so that the journal of another file has others."""
DAMAGE_CODES: Final = {
    sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_NOTADB,
}  # fmt: skip
LOCK_CODES: Final = {
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_NOLFS, sqlite3.SQLITE_IOERR_LOCK,
    sqlite3.SQLITE_IOERR_RDLOCK, sqlite3.SQLITE_IOERR_UNLOCK, sqlite3.SQLITE_IOERR_CHECKRESERVEDLOCK,
}  # fmt: skip
"""SQLite's results, some of them extended codes, if another window holds a lock or files cannot be locked at all."""
_FAILURE_KINDS: Final = {
    sqlite3.SQLITE_FULL: "disk_full", sqlite3.SQLITE_READONLY: "file_read_only", sqlite3.SQLITE_IOERR: "disk_fault",
    sqlite3.SQLITE_BUSY: "busy", sqlite3.SQLITE_LOCKED: "busy", sqlite3.SQLITE_CANTOPEN: "not_opened",
    sqlite3.SQLITE_CORRUPT: "damaged", sqlite3.SQLITE_NOTADB: "damaged",
}  # fmt: skip


# -- connections -----------------------------------------------------------------------------------


def open_connection(path: Path, options: str) -> sqlite3.Connection:
    """Open the file with SQLite; ``options`` of its address, such as ``mode=ro``. Raise sqlite3.Error.

    Transactions are begun by statements, as `transaction` does. Undecodable characters are replaced: a damaged letter
    must not prevent the reading of other rows.
    """
    address = f"{path.absolute().as_uri()}?{options}"
    connection = sqlite3.connect(address, uri=True, timeout=BUSY_TIMEOUT_S, isolation_level=None)
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    return connection


def open_prepared_connection(path: Path | None) -> sqlite3.Connection:
    """Open the file for writing, and create its tables if it has none. None: a database in memory, which no file keeps.

    Raise sqlite3.Error if it cannot be opened or written to.
    """
    connection = (
        sqlite3.connect(":memory:", isolation_level=None) if path is None else open_connection(path, "mode=rwc")
    )
    try:
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")  # only new files take it
        connection.execute("PRAGMA journal_mode = TRUNCATE").fetchall()
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")  # macOS only; others ignore it
        connection.execute("PRAGMA foreign_keys = ON")
        with transaction(connection):
            if tables.fetch_value(connection, "PRAGMA user_version") == 0:
                for statement in tables.SCHEMA.split(";")[:-1]:
                    connection.execute(statement)
                tables.store_reading(connection, ClockReading(transaction=secrets.randbelow(MAX_FIRST_TRANSACTION)))
            # It is written each time, so that a read-only file or disk is refused now, not at the first action.
            connection.execute(f"PRAGMA user_version = {tables.SCHEMA_VERSION}")
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


# -- clock and transactions -------------------------------------------------------------------------


class ProgramClock:
    """A time that never goes back, for blocks, turn clocks and the order of matches.

    It follows the system clock. If that is set back, the program clock continues from its last time until the system
    clock has caught up: setting the clock neither lifts nor lengthens a block. ``monotonic_clock``: one that nobody can
    set.
    """

    def __init__(self, system_clock: Clock, monotonic_clock: Clock) -> None:
        self._system_clock = system_clock
        self._monotonic_clock = monotonic_clock
        self._last_reading: ClockReading | None = None

    def read_system_time(self) -> float:
        """Return the time of the system clock."""
        return min(max(float(self._system_clock()), 0.0), tables.MAX_TIMESTAMP - MAX_PENALTY_S)

    def read(self, db: sqlite3.Connection) -> ClockReading:
        """Return the current times. Raise sqlite3.Error."""
        system_time, monotonic_time, last = self.read_system_time(), float(self._monotonic_clock()), self._last_reading
        stored = tables.read_stored_reading(db) or last or ClockReading()
        program_time = _advance(stored, system_time, monotonic_time)
        if last is not None:
            seconds = max(0.0, monotonic_time - last.monotonic_time)
            program_time = max(program_time, _advance(last, system_time, monotonic_time), last.program_time + seconds)
        number = stored.transaction + 1
        self._last_reading = ClockReading(program_time, system_time, monotonic_time, number, stored.counts)
        return self._last_reading


def _advance(reading: ClockReading, system_time: float, monotonic_time: float) -> float:
    if system_time >= reading.program_time:
        return system_time
    program_time = reading.program_time + max(0.0, system_time - reading.system_time)
    if system_time < reading.system_time:
        # The system clock was set back. After a restart of the computer the monotonic clock shows less, never more.
        program_time = max(program_time, reading.program_time + max(0.0, monotonic_time - reading.monotonic_time))
    return program_time


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
        self._file_status = None if path is None else path.stat()

    def is_same_file(self) -> bool:
        """Return whether the path still leads to the file that was opened."""
        if self.path is None or self._file_status is None:
            return True
        try:
            return os.path.samestat(self.path.stat(), self._file_status)
        except OSError:
            return False

    @contextmanager
    def translate_errors(self, failure: str) -> Iterator[None]:
        """Return a context manager that turns errors of SQLite and of the system into StorageError.

        Its text begins with ``failure``. Raise StorageError also if the file was moved or replaced, before the block
        runs.
        """
        try:
            if not self.is_same_file():
                raise self.make_moved_error()
            yield
        except (sqlite3.Error, OSError) as error:
            raise StorageError(build_failure_message(failure, describe_database_error(error, self.path))) from error

    @contextmanager
    def write_transaction(self, failure: str) -> Iterator[ClockReading]:
        """Return a context manager that commits its block as one transaction and gives it the time.

        The changes are on the disk when the block ends. Raise StorageError as `translate_errors` does; then nothing is
        written.
        """
        with self.translate_errors(failure), transaction(self.connection):
            reading = self.clock.read(self.connection)
            yield reading
            tables.store_reading(self.connection, reading)

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


def find_failure_kind(error: BaseException | None) -> str:
    """Return the kind of SQLite's or the system's error, one of `FAILURE_MESSAGES`; "" for another one."""
    if isinstance(error, OSError):
        return file_errors.find_os_failure(error)
    return _FAILURE_KINDS.get(get_result_code(error), "") if isinstance(error, sqlite3.Error) else ""


def describe_database_error(error: sqlite3.Error | OSError, path: Path | None) -> str:
    """Return the reason of SQLite's or the system's error in the user's words, without a full stop.

    ``path``: that of the database, None for one in memory.
    """
    if isinstance(error, OSError):
        return file_errors.describe_os_error(error)
    if path is not None and _is_lock_error(error) and not _can_lock_files(path.parent):
        return file_errors.describe_os_error(file_errors.NoLocksError())
    return file_errors.describe_failure(find_failure_kind(error)) or " ".join(str(error).split()).removesuffix(".")


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

"""The open file of saved matches: its connection, the time, and its refusals in a person's words."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from game.storage.database import describe_sqlite_error, transaction
from game.storage.file_monitor import FileMonitor
from game.storage.files import StorageError, describe_os_error
from game.storage.program_clock import MAX_TIMESTAMP, ClockReading, ProgramClock
from game.text.gettext import _


class MatchDatabase:
    """What the rooms of the journal write on. Use it on one thread only.

    When the file is not the one any more that was opened, ``on_replaced`` is called first: it opens the file
    that is there now (`opened`) and brings into it what must not be lost.
    """

    def __init__(
        self, path: Path, connection: sqlite3.Connection, clock: ProgramClock, on_replaced: Callable[[], None]
    ) -> None:
        self.path = path
        self.clock = clock
        self._on_replaced = on_replaced
        self.attach(connection)

    def attach(self, connection: sqlite3.Connection) -> None:
        """From now on this connection is the open file."""
        self.connection = connection
        self.monitor = FileMonitor(self.path, connection)

    @contextmanager
    def translate_errors(self, failure: str) -> Iterator[None]:
        """What SQLite raises in the block becomes a StorageError that begins with ``failure``."""
        try:
            if not self.monitor.is_unchanged():
                self._on_replaced()
            yield
        except sqlite3.IntegrityError as error:
            raise StorageError(build_locked_message()) from error
        except sqlite3.Error as error:
            raise StorageError(build_failure_message(failure, describe_sqlite_error(error))) from error
        except OSError as error:
            raise StorageError(build_failure_message(failure, describe_os_error(error))) from error

    @contextmanager
    def write_transaction(self, failure: str) -> Iterator[ClockReading]:
        """A transaction: all of the block is written, or nothing and a StorageError begins with ``failure``.

        Gives the time. What was written is in the file itself when this ends.
        """
        with self.translate_errors(failure):
            with transaction(self.connection):
                yield self.clock.read_and_store(self.connection)
            self.monitor.accept_own_write()


def build_locked_message() -> str:
    """The line about a match that another window changed meanwhile."""
    return _("This match is being played in another window.")


def build_failure_message(failure: str, reason: str) -> str:
    """The line that says what could not be done and why."""
    return _("{failure}: {why}.").format(failure=failure, why=reason)


def sanitize_timestamp(value: object) -> float:
    """A time that a calendar can show, 0 for a damaged one."""
    return value if isinstance(value, float) and 0 <= value < MAX_TIMESTAMP else 0.0

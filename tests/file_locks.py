"""Folders in which files cannot be locked, like those of some network drives."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

LOCK_STATEMENTS = ("BEGIN", "PRAGMA quick_check", "PRAGMA journal_mode")


class _ConnectionWithoutLocks(sqlite3.Connection):
    """A connection to a file that SQLite cannot lock: it reports ``lock_code`` where it would lock."""

    lock_code = sqlite3.SQLITE_BUSY

    def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
        if sql.startswith(LOCK_STATEMENTS):
            error = sqlite3.OperationalError("database is locked")
            error.sqlite_errorcode = self.lock_code
            raise error
        return super().execute(sql, *args)


@contextmanager
def missing_sqlite_locks(code: int = sqlite3.SQLITE_BUSY) -> Iterator[None]:
    """Let SQLite fail with ``code`` wherever it locks a file, not in memory."""
    connect = sqlite3.connect

    class Connection(_ConnectionWithoutLocks):
        lock_code = code

    def connect_without_locks(address: str, **options: Any) -> sqlite3.Connection:
        factory = sqlite3.Connection if address == ":memory:" else Connection
        return connect(address, **options, factory=factory)

    with patch("sqlite3.connect", connect_without_locks):
        yield


@contextmanager
def missing_system_locks(code: int = errno.ENOLCK) -> Iterator[None]:
    """Let the system's locks of files fail with ``code``."""

    def refuse(*_args: object) -> None:
        raise OSError(code, "No locks available")

    with patch("fcntl.flock", refuse):
        yield


@contextmanager
def missing_locks() -> Iterator[None]:
    """Let all locks of files fail."""
    with missing_system_locks(), missing_sqlite_locks():
        yield

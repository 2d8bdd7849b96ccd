"""The kinds of failures to read or save, for a program that has its own words for them."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Mapping
from typing import Final

from game.storage.database import get_result_code
from game.storage.files import StorageError

_OS_FAILURES: Final[Mapping[int, str]] = {
    errno.ENOSPC: "disk_full", errno.EDQUOT: "disk_full", errno.EACCES: "not_permitted", errno.EPERM: "not_permitted",
    errno.EROFS: "not_permitted",
}  # fmt: skip
_DATABASE_FAILURES: Final[Mapping[int, str]] = {
    sqlite3.SQLITE_FULL: "disk_full", sqlite3.SQLITE_READONLY: "not_permitted", sqlite3.SQLITE_BUSY: "in_use",
    sqlite3.SQLITE_LOCKED: "in_use", sqlite3.SQLITE_CORRUPT: "damaged", sqlite3.SQLITE_NOTADB: "damaged",
}  # fmt: skip


def find_failure_kind(error: StorageError) -> str:
    """Return "disk_full", "not_permitted", "in_use" or "damaged"; "" for another failure."""
    cause = error.__cause__
    if isinstance(cause, TimeoutError):
        return "in_use"
    if isinstance(cause, OSError):
        return _OS_FAILURES.get(cause.errno or 0, "")
    return _DATABASE_FAILURES.get(get_result_code(cause), "") if isinstance(cause, sqlite3.Error) else ""

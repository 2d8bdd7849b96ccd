"""The reasons for which a host does not start, for the window that has started it."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Mapping
from typing import Final

from game.core.messages import N_
from game.storage.database import get_result_code
from game.storage.files import StorageError
from game.text.gettext import _

UNKNOWN_FAULT: Final = "unknown"
FAULT_MESSAGES: Final[Mapping[str, str]] = {
    "no_table": N_("The table {name} has ended."),
    "port_taken": N_("Another program uses the port of this table. Close that program and try again."),
    "disk_full": N_("The disk is full, so the table cannot be opened. Free some space and try again."),
    "not_permitted": N_("The program may not write to its folder, so the table cannot be opened."),
    "in_use": N_("Another window of the program is using the files of this table. Try again in a moment."),
    "damaged": N_("The files of this table are damaged, so it cannot be opened."),
    "no_match": N_("The match of this table cannot be opened: it is damaged, or another program is using it."),
    UNKNOWN_FAULT: N_("The table could not be opened. Restart the program and try again."),
}
"""The English texts by code."""
_OS_FAULTS: Final[Mapping[int, str]] = {
    errno.ENOSPC: "disk_full", errno.EDQUOT: "disk_full", errno.EACCES: "not_permitted", errno.EPERM: "not_permitted",
    errno.EROFS: "not_permitted",
}  # fmt: skip
_DATABASE_FAULTS: Final[Mapping[int, str]] = {
    sqlite3.SQLITE_FULL: "disk_full", sqlite3.SQLITE_READONLY: "not_permitted", sqlite3.SQLITE_BUSY: "in_use",
    sqlite3.SQLITE_LOCKED: "in_use", sqlite3.SQLITE_CORRUPT: "damaged", sqlite3.SQLITE_NOTADB: "damaged",
}  # fmt: skip


class HostStartError(StorageError):
    """A host that cannot start; ``code``: the reason, one of `FAULT_MESSAGES`."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


def find_fault(error: StorageError, default: str = UNKNOWN_FAULT) -> str:
    """Return the code of the reason for which a host does not start."""
    cause = error.__cause__
    if isinstance(error, HostStartError):
        return error.code
    if isinstance(cause, TimeoutError):
        return "in_use"
    if isinstance(cause, OSError):
        return _OS_FAULTS.get(cause.errno or 0, default)
    return _DATABASE_FAULTS.get(get_result_code(cause), default) if isinstance(cause, sqlite3.Error) else default


def describe_fault(code: str, table_name: str) -> str:
    """Return the line for the person whose window has started the host of a table, in their language."""
    return _(FAULT_MESSAGES.get(code, FAULT_MESSAGES[UNKNOWN_FAULT])).format(name=table_name)

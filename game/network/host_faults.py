"""The reasons for which a host does not start, for the window that has started it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.core.messages import N_
from game.storage.database import find_failure_kind
from game.storage.files import StorageError
from game.text.gettext import _

UNKNOWN_FAULT: Final = "unknown"
FAULT_MESSAGES: Final[Mapping[str, str]] = {
    "no_table": N_("The table {name} has been closed."),
    "port_taken": N_("Another program is using this table's port. Close that program and try again."),
    "disk_full": N_("The disk is full, so the table can't be opened. Free some space and try again."),
    "not_permitted": N_("The program isn't allowed to write to its folder, so the table can't be opened."),
    "in_use": N_("Another window of the program is using this table's files. Try again in a moment."),
    "damaged": N_("This table can't be opened because its files are damaged."),
    "no_match": N_("This table's match can't be opened: it's damaged, or another program is using it."),
    UNKNOWN_FAULT: N_("The table couldn't be opened. Restart the program and try again."),
}
"""The English texts by code."""
_CODES_OF_FAILURES: Final[Mapping[str, str]] = {
    "disk_full": "disk_full", "not_permitted": "not_permitted", "disk_read_only": "not_permitted",
    "file_read_only": "not_permitted", "in_use": "in_use", "busy": "in_use", "damaged": "damaged",
}  # fmt: skip
"""The codes of failures of files, by their kind."""


class HostStartError(StorageError):
    """A host that cannot start; ``code``: the reason, one of `FAULT_MESSAGES`."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


def find_fault(error: StorageError, default: str = UNKNOWN_FAULT) -> str:
    """Return the code of the reason for which a host does not start."""
    if isinstance(error, HostStartError):
        return error.code
    return _CODES_OF_FAILURES.get(find_failure_kind(error.__cause__), default)


def describe_fault(code: str, table_name: str) -> str:
    """Return the line for the person whose window has started the host of a table, in their language."""
    return _(FAULT_MESSAGES.get(code, FAULT_MESSAGES[UNKNOWN_FAULT])).format(name=table_name)

"""An eye on the open database: is the file on the disk still the one that is written to?

SQLite goes on without a word with a file that was deleted or replaced, and what it writes is gone.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final, NamedTuple

from game.storage.database import fetch_value

LOG_SUFFIX: Final = "-wal"


class _FileState(NamedTuple):
    """What the system says of a file: which one it is, and when and how far it was written."""

    device: int
    inode: int
    size: int
    modified_ns: int

    @property
    def identity(self) -> tuple[int, int]:
        return self.device, self.inode


class FileMonitor:
    """Looks at the files of one open connection: a few microseconds each time."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._log_path = path.with_name(path.name + LOG_SUFFIX)
        self._connection = connection
        self._file_state = _read_file_state(path)
        self._log_state = _read_file_state(self._log_path)
        self._data_version = fetch_value(connection, "PRAGMA data_version")

    def is_unchanged(self) -> bool:
        """Whether the files are those that were opened, and nobody but SQLite has written to them."""
        file_state, log_state = _read_file_state(self._path), _read_file_state(self._log_path)
        if file_state is None or self._file_state is None or file_state.identity != self._file_state.identity:
            return False
        if self._log_state is None:
            self._log_state = log_state
        elif log_state is None or log_state.identity != self._log_state.identity:
            return False
        if file_state == self._file_state:
            return True
        return self._accept_sqlite_write(file_state)

    def _accept_sqlite_write(self, file_state: _FileState) -> bool:
        """Whether another window explains what is new in the file; then it is what is expected from now on."""
        version = fetch_value(self._connection, "PRAGMA data_version")
        if version == self._data_version:
            return False
        self._data_version, self._file_state = version, file_state
        return True

    def accept_own_write(self) -> None:
        """This connection has just written: what the files look like now is right."""
        self._file_state = _read_file_state(self._path)
        if self._log_state is None:
            self._log_state = _read_file_state(self._log_path)

    def invalidate(self) -> None:
        """The connection is closed: nothing is the same any more."""
        self._file_state = None

    def is_same_file(self) -> bool:
        """Whether the file is still the one that was opened, though somebody else may have written to it."""
        file_state = _read_file_state(self._path)
        return (
            file_state is not None and self._file_state is not None and file_state.identity == self._file_state.identity
        )

    def owns_log(self) -> bool:
        """Whether the log that lies beside the database, if one does, is that of this connection."""
        log_state = _read_file_state(self._log_path)
        return log_state is None or (self._log_state is not None and log_state.identity == self._log_state.identity)


def _read_file_state(path: Path) -> _FileState | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return _FileState(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)

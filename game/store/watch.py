"""An eye on the open database: is the file on the disk still the one that is written to?

SQLite goes on without a word with a file that was deleted or replaced, and what it writes is gone.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final, NamedTuple

from game.store.database import one

LOG: Final = "-wal"


class _State(NamedTuple):
    """What the system says of a file: which one it is, and when and how far it was written."""

    device: int
    number: int
    size: int
    written: int

    @property
    def identity(self) -> tuple[int, int]:
        return self.device, self.number


class Watch:
    """Looks at the files of one open connection: a few microseconds each time."""

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        self._path = path
        self._log = path.with_name(path.name + LOG)
        self._db = db
        self._file = _state(path)
        self._log_file = _state(self._log)
        self._version = one(db, "PRAGMA data_version")

    def same(self) -> bool:
        """Whether the files are those that were opened, and nobody but SQLite has written to them."""
        file, log = _state(self._path), _state(self._log)
        if file is None or self._file is None or file.identity != self._file.identity:
            return False
        if self._log_file is None:
            self._log_file = log
        elif log is None or log.identity != self._log_file.identity:
            return False
        if file == self._file:
            return True
        return self._written_by_sqlite(file)

    def _written_by_sqlite(self, file: _State) -> bool:
        """Whether another window explains what is new in the file; then it is what is expected from now on."""
        version = one(self._db, "PRAGMA data_version")
        if version == self._version:
            return False
        self._version, self._file = version, file
        return True

    def wrote(self) -> None:
        """This connection has just written: what the files look like now is right."""
        self._file = _state(self._path)
        if self._log_file is None:
            self._log_file = _state(self._log)

    def give_up(self) -> None:
        """The connection is closed: nothing is the same any more."""
        self._file = None

    def in_place(self) -> bool:
        """Whether the file is still the one that was opened, though somebody else may have written to it."""
        file = _state(self._path)
        return file is not None and self._file is not None and file.identity == self._file.identity

    def owns_log(self) -> bool:
        """Whether the log that lies beside the database, if one does, is that of this connection."""
        log = _state(self._log)
        return log is None or (self._log_file is not None and log.identity == self._log_file.identity)


def _state(path: Path) -> _State | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return _State(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)

"""Records in files for scripts: a path in, a record out."""

from __future__ import annotations

from pathlib import Path

from game.match.record import Record
from game.storage.record_files import read_record, write_record


def save_record(record: Record, path: str | Path) -> Path:
    """Write a record to a new file, whose name ends in ``.tvr``, and return its path.

    Raise StorageError, ``FILE: reason``; no file is ever written over.
    """
    return write_record(Path(path), record)


def load_record(path: str | Path) -> Record:
    """Return the record in a file, played through. Raise StorageError, or RecordError if it cannot be played."""
    record = read_record(str(path))
    record.replay()
    return record

"""Records in files for scripts: a path in, a record out."""

from __future__ import annotations

from pathlib import Path

from game.match.record import Record, decode_playable_record, encode_record
from game.storage.files import expand_home, read_file, write_record_file


def save_record(record: Record, path: str | Path) -> None:
    """Write a record to a file, over what is there. Raise StorageError, ``FILE: reason``."""
    write_record_file(expand_home(Path(path)), encode_record(record))


def load_record(path: str | Path) -> Record:
    """Return the record in a file, played through. Raise StorageError if it cannot be read, RecordError if faulty."""
    return decode_playable_record(read_file(expand_home(Path(path))))

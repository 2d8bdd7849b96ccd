"""Record files: reading and writing, and their export from and import into the archive (docs/record.md)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

import msgspec

from game.core.arguments import check_argument
from game.match.archived_match import RECORD_FILE_SUFFIX, ArchivedMatch, decode_archived_match, encode_archived_match
from game.match.pauses import make_periodic_pause
from game.match.record import MOST_BYTES, Record, RecordError, decode_record, encode_checked_record
from game.match.tallies import tally_record
from game.storage.archive import Archive, MatchInProgressError
from game.storage.files import (
    StorageError,
    expand_home,
    make_folder,
    read_file,
    read_limited,
    refuse_os_errors,
    write_new_file,
)
from game.text.file_errors import describe_exception, make_printable
from game.text.file_names import make_record_file_name
from game.text.gettext import _


class ImportResult(msgspec.Struct, frozen=True):
    """The ids of the new matches, the number of files with a match stored before, and the refusals."""

    match_ids: tuple[int, ...] = ()
    known_count: int = 0
    refusals: tuple[str, ...] = ()


class ExportResult(msgspec.Struct, frozen=True):
    """The number of matches written to ``folder``, and of those left out because their cards are being played."""

    folder: Path
    count: int
    skipped_count: int = 0


def read_record(name: str, stdin: BinaryIO | None = None) -> Record:
    """Return the record in a file, not yet played; "-" is ``stdin``.

    Raise StorageError, ``FILE: place: fault``, if the file cannot be read or its content is invalid, or if ``name`` is
    "-" and ``stdin`` is None.
    """
    if name != "-":
        data = read_file(Path(name), MOST_BYTES)
    elif stdin is None:
        raise StorageError("-: " + _("standard input is missing"))
    else:
        with refuse_os_errors("-"):
            data = read_limited(stdin, "-", MOST_BYTES)
    try:
        return decode_record(data)
    except RecordError as error:
        raise _make_refusal(name, error) from None


def load_record(path: str | Path) -> Record:
    """Return the record in a file, played through.

    Raise StorageError, RecordError if it cannot be played, TypeError if ``path`` is not a path.
    """
    check_argument("path", path, str, Path)
    record = read_record(str(path))
    record.replay()
    return record


def save_record(record: Record, path: str | Path) -> Path:
    """Write a record to a new file, whose name ends in ``.tvr``, and return its path.

    The suffix is added if it is missing. The record is read again before it is written, so that `load_record` reads
    the file. Raise RecordError if it cannot be read, StorageError, ``FILE: reason``, if it cannot be written, TypeError
    for an argument of another type; an existing file is never overwritten.
    """
    check_argument("record", record, Record)
    check_argument("path", path, str, Path)
    return write_new_file(Path(path), RECORD_FILE_SUFFIX, encode_checked_record(record))


def read_match_file(path: Path, now: float) -> ArchivedMatch:
    """Return the match in a file, played through. Raise StorageError if it is unreadable or invalid.

    Its date is ``now`` if the file has no valid one. The match is flagged as imported.
    """
    record = read_record(str(path) if str(path) != "-" else "./-")
    try:
        match = decode_archived_match(record, now)
        tally_record(match.record, make_periodic_pause())
    except Exception as error:
        raise _make_refusal(path, error) from error
    return match


def import_files(archive: Archive, paths: Iterable[Path], now: float) -> ImportResult:
    """Store the matches in these files, or in all ``.tvr`` files of a folder, each match once.

    A refused file changes nothing, and the others are read; the result has the reasons. Nothing is raised for a file.
    """
    match_ids, refusals, known_count = list[int](), list[str](), 0
    for path in paths:
        try:
            files = _list_files(expand_home(path))
        except Exception as error:
            refusals.append(str(_make_refusal(path, error)))
            continue
        for file in files:
            try:
                match = read_match_file(file, now)
                if archive.has_match(match.record):
                    known_count += 1
                else:
                    match_ids.append(archive.import_match(match))
            except Exception as error:
                refusals.append(str(_make_refusal(file, error)))
    return ImportResult(tuple(match_ids), known_count, tuple(refusals))


def _make_refusal(name: Path | str, error: Exception) -> StorageError:
    """Return the error that refuses a file, in one line."""
    if isinstance(error, StorageError):
        return error
    return StorageError(f"{make_printable(name)}: {describe_exception(error)}")


def _list_files(path: Path) -> list[Path]:
    """Return the file, or the record files in a folder. Raise StorageError if there are none."""
    if not path.is_dir():
        return [path]
    with refuse_os_errors(path):
        files = sorted(file for file in path.iterdir() if file.suffix.lower() == RECORD_FILE_SUFFIX)
    if not files:
        raise StorageError(f"{make_printable(path)}: " + _("the folder contains no matches"))
    return files


def export_match(archive: Archive, match_id: int, path: Path) -> Path:
    """Write a match to a new file and return its path.

    Raise StorageError if the file exists or cannot be written, or if `Archive.load_match` refuses the match.
    """
    return save_record(encode_archived_match(archive.load_match(match_id)), path)


def export_matches(archive: Archive, match_ids: Iterable[int], folder: Path) -> ExportResult:
    """Write matches to new files in a folder, which is created if it is missing.

    Matches in progress are skipped and counted. Raise StorageError if a match is damaged or deleted, or a file cannot
    be written; earlier files stay.
    """
    folder, count, skipped_count = make_folder(folder), 0, 0
    for match_id in match_ids:
        try:
            match = archive.load_match(match_id)
        except MatchInProgressError:
            skipped_count += 1
            continue
        names = (
            make_record_file_name(match.record.game_id, match.played_at, match.record.names, number)
            for number in range(1, 100_000)
        )
        path = next(folder / name for name in names if not (folder / name).exists())
        save_record(encode_archived_match(match), path)
        count += 1
    return ExportResult(folder, count, skipped_count)

"""The file of saved matches was deleted or replaced while it was open: on with what is there now.

What this window plays, and the bars, are written anew; nothing else is touched.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from game.match.record import Record
from game.storage.checksums import build_chain_rows
from game.storage.file_monitor import LOG_SUFFIX, FileMonitor
from game.storage.files import StorageNotice, make_printable
from game.storage.match_reader import MatchHeader
from game.storage.match_writer import insert_match
from game.storage.program_clock import ClockReading
from game.text.gettext import ngettext

replace = msgspec.structs.replace
ASIDE_SUFFIX = ".kept"


class CachedMatch(msgspec.Struct, frozen=True):
    """A match that this window plays, as it knows it. ``head`` is the one it was created or read with."""

    header: MatchHeader
    record: Record
    notes: dict[str, Any]
    is_over: bool = False


def close_connection(db: sqlite3.Connection, path: Path, monitor: FileMonitor) -> None:
    """Close the connection to a file that is gone. Of what lies there now nothing is lost with it. OSError.

    SQLite removes the log by its name when it closes, whosever it is; and what it leaves of its own would
    be taken for the new file's.
    """
    log_path = path.with_name(path.name + LOG_SUFFIX)
    aside_path = log_path.with_name(log_path.name + ASIDE_SUFFIX)
    is_foreign_log = log_path.exists() and not monitor.owns_log()
    is_emptied = path.exists() and path.stat().st_size < 100 and log_path.exists()
    log_bytes = log_path.read_bytes() if is_emptied else b""
    if is_foreign_log:
        log_path.rename(aside_path)
    with suppress(sqlite3.Error):
        db.close()
    if is_foreign_log:
        log_path.unlink(missing_ok=True)
        aside_path.rename(log_path)
    elif is_emptied:
        log_path.write_bytes(log_bytes)
    elif not monitor.is_same_file():
        log_path.unlink(missing_ok=True)
        path.with_name(path.name + "-shm").unlink(missing_ok=True)


def restore_matches(db: sqlite3.Connection, cached_matches: dict[int, CachedMatch], reading: ClockReading) -> int:
    """Write the matches that the new file lacks, within a transaction; gives the number of matches that it lacked."""
    restored_count = 0
    for match_id, cached_match in cached_matches.items():
        row = db.execute("SELECT origin, tip FROM matches WHERE id = ?", (match_id,)).fetchone()
        if row is not None and row[0] != cached_match.header.origin:
            _move_to_free_id(db, match_id)
            row = None
        header = replace(
            cached_match.header,
            id=match_id,
            updated=reading.system_time,
            moment=reading.program_time,
            finished=int(cached_match.is_over),
        )
        if (
            row is None
            or row[1]
            != build_chain_rows(match_id, cached_match.header.origin, 1, cached_match.record.deals).last_digest
        ):
            db.execute("DELETE FROM matches WHERE id = ?", (match_id,))
            insert_match(db, header, cached_match.record, cached_match.notes)
            restored_count += 1
    return restored_count


def _move_to_free_id(db: sqlite3.Connection, match_id: int) -> None:
    """Another match has the number of the one that is being played: it gets another."""
    (most,) = db.execute("SELECT max(seq) FROM sqlite_sequence WHERE name = 'matches'").fetchone()
    db.execute("UPDATE matches SET id = ? WHERE id = ?", (most + 1, match_id))
    db.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = 'matches'", (most + 1,))


def make_restored_notice(name: str, match_count: int, path: Path) -> StorageNotice:
    """The line about matches that were written anew."""
    text = ngettext(
        "The file {name} was deleted or replaced while the program ran; the match that is played is written anew.",
        "The file {name} was deleted or replaced while the program ran; {n} matches that are played are written anew.",
        match_count,
    )
    return StorageNotice(text.format(name=make_printable(name), n=match_count), path)

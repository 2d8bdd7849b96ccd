"""Opening the file of saved matches: looked at first, and set aside with all that belongs to it when it is damaged."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final, TypeAlias

from game.storage.database import (
    BUSY_TIMEOUT_S,
    DAMAGE_CODES,
    EXPECTED_SCHEMA,
    ORPHAN_QUERIES,
    SCHEMA_VERSION,
    describe_sqlite_error,
    fetch_value,
    get_result_code,
    open_connection,
    open_prepared_connection,
    read_schema,
)
from game.storage.files import (
    Clock,
    StorageError,
    StorageNotice,
    describe_os_error,
    make_file_private,
    make_printable,
    open_regular_file,
    set_aside,
)
from game.storage.locks import FileLock
from game.storage.recovery import recover_rows
from game.storage.write_ahead_log import WriteAheadLog, read_log
from game.text.gettext import _

COMPANION_SUFFIXES: Final = ("-wal", "-shm", "-journal")
HEADER_BYTES: Final = 100
PreviewReader: TypeAlias = Callable[[sqlite3.Connection], None]
LOG: Final = logging.getLogger(__name__)


class NewerVersionError(Exception):
    """The database is a newer program's; the argument is its version."""


def open_database(
    path: Path, has_other_windows: Callable[[], bool], lock_folder: Path, clock: Clock, on_preview: PreviewReader
) -> tuple[sqlite3.Connection, StorageNotice | None]:
    """The database ready for use, and a notice if a damaged one was set aside for it.

    ``others`` says whether another copy of the program is open, ``lock_folder`` is the folder of the locks; ``preview``
    may read it before all of it has been looked at. StorageError if the database is of a newer version (nothing is
    written then), in use while damaged, or cannot be opened.
    """
    try:
        with FileLock.hold(lock_folder / "opening.lock", BUSY_TIMEOUT_S):
            return _open_or_replace(path, has_other_windows(), clock, on_preview)
    except NewerVersionError as newer_error:
        text = _("The saved matches in {file} are of version {theirs}, from a newer program; this one reads {ours}.")
        raise StorageError(text.format(file=make_printable(path), theirs=newer_error, ours=SCHEMA_VERSION)) from None
    except (OSError, sqlite3.Error) as error:
        fault = describe_os_error(error) if isinstance(error, OSError) else describe_sqlite_error(error)
        text = _("The saved matches in {file} cannot be opened: {why}.")
        raise StorageError(text.format(file=make_printable(path), why=fault)) from error


def _open_or_replace(
    path: Path, has_other_windows: bool, clock: Clock, on_preview: PreviewReader
) -> tuple[sqlite3.Connection, StorageNotice | None]:
    _make_files_private(path)
    # What another window writes cannot be read beside SQLite; SQLite has the log in hand then.
    log = WriteAheadLog("") if has_other_windows else _read_log(path)
    damage = _find_damage(path, log, on_preview)
    if damage is None:
        try:
            # Looked at before SQLite writes to it.
            torn_log_notice = _make_torn_log_notice(path, log) if log.frames or log.has_partial_frame else None
            return _connect_privately(path), torn_log_notice
        except sqlite3.Error as error:
            if get_result_code(error) not in DAMAGE_CODES:
                raise
            damage = _log_inner_damage(error)
    if has_other_windows:
        text = _("The saved matches in {file} are damaged. Close the program's other windows and start it again.")
        raise StorageError(text.format(file=make_printable(path)))
    damaged_copy = set_aside(path, clock, COMPANION_SUFFIXES)
    connection = _connect_privately(path)
    text = _(
        "The saved matches in {name} were damaged ({fault}). The file is kept as {aside}; matches read from it: {n}."
    )
    match_count = recover_rows(damaged_copy, connection)
    notice = StorageNotice(
        text.format(name=make_printable(path), fault=damage, aside=make_printable(damaged_copy.name), n=match_count),
        damaged_copy,
    )
    return connection, notice


def _connect_privately(path: Path) -> sqlite3.Connection:
    """The connection to the file, made if there is none; only this user may read it."""
    connection = open_prepared_connection(path)
    _make_files_private(path)
    return connection


def _make_files_private(path: Path) -> None:
    for end in ("", *COMPANION_SUFFIXES):
        make_file_private(path.with_name(path.name + end))


def _make_torn_log_notice(path: Path, log: WriteAheadLog) -> StorageNotice | None:
    """A notice if the last thing in the log is broken: whether it had been accepted nobody can tell any more."""
    if not log.is_torn(path.read_bytes()):
        return None
    text = _("The program was ended while it saved to {name}; what was done last may be missing.")
    return StorageNotice(text.format(name=make_printable(path)), path)


def _read_log(path: Path) -> WriteAheadLog:
    log_path = path.with_name(path.name + "-wal")
    if not log_path.exists():
        return WriteAheadLog("")
    with open_regular_file(log_path) as file:
        return read_log(file.read())


def _find_damage(path: Path, log: WriteAheadLog, on_preview: PreviewReader) -> str | None:
    """What is wrong with the file, None if nothing is or there is no file. Reads only. `NewerVersionError` if it is too
    new.

    SQLite does not get to see a file that is damaged to the eye, for it would throw its log away.
    """
    has_log = _has_content(path.with_name(path.name + "-wal"))
    if not path.exists():
        return _("it is missing, its log is there") if has_log else None
    with open_regular_file(path) as file:
        header = file.read(HEADER_BYTES)
    if len(header) < HEADER_BYTES:
        return _("it is cut short")
    if not header.startswith(b"SQLite format 3\0"):
        return _("it is no database")
    # Not even SQLite's own helper files are to appear beside a newer program's database.
    version = int.from_bytes(header[60:64], "big", signed=True)
    if version > SCHEMA_VERSION and not has_log:
        raise NewerVersionError(version)
    if header[18:20] not in (b"\1\1", b"\2\2"):
        return _("its header is wrong")
    fault = log.error or _find_missing_pages(path, header, log, has_log)
    if fault:
        return fault
    if log.is_damaged:
        return _("its log is damaged")
    # Where the file system allows no log there may be a transaction to take back.
    mode = "rw" if _has_content(path.with_name(path.name + "-journal")) else "ro"
    try:
        with closing(open_connection(path, mode)) as connection:
            return _find_content_damage(connection, on_preview)
    except UnicodeDecodeError:
        # Python's own words for SQLite's complaint about a table of damaged letters.
        return _("its tables are not the program's")
    except sqlite3.Error as error:
        if get_result_code(error) in DAMAGE_CODES:
            return _log_inner_damage(error)
        raise


def _log_inner_damage(message: object) -> str:
    """What SQLite complains of is for the log; a person reads that there is damage."""
    LOG.warning("the database is damaged: %s", " ".join(str(message).split()))
    return _("it is damaged inside")


def _find_missing_pages(path: Path, header: bytes, log: WriteAheadLog, has_log: bool) -> str:
    """Whether pages at the end of the file are missing which its log does not have either."""
    page_size = int.from_bytes(header[16:18], "big")
    page_size = page_size if page_size > 1 else 65536
    size = path.stat().st_size
    if not has_log:
        return _("it is cut short") if size % page_size else ""
    if not log.frames:
        return ""
    present_pages = set(range(1, size // page_size + 1)) | set(log.get_pages(is_current=True))
    expected_pages = range(1, int.from_bytes(header[28:32], "big") + 1)
    return "" if present_pages.issuperset(expected_pages) else _("it is cut short")


def _has_content(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _find_content_damage(connection: sqlite3.Connection, on_preview: PreviewReader) -> str | None:
    version = fetch_value(connection, "PRAGMA user_version")
    if isinstance(version, int) and version > SCHEMA_VERSION:
        raise NewerVersionError(version)
    if version == SCHEMA_VERSION and read_schema(connection) == EXPECTED_SCHEMA:
        on_preview(connection)
    check_result = fetch_value(connection, "PRAGMA integrity_check(1)")
    if check_result != "ok":
        return _log_inner_damage(check_result)
    if version == 0 and not read_schema(connection):
        return None
    if version != SCHEMA_VERSION or read_schema(connection) != EXPECTED_SCHEMA:
        return _("its tables are not the program's")
    if any(connection.execute(query).fetchone() is not None for query in ORPHAN_QUERIES):
        return _("rows are missing in it")
    return None

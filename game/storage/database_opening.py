"""Opening of the database of matches: it is checked first, and set aside if it is damaged."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from game.storage import database, files, tables
from game.storage.database import MatchDatabase, ProgramClock, open_connection, transaction
from game.storage.files import Clock, StorageError, StorageNotice
from game.storage.locks import MatchClaims, hold_lock
from game.storage.recovery import find_damage, log_damage, recover_rows
from game.storage.tables import ClockReading
from game.text.file_errors import build_opening_message, format_losses, make_printable
from game.text.gettext import _

JOURNAL_SUFFIX: Final = "-journal"
FOREIGN_SUFFIXES: Final = ("-wal", "-shm")
"""The ends of the names of SQLite's other companion files, which this program never writes, but SQLite would read."""
UNREADABLE: Final = (sqlite3.Error, UnicodeDecodeError)
"""The errors of a damaged file; Python cannot decode SQLite's message about a table whose name is damaged."""


def open_database(
    path: Path | None, claims: MatchClaims, clock: ProgramClock
) -> tuple[MatchDatabase, StorageNotice | None]:
    """Return the database ready for use, and a notice if a damaged one was set aside. None: one in memory.

    Raise StorageError if the database has a newer version (nothing is written then), is damaged while another window
    uses it, or cannot be opened.
    """
    if path is None or claims.folder is None:
        return MatchDatabase(None, database.open_prepared_connection(None), clock), None
    try:
        with hold_lock(claims.folder / "opening.lock", database.BUSY_TIMEOUT_S):
            connection, notice = _open_or_replace(path, claims, clock.read_system_time)
            return MatchDatabase(path, connection, clock), notice
    except (OSError, sqlite3.Error) as error:
        raise StorageError(build_opening_message(path, database.describe_database_error(error, path))) from error


def _open_or_replace(path: Path, claims: MatchClaims, clock: Clock) -> tuple[sqlite3.Connection, StorageNotice | None]:
    _make_files_private(path)
    has_other_windows = claims.has_other_windows()
    damage = _find_damage(path, has_other_windows=has_other_windows)
    if damage is None:
        try:
            return _connect_privately(path), None
        except sqlite3.Error as error:
            if not _is_damage(error, path):
                raise
            damage = log_damage(error)
    if has_other_windows:
        text = _("The saved matches in {file} are damaged. Close all windows of the program, then start it again.")
        raise StorageError(text.format(file=make_printable(path)))
    damaged_copy = files.set_aside(path, clock, (JOURNAL_SUFFIX, *FOREIGN_SUFFIXES))
    connection = _connect_privately(path)
    text = _(
        "The saved matches in {name} were damaged ({fault}). The old file is now called {aside}; "
        "matches recovered: {n}."
    )
    recovery = recover_rows(damaged_copy, connection)
    summary = text.format(
        name=make_printable(path), fault=damage, aside=make_printable(damaged_copy.name), n=recovery.match_count
    )
    return connection, StorageNotice(make_printable(summary + format_losses(recovery.losses)), damaged_copy)


def _connect_privately(path: Path) -> sqlite3.Connection:
    """Open the file, which is created if it is missing, for this user only."""
    is_new = not path.exists()
    try:
        connection = database.open_prepared_connection(path)
    except sqlite3.Error:
        if is_new and not _has_content(path):  # the next start would take the empty file for a damaged one
            path.unlink(missing_ok=True)
        raise
    _make_files_private(path)
    return connection


def _get_journal_path(path: Path) -> Path:
    return path.with_name(path.name + JOURNAL_SUFFIX)


def _make_files_private(path: Path) -> None:
    for file in (path, _get_journal_path(path)):
        files.make_file_private(file)


def _is_damage(error: sqlite3.Error, path: Path) -> bool:
    """Return whether the error concerns the content of the file, not the disk."""
    code = database.get_result_code(error)
    # If SQLite takes a writable file for read-only, its header is damaged.
    is_writable = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    return code in database.DAMAGE_CODES or (code == sqlite3.SQLITE_READONLY and is_writable)


def _find_damage(path: Path, *, has_other_windows: bool) -> str | None:
    """Return the damage of the file, None if it is intact or missing. Raise StorageError if it is too new.

    Nothing is written. The journal of another window is not looked at, because it changes.
    """
    has_journal = _has_content(_get_journal_path(path))
    if not path.exists():
        return _("the file is missing, but its journal is still there") if has_journal else None
    with files.open_regular_file(path):
        pass  # it raises for a pipe or a device
    if not _has_content(path):
        return _("the file is empty")
    _refuse_newer_version(path)
    if any(_has_content(path.with_name(path.name + suffix)) for suffix in FOREIGN_SUFFIXES):
        return _("another program's journal is beside the file")
    if not has_journal:
        return _find_damage_of_content(path, "mode=ro")
    return _find_damage_of_content(path, "mode=rw") if has_other_windows else _find_damage_of_journal(path)


def _refuse_newer_version(path: Path) -> None:
    """Raise StorageError for the file of a newer program, before an unfinished transaction in it is rolled back."""
    with suppress(*UNREADABLE), closing(open_connection(path, "mode=ro&immutable=1")) as connection:
        version = tables.fetch_value(connection, "PRAGMA user_version")
        if isinstance(version, int) and tables.SCHEMA_VERSION < version <= tables.HIGHEST_SCHEMA_VERSION:
            text = _(
                "The file of saved matches, {file}, is version {theirs}; this program reads version "
                "{ours}. Update the program."
            )
            raise StorageError(text.format(file=make_printable(path), theirs=version, ours=tables.SCHEMA_VERSION))


def _find_damage_of_journal(path: Path) -> str | None:
    """Return the damage after the rollback by the journal, which is tried with a copy; None if there is none.

    SQLite puts every page of a journal into the file without asking. One of an older state, or of another database,
    would undo what was accepted. That of the last transaction takes the file back by one transaction at most.
    """
    copy = files.make_temporary_path(path)
    copies = {path: copy, _get_journal_path(path): _get_journal_path(copy)}
    try:
        for source, target in copies.items():
            files.make_file_private(target, create=True)
            shutil.copyfile(source, target)
        damage = _find_damage_of_content(copy, "mode=rw")
        clock, clock_before = _read_clock(path), _read_clock(copy)
    except OSError:  # the disk has no space for the copy
        return _find_damage_of_content(path, "mode=rw")
    finally:
        for target in copies.values():
            with suppress(OSError):
                target.unlink(missing_ok=True)
    if clock is None:
        is_own = True  # the file is in the middle of a database.transaction
    elif clock_before is None:
        is_own = not any(clock.counts)  # a killed program was about to create it
    else:
        is_own = clock.transaction - clock_before.transaction in (0, 1)
    return None if damage is None and is_own else _("the journal doesn't match the file")


def _read_clock(path: Path) -> ClockReading | None:
    """Return what the last transaction stored, without a rollback by the journal; None if that cannot be read."""
    with suppress(*UNREADABLE), closing(open_connection(path, "mode=ro&immutable=1")) as connection:
        return tables.read_stored_reading(connection)
    return None


def _find_damage_of_content(path: Path, options: str) -> str | None:
    """Return the damage of the file's content; None if there is none. Raise sqlite3.Error if it cannot be read."""
    try:
        with closing(open_connection(path, options)) as connection, transaction(connection, "BEGIN"):
            return find_damage(connection)
    except UnicodeDecodeError:
        # Python cannot decode SQLite's message about a table whose name is damaged.
        return _("the database was made by another program")
    except sqlite3.Error as error:
        if _is_damage(error, path):
            return log_damage(error)
        raise


def _has_content(path: Path) -> bool:
    """Return whether a file has more than the one byte that SQLite takes for none."""
    return path.exists() and path.stat().st_size > 1

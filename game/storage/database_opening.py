"""Opening of the database of matches: it is checked first, and set aside if it is damaged."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, TypeAlias

from game.storage.database import (
    BUSY_TIMEOUT_S,
    DAMAGE_CODES,
    EXPECTED_SCHEMA,
    ORPHAN_QUERIES,
    SCHEMA_VERSION,
    describe_database_error,
    fetch_value,
    get_result_code,
    open_connection,
    open_prepared_connection,
    read_schema,
    transaction,
)
from game.storage.files import (
    Clock,
    StorageError,
    StorageNotice,
    build_opening_message,
    make_file_private,
    make_printable,
    make_temporary_path,
    open_regular_file,
    set_aside,
)
from game.storage.journals import FOREIGN_SUFFIXES, JOURNAL_SUFFIX, is_journal_of_other_state
from game.storage.locks import FileLock, MatchClaims
from game.storage.recovery import find_damaged_row, is_inventory_right, recover_rows
from game.text.gettext import _

PAUSE_S: Final = 0.001
PreviewReader: TypeAlias = Callable[[sqlite3.Connection], None]
LOG: Final = logging.getLogger(__name__)


def open_database(
    path: Path, claims: MatchClaims, clock: Clock, on_preview: PreviewReader
) -> tuple[sqlite3.Connection, StorageNotice | None]:
    """Return the database ready for use, and a notice if a damaged one was set aside.

    ``on_preview`` may read the file before the whole of it has been checked. Raise StorageError if the database has a
    newer version (nothing is written then), is damaged while another window uses it, or cannot be opened.
    """
    try:
        with FileLock.hold(claims.folder / "opening.lock", BUSY_TIMEOUT_S):
            return _open_or_replace(path, claims, clock, on_preview)
    except (OSError, sqlite3.Error) as error:
        raise StorageError(build_opening_message(path, describe_database_error(error, path))) from error


def _open_or_replace(
    path: Path, claims: MatchClaims, clock: Clock, on_preview: PreviewReader
) -> tuple[sqlite3.Connection, StorageNotice | None]:
    _make_files_private(path)
    damage = _find_damage(path, claims, on_preview)
    if damage is None:
        try:
            return _connect_privately(path), None
        except sqlite3.Error as error:
            if not _is_damage(error, path):
                raise
            damage = _log_inner_damage(error)
    if claims.has_other_windows():
        text = _("The saved matches in {file} are damaged. Close the program's other windows and restart it.")
        raise StorageError(text.format(file=make_printable(path)))
    damaged_copy = set_aside(path, clock, (JOURNAL_SUFFIX, *FOREIGN_SUFFIXES))
    connection = _connect_privately(path)
    text = _(
        "The saved matches in {name} were damaged ({fault}). The old file is now called {aside}; "
        "matches recovered: {n}."
    )
    recovery = recover_rows(damaged_copy, connection)
    summary = text.format(
        name=make_printable(path), fault=damage, aside=make_printable(damaged_copy.name), n=recovery.match_count
    )
    return connection, StorageNotice(make_printable(summary + recovery.describe_losses()), damaged_copy)


def _connect_privately(path: Path) -> sqlite3.Connection:
    """Open the file, which is created if it is missing, for this user only."""
    is_new = not path.exists()
    try:
        connection = open_prepared_connection(path)
    except sqlite3.Error:
        if is_new and not _has_content(path):  # the next start would take the empty file for a damaged one
            path.unlink(missing_ok=True)
        raise
    _make_files_private(path)
    return connection


def _make_files_private(path: Path) -> None:
    for suffix in ("", JOURNAL_SUFFIX):
        make_file_private(path.with_name(path.name + suffix))


def _is_damage(error: sqlite3.Error, path: Path) -> bool:
    """Return whether the error concerns the content of the file, not the disk."""
    code = get_result_code(error)
    # If SQLite takes a writable file for read-only, its header is damaged.
    is_writable = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    return code in DAMAGE_CODES or (code == sqlite3.SQLITE_READONLY and is_writable)


def _find_damage_of_companions(path: Path, claims: MatchClaims) -> str | None:
    """Return the damage that a file beside the database would do to it if SQLite read that; None if there is none.

    The database is not changed. The journal of another window is not looked at, because it changes.
    """
    companions = [path.with_name(path.name + suffix) for suffix in FOREIGN_SUFFIXES]
    if any(map(_has_content, companions)):
        return _("a journal of another program is beside it")
    has_journal = _has_content(path.with_name(path.name + JOURNAL_SUFFIX))
    if not has_journal or claims.has_other_windows():
        return None
    if is_journal_of_other_state(path) or not _is_whole_after_rollback(path):
        return _("its journal does not fit it")
    return None


def _is_whole_after_rollback(path: Path) -> bool:
    """Return whether the database is undamaged after the rollback by its journal, which is tried with a copy.

    True if that cannot be tried.
    """
    copy = make_temporary_path(path)
    copied_journal, journal = (file.with_name(file.name + JOURNAL_SUFFIX) for file in (copy, path))
    try:
        for source, target in ((path, copy), (journal, copied_journal)):
            make_file_private(target, create=True)
            shutil.copyfile(source, target)
        with closing(open_connection(copy, "mode=rw")) as connection:
            return _find_content_damage(connection, lambda _connection: None) is None
    except OSError:
        return True
    except sqlite3.Error as error:
        return not _is_damage(error, copy)
    except UnicodeDecodeError:
        return False
    finally:
        for file in (copy, copied_journal):
            with suppress(OSError):
                file.unlink(missing_ok=True)


def _find_damage(path: Path, claims: MatchClaims, on_preview: PreviewReader) -> str | None:
    """Return the damage of the file, None if it is intact or missing. Raise StorageError if it is too new.

    Nothing is written, but SQLite rolls back an unfinished transaction of a killed program.
    """
    has_journal = _has_content(path.with_name(path.name + JOURNAL_SUFFIX))
    if not path.exists():
        return _("the file is missing, but its journal is there") if has_journal else None
    with open_regular_file(path):
        pass  # it raises for a pipe or a device
    if not _has_content(path):
        return _("the file is empty")
    # A newer program's file is not changed, not even to roll back an unfinished transaction.
    with suppress(sqlite3.Error), closing(open_connection(path, "mode=ro&immutable=1")) as connection:
        version = fetch_value(connection, "PRAGMA user_version")
        if isinstance(version, int) and version > SCHEMA_VERSION:
            text = _(
                "The saved matches in {file} have version {theirs}; this program reads {ours}. Update the program."
            )
            raise StorageError(text.format(file=make_printable(path), theirs=version, ours=SCHEMA_VERSION))
    companion_damage = _find_damage_of_companions(path, claims)
    if companion_damage is not None:
        return companion_damage
    try:
        with closing(open_connection(path, "mode=rw" if has_journal else "mode=ro")) as connection:
            return _find_content_damage(connection, on_preview)
    except UnicodeDecodeError:
        # Python cannot decode SQLite's message about a table whose name is damaged.
        return _("its tables are not from this program")
    except sqlite3.Error as error:
        if _is_damage(error, path):
            return _log_inner_damage(error)
        raise


def _log_inner_damage(message: object) -> str:
    """Log SQLite's message; return the one for the user."""
    LOG.warning("the database is damaged: %s", " ".join(str(message).split()))
    return _("its content is damaged")


def _has_content(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _find_content_damage(connection: sqlite3.Connection, on_preview: PreviewReader) -> str | None:
    if _has_own_tables(connection):
        on_preview(connection)
    with transaction(connection, "BEGIN"):  # another window may write between two reads
        check_result = fetch_value(connection, "PRAGMA quick_check(1)")
        if check_result != "ok":
            return _log_inner_damage(check_result)
        if fetch_value(connection, "PRAGMA user_version") == 0 and not read_schema(connection):
            return None
        if not _has_own_tables(connection):
            return _("its tables are not from this program")
        check_result = fetch_value(connection, "PRAGMA integrity_check(profiles)")  # the only table with an index
        if check_result != "ok":
            return _log_inner_damage(check_result)
        if any(connection.execute(query).fetchone() is not None for query in ORPHAN_QUERIES):
            return _("rows are missing")
        if not is_inventory_right(connection):
            return _("rows are missing or old")
        if find_damaged_row(connection, lambda: time.sleep(PAUSE_S)):
            return _("some rows are damaged")
        return None


def _has_own_tables(connection: sqlite3.Connection) -> bool:
    version = fetch_value(connection, "PRAGMA user_version")
    return version == SCHEMA_VERSION and read_schema(connection) == EXPECTED_SCHEMA

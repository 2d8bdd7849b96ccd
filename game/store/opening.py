"""Opening the file of saved matches: checked first, and set aside when it is damaged."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from game.i18n import _
from game.store.database import DAMAGE, OURS, PATIENCE, VERSION, code, connected, connection, layout, one, reason
from game.store.files import Clock, Notice, StorageError, set_aside, shown, why
from game.store.locks import FileLock
from game.store.salvage import has_content, salvage

COMPANIONS: Final = ("-wal", "-journal")


class Newer(Exception):
    """The database is a newer program's; the argument is its version."""


def open_database(path: Path, locks: Path, window: FileLock, now: Clock) -> tuple[sqlite3.Connection, Notice | None]:
    """The database ready for use, and a notice if a damaged one was set aside for it.

    ``locks`` is the folder of the locks, ``window`` the one that this copy of the program holds. StorageError
    if the database is of a newer version (nothing is written then), in use while damaged, or cannot be opened.
    """
    try:
        with FileLock.held(locks / "opening.lock", PATIENCE):
            return _opened(path, locks, window, now)
    except Newer as newer:
        text = _("The saved matches in {file} are of version {theirs}, from a newer program; this one reads {ours}.")
        raise StorageError(text.format(file=shown(path), theirs=newer, ours=VERSION)) from None
    except (OSError, sqlite3.Error) as error:
        fault = why(error) if isinstance(error, OSError) else reason(error)
        text = _("The saved matches in {file} cannot be opened: {why}.")
        raise StorageError(text.format(file=shown(path), why=fault)) from error


def _opened(path: Path, locks: Path, window: FileLock, now: Clock) -> tuple[sqlite3.Connection, Notice | None]:
    damage = _damage(path)
    if damage is None:
        try:
            return connected(path), None
        except sqlite3.Error as error:
            if code(error) not in DAMAGE:
                raise
            damage = reason(error)
    if any(lock != window.path and FileLock.taken(lock) for lock in locks.glob("*-*.lock")):
        text = _("The saved matches in {file} are damaged. Close the program's other windows and start it again.")
        raise StorageError(text.format(file=shown(path)))
    _drop_scratch(path)
    aside = set_aside(path, now, COMPANIONS)
    database = connected(path)
    saved = salvage(aside, database)
    text = _(
        "The saved matches in {name} were damaged ({fault}). The file is kept as {aside}; matches read from it: {n}."
    )
    notice = Notice(text.format(name=shown(path), fault=damage, aside=shown(aside.name), n=saved), aside)
    return database, notice


def _drop_scratch(path: Path) -> None:
    """Remove what looking at the file left beside it: SQLite's index of the log, and a log without content."""
    path.with_name(path.name + "-shm").unlink(missing_ok=True)
    log = path.with_name(path.name + "-wal")
    if not has_content(log):
        log.unlink(missing_ok=True)


def _damage(path: Path) -> str | None:
    """What is wrong with the file, None if nothing is or there is no file. Reads only. `Newer` if it is too new."""
    logged = has_content(path.with_name(path.name + "-wal"))
    if not path.exists():
        return _("it is missing, its log is there") if logged else None
    with path.open("rb") as file:
        header = file.read(100)
    if len(header) < 100:
        return _("it is cut short")
    if not header.startswith(b"SQLite format 3\0"):
        return _("it is no database")
    # Not even SQLite's own helper files are to appear beside a newer program's database.
    version = int.from_bytes(header[60:64], "big", signed=True)
    if version > VERSION and not logged:
        raise Newer(version)
    if header[18:20] not in (b"\1\1", b"\2\2"):
        return _("its header is wrong")
    page = int.from_bytes(header[16:18], "big")
    if not logged and path.stat().st_size % (page if page > 1 else 65536):
        return _("it is cut short")
    # Where the file system allows no log there may be a transaction to take back.
    mode = "rw" if has_content(path.with_name(path.name + "-journal")) else "ro"
    try:
        with closing(connection(path, mode)) as database:
            return _content_damage(database)
    except UnicodeDecodeError:
        # Python's own words for SQLite's complaint about a table of damaged letters.
        return _("its tables are not the program's")
    except sqlite3.Error as error:
        if code(error) in DAMAGE:
            return " ".join(str(error).split())
        raise


def _content_damage(database: sqlite3.Connection) -> str | None:
    version = one(database, "PRAGMA user_version")
    if isinstance(version, int) and version > VERSION:
        raise Newer(version)
    found = one(database, "PRAGMA quick_check(1)")
    if found != "ok":
        return " ".join(str(found).split())
    if version == 0 and not layout(database):
        return None
    return None if version == VERSION and layout(database) == OURS else _("its tables are not the program's")

"""Opening the file of saved matches: looked at first, and set aside with all that belongs to it when it is damaged."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final, TypeAlias

from game.i18n import _
from game.store.database import (
    DAMAGE,
    ORPHANS,
    OURS,
    PATIENCE,
    VERSION,
    code,
    connected,
    connection,
    layout,
    one,
    reason,
)
from game.store.files import Clock, Notice, StorageError, keep_private, open_file, set_aside, shown, why
from game.store.locks import FileLock
from game.store.salvage import salvage
from game.store.wal import Log, read_log

COMPANIONS: Final = ("-wal", "-shm", "-journal")
HEADER: Final = 100
Glimpse: TypeAlias = Callable[[sqlite3.Connection], None]
LOG: Final = logging.getLogger(__name__)


class Newer(Exception):
    """The database is a newer program's; the argument is its version."""


def open_database(
    path: Path, others: Callable[[], bool], locks: Path, now: Clock, glimpse: Glimpse
) -> tuple[sqlite3.Connection, Notice | None]:
    """The database ready for use, and a notice if a damaged one was set aside for it.

    ``others`` says whether another copy of the program is open, ``locks`` is the folder of the locks; ``glimpse`` may
    read it before all of it has been looked at. StorageError if the database is of a newer version (nothing is written
    then), in use while damaged, or cannot be opened.
    """
    try:
        with FileLock.held(locks / "opening.lock", PATIENCE):
            return _opened(path, others(), now, glimpse)
    except Newer as newer:
        text = _("The saved matches in {file} are of version {theirs}, from a newer program; this one reads {ours}.")
        raise StorageError(text.format(file=shown(path), theirs=newer, ours=VERSION)) from None
    except (OSError, sqlite3.Error) as error:
        fault = why(error) if isinstance(error, OSError) else reason(error)
        text = _("The saved matches in {file} cannot be opened: {why}.")
        raise StorageError(text.format(file=shown(path), why=fault)) from error


def _opened(path: Path, others: bool, now: Clock, glimpse: Glimpse) -> tuple[sqlite3.Connection, Notice | None]:
    _keep_private(path)
    # What another window writes cannot be read beside SQLite; SQLite has the log in hand then.
    log = Log("") if others else _log(path)
    damage = _damage(path, log, glimpse)
    if damage is None:
        try:
            # Looked at before SQLite writes to it.
            torn = _torn(path, log) if log.frames or log.ragged else None
            return _ready(path), torn
        except sqlite3.Error as error:
            if code(error) not in DAMAGE:
                raise
            damage = _inside(error)
    if others:
        text = _("The saved matches in {file} are damaged. Close the program's other windows and start it again.")
        raise StorageError(text.format(file=shown(path)))
    aside = set_aside(path, now, COMPANIONS)
    database = _ready(path)
    text = _(
        "The saved matches in {name} were damaged ({fault}). The file is kept as {aside}; matches read from it: {n}."
    )
    saved = salvage(aside, database)
    notice = Notice(text.format(name=shown(path), fault=damage, aside=shown(aside.name), n=saved), aside)
    return database, notice


def _ready(path: Path) -> sqlite3.Connection:
    """The connection to the file, made if there is none; only this user may read it."""
    database = connected(path)
    _keep_private(path)
    return database


def _keep_private(path: Path) -> None:
    for end in ("", *COMPANIONS):
        keep_private(path.with_name(path.name + end))


def _torn(path: Path, log: Log) -> Notice | None:
    """A notice if the last thing in the log is broken: whether it had been accepted nobody can tell any more."""
    if not log.torn(path.read_bytes()):
        return None
    text = _("The program was ended while it saved to {name}; what was done last may be missing.")
    return Notice(text.format(name=shown(path)), path)


def _log(path: Path) -> Log:
    log = path.with_name(path.name + "-wal")
    if not log.exists():
        return Log("")
    with open_file(log) as file:
        return read_log(file.read())


def _damage(path: Path, log: Log, glimpse: Glimpse) -> str | None:
    """What is wrong with the file, None if nothing is or there is no file. Reads only. `Newer` if it is too new.

    SQLite does not get to see a file that is damaged to the eye, for it would throw its log away.
    """
    logged = _has_content(path.with_name(path.name + "-wal"))
    if not path.exists():
        return _("it is missing, its log is there") if logged else None
    with open_file(path) as file:
        header = file.read(HEADER)
    if len(header) < HEADER:
        return _("it is cut short")
    if not header.startswith(b"SQLite format 3\0"):
        return _("it is no database")
    # Not even SQLite's own helper files are to appear beside a newer program's database.
    version = int.from_bytes(header[60:64], "big", signed=True)
    if version > VERSION and not logged:
        raise Newer(version)
    if header[18:20] not in (b"\1\1", b"\2\2"):
        return _("its header is wrong")
    fault = log.fault or _cut(path, header, log, logged)
    if fault:
        return fault
    if log.damaged:
        return _("its log is damaged")
    # Where the file system allows no log there may be a transaction to take back.
    mode = "rw" if _has_content(path.with_name(path.name + "-journal")) else "ro"
    try:
        with closing(connection(path, mode)) as database:
            return _content_damage(database, glimpse)
    except UnicodeDecodeError:
        # Python's own words for SQLite's complaint about a table of damaged letters.
        return _("its tables are not the program's")
    except sqlite3.Error as error:
        if code(error) in DAMAGE:
            return _inside(error)
        raise


def _inside(words: object) -> str:
    """What SQLite complains of is for the log; a person reads that there is damage."""
    LOG.warning("the database is damaged: %s", " ".join(str(words).split()))
    return _("it is damaged inside")


def _cut(path: Path, header: bytes, log: Log, logged: bool) -> str:
    """Whether pages at the end of the file are missing which its log does not have either."""
    page = int.from_bytes(header[16:18], "big")
    page = page if page > 1 else 65536
    size = path.stat().st_size
    if not logged:
        return _("it is cut short") if size % page else ""
    if not log.frames:
        return ""
    held = set(range(1, size // page + 1)) | set(log.pages(current=True))
    wanted = range(1, int.from_bytes(header[28:32], "big") + 1)
    return "" if held.issuperset(wanted) else _("it is cut short")


def _has_content(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _content_damage(database: sqlite3.Connection, glimpse: Glimpse) -> str | None:
    version = one(database, "PRAGMA user_version")
    if isinstance(version, int) and version > VERSION:
        raise Newer(version)
    if version == VERSION and layout(database) == OURS:
        glimpse(database)
    found = one(database, "PRAGMA integrity_check(1)")
    if found != "ok":
        return _inside(found)
    if version == 0 and not layout(database):
        return None
    if version != VERSION or layout(database) != OURS:
        return _("its tables are not the program's")
    if any(database.execute(query).fetchone() is not None for query in ORPHANS):
        return _("rows are missing in it")
    return None

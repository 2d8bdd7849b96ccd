"""The SQLite file below the journal: opened, checked, and set aside when it is damaged.

The write-ahead log is carried into the database after every action, so that it never holds more than
the last one: SQLite drops a damaged log without a word.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final, TypeAlias

from game.i18n import _
from game.store.files import Clock, Notice, StorageError, set_aside, shown, why
from game.store.locks import FileLock

VERSION: Final = 1
PATIENCE: Final = 5.0
COMPANIONS: Final = ("-wal", "-journal")
Row: TypeAlias = tuple[object, ...]

# Numbers of deleted matches are not used again: a window that still has one open must not write into another match.
SCHEMA: Final = """
CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT, header TEXT NOT NULL, players TEXT NOT NULL, seed TEXT NOT NULL,
    extra TEXT NOT NULL, created REAL NOT NULL, updated REAL NOT NULL, finished INTEGER NOT NULL
) STRICT;
CREATE TABLE deals (
    match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    dealer INTEGER NOT NULL, pack TEXT NOT NULL, extra TEXT NOT NULL,
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE actions (
    match INTEGER NOT NULL, deal INTEGER NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (match, deal, number),
    FOREIGN KEY (match, deal) REFERENCES deals (match, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE profiles (
    name TEXT NOT NULL PRIMARY KEY, colour TEXT NOT NULL, barred_until REAL, created REAL NOT NULL
) STRICT, WITHOUT ROWID;
"""
_TABLES: Final = {
    "matches": ("id", "header", "players", "seed", "extra", "created", "updated", "finished"),
    "deals": ("match", "number", "dealer", "pack", "extra"),
    "actions": ("match", "deal", "number", "text"),
    "profiles": ("name", "colour", "barred_until", "created"),
}
_DAMAGE: Final = {
    sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_NOTADB,
}  # fmt: skip


class _Newer(Exception):
    """The database is a newer program's; the argument is its version."""


def code(error: sqlite3.Error) -> int:
    """SQLite's primary result code, 0 if the error did not come from SQLite itself."""
    found: int = getattr(error, "sqlite_errorcode", 0)
    return found & 0xFF


def reason(error: sqlite3.Error) -> str:
    """SQLite's refusal in a person's words, without a full stop."""
    damaged = _("the file is damaged. Start the program again: it keeps the damaged file and begins a new one")
    words = {
        sqlite3.SQLITE_FULL: _("the disk is full. Free some space and try again"),
        sqlite3.SQLITE_READONLY: _("the file or its disk is read-only"),
        sqlite3.SQLITE_IOERR: _("the disk reports an error"),
        sqlite3.SQLITE_BUSY: _("another window of the program is busy with it. Try again"),
        sqlite3.SQLITE_LOCKED: _("another window of the program is busy with it. Try again"),
        sqlite3.SQLITE_CANTOPEN: _("the file cannot be opened"),
        sqlite3.SQLITE_CORRUPT: damaged,
        sqlite3.SQLITE_NOTADB: damaged,
    }
    return words.get(code(error)) or " ".join(str(error).split())


# -- opening ---------------------------------------------------------------------------------------


def open_database(path: Path, locks: Path, window: FileLock, now: Clock) -> tuple[sqlite3.Connection, Notice | None]:
    """The database ready for use, and a notice if a damaged one was set aside for it.

    ``locks`` is the folder of the locks, ``window`` the one that this copy of the program holds. StorageError
    if the database is of a newer version (nothing is written then), in use while damaged, or cannot be opened.
    """
    try:
        with FileLock.held(locks / "opening.lock", PATIENCE):
            return _opened(path, locks, window, now)
    except _Newer as newer:
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
            return _connected(path), None
        except sqlite3.Error as error:
            if code(error) not in _DAMAGE:
                raise
            damage = reason(error)
    if any(lock != window.path and FileLock.taken(lock) for lock in locks.glob("*-*.lock")):
        text = _("The saved matches in {file} are damaged. Close the program's other windows and start it again.")
        raise StorageError(text.format(file=shown(path)))
    _drop_scratch(path)
    aside = set_aside(path, now, COMPANIONS)
    database = _connected(path)
    saved = _salvage(aside, database)
    text = _(
        "The saved matches in {name} were damaged ({fault}). The file is kept as {aside}; matches read from it: {n}."
    )
    notice = Notice(text.format(name=shown(path), fault=damage, aside=shown(aside.name), n=saved), aside)
    return database, notice


def _drop_scratch(path: Path) -> None:
    """Remove what looking at the file left beside it: SQLite's index of the log, and a log without content."""
    path.with_name(path.name + "-shm").unlink(missing_ok=True)
    log = path.with_name(path.name + "-wal")
    if not _has_content(log):
        log.unlink(missing_ok=True)


def _damage(path: Path) -> str | None:
    """What is wrong with the file, None if nothing is or there is no file. Reads only. `_Newer` if it is too new."""
    logged = _has_content(path.with_name(path.name + "-wal"))
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
        raise _Newer(version)
    if header[18:20] not in (b"\1\1", b"\2\2"):
        return _("its header is wrong")
    page = int.from_bytes(header[16:18], "big")
    if not logged and path.stat().st_size % (page if page > 1 else 65536):
        return _("it is cut short")
    # Where the file system allows no log there may be a transaction to take back.
    mode = "rw" if _has_content(path.with_name(path.name + "-journal")) else "ro"
    try:
        with closing(_connection(path, mode)) as database:
            return _content_damage(database)
    except UnicodeDecodeError:
        # Python's own words for SQLite's complaint about a table of damaged letters.
        return _("its tables are not the program's")
    except sqlite3.Error as error:
        if code(error) in _DAMAGE:
            return " ".join(str(error).split())
        raise


def _has_content(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _content_damage(database: sqlite3.Connection) -> str | None:
    version = _one(database, "PRAGMA user_version")
    if isinstance(version, int) and version > VERSION:
        raise _Newer(version)
    found = _one(database, "PRAGMA quick_check(1)")
    if found != "ok":
        return " ".join(str(found).split())
    if version == 0 and not _layout(database):
        return None
    return None if version == VERSION and _layout(database) == _OURS else _("its tables are not the program's")


def _layout(database: sqlite3.Connection) -> list[Row]:
    return database.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name").fetchall()


def _our_layout() -> list[Row]:
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(SCHEMA)
        return _layout(database)


_OURS: Final = _our_layout()


def _one(database: sqlite3.Connection, query: str) -> object:
    row: Row = database.execute(query).fetchone()
    return row[0]


def _connection(path: Path, mode: str) -> sqlite3.Connection:
    address = f"{path.absolute().as_uri()}?mode={mode}"
    database = sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None)
    database.text_factory = _text
    return database


def _text(raw: bytes) -> str:
    """A text with damaged letters must not take down the rows around it."""
    return raw.decode(errors="replace")


def _connected(path: Path) -> sqlite3.Connection:
    database = _connection(path, "rwc")
    try:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("PRAGMA wal_autocheckpoint = 1")
        database.execute("PRAGMA foreign_keys = ON")
        if _one(database, "PRAGMA user_version") == 0:
            with transaction(database):
                for statement in SCHEMA.split(";")[:-1]:
                    database.execute(statement)
                database.execute(f"PRAGMA user_version = {VERSION}")
    except BaseException:
        database.close()
        raise
    return database


@contextmanager
def transaction(database: sqlite3.Connection, begin: str = "BEGIN IMMEDIATE") -> Iterator[None]:
    """Everything in the block is written, or, when it raises, nothing; the connection is usable afterwards."""
    database.execute(begin)
    try:
        yield
        database.execute("COMMIT")
    finally:
        if database.in_transaction:
            with suppress(sqlite3.Error):
                database.execute("ROLLBACK")


# -- salvage ---------------------------------------------------------------------------------------


def _salvage(damaged: Path, database: sqlite3.Connection) -> int:
    """Copy the rows that can still be read; gives the number of matches. One with holes is the journal's care."""
    try:
        with closing(_readable(damaged)) as old, transaction(database):
            for table in _TABLES:
                for order in ("ASC", "DESC"):
                    with suppress(sqlite3.Error, UnicodeDecodeError):
                        _copy(old, database, table, order)
        count = _one(database, "SELECT count(*) FROM matches")
    except (sqlite3.Error, OSError):
        return 0
    return count if isinstance(count, int) else 0


def _readable(damaged: Path) -> sqlite3.Connection:
    """The damaged database as far as SQLite will have it; its file is not changed."""
    if _has_content(damaged.with_name(damaged.name + "-wal")):
        return _connection(damaged, "ro")
    data = bytearray(damaged.read_bytes())
    # Without a log, and as long as it is: SQLite reads nothing of a file that is shorter than its header says.
    data[18:20] = b"\1\1"
    data[92:96] = bytes(4)
    database = sqlite3.connect(":memory:", isolation_level=None)
    database.text_factory = _text
    database.deserialize(bytes(data))
    return database


def _copy(old: sqlite3.Connection, database: sqlite3.Connection, table: str, order: str) -> None:
    """One table, from one end up to the first damaged place."""
    columns = _TABLES[table]
    keys = {"matches": ("id",), "deals": columns[:2], "actions": columns[:3], "profiles": ("name",)}[table]
    ordered = ", ".join(f"{key} {order}" for key in keys)
    insert = f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
    for row in old.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {ordered}"):
        with suppress(sqlite3.IntegrityError):
            database.execute(insert, row)

"""Databases of matches as a program leaves them, with and without a log."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import msgspec

from game.record import Record
from game.store.database import SCHEMA, TABLES, VERSION
from game.store.journal import Journal
from tests.game.store.test_storage import folders_below, played, replace

TALK = {"chat": [[0, "ciao"]]}
NOON = 1_700_000_000.0


class Files(msgspec.Struct, frozen=True):
    """A database with its log, and the matches that were accepted into it."""

    main: bytes
    log: bytes
    records: dict[int, Record]


def good_files(home: Path) -> dict[str, Files]:
    """``closed``: as a program leaves it that ends; ``killed``: with the log of one that was killed; ``full log``:
    with a log that no checkpoint has carried into the file; ``log only``: all is in the log, the file is empty."""
    records = {}
    folders = folders_below(home)
    journal = Journal(folders, lambda: NOON)
    for seed, actions in enumerate((57, 3, 39, 0, 85), 1):
        record = played(actions, seed)
        records[journal.create(record, ("you", "club"), seed, TALK)] = record
    journal.sit_down((("Anna", "red"), ("Bruno", "blue")))
    killed = _taken(folders.data, dict(records))
    journal.database.execute("PRAGMA wal_autocheckpoint = 0")
    for match_id in (1, 2, 3):
        longer = played(count(records[match_id]) + 4, match_id)
        grow(journal, match_id, records[match_id], longer)
        records[match_id] = longer
    full = _taken(folders.data, dict(records))
    journal.close()
    closed = _taken(folders.data, dict(records))
    return {
        "closed": closed,
        "killed": killed,
        "full log": full,
        "log only": _log_only(folders.data / "matches.db", closed),
    }


def count(record: Record) -> int:
    """The actions of a record."""
    return sum(len(deal.actions) for deal in record.deals)


def grow(journal: Journal, match_id: int, record: Record, longer: Record) -> None:
    """Play on from one record to the other."""
    for number, deal in enumerate(longer.deals, 1):
        held = record.deals[number - 1].actions if number <= len(record.deals) else None
        if held is None:
            journal.add_deal(match_id, number, replace(deal, actions=()))
        for at, action in enumerate(deal.actions[len(held or ()) :], len(held or ()) + 1):
            journal.add_action(match_id, number, at, action)


def _taken(folder: Path, records: dict[int, Record]) -> Files:
    log = folder / "matches.db-wal"
    return Files((folder / "matches.db").read_bytes(), log.read_bytes() if log.exists() else b"", records)


def _log_only(source: Path, files: Files) -> Files:
    """The same matches in a database that was never carried out of its log."""
    path = source.with_name("log-only.db")
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA wal_autocheckpoint = 0")
    database.executescript(SCHEMA)
    database.execute(f"PRAGMA user_version = {VERSION}")
    database.execute("ATTACH ? AS source", (str(source),))
    for table in (*TABLES, "sqlite_sequence"):
        database.execute(f"INSERT INTO {table} SELECT * FROM source.{table}")
    log = path.with_name(path.name + "-wal").read_bytes()
    database.close()
    return Files(b"", log, files.records)

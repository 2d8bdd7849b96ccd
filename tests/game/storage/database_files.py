"""Databases of matches as a program leaves them, with and without a log."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import msgspec

from game.match.record import Record
from game.storage.database import SCHEMA, SCHEMA_VERSION, TABLE_COLUMNS
from game.storage.matches import MatchRepository
from tests.game.storage.test_matches import make_folders_below, play_record, replace

CHAT_NOTE = {"chat": [[0, "ciao"]]}
NOON_TIMESTAMP = 1_700_000_000.0


class DatabaseFiles(msgspec.Struct, frozen=True):
    """A database with its log, and the matches that were accepted into it."""

    database_bytes: bytes
    log_bytes: bytes
    records: dict[int, Record]


def make_database_files(home: Path) -> dict[str, DatabaseFiles]:
    """``closed``: as a program leaves it that ends; ``killed``: with the log of one that was killed; ``full log``:
    with a log that no checkpoint has carried into the file; ``log only``: all is in the log, the file is empty."""
    records = {}
    folders = make_folders_below(home)
    repository = MatchRepository(folders, lambda: NOON_TIMESTAMP)
    for seed, actions in enumerate((57, 3, 39, 0, 85), 1):
        record = play_record(actions, seed)
        records[repository.create_match(record, ("you", "club"), seed, CHAT_NOTE)] = record
    repository.check_in_players((("Anna", "red"), ("Bruno", "blue")))
    killed = _read_files(folders.data, dict(records))
    repository.database.execute("PRAGMA wal_autocheckpoint = 0")
    for match_id in (1, 2, 3):
        longer = play_record(count_actions(records[match_id]) + 4, match_id)
        extend_match(repository, match_id, records[match_id], longer)
        records[match_id] = longer
    full = _read_files(folders.data, dict(records))
    repository.close()
    closed = _read_files(folders.data, dict(records))
    return {
        "closed": closed,
        "killed": killed,
        "full log": full,
        "log only": _make_log_only_files(folders.data / "matches.db", closed),
    }


def count_actions(record: Record) -> int:
    """The actions of a record."""
    return sum(len(deal.actions) for deal in record.deals)


def extend_match(repository: MatchRepository, match_id: int, record: Record, longer: Record) -> None:
    """Play on from one record to the other."""
    for number, deal in enumerate(longer.deals, 1):
        held = record.deals[number - 1].actions if number <= len(record.deals) else None
        if held is None:
            repository.add_deal(match_id, number, replace(deal, actions=()))
        for action_number, action in enumerate(deal.actions[len(held or ()) :], len(held or ()) + 1):
            repository.add_action(match_id, number, action_number, action)


def _read_files(folder: Path, records: dict[int, Record]) -> DatabaseFiles:
    log = folder / "matches.db-wal"
    return DatabaseFiles((folder / "matches.db").read_bytes(), log.read_bytes() if log.exists() else b"", records)


def _make_log_only_files(source: Path, files: DatabaseFiles) -> DatabaseFiles:
    """The same matches in a database that was never carried out of its log."""
    path = source.with_name("log-only.db")
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA wal_autocheckpoint = 0")
    database.executescript(SCHEMA)
    database.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    database.execute("ATTACH ? AS source", (str(source),))
    for table in (*TABLE_COLUMNS, "sqlite_sequence"):
        database.execute(f"INSERT INTO {table} SELECT * FROM source.{table}")
    log = path.with_name(path.name + "-wal").read_bytes()
    database.close()
    return DatabaseFiles(b"", log, files.records)

"""Databases of matches as a program leaves them, with and without SQLite's journal."""

from __future__ import annotations

import sqlite3
import struct
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import msgspec

from game.match.record import Record
from game.storage.database import KEY_COLUMN_COUNTS, TABLE_COLUMNS
from game.storage.matches import MatchRepository
from tests.fakes import block_person
from tests.stored_matches import make_folders_below, play_record, replace

CHAT_NOTE = {"chat": [[0, "ciao"]]}
NOON_TIMESTAMP = 1_700_000_000.0


class DatabaseFiles(msgspec.Struct, frozen=True):
    """A database with its journal, and the matches that were accepted into it.

    ``older_journals``: journals of earlier transactions; ``other``: the files of another database; ``wal_bytes``: a
    write-ahead log.
    """

    database_bytes: bytes
    journal_bytes: bytes
    records: dict[int, Record]
    older_journals: tuple[bytes, ...] = ()
    other: DatabaseFiles | None = None
    wal_bytes: bytes = b""


def make_database_files(home: Path, first_seed: int = 1) -> dict[str, DatabaseFiles]:
    """Return a database ``closed`` by a program, and one ``killed`` with the journal of an action not accepted.

    The computer player of each match has a name of its own.
    """
    records, older_journals = {}, list[bytes]()
    folders = make_folders_below(home)
    repository = MatchRepository(folders, lambda: NOON_TIMESTAMP)
    for seed, actions in enumerate((57, 3, 39, 0, 85), first_seed):
        record = play_record(actions, seed)
        record = replace(record, names=("Anna", f"Bruno {seed}{seed}"))
        records[repository.create_match(record, ("you", "club"), seed, CHAT_NOTE)] = record
    repository.check_in_players(("Anna", "Bruno"))
    block_person(repository, "Bruno", 3600.0)
    database = repository.database
    _record_journals(repository, records[1], folders.data / "matches.db-journal", older_journals)
    database.execute("PRAGMA cache_size = 1")  # the pages of an open transaction go to the file
    database.execute("BEGIN IMMEDIATE")
    database.execute("UPDATE deals SET pack = pack || ' '")
    database.execute("UPDATE matches SET actions = actions + 1, header = header || ' '")
    database.execute("UPDATE notes SET value = value || ' '")
    killed = _read_files(folders.data, dict(records))
    database.execute("ROLLBACK")
    repository.close()
    closed = replace(_read_files(folders.data, dict(records)), older_journals=tuple(older_journals))
    return {"closed": closed, "killed": killed}


def _record_journals(repository: MatchRepository, record: Record, journal: Path, journals: list[bytes]) -> None:
    """Take back the last actions of match 1 and store them again; add the complete journal of each transaction."""

    def read_journal(statement: str) -> None:
        if statement == "COMMIT" and journal.exists():
            journals.append(complete_journal(journal.read_bytes()))

    repository.database.set_trace_callback(read_journal)
    deals = (*record.deals[:-1], replace(record.deals[-1], actions=record.deals[-1].actions[:-3]))
    shorter = replace(record, deals=deals)
    repository.truncate_match(1, shorter)
    extend_match(repository, 1, shorter, record)
    repository.database.set_trace_callback(None)


def complete_journal(journal: bytes) -> bytes:
    """Return a journal with its first bytes and its number of records, which SQLite writes last."""
    sector_bytes, page_bytes = struct.unpack_from(">II", journal, 20)
    count = (len(journal) - sector_bytes) // (page_bytes + 8)
    return bytes.fromhex("d9d505f920a163d7") + struct.pack(">I", count) + journal[12:]


def count_actions(record: Record) -> int:
    """Return the number of actions in a record."""
    return sum(len(deal.actions) for deal in record.deals)


def extend_match(repository: MatchRepository, match_id: int, record: Record, longer: Record) -> None:
    """Store the actions by which ``longer`` continues ``record``."""
    for number, deal in enumerate(longer.deals, 1):
        held = record.deals[number - 1].actions if number <= len(record.deals) else None
        if held is None:
            repository.add_deal(match_id, number, replace(deal, actions=()))
        for action_number, action in enumerate(deal.actions[len(held or ()) :], len(held or ()) + 1):
            repository.add_action(match_id, number, action_number, action)


def _read_files(folder: Path, records: dict[int, Record]) -> DatabaseFiles:
    journal = folder / "matches.db-journal"
    journal_bytes = journal.read_bytes() if journal.exists() else b""
    return DatabaseFiles((folder / "matches.db").read_bytes(), journal_bytes, records)


def flip_bit_of_value(path: Path, table: str, column: str, rng: Random) -> None:
    """Flip a bit of a value in this column; the database file itself stays valid."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        key = ", ".join(TABLE_COLUMNS[table][: KEY_COLUMN_COUNTS[table]])
        rows = database.execute(f"SELECT {key}, {column} FROM {table} WHERE {column} IS NOT NULL").fetchall()
        if not rows:
            rows = [(*row, 0.0) for row in database.execute(f"SELECT {key} FROM {table}").fetchall()]
        while True:
            *key_values, value = rng.choice(rows)
            condition = f"({key}) = ({', '.join('?' * len(key_values))})"
            sql, flipped = _flip_bit(value, rng)
            with suppress(sqlite3.IntegrityError):  # another row has that key, which SQLite itself would detect
                database.execute(f"UPDATE {table} SET {column} = {sql} WHERE {condition}", (flipped, *key_values))
                return


def _flip_bit(value: object, rng: Random) -> tuple[str, object]:
    """Return the value with another bit, and the SQL for it."""
    if isinstance(value, int):
        return "?", value ^ (1 << rng.randrange(32))
    raw = bytearray(struct.pack(">d", value) if isinstance(value, float) else str(value).encode() or b"\0")
    raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    if isinstance(value, float):
        return "?", struct.unpack(">d", raw)[0]
    return "CAST(? AS TEXT)", bytes(raw)

"""Damage to a database: to its bytes, to its rows, and by the journals and pages of another state or another file."""

from __future__ import annotations

import sqlite3
import struct
import tempfile
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec

from game.storage.database import PAGE_BYTES
from game.storage.matches import MatchRepository
from game.storage.tables import KEY_COLUMN_COUNTS, TABLE_COLUMNS, select_rows
from tests.stored_matches import make_folders_below, play_record

DATABASE, JOURNAL, WAL = "matches.db", "matches.db-journal", "matches.db-wal"
SECTOR_BYTES = 512
SEED = 2**90 + 1
"""The seed of all matches."""
Files = Mapping[str, bytes]
ByteDamage = Callable[[bytes, Random], bytes]


class FileHistory(msgspec.Struct):
    """The databases and the complete journals of earlier moments, the oldest first."""

    databases: list[bytes] = []
    journals: list[bytes] = []


# -- bytes -----------------------------------------------------------------------------------------


def overwrite(data: bytes, offset: int, new: bytes) -> bytes:
    return (data[:offset] + new + data[offset + len(new) :])[: len(data)]


def flip_bit(data: bytes, rng: Random) -> bytes:
    offset = rng.randrange(len(data))
    return overwrite(data, offset, bytes([data[offset] ^ (1 << rng.randrange(8))]))


def flip_several_bits(data: bytes, rng: Random) -> bytes:
    for _bit in range(rng.randrange(2, 20)):
        data = flip_bit(data, rng)
    return data


def write_random_bytes(data: bytes, rng: Random) -> bytes:
    return overwrite(data, rng.randrange(len(data)), rng.randbytes(rng.choice((1, 16, SECTOR_BYTES, 4096))))


def cut_short(data: bytes, rng: Random) -> bytes:
    return data[: rng.randrange(len(data))]


def zero_part(data: bytes, rng: Random) -> bytes:
    """Write zeros over a page, or over all that follows a place."""
    offset = rng.randrange(len(data))
    page = offset - offset % PAGE_BYTES
    return overwrite(data, *rng.choice(((page, bytes(PAGE_BYTES)), (offset, bytes(len(data) - offset)))))


def swap_pages(data: bytes, rng: Random) -> bytes:
    first, second = (rng.randrange(max(1, len(data) // PAGE_BYTES)) * PAGE_BYTES for _page in range(2))
    first_page, second_page = data[first : first + PAGE_BYTES], data[second : second + PAGE_BYTES]
    return overwrite(overwrite(data, first, second_page), second, first_page)


def misplace_sector(data: bytes, rng: Random) -> bytes:
    """Write a sector in the place of another one."""
    target, source = (rng.randrange(-(-len(data) // SECTOR_BYTES)) * SECTOR_BYTES for _sector in range(2))
    return overwrite(data, target, data[source : source + SECTOR_BYTES])


BYTE_DAMAGES: tuple[ByteDamage, ...] = (
    flip_bit, flip_several_bits, write_random_bytes, cut_short, zero_part, swap_pages, misplace_sector,
)  # fmt: skip


def damage_bytes(files: Files, history: FileHistory, rng: Random) -> Files:
    """Return the files with damage to the bytes of the database or of its journal."""
    name = rng.choice([name for name, data in files.items() if data])
    return {**files, name: rng.choice(BYTE_DAMAGES)(files[name], rng)}


# -- parts of another file ---------------------------------------------------------------------------


@cache
def make_other_files() -> Files:
    """Return another database of the program, the journal of its last change and a write-ahead log of it."""
    with tempfile.TemporaryDirectory() as home, patch("secrets.randbelow", return_value=5):
        folders = make_folders_below(Path(home))
        with closing(MatchRepository(folders, lambda: 1.0, make_id=lambda: "other id")) as repository:
            repository.create_match(play_record(57, 11), ("you", "club"), SEED, {"chat": "ciao"})
            journals = record_journals(repository, folders.data / JOURNAL, [])
            repository.create_match(play_record(3, 12), ("you", "club"), SEED, {})
        data = (folders.data / DATABASE).read_bytes()
        with closing(sqlite3.connect(folders.data / DATABASE, isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("UPDATE notes SET value = value || ' '")
            wal = (folders.data / WAL).read_bytes()
        return {DATABASE: data, JOURNAL: journals[-1], WAL: wal}


def take_other_part(files: Files, history: FileHistory, rng: Random) -> Files:
    """Return the files with a page, the journal or the write-ahead log of another file, or an older page or journal."""
    other = make_other_files()
    kind = rng.choice(("page", "journal", "wal"))
    if kind == "wal":
        return {**files, WAL: rng.choice((other[WAL], flip_bit(other[WAL], rng), rng.randbytes(40)))}
    if kind == "journal":
        return {**files, JOURNAL: rng.choice((other[JOURNAL], *history.journals[:-1]))}
    source, target = rng.choice((other[DATABASE], *history.databases)), files[DATABASE]
    offset = rng.randrange(max(1, min(len(source), len(target)) // PAGE_BYTES)) * PAGE_BYTES
    return {**files, DATABASE: overwrite(target, offset, source[offset : offset + PAGE_BYTES])}


def lose_file(files: Files, history: FileHistory, rng: Random) -> Files:
    """Return the files with the journal removed, or with an empty database."""
    return {DATABASE: files[DATABASE]} if files.get(JOURNAL) else {DATABASE: b""}


def record_journals(repository: MatchRepository, journal: Path, journals: list[bytes]) -> list[bytes]:
    """Add the complete journal of each transaction to a list before it is committed. Return the list."""

    def read_journal(statement: str) -> None:
        if statement == "COMMIT" and journal.exists():
            journals.append(complete_journal(journal.read_bytes()))

    repository.database.set_trace_callback(read_journal)
    return journals


def complete_journal(journal: bytes) -> bytes:
    """Return a journal with its first bytes and its number of records, which SQLite writes last."""
    sector_bytes, page_bytes = struct.unpack_from(">II", journal, 20)
    count = (len(journal) - sector_bytes) // (page_bytes + 8)
    return bytes.fromhex("d9d505f920a163d7") + struct.pack(">I", count) + journal[12:]


# -- rows ------------------------------------------------------------------------------------------


def damage_row(data: bytes, old_data: bytes, rng: Random) -> tuple[bytes, int | None]:
    """Return a database with a row changed, deleted or as it was in ``old_data``; SQLite itself finds no fault in it.

    The number is the match of that row, None if it belongs to none.
    """
    with closing(open_bytes(data)) as db, closing(open_bytes(old_data)) as old_db:
        table = rng.choice([table for table in TABLE_COLUMNS if select_rows(db, table)])
        keys = TABLE_COLUMNS[table][: KEY_COLUMN_COUNTS[table]]
        kind = rng.choice(("flip", "flip", "delete", "old"))
        if kind == "flip":
            key = flip_bit_of_value(db, table, rng.choice(TABLE_COLUMNS[table]), rng)
        else:
            key = rng.choice(select_rows(db, table))[: len(keys)]
            condition = f"WHERE ({', '.join(keys)}) = ({', '.join('?' * len(keys))})"
            old_rows = select_rows(old_db, table, condition, key)
            if kind == "delete":
                db.execute(f"DELETE FROM {table} {condition}", key)
            elif old_rows:
                db.execute(f"REPLACE INTO {table} VALUES ({', '.join('?' * len(old_rows[0]))})", old_rows[0])
        return db.serialize(), key[0] if table in ("matches", "deals", "actions", "notes") else None


def open_bytes(data: bytes) -> sqlite3.Connection:
    """Open a database in memory, without its checks of values."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    db.deserialize(data)
    db.execute("PRAGMA ignore_check_constraints = ON")
    return db


def flip_bit_of_value(db: sqlite3.Connection, table: str, column: str, rng: Random) -> tuple[Any, ...]:
    """Flip a bit of a value in this column, 0.0 for a missing one. Return the key that its row had."""
    keys = TABLE_COLUMNS[table][: KEY_COLUMN_COUNTS[table]]
    rows = db.execute(f"SELECT {', '.join(keys)}, {column} FROM {table}").fetchall()
    while True:
        *key, value = rng.choice(rows)
        sql, flipped = _flip_bit(0.0 if value is None else value, rng)
        condition = f"({', '.join(keys)}) = ({', '.join('?' * len(keys))})"
        with suppress(sqlite3.IntegrityError):  # another row has that key, which SQLite itself would detect
            db.execute(f"UPDATE {table} SET {column} = {sql} WHERE {condition}", (flipped, *key))
            return tuple(key)


def _flip_bit(value: object, rng: Random) -> tuple[str, object]:
    """Return the value with another bit, and the SQL for it."""
    if isinstance(value, int):
        return "?", value ^ (1 << rng.randrange(32))
    raw = bytearray(struct.pack(">d", value) if isinstance(value, float) else str(value).encode() or b"\0")
    raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    if isinstance(value, float):
        return "?", struct.unpack(">d", raw)[0]
    return "CAST(? AS TEXT)", bytes(raw)


def garble_action(data: bytes, match_id: int, deal: int, action: int, rng: Random) -> tuple[bytes, bool]:
    """Return a database in which an action of a deal is missing, cannot be read, or is another card.

    Return also whether the deal is over, so that its actions are in one row.
    """
    with closing(open_bytes(data)) as db:
        key = (match_id, deal)
        (text,) = db.execute("SELECT actions FROM deals WHERE match = ? AND number = ?", key).fetchone()
        texts = text.splitlines()
        is_over = action <= len(texts)
        if is_over:
            others = [other for other in texts if other != texts[action - 1]]
            texts[action - 1 : action] = rng.choice(([], [f"?{texts[action - 1]}"], [rng.choice((*others, "x"))]))
            db.execute(
                "UPDATE deals SET actions = ? WHERE match = ? AND number = ?",
                ("".join(f"{text}\n" for text in texts), *key),
            )
        else:
            change = rng.choice(("DELETE FROM actions", "UPDATE actions SET action = '?' || action"))
            db.execute(f"{change} WHERE match = ? AND number = ?", (match_id, action))
        return db.serialize(), is_over

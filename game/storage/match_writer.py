"""Rows of matches written to the open file, each with its digest, within a transaction of the caller.

Damaged rows are written to a file of their own.
"""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any, Final

import msgspec

from game.match.record import Record, encode_record
from game.storage.checksums import build_chain_rows, compute_origin_digest
from game.storage.database import TABLE_COLUMNS, insert_rows
from game.storage.files import StorageError, write_file
from game.storage.match_database import build_locked_message
from game.storage.match_reader import MatchHeader, MatchRows, compute_note_digest
from game.storage.program_clock import ClockReading

replace = msgspec.structs.replace
encode = msgspec.json.encode
_MUTABLE_COLUMNS: Final = ("updated", "moment", "deals", "actions", "tip", "finished", "seal")


def make_header(record: Record, player_kinds: tuple[str, ...], seed: int, reading: ClockReading) -> MatchHeader:
    """The head of a new match, which has no number yet and no deal."""
    header_text, kinds_text = encode_record(replace(record, deals=())).decode(), encode(player_kinds).decode()
    origin_digest = compute_origin_digest(header_text, kinds_text, str(seed), reading.system_time)
    return MatchHeader(
        id=0,
        header=header_text,
        players=kinds_text,
        seed=str(seed),
        origin=origin_digest,
        created=reading.system_time,
        updated=reading.system_time,
        moment=reading.program_time,
        deals=0,
        actions=0,
        tip=origin_digest,
        finished=0,
    )


def insert_match(db: sqlite3.Connection, header: MatchHeader, record: Record, notes: dict[str, Any]) -> int:
    """A match with all that ``record`` holds; its head gets the next free number if it has none. Gives the number."""
    last_action_count = len(record.deals[-1].actions) if record.deals else 0
    rows = build_chain_rows(0, header.origin, 1, record.deals)
    header = replace(header, deals=len(record.deals), actions=last_action_count, tip=rows.last_digest).with_seal()
    columns = TABLE_COLUMNS["matches"]
    row = [getattr(header, column) for column in columns]
    statement = f"INSERT INTO matches ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
    match_id = db.execute(statement, (header.id or None, *row[1:])).lastrowid
    assert match_id is not None
    insert_rows(db, "deals", ((match_id, *deal[1:]) for deal in rows.deal_rows))
    insert_rows(db, "actions", ((match_id, *action[1:]) for action in rows.action_rows))
    for key, value in notes.items():
        store_note(db, match_id, key, value)
    return match_id


def update_header(db: sqlite3.Connection, header: MatchHeader) -> None:
    """What changed in a match's head."""
    header = header.with_seal()
    columns = ", ".join(f"{column} = ?" for column in _MUTABLE_COLUMNS)
    db.execute(
        f"UPDATE matches SET {columns} WHERE id = ?", (*(getattr(header, name) for name in _MUTABLE_COLUMNS), header.id)
    )


def store_note(db: sqlite3.Connection, match_id: int, key: str, value: Any) -> None:
    """Something that stands beside a match."""
    text = encode(value).decode()
    insert_rows(db, "notes", [(match_id, key, text, compute_note_digest(key, text))], "INSERT OR REPLACE")


def delete_other_notes(db: sqlite3.Connection, match_id: int, keys: tuple[str, ...]) -> None:
    """Only what stands under these keys is left beside a match: a damaged key may be no text that one could ask for."""
    statement = f"DELETE FROM notes WHERE match = ? AND key NOT IN ({', '.join('?' * len(keys))})"
    db.execute(statement, (match_id, *keys))


def truncate_match(db: sqlite3.Connection, header: MatchHeader, action_counts: tuple[int, ...]) -> MatchHeader:
    """Only so many actions are left in each deal, and only so many deals; gives the head after that.

    StorageError if the match has not so many.
    """
    # What was damaged may have left rows with numbers that never were.
    db.execute("DELETE FROM deals WHERE match = ? AND number NOT BETWEEN 1 AND ?", (header.id, len(action_counts)))
    for deal, actions in enumerate(action_counts, 1):
        parameters = (header.id, deal, actions)
        statement = "DELETE FROM actions WHERE match = ? AND deal = ? AND number NOT BETWEEN 1 AND ?"
        deleted_count = db.execute(statement, parameters).rowcount
        if deleted_count and deal < len(action_counts):
            raise StorageError(build_locked_message())
    return replace(
        header,
        deals=len(action_counts),
        actions=action_counts[-1] if action_counts else 0,
        tip=_read_last_digest(db, header, action_counts),
        finished=0,
    )


def _read_last_digest(db: sqlite3.Connection, header: MatchHeader, action_counts: tuple[int, ...]) -> bytes:
    """The digest of a match's last row. StorageError if that row is not there."""
    if not action_counts:
        return header.origin
    parameters = (header.id, len(action_counts), action_counts[-1])
    if action_counts[-1]:
        row = db.execute(
            "SELECT digest FROM actions WHERE match = ? AND deal = ? AND number = ?", parameters
        ).fetchone()
    else:
        row = db.execute("SELECT digest FROM deals WHERE match = ? AND number = ?", parameters[:2]).fetchone()
    if row is None:
        raise StorageError(build_locked_message())
    digest: bytes = row[0]
    return digest


def save_damaged_rows(folder: Path, rows: MatchRows, now: float) -> Path:
    """Write all rows of a match, damaged ones too, to a new file in ``folder`` and return its path. StorageError."""
    stem = f"match-{rows.head.id}.damaged-" + time.strftime("%Y%m%d-%H%M%S", time.localtime(now))
    names = (f"{stem}.json", *(f"{stem}-{number}.json" for number in range(2, 10_000)))
    path = next(folder / name for name in names if not (folder / name).exists())
    write_file(
        path,
        msgspec.json.format(encode(rows, enc_hook=_encode_unknown), indent=1) + b"\n",
        is_private=True,
    )
    return path


def _encode_unknown(value: Any) -> str:
    return repr(value)

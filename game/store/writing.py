"""Rows of matches put into the open file, each with its digest. All of it within a transaction of the caller's."""

from __future__ import annotations

import sqlite3
from typing import Any, Final

import msgspec

from game.record import Record, dump
from game.store.chain import linked, origin
from game.store.database import TABLES, insert
from game.store.files import StorageError
from game.store.hours import Seen
from game.store.ledger import elsewhere
from game.store.reading import Head, note_digest

replace = msgspec.structs.replace
encode = msgspec.json.encode
_CHANGING: Final = ("updated", "moment", "deals", "actions", "tip", "finished", "seal")


def first_head(record: Record, players: tuple[str, ...], seed: int, seen: Seen) -> Head:
    """The head of a new match, which has no number yet and no deal."""
    header, seats = dump(replace(record, deals=())).decode(), encode(players).decode()
    start = origin(header, seats, str(seed), seen.system)
    return Head(
        id=0, header=header, players=seats, seed=str(seed), origin=start, created=seen.system, updated=seen.system,
        moment=seen.program, deals=0, actions=0, tip=start, finished=0,
    )  # fmt: skip


def put_match(db: sqlite3.Connection, head: Head, record: Record, extra: dict[str, Any]) -> int:
    """A match with all that ``record`` holds; its head gets the next free number if it has none. Gives the number."""
    last = len(record.deals[-1].actions) if record.deals else 0
    links = linked(0, head.origin, 1, record.deals)
    head = replace(head, deals=len(record.deals), actions=last, tip=links.tip).sealed()
    columns = TABLES["matches"]
    row = [getattr(head, column) for column in columns]
    order = f"INSERT INTO matches ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
    match_id = db.execute(order, (head.id or None, *row[1:])).lastrowid
    assert match_id is not None
    insert(db, "deals", ((match_id, *deal[1:]) for deal in links.deals))
    insert(db, "actions", ((match_id, *action[1:]) for action in links.actions))
    for key, value in extra.items():
        put_note(db, match_id, key, value)
    return match_id


def put_head(db: sqlite3.Connection, head: Head) -> None:
    """What changed in a match's head."""
    head = head.sealed()
    columns = ", ".join(f"{column} = ?" for column in _CHANGING)
    db.execute(f"UPDATE matches SET {columns} WHERE id = ?", (*(getattr(head, one) for one in _CHANGING), head.id))


def put_note(db: sqlite3.Connection, match_id: int, key: str, value: Any) -> None:
    """Something that stands beside a match."""
    text = encode(value).decode()
    insert(db, "notes", [(match_id, key, text, note_digest(key, text))], "INSERT OR REPLACE")


def keep_notes(db: sqlite3.Connection, match_id: int, keys: tuple[str, ...]) -> None:
    """Only what stands under these keys is left beside a match: a damaged key may be no text that one could ask for."""
    rest = f"DELETE FROM notes WHERE match = ? AND key NOT IN ({', '.join('?' * len(keys))})"
    db.execute(rest, (match_id, *keys))


def cut_back(db: sqlite3.Connection, head: Head, held: tuple[int, ...]) -> Head:
    """Only so many actions are left in each deal, and only so many deals; gives the head after that.

    StorageError if the match has not so many.
    """
    # What was damaged may have left rows with numbers that never were.
    db.execute("DELETE FROM deals WHERE match = ? AND number NOT BETWEEN 1 AND ?", (head.id, len(held)))
    for deal, actions in enumerate(held, 1):
        where = (head.id, deal, actions)
        rest = "DELETE FROM actions WHERE match = ? AND deal = ? AND number NOT BETWEEN 1 AND ?"
        gone = db.execute(rest, where).rowcount
        if gone and deal < len(held):
            raise StorageError(elsewhere())
    return replace(head, deals=len(held), actions=held[-1] if held else 0, tip=_tip(db, head, held), finished=0)


def _tip(db: sqlite3.Connection, head: Head, held: tuple[int, ...]) -> bytes:
    """The digest of a match's last row. StorageError if that row is not there."""
    if not held:
        return head.origin
    where = (head.id, len(held), held[-1])
    if held[-1]:
        found = db.execute("SELECT digest FROM actions WHERE match = ? AND deal = ? AND number = ?", where).fetchone()
    else:
        found = db.execute("SELECT digest FROM deals WHERE match = ? AND number = ?", where[:2]).fetchone()
    if found is None:
        raise StorageError(elsewhere())
    digest: bytes = found[0]
    return digest

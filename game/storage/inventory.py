"""Inventory of the database: what it must contain, stored with each transaction.

An intact row does not show that another one is missing or old. The inventory does: it has the number of rows of each
table and the sum of their CRCs, and the number of the transaction, which is on another page of the file too. The deals
are left out, because the row of each match has the CRC of its deals.
"""

from __future__ import annotations

import secrets
import sqlite3
from typing import Final

import msgspec

TALLY_NOTE_KEY: Final = "tally"
"""The key of the note in which `game.storage.archive` caches the tally of a match; its loss is no loss."""
MAX_TRANSACTION_NUMBER: Final = 2**31 - 1
"""The numbers begin at a random one, so that the journal of another file has others."""


class TableInventory(msgspec.Struct, frozen=True, array_like=True):
    """The number of rows of a table, and the sum of their CRCs."""

    count: int = 0
    crc_sum: int = 0


class Inventory(msgspec.Struct, frozen=True, array_like=True):
    """The contents of the database after the transaction of this number."""

    transaction: int = 0
    matches: TableInventory = TableInventory()
    notes: TableInventory = TableInventory()
    profiles: TableInventory = TableInventory()

    def encode(self) -> str:
        """Return the inventory as JSON."""
        return msgspec.json.encode(self).decode()


def take_inventory(db: sqlite3.Connection) -> Inventory:
    """Return what the database contains. Raise sqlite3.Error."""
    (transaction,) = db.execute("PRAGMA application_id").fetchone()
    return Inventory(
        transaction,
        _count_rows(db, "matches"),
        _count_rows(db, f"notes WHERE key != '{TALLY_NOTE_KEY}'"),
        _count_rows(db, "profiles"),
    )


def _count_rows(db: sqlite3.Connection, rows: str) -> TableInventory:
    return TableInventory(*db.execute(f"SELECT count(*), coalesce(sum(crc), 0) FROM {rows}").fetchone())


def begin_numbered_transaction(db: sqlite3.Connection) -> None:
    """Give the open transaction the next number, in the header of the file. Raise sqlite3.Error."""
    (previous,) = db.execute("PRAGMA application_id").fetchone()
    number = get_next_number(previous) if previous else secrets.randbelow(MAX_TRANSACTION_NUMBER) + 1
    db.execute(f"PRAGMA application_id = {number}")


def get_next_number(transaction: int) -> int:
    """Return the number of the transaction after that of this number."""
    return transaction % MAX_TRANSACTION_NUMBER + 1


def decode_inventory(text: object) -> Inventory | None:
    """Return a stored inventory; None if it is damaged."""
    try:
        return msgspec.json.decode(str(text), type=Inventory)
    except msgspec.MsgspecError:
        return None

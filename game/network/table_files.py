"""The files of tables over the network: the tables of a host, and the seat keys of a guest."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from game.match.house_rules import RuleSet
from game.network.invitation import Invitation
from game.storage.files import Folders
from game.storage.json_documents import JsonDocument

NETWORK_FOLDER: Final = "network"
TABLES_FILE: Final = "tables.json"
SEAT_KEYS_FILE: Final = "seat_keys.json"
MAX_SEAT_KEYS: Final = 100


class StoredTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of a host, which survives a restart.

    ``secret``, ``owner_key``: hexadecimal. ``match_id``: of the match in the host's database, None in the lobby.
    ``key_hashes``: of the seats of people, by seat.
    """

    name: str
    rules: RuleSet
    seat_count: int
    port: int
    secret: str
    owner_key: str
    match_id: int | None = None
    key_hashes: dict[int, str] = {}


class StoredTables(msgspec.Struct, frozen=True, kw_only=True):
    """The tables of a host that have not ended, by name."""

    tables: dict[str, StoredTable] = {}

    def with_table(self, table: StoredTable) -> StoredTables:
        """Return the tables with ``table`` in place of an earlier one of its name."""
        return StoredTables(tables={**self.tables, table.name: table})

    def without_table(self, name: str) -> StoredTables:
        """Return the tables without that of ``name``."""
        return StoredTables(tables={other: table for other, table in self.tables.items() if other != name})


class GuestSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of this machine at a table: its key, and the invitation with which to come back.

    ``table``: the name of the table; ``name``: of the person.
    """

    key: str
    invitation: str
    table: str
    name: str


class SeatKeys(msgspec.Struct, frozen=True, kw_only=True):
    """The seats of a guest: by the fingerprint of the host and the secret of the table, the latest last."""

    seats: dict[str, GuestSeat] = {}

    def with_seat(self, invitation: Invitation, seat: GuestSeat) -> SeatKeys:
        """Return the seats with another one; the oldest are dropped."""
        seats = {**self.without_seat(invitation).seats, _make_place(invitation): seat}
        return SeatKeys(seats=dict(list(seats.items())[-MAX_SEAT_KEYS:]))

    def without_seat(self, invitation: Invitation) -> SeatKeys:
        """Return the seats without the one at a table, which has ended."""
        place = _make_place(invitation)
        return SeatKeys(seats={other: seat for other, seat in self.seats.items() if other != place})

    def get_key(self, invitation: Invitation) -> str:
        """Return the key for a table, or ""."""
        seat = self.seats.get(_make_place(invitation))
        return "" if seat is None else seat.key


def _make_place(invitation: Invitation) -> str:
    return f"{invitation.fingerprint.hex()} {invitation.secret.hex()}"


def get_host_folders(folders: Folders) -> Folders:
    """Return the folders of this machine's host: its matches and names are apart from those of the window."""
    return Folders(folders.data / NETWORK_FOLDER, folders.config, folders.log)


def open_tables(host_data: Path) -> JsonDocument[StoredTables]:
    """Return the document of the tables in the data folder of a host."""
    return JsonDocument(host_data / TABLES_FILE, StoredTables, StoredTables())


def open_seat_keys(folders: Folders) -> JsonDocument[SeatKeys]:
    """Return the document of a guest's seat keys."""
    return JsonDocument(folders.data / SEAT_KEYS_FILE, SeatKeys, SeatKeys())

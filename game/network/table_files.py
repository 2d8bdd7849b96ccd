"""The files of tables over the network: the tables of a host, and the seat keys of a guest."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from game.ai.levels import get_default_level
from game.match.house_rules import RuleSet
from game.match.observation import Observation
from game.match.setup import PlayerInfo
from game.network.invitation import Invitation
from game.network.messages import MAX_EARLIER_KEYS, LobbySeat
from game.network.names import NETWORK_FOLDER, SEAT_KEYS_FILE, TABLES_FILE
from game.network.seen_match import SeenMatch
from game.shuffling.joint_shuffle import JointShuffle
from game.storage.files import Folders
from game.storage.json_documents import JsonDocument

MAX_SEAT_KEYS: Final = 100
MAX_EARLIER_MATCHES: Final = 4
"""The matches before the present one whose records a host sends to people who were away at their end."""


class EarlierMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match before the present one, whose record its people get if they were away at its end.

    ``number``: of the match at the table, from 1. ``key_hashes``: of its people, by seat.
    """

    number: int
    match_id: int
    key_hashes: dict[int, str]


class StoredTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of a host, which survives a restart.

    ``secret``, ``owner_key``: hexadecimal. ``match_id``: of the match in the host's database, None in the lobby.
    ``key_hashes``: of the seats of people, by seat. ``substituted_seats``: those of absent people for whom a computer
    plays. ``shuffle``: the words for the last shuffle, which must not be collected twice. ``match_number``: of the
    match at the table, from 1. ``owner_seat``: that of the owner in the match, who is known without its key.
    ``earlier_matches``: the oldest first. ``watchers``: the names of the people who may watch, by the hash of
    their run; ``seats_at_start``: those of the lobby when the match began; ``owner_run``: that hash of the
    owner while they watch, "" while they play. ``level``: of the computer players who take empty seats, "" for that of
    the game. ``browser_port``: at which browsers are served, 0 before. ``is_ended``:
    no menu offers it any more.
    """

    name: str
    rules: RuleSet
    seat_count: int
    port: int
    secret: str
    owner_key: str
    match_id: int | None = None
    key_hashes: dict[int, str] = {}
    substituted_seats: tuple[int, ...] = ()
    removed_seats: tuple[int, ...] = ()
    shuffle: JointShuffle | None = None
    match_number: int = 1
    owner_seat: int | None = None
    earlier_matches: tuple[EarlierMatch, ...] = ()
    watchers: dict[str, str] = {}
    seats_at_start: tuple[LobbySeat, ...] = ()
    owner_run: str = ""
    browser_port: int = 0
    is_ended: bool = False
    level: str = ""

    @property
    def computer_level(self) -> str:
        """The level of the computer players who take empty seats."""
        return self.level or get_default_level(self.rules.game)


class StoredTables(msgspec.Struct, frozen=True, kw_only=True):
    """The tables of a host whose processes are not done, by name."""

    tables: dict[str, StoredTable] = {}

    def with_table(self, table: StoredTable) -> StoredTables:
        """Return the tables with ``table`` in place of an earlier one of its name.

        A table that has ended does not replace another one: that one was opened afterwards.
        """
        if table.is_ended and self.tables.get(table.name, table).secret != table.secret:
            return self
        return StoredTables(tables={**self.tables, table.name: table})

    def without_table(self, table: StoredTable) -> StoredTables:
        """Return the tables without ``table``."""
        return self.without_secret(table.secret)

    def without_secret(self, secret: str) -> StoredTables:
        """Return the tables without the one that has this secret."""
        return StoredTables(tables={name: table for name, table in self.tables.items() if table.secret != secret})


class LastView(msgspec.Struct, frozen=True):
    """The match of a seat as its screen last showed it: the ``players`` by seat, and the ``observation``."""

    players: tuple[PlayerInfo, ...]
    observation: Observation


class GuestSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of this machine at a table: its key, and the invitation with which to come back.

    ``table``: the name of the table; ``game``: its id, "" if it is not known; ``name``: of the person. ``people``: all
    people of the match, as the lobby had them. ``notes``: those of the person, for `parse_notes`.
    ``muted_seats``: the people whose chat they do not want to see.
    ``seen``: what the host has shown of the match, and what this machine has sent. ``match_number``: of the match at
    the table, from 1. ``first_dealer``: the dealer who starts a match after the first one; None if it is not
    known. ``next_dealer``: that of the match after this one, once its record has arrived. ``view``: the `LastView` of a
    match that goes on, as `to_plain` encodes it; None without one. ``updated_at``: when that was shown, in seconds
    since 1970.
    """

    key: str
    invitation: str
    table: str
    name: str
    game: str = ""
    seen: SeenMatch = SeenMatch()
    match_number: int = 1
    first_dealer: int | None = None
    next_dealer: int | None = None
    people: tuple[LobbySeat, ...] = ()
    notes: Any = None
    view: Any = None
    updated_at: float = 0.0
    muted_seats: frozenset[int] = frozenset()


class SeatKeys(msgspec.Struct, frozen=True, kw_only=True):
    """The seats of a guest: by the fingerprint of the host and the secret of the table, the latest last.

    ``earlier_keys``: of seats that are gone, by the fingerprint of the host, the latest last.
    """

    seats: dict[str, GuestSeat] = {}
    earlier_keys: dict[str, tuple[str, ...]] = {}

    def with_seat(self, invitation: Invitation, seat: GuestSeat) -> SeatKeys:
        """Return the seats with another one; the oldest are dropped."""
        others = self.without_seat(invitation)
        seats = {**others.seats, get_place(invitation): seat}
        return SeatKeys(seats=dict(list(seats.items())[-MAX_SEAT_KEYS:]), earlier_keys=others.earlier_keys)

    def with_changes(self, invitation: Invitation, /, **changes: Any) -> SeatKeys:
        """Return the seats with changes to that at a table, which becomes the latest; unchanged without such a seat."""
        place, seats = get_place(invitation), dict(self.seats)
        if place not in seats:
            return self
        seat = msgspec.structs.replace(seats.pop(place), **changes)
        return msgspec.structs.replace(self, seats={**seats, place: seat})

    def without_seat(self, invitation: Invitation) -> SeatKeys:
        """Return the seats without the one at a table; its key becomes an earlier one."""
        place, host = get_place(invitation), invitation.fingerprint.hex()
        seats = dict(self.seats)
        seat = seats.pop(place, None)
        if seat is None:
            return self
        keys = (*self.earlier_keys.get(host, ()), seat.key)[-MAX_EARLIER_KEYS:]
        hosts = {**{other: keys for other, keys in self.earlier_keys.items() if other != host}, host: keys}
        return SeatKeys(seats=seats, earlier_keys=dict(list(hosts.items())[-MAX_SEAT_KEYS:]))

    def list_keys(self, invitation: Invitation) -> tuple[str, ...]:
        """Return the last keys that the host of a table has given to this machine, at all its tables."""
        host = invitation.fingerprint.hex()
        keys = (seat.key for place, seat in self.seats.items() if place.startswith(host))
        return (*self.earlier_keys.get(host, ()), *keys)[-MAX_EARLIER_KEYS:]

    def find_seat(self, invitation: Invitation) -> GuestSeat | None:
        """Return the seat at a table, or None."""
        return self.seats.get(get_place(invitation))


def get_place(invitation: Invitation) -> str:
    """Return the id of a table: the fingerprint of its host and its secret."""
    return f"{invitation.fingerprint.hex()} {invitation.secret.hex()}"


def get_host_folders(folders: Folders) -> Folders:
    """Return the folders of this machine's host: its matches and names are apart from those of the window."""
    return Folders(folders.data / NETWORK_FOLDER, folders.config, folders.log)


def get_running_lock_path(host_data: Path, port: int) -> Path:
    """Return the path of the file that the host of the table at a port locks as long as it runs."""
    return host_data / f"table-{port}.lock"


def open_tables(host_data: Path) -> JsonDocument[StoredTables]:
    """Return the document of the tables in the data folder of a host."""
    return JsonDocument(host_data / TABLES_FILE, StoredTables, StoredTables())


def open_seat_keys(folders: Folders) -> JsonDocument[SeatKeys]:
    """Return the document of a guest's seat keys."""
    return JsonDocument(folders.data / SEAT_KEYS_FILE, SeatKeys, SeatKeys())


def forget_seat(folders: Folders, invitation: Invitation) -> None:
    """Remove the seat of this machine at the table of an invitation. Raise StorageError."""
    open_seat_keys(folders).update(lambda keys: keys.without_seat(invitation))


def forget_table(folders: Folders, invitation: Invitation) -> None:
    """Remove the table of an invitation, if this machine hosts it, and the seat there. Raise StorageError."""
    document, secret = open_tables(get_host_folders(folders).data), invitation.secret.hex()
    if document.path.exists():
        document.update(lambda tables: tables.without_secret(secret))
    forget_seat(folders, invitation)

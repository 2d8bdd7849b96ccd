"""The tables to which this machine can go back, and what is no longer among them after a table has ended."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from game.match.setup import PERSON_KIND
from game.network.certificate import load_server_context
from game.network.invitation import Invitation, encode_invitation
from game.network.known_tables import list_known_tables
from game.network.messages import LobbySeat
from game.network.table_files import (
    GuestSeat,
    StoredTable,
    StoredTables,
    forget_table,
    get_host_folders,
    open_seat_keys,
    open_tables,
)
from game.storage.files import Folders
from tests.fakes import make_folders
from tests.network.host import ONE_DEAL, OWNER_KEY, SECRET, Host

TABLE = StoredTable(name="Bar Sport", rules=ONE_DEAL, seat_count=2, port=5000, secret=SECRET, owner_key=OWNER_KEY)
OTHER_TABLE = msgspec.structs.replace(TABLE, secret="cd" * 16)


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    """Return the folders of a machine that hosts a table and has a seat at it, and one at a table elsewhere."""
    folders = make_folders(tmp_path)
    _context, fingerprint = load_server_context(get_host_folders(folders).data)
    store_table(folders, TABLE)
    for name, host in (("Bar Sport", fingerprint), ("Elsewhere", bytes(32))):
        invitation = Invitation(("127.0.0.1",), 5000, host, bytes.fromhex(SECRET))
        seat = GuestSeat(
            key="ab" * 32, invitation=encode_invitation(invitation), table=name, name="Ann",
            people=(LobbySeat(PERSON_KIND, "Ann"),),
        )  # fmt: skip
        open_seat_keys(folders).update(lambda keys, invitation=invitation, seat=seat: keys.with_seat(invitation, seat))  # type: ignore[misc]
    return folders


def store_table(folders: Folders, table: StoredTable) -> None:
    open_tables(get_host_folders(folders).data).update(lambda tables: tables.with_table(table))


def list_names(folders: Folders) -> list[str]:
    return sorted(table.name for table in list_known_tables(folders))


def test_ended_table_is_gone_with_the_seat_of_its_owner(folders: Folders) -> None:
    assert list_names(folders) == ["Bar Sport", "Elsewhere"]
    store_table(folders, msgspec.structs.replace(TABLE, is_ended=True))
    assert list_names(folders) == ["Elsewhere"], "although the host still waits for somebody"


def test_table_that_ended_while_no_window_was_open_is_gone(folders: Folders) -> None:
    open_tables(get_host_folders(folders).data).update(lambda tables: tables.without_table(TABLE))
    assert list_names(folders) == ["Elsewhere"]


def test_seat_stays_while_the_tables_of_the_host_are_unknown(folders: Folders) -> None:
    open_tables(get_host_folders(folders).data).path.write_text("no tables", encoding="utf-8")
    assert list_names(folders) == ["Bar Sport", "Elsewhere"]


def test_forgotten_table_is_gone_with_its_seat(folders: Folders) -> None:
    for table in list_known_tables(folders):
        forget_table(folders, table.invitation)
    assert not list_names(folders)


def test_ended_table_does_not_replace_or_remove_a_new_one_of_its_name() -> None:
    tables, ended = StoredTables().with_table(OTHER_TABLE), msgspec.structs.replace(TABLE, is_ended=True)
    assert tables.with_table(ended) == tables.without_table(ended) == tables
    assert not tables.without_table(OTHER_TABLE).tables


@pytest.mark.parametrize("has_match", [False, True])
def test_end_of_a_table_is_stored_before_anybody_is_told(tmp_path: Path, *, has_match: bool) -> None:
    host = Host(tmp_path)
    ann, bob = host.start("Ann", "Bob") if has_match else (host.join("Ann", is_owner=True), host.join("Bob"))
    host.storage.is_paused = True
    ann.end_table()
    assert host.stored.is_ended and not any(guest.refusal for guest in (ann, bob)) and not host.table.is_ended
    host.storage.finish_writes()
    for _number in range(4):
        host.update()
        ann.read()
        bob.read()
    assert [guest.refusal for guest in (ann, bob)] == ["ended", "ended"] and host.table.is_ended

"""The end of a table over the network: who still gets the record, and what stays on the disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.network.host_process import abandon_lost_matches
from game.network.messages import EndTable, RecordPart, StartMatch
from game.network.table_files import open_tables
from game.storage.match_rows import STATUS_FINISHED
from tests.network.host import Guest, Host, start_match


def test_table_ends_when_every_person_has_left_the_match(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path)
    for index, guest in enumerate(guests):
        assert not host.table.is_ended
        guest.leave_match()
        assert guest.answers[-1].reason is None, index
    assert all(guest.find_last(RecordPart) is not None for guest in guests)
    host.update()
    assert host.table.is_ended
    assert [guest.refusal for guest in guests] == ["ended", "ended"]


def finish_match(home: Path) -> tuple[Host, list[Guest]]:
    """Return a table whose match has ended while the second guest was away, and the guest who has the record."""
    host, guests = start_match(home)
    for _turn in range(39):
        host.play_on(guests)
    last = host.get_guest_on_turn(guests)
    (other,) = [guest for guest in guests if guest is not last]
    host.leave(other)
    last.play()
    host.settle([last])
    assert last.find_last(RecordPart) is not None
    host.update()
    return host, [last, other]


def test_table_whose_owner_has_gone_is_kept_until_everybody_has_the_record(tmp_path: Path) -> None:
    host, (last, other) = finish_match(tmp_path)
    owner = host.join("Ann", token=last.key, is_owner=True, run="ee")
    owner.read()
    host.leave(owner)
    host.update(5.0)
    assert not host.table.is_ended
    late = other.connect_again("ff")
    assert late.find_last(RecordPart) is not None
    host.update()
    assert not host.table.is_ended, "somebody is there"
    host.leave(late)
    assert host.table.is_ended


def test_table_stays_open_if_the_owner_lost_only_an_older_connection_before_all_had_the_record(tmp_path: Path) -> None:
    host, (last, other) = finish_match(tmp_path)
    older = host.join("Ann", token=last.key, is_owner=True, run="ee")
    owner = host.join("Ann", token=last.key, is_owner=True, run="ee")
    host.leave(older)
    host.leave(other.connect_again("ff"))
    host.leave(owner)
    assert not host.table.is_ended


def test_table_is_kept_for_somebody_whom_the_record_did_not_reach(tmp_path: Path) -> None:
    host, (last, other) = finish_match(tmp_path)
    owner = host.join("Ann", token=last.key, is_owner=True, run="ee")
    owner.read()
    host.leave(owner)
    late = other.connect_again("ff")
    late.connection.outgoing.clear()  # handed over, and lost with the connection
    host.update()
    host.leave(late)
    assert not host.table.is_ended
    late = other.connect_again("ff")
    assert late.find_last(RecordPart) is not None
    host.update()
    host.leave(late)
    assert host.table.is_ended


def test_table_of_a_finished_match_stays_open_if_everybody_has_the_record(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path)
    host.play_deal(guests)
    for guest in reversed(guests):
        guest.read()
        host.leave(guest)
    host.update(5.0)
    assert not host.table.is_ended


@pytest.mark.parametrize("paused_write", ["nothing", "the match", "the table"])
def test_table_that_ends_at_the_start_leaves_no_unfinished_match(tmp_path: Path, paused_write: str) -> None:
    host = Host(tmp_path)
    ann = host.join("Ann", is_owner=True)
    ann.send(StartMatch())
    host.storage.is_paused = paused_write == "the match"
    host.table.update()
    host.storage.is_paused = paused_write != "nothing"
    host.update()
    ann.send(EndTable())
    host.storage.finish_writes()
    host.table.close()
    repository = host.storage.get_repository()
    assert repository.database.execute("SELECT count(*) FROM matches").fetchone() == (1,)
    assert not repository.list_unfinished_matches()


def test_table_that_ends_before_its_match_is_stored_leaves_no_unfinished_match(tmp_path: Path) -> None:
    host = Host(tmp_path)
    ann = host.join("Ann", is_owner=True)
    ann.send(StartMatch())
    host.storage.is_paused = True
    host.update()
    ann.send(EndTable())
    host.table.close()
    host.storage.finish_writes()
    assert not host.storage.get_repository().list_unfinished_matches()


def test_match_that_ends_with_its_table_counts_as_finished(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path)
    for _turn in range(39):
        host.play_on(guests)
    guest = host.get_guest_on_turn(guests)
    host.storage.is_paused = True
    guest.play()
    guests[0].send(EndTable())
    host.storage.finish_writes()
    host.table.close()
    statuses = host.storage.get_repository().database.execute("SELECT finished FROM matches").fetchall()
    assert statuses == [(STATUS_FINISHED,)]


def test_ended_table_gives_its_match_up(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path)
    host.play_on(guests)
    guests[0].send(EndTable())
    host.table.close()
    assert not host.storage.get_repository().list_unfinished_matches()


def test_match_of_no_table_is_given_up_when_a_host_starts(tmp_path: Path) -> None:
    host, _guests = start_match(tmp_path)
    host.table.close()
    document = open_tables(tmp_path)
    document.update(lambda tables: tables.with_table(host.stored))
    abandon_lost_matches(host.storage, document)
    assert len(host.storage.get_repository().list_unfinished_matches()) == 1
    document.update(lambda tables: tables.without_table(host.stored))
    abandon_lost_matches(host.storage, document)
    assert not host.storage.get_repository().list_unfinished_matches()

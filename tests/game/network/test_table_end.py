"""The end of a table over the network: who still gets the record, and what stays on the disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.actions import LeaveMatch
from game.network.host_process import abandon_lost_matches
from game.network.messages import (
    EndTable,
    RecordPart,
    StartMatch,
)
from game.network.table_files import open_tables
from game.storage.match_rows import STATUS_FINISHED
from tests.network_driver import TableDriver, TestGuest, start_match


def test_table_ends_when_every_person_has_left_the_match(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    for index, guest in enumerate(guests):
        assert not driver.table.is_ended
        guest.act(LeaveMatch(guest.position[0].seat or 0))
        driver.update()
        assert guest.answers[-1].reason is None, index
    assert all(guest.find_last(RecordPart) is not None for guest in guests)
    driver.update()
    assert driver.table.is_ended
    assert [guest.refusal for guest in guests] == ["ended", "ended"]


def finish_match(home: Path) -> tuple[TableDriver, list[TestGuest]]:
    """Return a table whose match has ended while the second guest was away, and the guest who has the record."""
    driver, guests = start_match(home)
    for _turn in range(39):
        driver.play_on(guests)
    last = driver.get_guest_on_turn(guests)
    (other,) = [guest for guest in guests if guest is not last]
    driver.leave(other)
    last.act(last.position[0].legal_actions[0])
    driver.update()
    driver.settle([last])
    assert last.find_last(RecordPart) is not None
    driver.update()
    return driver, [last, other]


def test_table_whose_owner_has_gone_is_kept_until_everybody_has_the_record(tmp_path: Path) -> None:
    driver, (last, other) = finish_match(tmp_path)
    owner = driver.join("Ann", token=last.key, is_owner=True, run="ee")
    owner.read()
    driver.leave(owner)
    driver.update(5.0)
    assert not driver.table.is_ended
    late = driver.join("late", token=other.key, run="ff")
    assert late.find_last(RecordPart) is not None
    driver.update()
    assert not driver.table.is_ended, "somebody is there"
    driver.leave(late)
    assert driver.table.is_ended


def test_table_stays_open_if_the_owner_lost_only_an_older_connection_before_all_had_the_record(tmp_path: Path) -> None:
    driver, (last, other) = finish_match(tmp_path)
    older = driver.join("Ann", token=last.key, is_owner=True, run="ee")
    owner = driver.join("Ann", token=last.key, is_owner=True, run="ee")
    driver.leave(older)
    driver.leave(driver.join("late", token=other.key, run="ff"))
    driver.leave(owner)
    assert not driver.table.is_ended


def test_table_is_kept_for_somebody_whom_the_record_did_not_reach(tmp_path: Path) -> None:
    driver, (last, other) = finish_match(tmp_path)
    owner = driver.join("Ann", token=last.key, is_owner=True, run="ee")
    owner.read()
    driver.leave(owner)
    late = driver.join("late", token=other.key, run="ff")
    late.guest.outgoing.clear()  # handed over, and lost with the connection
    driver.update()
    driver.leave(late)
    assert not driver.table.is_ended
    late = driver.join("late", token=other.key, run="ff")
    assert late.find_last(RecordPart) is not None
    driver.update()
    driver.leave(late)
    assert driver.table.is_ended


def test_table_of_a_finished_match_stays_open_if_everybody_has_the_record(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    for _turn in range(40):
        driver.play_on(guests)
    for guest in reversed(guests):
        guest.read()
        driver.leave(guest)
    driver.update(5.0)
    assert not driver.table.is_ended


@pytest.mark.parametrize("paused_write", ["nothing", "the match", "the table"])
def test_table_that_ends_at_the_start_leaves_no_unfinished_match(tmp_path: Path, paused_write: str) -> None:
    driver = TableDriver(tmp_path)
    ann = driver.join("Ann", is_owner=True)
    ann.send(StartMatch())
    driver.storage.is_paused = paused_write == "the match"
    driver.table.update()
    driver.storage.is_paused = paused_write != "nothing"
    driver.update()
    ann.send(EndTable())
    driver.storage.is_paused = False
    driver.storage.run_waiting_calls()
    driver.table.close()
    repository = driver.storage.get_repository()
    assert repository.database.execute("SELECT count(*) FROM matches").fetchone() == (1,)
    assert not repository.list_unfinished_matches()


def test_table_that_ends_before_its_match_is_stored_leaves_no_unfinished_match(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path)
    ann = driver.join("Ann", is_owner=True)
    ann.send(StartMatch())
    driver.storage.is_paused = True
    driver.update()
    ann.send(EndTable())
    driver.table.close()
    driver.storage.is_paused = False
    driver.storage.run_waiting_calls()
    assert not driver.storage.get_repository().list_unfinished_matches()


def test_match_that_ends_with_its_table_counts_as_finished(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    for _turn in range(39):
        driver.play_on(guests)
    guest = driver.get_guest_on_turn(guests)
    driver.storage.is_paused = True
    guest.act(guest.position[0].legal_actions[0])
    driver.update()
    guests[0].send(EndTable())
    driver.storage.is_paused = False
    driver.storage.run_waiting_calls()
    driver.table.close()
    statuses = driver.storage.get_repository().database.execute("SELECT finished FROM matches").fetchall()
    assert statuses == [(STATUS_FINISHED,)]


def test_ended_table_gives_its_match_up(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    driver.play_on(guests)
    guests[0].send(EndTable())
    driver.table.close()
    assert not driver.storage.get_repository().list_unfinished_matches()


def test_match_of_no_table_is_given_up_when_a_host_starts(tmp_path: Path) -> None:
    driver, _guests = start_match(tmp_path)
    driver.table.close()
    document = open_tables(tmp_path)
    document.update(lambda tables: tables.with_table(driver.stored))
    abandon_lost_matches(driver.storage, document)
    assert len(driver.storage.get_repository().list_unfinished_matches()) == 1
    document.update(lambda tables: tables.without_table(driver.stored))
    abandon_lost_matches(driver.storage, document)
    assert not driver.storage.get_repository().list_unfinished_matches()

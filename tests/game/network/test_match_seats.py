"""The seats of a match at a table over the network: keys, coming back, readmission, leaving."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.actions import LeaveMatch
from game.network.messages import (
    Readmit,
    Ready,
    StartMatch,
    WaitingGuests,
)
from tests.network_driver import SECRET, TableDriver, start_match


def test_returning_guest_has_the_same_seat_and_gets_the_deal_so_far(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    for _turn in range(3):
        driver.play_on(guests)
    before = guests[1].position[0]
    driver.leave(guests[1])
    back = driver.join("another name", token=guests[1].key, run="cc")
    assert back.position[0] == before
    guests[1] = back
    driver.settle(guests)
    driver.play_on(guests)
    assert driver.action_count == 4


def test_newest_connection_with_a_key_wins(tmp_path: Path) -> None:
    driver, (ann, bob) = start_match(tmp_path)
    newer = driver.join("Bob", token=bob.key, run="cc")
    assert bob.refusal == "displaced"
    driver.leave(bob)
    driver.settle([ann, newer])
    driver.play_on([ann, newer])
    assert driver.action_count == 1


def test_connections_that_arrive_in_another_order_do_not_end_the_guest(tmp_path: Path) -> None:
    driver, (_ann, bob) = start_match(tmp_path)
    older = driver.join("Bob", token=bob.key)
    newer = driver.join("Bob", token=bob.key)
    assert older.guest.is_closing and not older.refusal
    assert newer.position[0].seat == 1


def test_owner_readmits_a_person_who_lost_the_key(tmp_path: Path) -> None:
    driver, (ann, bob) = start_match(tmp_path)
    old_key = bob.key
    driver.leave(bob)
    lost = driver.join("Robert", run="cc")
    assert not lost.key
    waiting = ann.find_last(WaitingGuests)
    assert waiting is not None and waiting.names == ("Robert",)
    ann.send(Readmit(seat=1, name="Robert"))
    driver.update()
    assert lost.position[0].seat == 1 and lost.key != old_key
    assert driver.join("Bob", token=old_key, run="dd").refusal == "wrong_token"


@pytest.mark.parametrize("name", ["Bruno", "Вruno", "Computer", "Οrdinateur"])
def test_guest_who_waits_has_no_name_of_a_computer_player(tmp_path: Path, name: str) -> None:
    driver = TableDriver(tmp_path, seats=3)
    ann, bob = driver.join("Ann", is_owner=True), driver.join("Bob")
    bob.send(Ready())
    ann.send(StartMatch())
    driver.update()
    assert driver.table.match is not None and driver.table.match.host.players[2].name == "Bruno"
    assert driver.join(name, run="cc").refusal == "name_reserved"
    assert not driver.join("Bob", run="dd").refusal, "Bob may have lost the key"


def test_two_guests_who_wait_have_different_names(tmp_path: Path) -> None:
    driver, (ann, _bob) = start_match(tmp_path)
    first = driver.join("Robert", run="cc")
    driver.join("Rоbert", run="dd")
    assert first.refusal == "displaced"
    assert ann.find_last(WaitingGuests) == WaitingGuests(names=("Rоbert",))


def test_owner_is_told_when_nobody_waits_any_more(tmp_path: Path) -> None:
    driver, (ann, _bob) = start_match(tmp_path)
    lost = driver.join("Robert", run="cc")
    driver.leave(lost)
    assert ann.find_last(WaitingGuests) == WaitingGuests(names=())


def test_guest_cut_before_its_key_arrived_gets_a_new_one(tmp_path: Path) -> None:
    driver, (_ann, bob) = start_match(tmp_path)
    driver.leave(bob)
    back = driver.join("Bob", token=SECRET)
    assert back.key and back.key != bob.key
    assert back.position[0].seat == 1


@pytest.mark.parametrize("paused_write", ["the match", "the table"])
def test_guest_cut_while_the_start_is_stored_gets_its_seat_afterwards(tmp_path: Path, paused_write: str) -> None:
    driver = TableDriver(tmp_path)
    ann, bob = driver.join("Ann", is_owner=True), driver.join("Bob")
    bob.send(Ready())
    ann.send(StartMatch())
    driver.storage.is_paused = paused_write == "the match"
    driver.table.update()
    driver.storage.is_paused = True
    driver.update()
    for guest in (ann, bob):
        driver.leave(guest)
    guests = [driver.join("Ann", is_owner=True), driver.join("Bob")]
    assert not any(guest.key for guest in guests)
    driver.storage.is_paused = False
    driver.storage.run_waiting_calls()
    driver.update(count=20)
    driver.settle(guests)
    assert all(guest.key for guest in guests)
    assert [guest.position[0].seat for guest in guests] == [0, 1]
    driver.play_on(guests)
    assert driver.action_count == 1


def test_owner_whose_key_was_lost_with_the_host_has_the_seat_again(tmp_path: Path) -> None:
    driver, (_ann, bob) = start_match(tmp_path)
    driver.restart()
    ann = driver.join("Ann", is_owner=True, run="cc")
    assert ann.position[0].seat == 0
    lost = driver.join("Bob", run="dd")
    assert not lost.key
    ann.send(Readmit(seat=1, name="Bob"))
    driver.update()
    assert lost.position[0].seat == 1 and lost.key != bob.key


def test_second_connection_of_the_owner_displaces_nobody(tmp_path: Path) -> None:
    driver, (ann, _bob) = start_match(tmp_path)
    second = driver.join("Ann again", is_owner=True, run="cc")
    assert not second.key and not ann.refusal
    driver.leave(ann)
    assert second.position[0].seat == 0


def test_table_is_reopened_at_the_same_card_with_the_same_keys(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    for _turn in range(5):
        driver.play_on(guests)
    seen = [guest.position[0] for guest in guests]
    driver.restart()
    guests = [driver.join(guest.name, token=guest.key, run="cc") for guest in guests]
    assert [guest.position[0] for guest in guests] == seen
    driver.settle(guests)
    driver.play_on(guests)
    assert driver.action_count == 6


def test_owner_without_a_key_has_the_seat_again_at_once(tmp_path: Path) -> None:
    driver, (ann, bob) = start_match(tmp_path)
    position = ann.position
    driver.leave(ann)
    lost = driver.join("Ann again", is_owner=True, run="cc")
    assert lost.key and lost.key != ann.key
    assert lost.position == position
    driver.settle([lost, bob])
    driver.play_on([lost, bob])
    assert driver.action_count == 1


def test_person_can_leave_and_a_computer_plays_on(tmp_path: Path) -> None:
    driver, (ann, bob) = start_match(tmp_path)
    bob.act(LeaveMatch(bob.position[0].seat or 0))
    driver.update()
    assert bob.answers[-1].reason is None
    assert ann.position[0].departed_seats == (bob.position[0].seat,)


@pytest.mark.parametrize("has_gone", [False, True])
def test_person_who_left_the_match_gets_no_new_key(tmp_path: Path, has_gone: bool) -> None:
    driver, (ann, bob) = start_match(tmp_path)
    bob.act(LeaveMatch(bob.position[0].seat or 0))
    driver.update()
    if has_gone:
        driver.leave(bob)
    back = driver.join("Bob", token=SECRET)
    assert not back.key
    assert ann.find_last(WaitingGuests) == WaitingGuests(names=("Bob",))

"""The seats of a match at a table over the network: keys, coming back, readmission, leaving."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.network.messages import StartMatch, WaitingGuests
from tests.network.host import SECRET, Host, start_match


def test_returning_guest_has_the_same_seat_and_gets_the_deal_so_far(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path)
    for _turn in range(3):
        host.play_on(guests)
    before = guests[1].observation
    host.leave(guests[1])
    back = host.join("another name", token=guests[1].key, run="cc")
    assert back.observation == before
    guests[1] = back
    host.settle(guests)
    host.play_on(guests)
    assert host.action_count == 4


def test_newest_connection_with_a_key_wins(tmp_path: Path) -> None:
    host, (ann, bob) = start_match(tmp_path)
    newer = bob.connect_again()
    assert bob.refusal == "displaced"
    host.leave(bob)
    host.settle([ann, newer])
    host.play_on([ann, newer])
    assert host.action_count == 1


def test_connections_that_arrive_in_another_order_do_not_end_the_guest(tmp_path: Path) -> None:
    host, (_ann, bob) = start_match(tmp_path)
    older = host.join("Bob", token=bob.key)
    newer = host.join("Bob", token=bob.key)
    assert older.connection.is_closing and not older.refusal
    assert newer.observation.seat == 1


def test_owner_readmits_a_person_who_lost_the_key(tmp_path: Path) -> None:
    host, (ann, bob) = start_match(tmp_path)
    old_key = bob.key
    host.leave(bob)
    lost = host.join("Robert", run="cc")
    assert not lost.key
    waiting = ann.get_last(WaitingGuests)
    assert waiting.names == ("Robert",)
    ann.let_in(1, "Robert")
    assert lost.observation.seat == 1 and lost.key != old_key
    assert host.join("Bob", token=old_key, run="dd").refusal == "wrong_token"


@pytest.mark.parametrize("name", ["Bruno", "Вruno", "Computer", "Οrdinateur"])
def test_guest_who_waits_has_no_name_of_a_computer_player(tmp_path: Path, name: str) -> None:
    host = Host(tmp_path, seats=3)
    ann, bob = host.join("Ann", is_owner=True), host.join("Bob")
    bob.be_ready()
    ann.start_match()
    assert host.match.players[2].name == "Bruno"
    assert host.join(name, run="cc").refusal == "name_reserved"
    assert not host.join("Bob", run="dd").refusal, "Bob may have lost the key"


def test_two_guests_who_wait_have_different_names(tmp_path: Path) -> None:
    host, (ann, _bob) = start_match(tmp_path)
    first = host.join("Robert", run="cc")
    host.join("Rоbert", run="dd")
    assert first.refusal == "displaced"
    assert ann.find_last(WaitingGuests) == WaitingGuests(names=("Rоbert",))


def test_owner_is_told_when_nobody_waits_any_more(tmp_path: Path) -> None:
    host, (ann, _bob) = start_match(tmp_path)
    lost = host.join("Robert", run="cc")
    host.leave(lost)
    assert ann.find_last(WaitingGuests) == WaitingGuests(names=())


def test_guest_cut_before_its_key_arrived_gets_a_new_one(tmp_path: Path) -> None:
    host, (_ann, bob) = start_match(tmp_path)
    host.leave(bob)
    back = host.join("Bob", token=SECRET)
    assert back.key and back.key != bob.key
    assert back.observation.seat == 1


@pytest.mark.parametrize("paused_write", ["the match", "the table"])
def test_guest_cut_while_the_start_is_stored_gets_its_seat_afterwards(tmp_path: Path, paused_write: str) -> None:
    host = Host(tmp_path)
    ann, bob = host.join("Ann", is_owner=True), host.join("Bob")
    bob.be_ready()
    ann.send(StartMatch())
    host.storage.is_paused = paused_write == "the match"
    host.table.update()
    host.storage.is_paused = True
    host.update()
    for guest in (ann, bob):
        host.leave(guest)
    guests = [host.join("Ann", is_owner=True), host.join("Bob")]
    assert not any(guest.key for guest in guests)
    host.storage.finish_writes()
    host.update(count=20)
    host.settle(guests)
    assert all(guest.key for guest in guests)
    assert [guest.observation.seat for guest in guests] == [0, 1]
    host.play_on(guests)
    assert host.action_count == 1


def test_owner_whose_key_was_lost_with_the_host_has_the_seat_again(tmp_path: Path) -> None:
    host, (_ann, bob) = start_match(tmp_path)
    host.restart()
    ann = host.join("Ann", is_owner=True, run="cc")
    assert ann.observation.seat == 0
    lost = host.join("Bob", run="dd")
    assert not lost.key
    ann.let_in(1, "Bob")
    assert lost.observation.seat == 1 and lost.key != bob.key


def test_second_connection_of_the_owner_displaces_nobody(tmp_path: Path) -> None:
    host, (ann, _bob) = start_match(tmp_path)
    second = host.join("Ann again", is_owner=True, run="cc")
    assert not second.key and not ann.refusal
    host.leave(ann)
    assert second.observation.seat == 0


def test_table_is_reopened_at_the_same_card_with_the_same_keys(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path)
    for _turn in range(5):
        host.play_on(guests)
    seen = [guest.observation for guest in guests]
    host.restart()
    guests = [guest.connect_again() for guest in guests]
    assert [guest.observation for guest in guests] == seen
    host.settle(guests)
    host.play_on(guests)
    assert host.action_count == 6


def test_owner_without_a_key_has_the_seat_again_at_once(tmp_path: Path) -> None:
    host, (ann, bob) = start_match(tmp_path)
    observation, turn = ann.observation, ann.turn
    host.leave(ann)
    lost = host.join("Ann again", is_owner=True, run="cc")
    assert lost.key and lost.key != ann.key
    assert (lost.observation, lost.turn) == (observation, turn)
    host.settle([lost, bob])
    host.play_on([lost, bob])
    assert host.action_count == 1


def test_person_can_leave_and_a_computer_plays_on(tmp_path: Path) -> None:
    _host, (ann, bob) = start_match(tmp_path)
    bob.leave_match()
    assert ann.observation.departed_seats == (bob.observation.seat,)


@pytest.mark.parametrize("has_gone", [False, True])
def test_person_who_left_the_match_gets_no_new_key(tmp_path: Path, has_gone: bool) -> None:
    host, (ann, bob) = start_match(tmp_path)
    bob.leave_match()
    if has_gone:
        host.leave(bob)
    back = host.join("Bob", token=SECRET)
    assert not back.key
    assert ann.find_last(WaitingGuests) == WaitingGuests(names=("Bob",))

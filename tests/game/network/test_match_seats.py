"""The seats of a match at a table over the network: keys, coming back, readmission, leaving, removal."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from game.match.house_rules import RuleSet
from game.network.messages import StartMatch, WaitingGuests
from tests.network.host import SECRET, TWO_DEALS, Guest, Host, start_match


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
    assert ann.get_last(WaitingGuests).names == ("Robert",)
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
    first, second = host.join("Robert", run="cc"), host.join("Rоbert", run="dd")
    assert first.refusal == "displaced"
    assert ann.find_last(WaitingGuests) == WaitingGuests(names=("Rоbert",))
    host.leave(second)
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


def test_second_connection_of_the_owner_displaces_nobody(tmp_path: Path) -> None:
    host, (ann, _bob) = start_match(tmp_path)
    second = host.join("Ann again", is_owner=True, run="cc")
    assert not second.key and not ann.refusal
    host.leave(ann)
    assert second.observation.seat == 0


def test_of_two_connections_of_the_owner_without_a_key_one_gets_the_seat(tmp_path: Path) -> None:
    host, (ann, _bob) = start_match(tmp_path)
    host.leave(ann)
    host.storage.is_paused = True
    first, second = (host.join("Ann", is_owner=True, run=run) for run in ("cc", "dd"))
    host.storage.finish_writes()
    host.update()
    host.update()
    assert first.key and first.observation.seat == 0
    assert not second.key and second.refusal == "started"


@pytest.mark.parametrize("has_key", [False, True])
@pytest.mark.parametrize("is_restarted", [False, True])
def test_person_comes_back_to_the_seat_and_the_deal_so_far_and_the_owner_without_a_key(
    tmp_path: Path, *, has_key: bool, is_restarted: bool
) -> None:
    host, (ann, bob) = start_match(tmp_path)
    host.play_on([ann, bob], 3)
    observation, turn = ann.observation, ann.turn
    if is_restarted:
        host.restart()
        bob = bob.connect_again()
    else:
        host.leave(ann)
    back = host.join("Ann again", token=ann.key if has_key else SECRET, is_owner=not has_key, run="ee")
    assert (back.key not in ("", ann.key)) != has_key
    assert (back.observation, back.turn) == (observation, turn)
    host.settle([back, bob])
    host.play_on([back, bob])
    assert host.action_count == 4


@pytest.mark.parametrize("has_gone", [False, True])
def test_person_who_left_the_match_gets_no_new_key(tmp_path: Path, has_gone: bool) -> None:
    host, (ann, bob) = start_match(tmp_path)
    bob.leave_match()
    assert ann.observation.departed_seats == (bob.seat,)
    if has_gone:
        host.leave(bob)
    back = host.join("Bob", token=SECRET)
    assert not back.key
    assert ann.find_last(WaitingGuests) == WaitingGuests(names=("Bob",))


# -- removal between two deals

CLOCKED_DEALS = msgspec.structs.replace(TWO_DEALS, changes={**TWO_DEALS.changes, "turn_seconds": 60, "bar_minutes": 10})


def list_removed_seats(guest: Guest) -> list[int]:
    return [person.seat for person in guest.presence.people if person.is_removed]


@pytest.mark.parametrize("rules", [TWO_DEALS, CLOCKED_DEALS])
def test_removed_person_is_replaced_by_a_computer_and_not_barred(tmp_path: Path, rules: RuleSet) -> None:
    host, (ann, bob, eva) = start_match(tmp_path, rules, "Ann", "Bob", "Eva")
    ann.remove(bob.seat)
    assert bob.refusal != "removed", "not in the middle of a deal"
    host.play_deal([ann, bob, eva])
    ann.remove(ann.seat)
    assert not ann.refusal, "never the owner"
    ann.remove(bob.seat)
    assert bob.refusal == "removed" and list_removed_seats(eva) == [bob.seat]
    host.leave(bob)
    assert bob.connect_again().refusal == "removed"
    host.make_ready([ann, eva])
    host.play_deal([ann, eva])
    assert ann.observation.deal_number >= 2 and not ann.observation.departed_seats
    assert not host.is_blocked(bob)
    host.restart()
    assert bob.connect_again("dd").refusal == "removed"
    assert list_removed_seats(ann.connect_again(is_owner=True)) == [bob.seat]

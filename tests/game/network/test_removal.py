"""Removal of a person between two deals: a computer plays on, nobody is barred, and the key becomes invalid."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from game.match.house_rules import RuleSet
from game.network.messages import Presence
from tests.network.host import TWO_DEALS, Guest, start_match

CLOCKED = msgspec.structs.replace(TWO_DEALS, changes={**TWO_DEALS.changes, "turn_seconds": 60, "bar_minutes": 10})


def find_removed_seats(guest: Guest) -> list[int]:
    presence = guest.find_last(Presence)
    return [] if presence is None else [person.seat for person in presence.people if person.is_removed]


@pytest.mark.parametrize("rules", [TWO_DEALS, CLOCKED])
def test_removed_person_is_replaced_by_a_computer_and_not_barred(tmp_path: Path, rules: RuleSet) -> None:
    host, (ann, bob, eva) = start_match(tmp_path, rules, "Ann", "Bob", "Eva")
    seat = bob.seat
    host.play_deal([ann, bob, eva])
    ann.remove(seat)
    assert bob.refusal == "removed" and find_removed_seats(eva) == [seat]
    host.leave(bob)
    assert bob.connect_again().refusal == "removed"
    host.make_ready([ann, eva])
    host.play_deal([ann, eva])
    assert ann.observation.deal_number >= 2 and not ann.observation.departed_seats
    assert not host.is_blocked(bob)


def test_nobody_is_removed_during_a_deal_and_never_the_owner(tmp_path: Path) -> None:
    host, (ann, bob) = start_match(tmp_path, TWO_DEALS)
    own_seat, seat = ann.seat, bob.seat
    ann.remove(seat)
    assert not bob.refusal and not find_removed_seats(ann)
    host.play_deal([ann, bob])
    ann.remove(own_seat)
    assert not ann.refusal and not find_removed_seats(bob)


def test_removal_survives_a_restart_of_the_host(tmp_path: Path) -> None:
    host, (ann, bob) = start_match(tmp_path, TWO_DEALS)
    seat = bob.seat
    host.play_deal([ann, bob])
    ann.remove(seat)
    host.restart()
    back = ann.connect_again("cc", is_owner=True)
    assert bob.connect_again("dd").refusal == "removed"
    assert find_removed_seats(back) == [seat]

"""Removal of a person between two deals: a computer plays on, nobody is barred, and the key becomes invalid."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.match.house_rules import RuleSet
from game.network.messages import Presence, Ready, RemoveGuest
from tests.network_driver import TableDriver, TestGuest

THREE_DEALS: dict[str, bool | int | str] = {"deals_to_win": 3}
RULES = RuleSet(game="briscola", preset="classic", changes=THREE_DEALS)
CLOCKED = RuleSet(game="briscola", preset="classic", changes={**THREE_DEALS, "turn_seconds": 60, "bar_minutes": 10})


def play_deal(driver: TableDriver, guests: list[TestGuest]) -> None:
    assert driver.table.match is not None
    host = driver.table.match.host
    driver.play_until(guests, lambda: host.is_between_deals or host.match.is_over)


def find_removed_seats(guest: TestGuest) -> list[int]:
    presence = guest.find_last(Presence)
    return [] if presence is None else [person.seat for person in presence.people if person.is_removed]


@pytest.mark.parametrize("rules", [RULES, CLOCKED])
def test_removed_person_is_replaced_by_a_computer_and_not_barred(tmp_path: Path, rules: RuleSet) -> None:
    driver = TableDriver(tmp_path, rules, 3)
    ann, bob, eva = driver.start("Ann", "Bob", "Eva")
    seat = bob.position[0].seat
    assert seat is not None
    play_deal(driver, [ann, bob, eva])
    ann.send(RemoveGuest(seat=seat))
    driver.update()
    assert bob.refusal == "removed" and find_removed_seats(eva) == [seat]
    driver.leave(bob)
    assert driver.join("Bob", token=bob.key, run="cc").refusal == "removed"
    for guest in (ann, eva):
        guest.send(Ready())
    driver.update()
    play_deal(driver, [ann, eva])
    assert ann.position[0].deal_number >= 2 and not ann.position[0].departed_seats
    other = TableDriver(tmp_path, rules, neighbor=driver)
    assert not other.join("Bob", run="dd", earlier_keys=(bob.key,)).refusal


def test_nobody_is_removed_during_a_deal_and_never_the_owner(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, RULES)
    ann, bob = driver.start("Ann", "Bob")
    own_seat, seat = ann.position[0].seat, bob.position[0].seat
    assert seat is not None and own_seat is not None
    ann.send(RemoveGuest(seat=seat))
    driver.update()
    assert not bob.refusal and not find_removed_seats(ann)
    play_deal(driver, [ann, bob])
    ann.send(RemoveGuest(seat=own_seat))
    driver.update()
    assert not ann.refusal and not find_removed_seats(bob)


def test_removal_survives_a_restart_of_the_host(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, RULES)
    ann, bob = driver.start("Ann", "Bob")
    seat = bob.position[0].seat
    assert seat is not None
    play_deal(driver, [ann, bob])
    ann.send(RemoveGuest(seat=seat))
    driver.update()
    driver.restart()
    back = driver.join("Ann", token=ann.key, run="cc", is_owner=True)
    assert driver.join("Bob", token=bob.key, run="dd").refusal == "removed"
    assert find_removed_seats(back) == [seat]

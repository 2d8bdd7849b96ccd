"""Another match at a table over the network, with the same people at the same seats."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.actions import LeaveMatch
from game.match.house_rules import RuleSet
from game.network.messages import Presence, Ready, RecordPart, Rematch, Welcome
from game.session.messages import FirstMessage
from game.session.wire import WireError
from tests.network_driver import ONE_DEAL, TableDriver, TestGuest

CLOCKED = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 1, "turn_seconds": 60, "bar_minutes": 10})


def play_to_the_end(driver: TableDriver, guests: list[TestGuest]) -> None:
    for _turn in range(200):
        driver.settle(guests)
        driver.update(1.0)
        if all(guest.position[0].is_over for guest in guests):
            driver.update()
            return
        for guest in guests:
            if guest.position[0].legal_actions:
                guest.act(guest.position[0].legal_actions[0])
    raise AssertionError("the match did not end")


def find_match_number(guest: TestGuest) -> int:
    welcome = guest.find_last(Welcome)
    assert welcome is not None
    return welcome.match


def play_again(driver: TableDriver, guests: list[TestGuest]) -> None:
    guests[0].send(Rematch())
    driver.update()
    for guest in guests[1:]:
        guest.send(Ready())
    driver.update()
    driver.settle(guests)


def test_same_people_play_again_with_their_keys_and_the_next_dealer(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, ONE_DEAL)
    guests = driver.start("Ann", "Bob")
    keys, seats = [guest.key for guest in guests], [guest.position[0].seat for guest in guests]
    play_to_the_end(driver, guests)
    dealer = guests[0].position[0].dealer
    play_again(driver, guests)
    for guest, seat in zip(guests, seats, strict=True):
        observation = guest.position[0]
        assert (observation.seat, observation.deal_number, observation.is_over) == (seat, 1, False)
        assert observation.dealer == (dealer + 1) % 2
        assert find_match_number(guest) == 2
    driver.leave(guests[1])
    back = driver.join("Bob", token=keys[1], run="cc")
    assert back.position[0].seat == seats[1]
    play_to_the_end(driver, [guests[0], back])
    assert len([part for part in guests[0].messages if isinstance(part, RecordPart)]) == 2


def test_next_match_waits_for_all_who_are_there_and_at_most_a_minute(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, ONE_DEAL)
    ann, bob = driver.start("Ann", "Bob")
    play_to_the_end(driver, [ann, bob])
    ann.send(Rematch())
    driver.update(30.0)
    presence = bob.find_last(Presence)
    assert presence is not None and presence.ready_seats == (ann.position[0].seat,)
    assert find_match_number(bob) == 1
    driver.update(31.0)
    driver.update()
    assert find_match_number(bob) == 2


def test_nobody_is_ready_before_the_owner_asks_and_no_match_follows_one_that_goes_on(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, ONE_DEAL)
    ann, bob = driver.start("Ann", "Bob")
    ann.send(Rematch())
    driver.update(61.0)
    assert find_match_number(ann) == 1 and not ann.position[0].is_over
    play_to_the_end(driver, [ann, bob])
    bob.send(Ready())
    driver.update(61.0)
    presence = ann.find_last(Presence)
    assert presence is not None and not presence.ready_seats and find_match_number(ann) == 1


def test_guest_cannot_ask_for_another_match(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, ONE_DEAL)
    guests = driver.start("Ann", "Bob")
    play_to_the_end(driver, guests)
    with pytest.raises(WireError):
        guests[1].send(Rematch())


def test_computer_plays_for_people_who_have_left_and_their_bar_holds(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, CLOCKED, 3)
    ann, bob, eva = driver.start("Ann", "Bob", "Eva")
    bob.act(LeaveMatch(bob.position[0].seat or 0))
    driver.update()
    play_to_the_end(driver, [ann, eva])
    play_again(driver, [ann, eva])
    first = next(message for message in reversed(ann.list_match_messages()) if isinstance(message, FirstMessage))
    assert [player.is_person for player in first.info.players] == [True, False, True]
    assert "Bob" not in first.info.names
    assert bob.refusal == "started"
    assert driver.join("Bob", token=bob.key).refusal == "wrong_token"
    assert driver.join("Robert", run="dd", earlier_keys=(bob.key,)).refusal == "barred"


def test_table_goes_on_with_the_new_match_after_a_restart_of_the_host(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, ONE_DEAL)
    ann, bob = driver.start("Ann", "Bob")
    play_to_the_end(driver, [ann, bob])
    play_again(driver, [ann, bob])
    before = ann.position[0]
    driver.restart()
    back = [driver.join(guest.name, token=guest.key, run="cc", is_owner=guest is ann) for guest in (ann, bob)]
    assert find_match_number(back[0]) == 2
    assert back[0].position[0] == before
    play_to_the_end(driver, back)


def test_person_who_was_away_finds_the_new_match(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, ONE_DEAL)
    ann, bob = driver.start("Ann", "Bob")
    play_to_the_end(driver, [ann, bob])
    driver.leave(bob)
    ann.send(Rematch())
    driver.update()
    driver.settle([ann])
    back = driver.join("Bob", token=bob.key, run="cc")
    assert find_match_number(back) == 2 and back.position[0].deal_number == 1

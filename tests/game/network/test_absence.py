"""Absent people, sleeping hosts and slow screens at a table over the network."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.match.house_rules import RuleSet
from game.network.messages import (
    Chat,
    Presence,
    Ready,
    Substitute,
)
from game.session.messages import DeadlineMessage
from tests.network_driver import CLOCKED, TableDriver, TestGuest, start_match


def measure_turn(driver: TableDriver) -> float:
    assert driver.table.match is not None
    return driver.table.match.host.turn_clock.elapsed_seconds


def test_presence_tells_who_is_away(tmp_path: Path) -> None:
    driver, (ann, bob) = start_match(tmp_path)
    driver.leave(bob)
    presence = ann.find_last(Presence)
    assert presence is not None
    assert [person.away_seconds is None for person in presence.people] == [True, False]


def test_others_wait_for_an_absent_person_without_a_turn_clock(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path)
    absent = driver.get_guest_on_turn(guests)
    driver.leave(absent)
    for _minute in range(30):
        driver.update(4.0)
    assert driver.action_count == 0


def test_computer_plays_for_an_absent_person_until_they_are_back(tmp_path: Path) -> None:
    driver, (ann, bob) = start_match(tmp_path)
    bobs_seat = bob.position[0].seat or 0
    ann.send(Substitute(seat=bobs_seat))
    driver.leave(bob)
    ann.send(Substitute(seat=bobs_seat))
    for _turn in range(12):
        driver.update(1.0)
        ann.report_shown()
        if ann.position[0].legal_actions:
            ann.act(ann.position[0].legal_actions[0])
    actions = driver.action_count
    assert actions > 6
    back = driver.join("Bob", token=bob.key, run="cc")
    presence = ann.find_last(Presence)
    assert presence is not None and not any(person.is_substituted for person in presence.people)
    for _turn in range(4):
        driver.update(1.0)
        driver.settle([ann, back])
    assert driver.action_count <= actions + 1
    driver.play_on([ann, back])


def test_substitution_is_remembered_when_the_host_is_started_again(tmp_path: Path) -> None:
    driver, (ann, bob) = start_match(tmp_path)
    bobs_seat = bob.position[0].seat or 0
    driver.leave(bob)
    ann.send(Substitute(seat=bobs_seat))
    driver.update()
    driver.restart()
    ann = driver.join("Ann", token=ann.key, is_owner=True, run="cc")
    presence = ann.find_last(Presence)
    assert presence is not None
    assert [person.seat for person in presence.people if person.is_substituted] == [bobs_seat]
    for _turn in range(6):
        driver.update(1.0)
        ann.report_shown()
        if ann.position[0].legal_actions:
            ann.act(ann.position[0].legal_actions[0])
    assert driver.action_count > 3
    driver.join("Bob", token=bob.key, run="dd")
    driver.restart()
    assert not driver.stored.substituted_seats, "the person is back"


def test_substitution_that_cannot_be_stored_holds_even_so(tmp_path: Path) -> None:
    driver, (ann, bob) = start_match(tmp_path)
    driver.leave(bob)
    driver.storage.failure_message = "The disk is full."
    ann.send(Substitute(seat=bob.position[0].seat or 0))
    driver.update()
    presence = ann.find_last(Presence)
    assert presence is not None and any(person.is_substituted for person in presence.people)


def test_no_computer_plays_for_a_person_at_a_table_with_a_turn_clock(tmp_path: Path) -> None:
    driver, (ann, bob) = start_match(tmp_path, CLOCKED)
    driver.leave(bob)
    ann.send(Substitute(seat=bob.position[0].seat or 0))
    presence = ann.find_last(Presence)
    assert presence is not None and not any(person.is_substituted for person in presence.people)


def test_absent_person_runs_out_of_time_at_a_table_with_a_turn_clock(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path, CLOCKED)
    absent = driver.get_guest_on_turn(guests)
    driver.leave(absent)
    (other,) = [guest for guest in guests if guest is not absent]
    for _time in range(20):
        driver.update(4.0)
        other.report_shown()
    driver.update()
    assert driver.action_count >= 2, "the timeout, and a random card"


def test_vote_and_chat_of_the_person_on_turn_restart_the_turn_clock(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path, CLOCKED)
    driver.play_on(guests)
    driver.play_on(guests)
    on_turn = driver.get_guest_on_turn(guests)
    (other,) = [guest for guest in guests if guest is not on_turn]
    driver.update(4.0)
    other.act(f"{other.position[0].seat} unlock")
    driver.update(4.0)
    assert measure_turn(driver) == 8.0
    on_turn.send(Chat(number=100, text="One moment, please."))
    driver.update()
    assert measure_turn(driver) == 0.0


def test_nobody_is_timed_out_for_the_absence_of_the_host(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path, CLOCKED)
    for _sleep in range(5):
        driver.update(50.0)
        driver.settle(guests)
    driver.clock.advance(100_000.0)
    driver.update()
    driver.restart()
    driver.clock.advance(100_000.0)
    guests = [driver.join(guest.name, token=guest.key, run="cc") for guest in guests]
    driver.settle(guests)
    driver.update(4.0)
    assert driver.action_count == 0
    driver.play_on(guests)
    assert driver.action_count == 1


def test_turn_waits_for_people_who_come_back_after_a_restart_of_the_host(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path, CLOCKED)
    on_turn = driver.get_guest_on_turn(guests)
    (other,) = [guest for guest in guests if guest is not on_turn]
    driver.restart()
    other = driver.join(other.name, token=other.key, run="cc")
    for _time in range(4):
        driver.update(4.0)
        other.report_shown()
    back = driver.join(on_turn.name, token=on_turn.key, run="dd")
    assert get_seconds_left(back) == 60.0
    driver.settle([back, other])
    for _time in range(12):
        driver.update(4.5)
        driver.settle([back, other])
    assert driver.action_count == 0, "the whole turn began at the return"


def test_turn_of_a_person_who_does_not_come_back_begins_after_some_time(tmp_path: Path) -> None:
    driver, _guests = start_match(tmp_path, CLOCKED)
    driver.restart()
    for _time in range(19):
        driver.update(4.0)
    assert driver.action_count == 0
    for _time in range(3):
        driver.update(4.0)
    assert driver.action_count >= 1


def get_seconds_left(guest: TestGuest) -> float | None:
    """Return the time of the last deadline that the guest was told."""
    deadlines = [message for message in guest.list_match_messages() if isinstance(message, DeadlineMessage)]
    return deadlines[-1].seconds_left


def test_screen_that_never_reports_does_not_stop_the_match(tmp_path: Path) -> None:
    driver, (ann, bob) = start_match(tmp_path, CLOCKED)
    for _time in range(30):
        driver.update(4.0)
    assert driver.action_count >= 2
    assert not ann.refusal and not bob.refusal


def test_next_deal_waits_for_everybody_who_is_there(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path, RuleSet(game="briscola", preset="classic"))
    for _turn in range(40):
        driver.play_on(guests)
    assert driver.table.match is not None
    record = driver.table.match.host
    guests[0].send(Ready())
    driver.update(1.0)
    presence = guests[1].find_last(Presence)
    assert presence is not None and presence.ready_seats == (0,)
    assert len(record.record.deals) == 1
    driver.leave(guests[1])
    driver.settle(guests[:1])
    driver.update(1.0)
    assert len(record.record.deals) == 2


@pytest.mark.slow
def test_every_deal_waits_for_its_own_report_of_readiness(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path, RuleSet(game="briscola", preset="classic"))
    assert driver.table.match is not None
    host = driver.table.match.host
    for _turn in range(40):
        driver.play_on(guests)
    driver.storage.is_paused = True
    for guest in guests:
        guest.send(Ready())
    driver.update()
    assert not host.is_between_deals, "the next deal is being saved"
    driver.storage.is_paused = False
    driver.storage.run_waiting_calls()
    driver.settle(guests)
    for _turn in range(40):
        driver.play_on(guests)
    driver.settle(guests)
    assert len(host.record.deals) == 2
    assert host.is_between_deals


def test_readiness_during_a_deal_has_no_effect(tmp_path: Path) -> None:
    driver, guests = start_match(tmp_path, RuleSet(game="briscola", preset="classic"))
    assert driver.table.match is not None
    for _turn in range(40):
        for guest in guests:
            guest.send(Ready())
        driver.play_on(guests)
    driver.settle(guests)
    assert len(driver.table.match.host.record.deals) == 1

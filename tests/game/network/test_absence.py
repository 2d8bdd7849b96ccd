"""Absent people, sleeping hosts and slow screens at a table over the network."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.match.house_rules import RuleSet
from game.network.messages import Presence, Ready
from game.session.messages import DeadlineMessage
from tests.network.host import CLOCKED, Guest, Host, start_match


def measure_turn(host: Host) -> float:
    return host.match.turn_clock.elapsed_seconds


def test_presence_tells_who_is_away(tmp_path: Path) -> None:
    host, (ann, bob) = start_match(tmp_path)
    host.leave(bob)
    presence = ann.presence
    assert [person.away_seconds is None for person in presence.people] == [True, False]


def test_others_wait_for_an_absent_person_without_a_turn_clock(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path)
    absent = host.get_guest_on_turn(guests)
    host.leave(absent)
    for _minute in range(30):
        host.update(4.0)
    assert host.action_count == 0


def test_computer_plays_for_an_absent_person_until_they_are_back(tmp_path: Path) -> None:
    host, (ann, bob) = start_match(tmp_path)
    bobs_seat = bob.seat
    ann.let_computer_play(bobs_seat)
    host.leave(bob)
    ann.let_computer_play(bobs_seat)
    for _turn in range(12):
        host.update(1.0)
        ann.report_shown()
        if ann.is_on_turn:
            ann.act()
    actions = host.action_count
    assert actions > 6
    back = bob.connect_again()
    presence = ann.presence
    assert not any(person.is_substituted for person in presence.people)
    for _turn in range(4):
        host.update(1.0)
        host.settle([ann, back])
    assert host.action_count <= actions + 1
    host.play_on([ann, back])


def test_substitution_is_remembered_when_the_host_is_started_again(tmp_path: Path) -> None:
    host, (ann, bob) = start_match(tmp_path)
    bobs_seat = bob.seat
    host.leave(bob)
    ann.let_computer_play(bobs_seat)
    host.restart()
    ann = host.join("Ann", token=ann.key, is_owner=True, run="cc")
    presence = ann.presence
    assert [person.seat for person in presence.people if person.is_substituted] == [bobs_seat]
    for _turn in range(6):
        host.update(1.0)
        ann.report_shown()
        if ann.is_on_turn:
            ann.act()
    assert host.action_count > 3
    bob.connect_again("dd")
    host.restart()
    assert not host.stored.substituted_seats, "the person is back"


def test_substitution_that_cannot_be_stored_holds_even_so(tmp_path: Path) -> None:
    host, (ann, bob) = start_match(tmp_path)
    host.leave(bob)
    host.storage.failure_message = "The disk is full."
    ann.let_computer_play(bob.seat)
    presence = ann.presence
    assert any(person.is_substituted for person in presence.people)


def test_no_computer_plays_for_a_person_at_a_table_with_a_turn_clock(tmp_path: Path) -> None:
    host, (ann, bob) = start_match(tmp_path, CLOCKED)
    host.leave(bob)
    ann.let_computer_play(bob.seat)
    presence = ann.presence
    assert not any(person.is_substituted for person in presence.people)


def test_absent_person_runs_out_of_time_at_a_table_with_a_turn_clock(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path, CLOCKED)
    absent = host.get_guest_on_turn(guests)
    host.leave(absent)
    (other,) = [guest for guest in guests if guest is not absent]
    for _time in range(20):
        host.update(4.0)
        other.report_shown()
    host.update()
    assert host.action_count >= 2, "the timeout, and a random card"


def test_vote_and_chat_of_the_person_on_turn_restart_the_turn_clock(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path, CLOCKED)
    host.play_on(guests)
    host.play_on(guests)
    on_turn = host.get_guest_on_turn(guests)
    (other,) = [guest for guest in guests if guest is not on_turn]
    host.update(4.0)
    other.act(f"{other.observation.seat} unlock")
    host.update(4.0)
    assert measure_turn(host) == 8.0
    on_turn.say("One moment, please.")
    assert measure_turn(host) == 0.0


def test_nobody_is_timed_out_for_the_absence_of_the_host(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path, CLOCKED)
    for _sleep in range(5):
        host.update(50.0)
        host.settle(guests)
    host.clock.advance(100_000.0)
    host.update()
    host.restart()
    host.clock.advance(100_000.0)
    guests = [guest.connect_again() for guest in guests]
    host.settle(guests)
    host.update(4.0)
    assert host.action_count == 0
    host.play_on(guests)
    assert host.action_count == 1


def test_turn_waits_for_people_who_come_back_after_a_restart_of_the_host(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path, CLOCKED)
    on_turn = host.get_guest_on_turn(guests)
    (other,) = [guest for guest in guests if guest is not on_turn]
    host.restart()
    other = other.connect_again()
    for _time in range(4):
        host.update(4.0)
        other.report_shown()
    back = on_turn.connect_again("dd")
    assert get_seconds_left(back) == 60.0
    host.settle([back, other])
    for _time in range(12):
        host.update(4.5)
        host.settle([back, other])
    assert host.action_count == 0, "the whole turn began at the return"


def test_turn_of_a_person_who_does_not_come_back_begins_after_some_time(tmp_path: Path) -> None:
    host, _guests = start_match(tmp_path, CLOCKED)
    host.restart()
    for _time in range(19):
        host.update(4.0)
    assert host.action_count == 0
    for _time in range(3):
        host.update(4.0)
    assert host.action_count >= 1


def get_seconds_left(guest: Guest) -> float | None:
    """Return the time of the last deadline that the guest was told."""
    deadlines = [message for message in guest.list_match_messages() if isinstance(message, DeadlineMessage)]
    return deadlines[-1].seconds_left


def test_screen_that_never_reports_does_not_stop_the_match(tmp_path: Path) -> None:
    host, (ann, bob) = start_match(tmp_path, CLOCKED)
    for _time in range(30):
        host.update(4.0)
    assert host.action_count >= 2
    assert not ann.refusal and not bob.refusal


def test_next_deal_waits_for_everybody_who_is_there(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path, RuleSet(game="briscola", preset="classic"))
    host.play_deal(guests)
    record = host.match
    guests[0].be_ready()
    host.update(1.0)
    presence = guests[1].get_last(Presence)
    assert presence.ready_seats == (0,)
    assert len(record.record.deals) == 1
    host.leave(guests[1])
    host.settle(guests[:1])
    host.update(1.0)
    assert len(record.record.deals) == 2


@pytest.mark.slow
def test_every_deal_waits_for_its_own_report_of_readiness(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path, RuleSet(game="briscola", preset="classic"))
    match_host = host.match
    host.play_deal(guests)
    host.storage.is_paused = True
    host.make_ready(guests)
    assert not match_host.is_between_deals, "the next deal is being saved"
    host.storage.finish_writes()
    host.settle(guests)
    host.play_deal(guests)
    host.settle(guests)
    assert len(match_host.record.deals) == 2
    assert match_host.is_between_deals


def test_readiness_during_a_deal_has_no_effect(tmp_path: Path) -> None:
    host, guests = start_match(tmp_path, RuleSet(game="briscola", preset="classic"))
    for _turn in range(40):
        for guest in guests:
            guest.send(Ready())
        host.play_on(guests)
    host.settle(guests)
    assert len(host.match.record.deals) == 1

"""Absent people, slow screens and a sleeping host: how long the others wait, and what does not stop the turn timer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.network.match_table import MAX_DEAL_PAUSE_S, MAX_SHOW_S, MAX_SLOW_STEPS
from game.network.messages import Presence
from game.session.messages import Command, DeadlineMessage, Ready, ReportShown
from game.session.rate_limit import LIMIT_INTERVAL_S, MAX_AT_ONCE
from tests.network.host import CLOCKED, SEVEN_DEALS, Guest, Host, start_match

TURN_S = 60


def list_substituted_seats(guest: Guest) -> list[int]:
    return [person.seat for person in guest.presence.people if person.is_substituted]


def test_computer_plays_for_an_absent_person_until_they_are_back_also_over_restarts(tmp_path: Path) -> None:
    host, (ann, bob) = start_match(tmp_path)
    seat = bob.seat
    ann.let_computer_play(seat)
    assert list_substituted_seats(ann) == []
    host.leave(bob)
    ann.let_computer_play(seat)
    host.restart()
    ann = ann.connect_again(is_owner=True)
    assert list_substituted_seats(ann) == [seat]
    for _turn in range(12):
        host.update(1.0)
        ann.report_shown()
        if ann.is_on_turn:
            ann.act()
    actions = host.action_count
    assert actions > 6
    back = bob.connect_again("dd")
    assert list_substituted_seats(ann) == []
    for _turn in range(4):
        host.update(1.0)
        host.settle([ann, back])
    assert host.action_count <= actions + 1
    host.play_on([ann, back])
    host.restart()
    assert not host.stored.substituted_seats


def test_substitution_that_cannot_be_stored_holds_even_so(tmp_path: Path) -> None:
    host, (ann, bob) = start_match(tmp_path)
    host.leave(bob)
    host.storage.failure_message = "The disk is full."
    ann.let_computer_play(bob.seat)
    assert list_substituted_seats(ann) == [bob.seat]


def test_absent_person_runs_out_of_time_at_a_table_with_a_turn_timer_and_no_computer_plays(tmp_path: Path) -> None:
    host, (ann, bob) = start_match(tmp_path, CLOCKED)
    if ann.is_on_turn:
        host.play_on([ann, bob])
    before = host.action_count
    host.leave(bob)
    ann.let_computer_play(bob.seat)
    assert list_substituted_seats(ann) == []
    for _time in range(TURN_S // 4 + 1):
        host.update(4.0)
        ann.report_shown()
    assert host.action_count == before + 2, "the timeout, and a random card"


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


@pytest.mark.parametrize("is_back", [False, True])
def test_turn_waits_some_time_for_people_who_come_back_after_a_restart_of_the_host(
    tmp_path: Path, *, is_back: bool
) -> None:
    host, guests = start_match(tmp_path, CLOCKED)
    on_turn, other = host.split_by_turn(guests)
    host.restart()
    guests = [other.connect_again()]
    for _time in range(4):
        host.update(4.0)
    if is_back:
        guests.append(on_turn.connect_again("dd"))
        assert guests[1].list_news(DeadlineMessage)[-1].seconds_left == TURN_S
    for _time in range(12 if is_back else 10):
        host.settle(guests)
        host.update(4.5)
    assert host.action_count == 0, "a whole turn begins at the return"
    for _time in range(8):
        host.update(4.0)
    assert host.action_count >= 1


# -- the turn timer


def send_pages(host: Host, guest: Guest) -> Guest:
    """Send what the pages of a guest's program send, other than actions."""
    guest.send(Command(Ready()))
    guest.send(Command(Ready(is_ready=False)))
    guest.send(Command(ReportShown(0)))
    return guest


def connect_again(host: Host, guest: Guest) -> Guest:
    guest.lose_connection()
    return guest.connect_again()


def connect_twice(host: Host, guest: Guest) -> Guest:
    return guest.connect_again("dd")


def rename(host: Host, guest: Guest) -> Guest:
    guest.lose_connection()
    return host.join("Robert", token=guest.key, run="ee", color="red", avatar_number=3)


def lose_files(host: Host, guest: Guest) -> Guest:
    """Come with the invitation, in place of the key that was deleted."""
    guest.lose_connection()
    return host.join(guest.name, run="ff")


def set_clock_back(host: Host, guest: Guest) -> Guest:
    """Set the system clock of the host's machine back; the messages of a guest have no time."""
    host.set_back_s += 3600.0
    return guest


@pytest.mark.parametrize("trick", [set_clock_back, send_pages, connect_again, connect_twice, rename, lose_files])
def test_turn_timer_runs_on(tmp_path: Path, trick: Callable[[Host, Guest], Guest]) -> None:
    host, guests = start_match(tmp_path, CLOCKED)
    on_turn, other = host.split_by_turn(guests)
    before = other.revision
    for _time in range(6):
        for _second in range(TURN_S // 10):
            host.update(1.0)
        other.report_shown()
        on_turn = trick(host, on_turn)
    assert other.revision == before
    for _second in range(TURN_S // 2):
        host.update(1.0)
    assert other.revision > before


# -- screens that report nothing


def start_with_computer(home: Path) -> tuple[Host, list[Guest]]:
    host = Host(home, SEVEN_DEALS, seats=3)
    return host, host.start("Ann", "Bob")


def start_next_deal(host: Host, ready: list[Guest], guests: list[Guest]) -> float:
    """Let only ``ready`` ask for the next deal, and return the seconds until it begins."""
    started_at, deal_count = host.clock(), host.deal_count
    host.make_ready(ready)
    while host.deal_count == deal_count:
        host.update(1.0)
        assert host.clock() - started_at < 2 * MAX_DEAL_PAUSE_S
    host.settle(guests)
    return host.clock() - started_at


def play_to_computer(host: Host, guests: list[Guest]) -> int:
    """Play until the computer is on turn, whose card waits for Bob's screen; return the revision."""
    while host.match.match.turn in (0, 1):
        host.get_guest_on_turn(guests).play()
        if host.match.match.turn in (0, 1):
            host.settle(guests)
    guests[0].report_shown()
    return host.match.revision


def test_match_waits_no_longer_for_a_screen_that_never_reports(tmp_path: Path) -> None:
    host, guests = start_with_computer(tmp_path)
    seconds = host.play_deal(guests, silent=guests[1])
    assert seconds > MAX_SHOW_S, "at first it waits"
    assert seconds <= MAX_SLOW_STEPS * (MAX_SHOW_S + 2.0) + 40.0
    assert start_next_deal(host, guests, guests[:1]) < MAX_SHOW_S
    quick_host, quick_guests = start_with_computer(tmp_path / "quick")
    assert host.play_deal(guests, silent=guests[1]) <= quick_host.play_deal(quick_guests) + 2.0


def test_screen_that_reports_in_time_is_always_waited_for(tmp_path: Path) -> None:
    host, guests = start_with_computer(tmp_path)
    for _deal in range(2):
        host.play_deal(guests)
        start_next_deal(host, guests, guests)
    before = play_to_computer(host, guests)
    for _second in range(int(MAX_SHOW_S) - 2):
        host.update(1.0)
    assert host.match.revision == before


def test_new_connection_does_not_let_the_others_wait_anew_for_a_screen(tmp_path: Path) -> None:
    host, guests = start_with_computer(tmp_path)
    before, key = play_to_computer(host, guests), guests[1].key
    for number in range(int(MAX_SHOW_S) + 3):
        host.update(1.0)
        host.join("Bob", token=key, run=f"{number:02x}")
    assert host.match.revision > before


def test_next_deals_wait_no_longer_for_somebody_who_let_two_pauses_run_out(tmp_path: Path) -> None:
    host, guests = start_with_computer(tmp_path)
    pauses = []
    for ready in (guests[:1], guests[:1], guests[:1], guests, guests[:1], guests[:1]):
        host.play_deal(guests)
        pauses.append(start_next_deal(host, ready, guests) >= MAX_DEAL_PAUSE_S)
    assert pauses == [True, True, False, False, True, True]


def list_presences(guest: Guest) -> list[Presence]:
    guest.read()
    return [message for message in guest.messages if isinstance(message, Presence)]


def test_readiness_that_is_taken_back_again_and_again_is_told_a_few_times_only(tmp_path: Path) -> None:
    host, guests = start_with_computer(tmp_path)
    host.play_deal(guests)
    ann, bob = guests
    before = len(list_presences(ann))
    for number in range(60):
        bob.be_ready(is_ready=number % 2 == 0)
    assert len(list_presences(ann)) - before <= 2 * MAX_AT_ONCE + 1
    assert list_presences(ann)[-1].ready_seats == (1,)
    host.update(LIMIT_INTERVAL_S)
    bob.be_ready(is_ready=False)
    assert list_presences(ann)[-1].ready_seats == ()


def test_reports_of_a_screen_reach_nobody_else(tmp_path: Path) -> None:
    _host, (ann, bob) = start_with_computer(tmp_path)
    ann.read()
    for _time in range(50):
        bob.report_shown()
        bob.be_ready()
    assert not ann.read()

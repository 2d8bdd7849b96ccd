"""How long a guest can let the others wait by what it does not report, and disturb them by what it takes back."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.network.match_table import MAX_DEAL_PAUSE_S, MAX_SHOW_S, MAX_SLOW_STEPS
from game.network.messages import Presence, Shown
from game.session.rate_limit import LIMIT_INTERVAL_S, MAX_AT_ONCE
from tests.network.host import SEVEN_DEALS, Guest, Host


def play_deal(host: Host, guests: list[Guest], silent: Guest | None = None) -> float:
    """Play a deal to its end while the screen of ``silent`` reports nothing; return the seconds that it took."""
    started_at = host.clock()
    reporting = [guest for guest in guests if guest is not silent]
    for _update in range(1000):
        if host.is_between_deals:
            return host.clock() - started_at
        on_turn = [guest for guest in guests if guest.observation.legal_actions]
        for guest in on_turn:
            guest.act()
        host.update(0.0 if on_turn else 1.0)
        host.settle(reporting)
    raise AssertionError("the deal did not end")


def start_next_deal(host: Host, ready: list[Guest], guests: list[Guest]) -> float:
    """Let only ``ready`` ask for the next deal, and return the seconds until it begins."""
    started_at, deal_count = host.clock(), host.deal_count
    host.make_ready(ready)
    while host.deal_count == deal_count:
        host.update(1.0)
        assert host.clock() - started_at < 2 * MAX_DEAL_PAUSE_S
    host.settle(guests)
    return host.clock() - started_at


def start_with_computer(home: Path) -> tuple[Host, list[Guest]]:
    host = Host(home, SEVEN_DEALS, seats=3)
    return host, host.start("Ann", "Bob")


def test_match_waits_no_longer_for_a_screen_that_never_reports(tmp_path: Path) -> None:
    host, guests = start_with_computer(tmp_path)
    seconds = play_deal(host, guests, silent=guests[1])
    assert seconds > MAX_SHOW_S, "at first it waits"
    assert seconds <= MAX_SLOW_STEPS * (MAX_SHOW_S + 2.0) + 40.0
    assert start_next_deal(host, guests, guests[:1]) < MAX_SHOW_S
    quick = start_with_computer(tmp_path / "quick")
    assert play_deal(host, guests, silent=guests[1]) <= play_deal(*quick) + 2.0


def test_screen_that_reports_in_time_is_always_waited_for(tmp_path: Path) -> None:
    host, guests = start_with_computer(tmp_path)
    for _deal in range(3):
        play_deal(host, guests)
        start_next_deal(host, guests, guests)
    match_host = host.match
    while match_host.match.turn in (0, 1):
        guest = host.get_guest_on_turn(guests)
        guest.play()
    before = match_host.revision
    guests[0].report_shown()
    for _second in range(int(MAX_SHOW_S) - 2):
        host.update(1.0)
    assert match_host.revision == before


def test_new_connection_does_not_let_the_others_wait_anew_for_a_screen(tmp_path: Path) -> None:
    host, guests = start_with_computer(tmp_path)
    match_host = host.match
    while match_host.match.turn in (0, 1):
        host.get_guest_on_turn(guests).act(host.get_guest_on_turn(guests).observation.legal_actions[0])
        host.update()
        if match_host.match.turn in (0, 1):
            host.settle(guests)
    before, key = match_host.revision, guests[1].key
    guests[0].report_shown()
    for number in range(int(MAX_SHOW_S) + 3):
        host.update(1.0)
        host.join("Bob", token=key, run=f"{number:02x}")
    assert match_host.revision > before


def test_next_deals_wait_no_longer_for_somebody_who_let_two_pauses_run_out(tmp_path: Path) -> None:
    host, guests = start_with_computer(tmp_path)
    pauses = []
    for ready in (guests[:1], guests[:1], guests[:1], guests, guests[:1], guests[:1]):
        play_deal(host, guests)
        pauses.append(start_next_deal(host, ready, guests) >= MAX_DEAL_PAUSE_S)
    assert pauses == [True, True, False, False, True, True]


def list_presences(guest: Guest) -> list[Presence]:
    guest.read()
    return [message for message in guest.messages if isinstance(message, Presence)]


def test_readiness_that_is_taken_back_again_and_again_is_told_a_few_times_only(tmp_path: Path) -> None:
    host, guests = start_with_computer(tmp_path)
    play_deal(host, guests)
    ann, bob = guests
    before = len(list_presences(ann))
    for number in range(60):
        bob.be_ready(is_ready=number % 2 == 0)
    assert len(list_presences(ann)) - before <= 2 * MAX_AT_ONCE + 1
    assert list_presences(ann)[-1].ready_seats == (1,)
    host.update(LIMIT_INTERVAL_S)
    bob.be_ready(is_ready=False)
    assert list_presences(ann)[-1].ready_seats == ()


@pytest.mark.parametrize("count", [1, 50])
def test_reports_of_a_screen_reach_nobody_else(tmp_path: Path, count: int) -> None:
    _host, (ann, bob) = start_with_computer(tmp_path)
    ann.read()
    for _time in range(count):
        bob.send(Shown(revision=bob.revision))
        bob.be_ready()
    assert not ann.read()

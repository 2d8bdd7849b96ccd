"""How long a guest can let the others wait by what it does not report, and disturb them by what it takes back."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.match.house_rules import RuleSet
from game.network.match_table import MAX_DEAL_PAUSE_S, MAX_SHOW_S, MAX_SLOW_STEPS
from game.network.messages import Presence, Ready, Shown
from game.session.rate_limit import LIMIT_INTERVAL_S, MAX_AT_ONCE
from tests.network_driver import TableDriver, TestGuest

LONG_MATCH = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 7})


def play_deal(driver: TableDriver, guests: list[TestGuest], silent: TestGuest | None = None) -> float:
    """Play a deal to its end while the screen of ``silent`` reports nothing; return the seconds that it took."""
    started_at = driver.clock()
    reporting = [guest for guest in guests if guest is not silent]
    for _update in range(1000):
        if driver.is_between_deals:
            return driver.clock() - started_at
        on_turn = [guest for guest in guests if guest.position[0].legal_actions]
        for guest in on_turn:
            guest.act(guest.position[0].legal_actions[0])
        driver.update(0.0 if on_turn else 1.0)
        driver.settle(reporting)
    raise AssertionError("the deal did not end")


def start_next_deal(driver: TableDriver, ready: list[TestGuest], guests: list[TestGuest]) -> float:
    """Let only ``ready`` ask for the next deal, and return the seconds until it begins."""
    started_at, deal_count = driver.clock(), driver.deal_count
    for guest in ready:
        guest.send(Ready())
    driver.update()
    while driver.deal_count == deal_count:
        driver.update(1.0)
        assert driver.clock() - started_at < 2 * MAX_DEAL_PAUSE_S
    driver.settle(guests)
    return driver.clock() - started_at


def start_with_computer(home: Path) -> tuple[TableDriver, list[TestGuest]]:
    driver = TableDriver(home, LONG_MATCH, seats=3)
    return driver, driver.start("Ann", "Bob")


def test_match_waits_no_longer_for_a_screen_that_never_reports(tmp_path: Path) -> None:
    driver, guests = start_with_computer(tmp_path)
    seconds = play_deal(driver, guests, silent=guests[1])
    assert seconds > MAX_SHOW_S, "at first it waits"
    assert seconds <= MAX_SLOW_STEPS * (MAX_SHOW_S + 2.0) + 40.0
    assert start_next_deal(driver, guests, guests[:1]) < MAX_SHOW_S
    quick = start_with_computer(tmp_path / "quick")
    assert play_deal(driver, guests, silent=guests[1]) <= play_deal(*quick) + 2.0


def test_screen_that_reports_in_time_is_always_waited_for(tmp_path: Path) -> None:
    driver, guests = start_with_computer(tmp_path)
    for _deal in range(3):
        play_deal(driver, guests)
        start_next_deal(driver, guests, guests)
    assert driver.table.match is not None
    host = driver.table.match.host
    while host.match.turn in (0, 1):
        guest = driver.get_guest_on_turn(guests)
        guest.act(guest.position[0].legal_actions[0])
        driver.update()
    before = host.revision
    guests[0].report_shown()
    for _second in range(int(MAX_SHOW_S) - 2):
        driver.update(1.0)
    assert host.revision == before


def test_new_connection_does_not_let_the_others_wait_anew_for_a_screen(tmp_path: Path) -> None:
    driver, guests = start_with_computer(tmp_path)
    assert driver.table.match is not None
    host = driver.table.match.host
    while host.match.turn in (0, 1):
        driver.get_guest_on_turn(guests).act(driver.get_guest_on_turn(guests).position[0].legal_actions[0])
        driver.update()
        if host.match.turn in (0, 1):
            driver.settle(guests)
    before, key = host.revision, guests[1].key
    guests[0].report_shown()
    for number in range(int(MAX_SHOW_S) + 3):
        driver.update(1.0)
        driver.join("Bob", token=key, run=f"{number:02x}")
    assert host.revision > before


def test_next_deals_wait_no_longer_for_somebody_who_let_two_pauses_run_out(tmp_path: Path) -> None:
    driver, guests = start_with_computer(tmp_path)
    pauses = []
    for ready in (guests[:1], guests[:1], guests[:1], guests, guests[:1], guests[:1]):
        play_deal(driver, guests)
        pauses.append(start_next_deal(driver, ready, guests) >= MAX_DEAL_PAUSE_S)
    assert pauses == [True, True, False, False, True, True]


def list_presences(guest: TestGuest) -> list[Presence]:
    guest.read()
    return [message for message in guest.messages if isinstance(message, Presence)]


def test_readiness_that_is_taken_back_again_and_again_is_told_a_few_times_only(tmp_path: Path) -> None:
    driver, guests = start_with_computer(tmp_path)
    play_deal(driver, guests)
    ann, bob = guests
    before = len(list_presences(ann))
    for number in range(60):
        bob.send(Ready(is_ready=number % 2 == 0))
        driver.update()
    assert len(list_presences(ann)) - before <= 2 * MAX_AT_ONCE + 1
    assert list_presences(ann)[-1].ready_seats == (1,)
    driver.update(LIMIT_INTERVAL_S)
    bob.send(Ready(is_ready=False))
    driver.update()
    assert list_presences(ann)[-1].ready_seats == ()


@pytest.mark.parametrize("count", [1, 50])
def test_reports_of_a_screen_reach_nobody_else(tmp_path: Path, count: int) -> None:
    driver, (ann, bob) = start_with_computer(tmp_path)
    ann.read()
    for _time in range(count):
        bob.send(Shown(revision=bob.position[1]))
        bob.send(Ready())
        driver.update()
    assert not ann.read()

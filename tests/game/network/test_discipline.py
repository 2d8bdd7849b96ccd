"""Ways round the discipline of a network table that do not work: the turn timer runs on, and leaving binds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.core.actions import LeaveMatch, VoteToEnd
from game.match.house_rules import RuleSet
from game.network.messages import Chat, EndTable, Ready, Shown
from tests.network_driver import TableDriver, TestGuest

TURN_S = 60
CLOCKED = RuleSet(
    game="spades", preset="individual",
    changes={"target": 200, "turn_seconds": TURN_S, "bar_minutes": 10, "talk": "free"},
)  # fmt: skip
DECLARED = RuleSet(game="muscio", preset="gattorna", changes={"turn_seconds": TURN_S, "bar_minutes": 10})


def wait(driver: TableDriver, guests: list[TestGuest], seconds: int) -> None:
    """Let time pass in steps of a second: after a longer gap the host takes itself for asleep."""
    for _second in range(seconds):
        driver.update(1.0, count=1)
    driver.settle(guests)


def send_pages(driver: TableDriver, guest: TestGuest) -> TestGuest:
    """Send what the pages of a guest's program send, other than actions."""
    guest.send(Ready())
    guest.send(Ready(is_ready=False))
    guest.send(Shown(revision=0))
    return guest


def connect_again(driver: TableDriver, guest: TestGuest) -> TestGuest:
    driver.leave(guest)
    return driver.join(guest.name, token=guest.key, run="cc")


def connect_twice(driver: TableDriver, guest: TestGuest) -> TestGuest:
    return driver.join(guest.name, token=guest.key, run="dd")


def rename(driver: TableDriver, guest: TestGuest) -> TestGuest:
    driver.leave(guest)
    return driver.join("Robert", token=guest.key, run="ee", color="red", avatar_number=3)


def lose_files(driver: TableDriver, guest: TestGuest) -> TestGuest:
    """Come with the invitation, in place of the key that was deleted."""
    driver.leave(guest)
    return driver.join(guest.name, run="ff")


def set_clock_back(driver: TableDriver, guest: TestGuest) -> TestGuest:
    """Set the system clock of the host's machine back; the messages of a guest have no time."""
    driver.set_back_s += 3600.0
    return guest


@pytest.mark.parametrize("trick", [set_clock_back, send_pages, connect_again, connect_twice, rename, lose_files])
def test_turn_timer_runs_on(tmp_path: Path, trick: Callable[[TableDriver, TestGuest], TestGuest]) -> None:
    driver = TableDriver(tmp_path, CLOCKED)
    ann, bob = guests = driver.start("Ann", "Bob")
    on_turn = driver.get_guest_on_turn(guests)
    other = bob if on_turn is ann else ann
    before = other.position[1]
    for _time in range(6):
        wait(driver, [other], TURN_S // 10)
        on_turn = trick(driver, on_turn)
    assert other.position[1] == before
    wait(driver, [other], TURN_S // 2)
    assert other.position[1] > before


def test_chat_restarts_the_turn_timer_three_times_in_a_turn_at_most(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, CLOCKED)
    guests = driver.start("Ann", "Bob")
    on_turn, (before, turn) = driver.get_guest_on_turn(guests), (guests[0].position[1], guests[0].position[2])
    for number in range(900, 912):
        wait(driver, guests, TURN_S // 2)
        on_turn.send(Chat(number=number, text="wait"))
    assert guests[0].position[1] > before and guests[0].position[2] != turn


def test_leaving_in_the_declarations_ends_the_match_and_bars_the_absent_player(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, DECLARED, 4)
    guests = driver.start("Ann", "Bob", "Eva", "Dan")
    on_turn = driver.get_guest_on_turn(guests)
    driver.leave(on_turn)
    others = [guest for guest in guests if guest is not on_turn]
    wait(driver, others, TURN_S + 2)
    assert all(guest.position[0].is_over for guest in others)
    other = TableDriver(tmp_path, DECLARED, 4, neighbor=driver)
    assert other.join("Robert", run="dd", earlier_keys=(on_turn.key,)).refusal == "barred"
    assert not any(other.join(guest.name, earlier_keys=(guest.key,)).refusal for guest in others)


def test_leaving_on_the_result_bars_nobody(tmp_path: Path) -> None:
    rules = RuleSet(
        game="briscola", preset="classic", changes={"deals_to_win": 1, "turn_seconds": TURN_S, "bar_minutes": 10}
    )
    driver = TableDriver(tmp_path, rules)
    guests = driver.start("Ann", "Bob")
    for _turn in range(60):
        driver.settle(guests)
        for guest in guests:
            if guest.position[0].legal_actions:
                guest.act(guest.position[0].legal_actions[0])
    driver.settle(guests)
    bob = guests[1]
    assert bob.position[0].is_over
    bob.act(LeaveMatch(bob.position[0].seat or 0))
    driver.update()
    assert bob.answers[-1].reason is not None
    driver.leave(bob)
    other = TableDriver(tmp_path, rules, neighbor=driver)
    assert not other.join("Bob", run="dd", earlier_keys=(bob.key,)).refusal


# -- ways round a bar


def is_barred(driver: TableDriver, guest: TestGuest) -> bool:
    """Return whether the host of ``driver`` turns the guest away from another table."""
    other = TableDriver(Path(), CLOCKED, 4, neighbor=driver)
    return other.join("Robert", run="0b", earlier_keys=(guest.key,)).refusal == "barred"


def leave_match(driver: TableDriver, guest: TestGuest) -> None:
    guest.act(LeaveMatch(guest.position[0].seat or 0))
    driver.update()
    driver.leave(guest)


def test_everybody_who_leaves_is_barred(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, CLOCKED)
    guests = driver.start("Ann", "Bob")
    for guest in guests:
        leave_match(driver, guest)
    assert driver.table.is_ended
    driver.table.close()
    assert all(is_barred(driver, guest) for guest in guests)


def test_owner_who_ends_the_table_is_barred_with_those_who_have_left(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, CLOCKED, 3)
    ann, bob, eva = driver.start("Ann", "Bob", "Eva")
    leave_match(driver, bob)
    ann.send(EndTable())
    driver.table.close()
    assert is_barred(driver, ann) and is_barred(driver, bob) and not is_barred(driver, eva)


def test_votes_to_end_free_everybody_and_nobody_votes_twice(tmp_path: Path) -> None:
    rules = RuleSet(game="spades", preset="individual", changes={**CLOCKED.changes, "exit_votes": 3})
    driver = TableDriver(tmp_path, rules, 3)
    ann, bob, eva = driver.start("Ann", "Bob", "Eva")
    for run in ("b1", "b2", "b3"):
        again = driver.join("Bob", token=bob.key, run=run)
        again.act(VoteToEnd(again.position[0].seat or 0))
        driver.update()
    assert len(ann.position[0].votes_to_end) == 1 and not ann.position[0].is_over
    for guest in (ann, eva):
        guest.act(VoteToEnd(guest.position[0].seat or 0))
        driver.update()
    assert ann.position[0].is_over
    assert not any(is_barred(driver, guest) for guest in (ann, bob, eva))


@pytest.mark.parametrize("set_back_s", [60.0, 1e6])
def test_clock_of_the_host_that_was_set_back_neither_lifts_nor_lengthens_a_bar(
    tmp_path: Path, set_back_s: float
) -> None:
    driver = TableDriver(tmp_path, CLOCKED)
    ann, bob = driver.start("Ann", "Bob")
    leave_match(driver, bob)
    ann.send(EndTable())
    driver.table.close()
    driver.set_back_s = set_back_s
    driver.clock.advance(9 * 60.0)
    assert is_barred(driver, bob)
    driver.clock.advance(2 * 60.0)
    assert not is_barred(driver, bob)


def test_match_without_a_turn_timer_bars_nobody(tmp_path: Path) -> None:
    driver = TableDriver(tmp_path, RuleSet(game="spades", preset="individual", changes={"target": 200}))
    ann, bob = driver.start("Ann", "Bob")
    leave_match(driver, bob)
    ann.send(EndTable())
    driver.table.close()
    assert not is_barred(driver, ann) and not is_barred(driver, bob)

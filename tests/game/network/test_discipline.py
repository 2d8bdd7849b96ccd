"""Ways round the discipline of a network table that do not work: the turn timer runs on, and leaving binds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.core.actions import LeaveMatch
from game.match.house_rules import RuleSet
from game.network.messages import Chat, EndTable, Ready, Shown
from tests.network.host import Guest, Host

TURN_S = 60
CLOCKED = RuleSet(
    game="spades", preset="individual",
    changes={"target": 200, "turn_seconds": TURN_S, "bar_minutes": 10, "talk": "free"},
)  # fmt: skip
DECLARED = RuleSet(game="muscio", preset="gattorna", changes={"turn_seconds": TURN_S, "bar_minutes": 10})


def wait(host: Host, guests: list[Guest], seconds: int) -> None:
    """Let time pass in steps of a second: after a longer gap the host takes itself for asleep."""
    for _second in range(seconds):
        host.update(1.0, count=1)
    host.settle(guests)


def send_pages(host: Host, guest: Guest) -> Guest:
    """Send what the pages of a guest's program send, other than actions."""
    guest.send(Ready())
    guest.send(Ready(is_ready=False))
    guest.send(Shown(revision=0))
    return guest


def connect_again(host: Host, guest: Guest) -> Guest:
    host.leave(guest)
    return guest.connect_again()


def connect_twice(host: Host, guest: Guest) -> Guest:
    return guest.connect_again("dd")


def rename(host: Host, guest: Guest) -> Guest:
    host.leave(guest)
    return host.join("Robert", token=guest.key, run="ee", color="red", avatar_number=3)


def lose_files(host: Host, guest: Guest) -> Guest:
    """Come with the invitation, in place of the key that was deleted."""
    host.leave(guest)
    return host.join(guest.name, run="ff")


def set_clock_back(host: Host, guest: Guest) -> Guest:
    """Set the system clock of the host's machine back; the messages of a guest have no time."""
    host.set_back_s += 3600.0
    return guest


@pytest.mark.parametrize("trick", [set_clock_back, send_pages, connect_again, connect_twice, rename, lose_files])
def test_turn_timer_runs_on(tmp_path: Path, trick: Callable[[Host, Guest], Guest]) -> None:
    host = Host(tmp_path, CLOCKED)
    ann, bob = guests = host.start("Ann", "Bob")
    on_turn = host.get_guest_on_turn(guests)
    other = bob if on_turn is ann else ann
    before = other.revision
    for _time in range(6):
        wait(host, [other], TURN_S // 10)
        on_turn = trick(host, on_turn)
    assert other.revision == before
    wait(host, [other], TURN_S // 2)
    assert other.revision > before


def test_chat_restarts_the_turn_timer_three_times_in_a_turn_at_most(tmp_path: Path) -> None:
    host = Host(tmp_path, CLOCKED)
    guests = host.start("Ann", "Bob")
    on_turn, (before, turn) = host.get_guest_on_turn(guests), (guests[0].revision, guests[0].turn)
    for number in range(900, 912):
        wait(host, guests, TURN_S // 2)
        on_turn.send(Chat(number=number, text="wait"))
    assert guests[0].revision > before and guests[0].turn != turn


def test_leaving_in_the_declarations_ends_the_match_and_bars_the_absent_player(tmp_path: Path) -> None:
    host = Host(tmp_path, DECLARED, 4)
    guests = host.start("Ann", "Bob", "Eva", "Dan")
    on_turn = host.get_guest_on_turn(guests)
    host.leave(on_turn)
    others = [guest for guest in guests if guest is not on_turn]
    wait(host, others, TURN_S + 2)
    assert all(guest.observation.is_over for guest in others)
    other = Host(tmp_path, DECLARED, 4, neighbor=host)
    assert other.join("Robert", run="dd", earlier_keys=(on_turn.key,)).refusal == "barred"
    assert not any(other.join(guest.name, earlier_keys=(guest.key,)).refusal for guest in others)


def test_leaving_on_the_result_bars_nobody(tmp_path: Path) -> None:
    rules = RuleSet(
        game="briscola", preset="classic", changes={"deals_to_win": 1, "turn_seconds": TURN_S, "bar_minutes": 10}
    )
    host = Host(tmp_path, rules)
    guests = host.start("Ann", "Bob")
    for _turn in range(60):
        host.settle(guests)
        for guest in guests:
            if guest.is_on_turn:
                guest.act()
    host.settle(guests)
    bob = guests[1]
    assert bob.observation.is_over
    bob.play(LeaveMatch(bob.seat))
    assert bob.answers[-1].reason is not None
    host.leave(bob)
    other = Host(tmp_path, rules, neighbor=host)
    assert not other.join("Bob", run="dd", earlier_keys=(bob.key,)).refusal


# -- ways round a bar


def is_barred(host: Host, guest: Guest) -> bool:
    """Return whether the host of ``host`` turns the guest away from another table."""
    other = Host(Path(), CLOCKED, 4, neighbor=host)
    return other.join("Robert", run="0b", earlier_keys=(guest.key,)).refusal == "barred"


def leave_match(host: Host, guest: Guest) -> None:
    guest.leave_match()
    host.leave(guest)


def test_everybody_who_leaves_is_barred(tmp_path: Path) -> None:
    host = Host(tmp_path, CLOCKED)
    guests = host.start("Ann", "Bob")
    for guest in guests:
        leave_match(host, guest)
    assert host.table.is_ended
    host.table.close()
    assert all(is_barred(host, guest) for guest in guests)


def test_owner_who_ends_the_table_is_barred_with_those_who_have_left(tmp_path: Path) -> None:
    host = Host(tmp_path, CLOCKED, 3)
    ann, bob, eva = host.start("Ann", "Bob", "Eva")
    leave_match(host, bob)
    ann.send(EndTable())
    host.table.close()
    assert is_barred(host, ann) and is_barred(host, bob) and not is_barred(host, eva)


def test_votes_to_end_free_everybody_and_nobody_votes_twice(tmp_path: Path) -> None:
    rules = RuleSet(game="spades", preset="individual", changes={**CLOCKED.changes, "exit_votes": 3})
    host = Host(tmp_path, rules, 3)
    ann, bob, eva = host.start("Ann", "Bob", "Eva")
    for run in ("b1", "b2", "b3"):
        again = host.join("Bob", token=bob.key, run=run)
        again.vote_to_end()
    assert len(ann.observation.votes_to_end) == 1 and not ann.observation.is_over
    for guest in (ann, eva):
        guest.vote_to_end()
    assert ann.observation.is_over
    assert not any(is_barred(host, guest) for guest in (ann, bob, eva))


@pytest.mark.parametrize("set_back_s", [60.0, 1e6])
def test_clock_of_the_host_that_was_set_back_neither_lifts_nor_lengthens_a_bar(
    tmp_path: Path, set_back_s: float
) -> None:
    host = Host(tmp_path, CLOCKED)
    ann, bob = host.start("Ann", "Bob")
    leave_match(host, bob)
    ann.send(EndTable())
    host.table.close()
    host.set_back_s = set_back_s
    host.clock.advance(9 * 60.0)
    assert is_barred(host, bob)
    host.clock.advance(2 * 60.0)
    assert not is_barred(host, bob)


def test_match_without_a_turn_timer_bars_nobody(tmp_path: Path) -> None:
    host = Host(tmp_path, RuleSet(game="spades", preset="individual", changes={"target": 200}))
    ann, bob = host.start("Ann", "Bob")
    leave_match(host, bob)
    ann.send(EndTable())
    host.table.close()
    assert not is_barred(host, ann) and not is_barred(host, bob)

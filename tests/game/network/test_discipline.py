"""Ways round the turn timer of a network table that do not work."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.match.house_rules import RuleSet
from game.network.messages import Ready, Shown
from tests.network.host import Guest, Host

TURN_S = 60
CLOCKED = RuleSet(
    game="spades", preset="individual",
    changes={"target": 200, "turn_seconds": TURN_S, "bar_minutes": 10, "talk": "free"},
)  # fmt: skip


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

"""The host's machine stays awake while a deal is played, and only then."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from unittest.mock import Mock

import pytest

from game.network import sleep_inhibitor
from game.network.sleep_inhibitor import SleepInhibitor, inhibit_sleep_while, list_command, start_command


class FakeSystem:
    """A system that notes what it is told; ``has_command``: whether the program for it is installed."""

    def __init__(self, name: str, *, has_command: bool = True) -> None:
        self.has_command = has_command
        self.notes: list[object] = []
        self.inhibitor = SleepInhibitor(name, self.start, self.notes.append)

    def start(self, command: Sequence[str]) -> Mock:
        if not self.has_command:
            raise FileNotFoundError(command[0])
        self.notes.append(command[0])
        process = Mock()
        process.terminate.side_effect = lambda: self.notes.append("end")
        process.stdin.close.side_effect = lambda: self.notes.append("close")
        return process


ALLOWED = sleep_inhibitor.ES_CONTINUOUS
AWAKE = ALLOWED | sleep_inhibitor.ES_SYSTEM_REQUIRED
NOTES: dict[tuple[str, bool], list[object]] = {
    ("linux", True): ["systemd-inhibit", "end", "close", "systemd-inhibit"],
    ("darwin", True): ["caffeinate", "end", "close", "caffeinate"],
    ("win32", True): [AWAKE, ALLOWED, AWAKE],
    ("linux", False): [],
    ("freebsd14", True): [],
}
"""Calls to a system in a match, by its name and whether its program is installed."""


def test_system_is_told_once_for_each_change() -> None:
    for (name, has_command), notes in NOTES.items():
        system = FakeSystem(name, has_command=has_command)
        for is_active in (False, True, True, False, False, True):
            system.inhibitor.set_active(is_active)
        assert system.notes == notes, name


def test_command_of_macos_ends_with_the_host() -> None:
    assert list_command("darwin", 77) == ("caffeinate", "-i", "-w", "77")


@pytest.mark.skipif(sys.platform == "win32", reason="the command is one of Linux")
def test_command_ends_when_its_input_is_closed() -> None:
    process = start_command(("cat",))
    assert process.poll() is None and process.stdin is not None
    process.stdin.close()
    assert process.wait(5.0) == 0


def test_machine_is_kept_awake_while_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sleep_inhibitor, "CHECK_INTERVAL_S", 0.0)
    system, needs = FakeSystem("win32"), [False, True, True, False, True]

    async def run() -> None:
        keeping_awake = asyncio.create_task(
            inhibit_sleep_while(lambda: needs.pop(0) if needs else True, system.inhibitor)
        )
        while needs:
            await asyncio.sleep(0)
        keeping_awake.cancel()
        await asyncio.wait([keeping_awake])

    asyncio.run(run())
    assert system.notes == [AWAKE, ALLOWED, AWAKE, ALLOWED]

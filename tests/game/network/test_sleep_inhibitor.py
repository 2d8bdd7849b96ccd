"""The host's machine stays awake while a deal is played, and only then."""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Sequence

import pytest

from game.network import sleep_inhibitor
from game.network.sleep_inhibitor import (
    ES_CONTINUOUS,
    ES_SYSTEM_REQUIRED,
    SleepInhibitor,
    inhibit_sleep_while,
    list_command,
    start_command,
)
from tests.rows import check_rows


class FakeProcess:
    def __init__(self, command: Sequence[str]) -> None:
        self.command = command
        self.stdin = io.BytesIO()
        self.is_terminated = False

    def terminate(self) -> None:
        self.is_terminated = True

    def wait(self, _timeout_s: float) -> None:
        assert self.is_terminated


class FakeSystem:
    """A system that notes what it is told; ``has_command``: whether the program for it is installed."""

    def __init__(self, *, has_command: bool = True) -> None:
        self.has_command = has_command
        self.processes: list[FakeProcess] = []
        self.states: list[int] = []

    def start(self, command: Sequence[str]) -> FakeProcess:
        if not self.has_command:
            raise FileNotFoundError(command[0])
        self.processes.append(FakeProcess(command))
        return self.processes[-1]

    def make_inhibitor(self, name: str) -> SleepInhibitor:
        return SleepInhibitor(name, self.start, self.states.append)


@check_rows(("name", "program"), [("linux", "systemd-inhibit"), ("darwin", "caffeinate")])
def test_command_runs_from_the_first_wish_to_its_end(name: str, program: str) -> None:
    system = FakeSystem()
    inhibitor = system.make_inhibitor(name)
    for is_active in (False, True, True):
        inhibitor.set_active(is_active)
    (process,) = system.processes
    assert process.command[0] == program and not process.is_terminated
    inhibitor.set_active(False)
    assert process.is_terminated and process.stdin.closed
    inhibitor.set_active(True)
    assert len(system.processes) == 2 and not system.states


def test_command_of_macos_ends_with_the_host() -> None:
    assert list_command("darwin", 77) == ("caffeinate", "-i", "-w", "77")


def test_windows_is_told_once_for_each_change() -> None:
    system = FakeSystem()
    inhibitor = system.make_inhibitor("win32")
    for is_active in (True, True, False, False):
        inhibitor.set_active(is_active)
    assert system.states == [ES_CONTINUOUS | ES_SYSTEM_REQUIRED, ES_CONTINUOUS]
    assert not system.processes


@check_rows("name", ["linux", "freebsd14"])
def test_system_without_a_way_is_left_alone(name: str) -> None:
    system = FakeSystem(has_command=False)
    inhibitor = system.make_inhibitor(name)
    inhibitor.set_active(True)
    inhibitor.set_active(False)
    assert not system.processes and not system.states


@pytest.mark.skipif(sys.platform == "win32", reason="the command is one of Linux")
def test_command_ends_when_its_input_is_closed() -> None:
    process = start_command(("cat",))
    assert process.poll() is None and process.stdin is not None
    process.stdin.close()
    assert process.wait(5.0) == 0


def test_machine_is_kept_awake_while_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sleep_inhibitor, "CHECK_INTERVAL_S", 0.0)
    system = FakeSystem()
    needs = [False, True, True, False, True]

    async def run() -> None:
        keeping_awake = asyncio.create_task(
            inhibit_sleep_while(lambda: needs.pop(0) if needs else True, system.make_inhibitor("darwin"))
        )
        while needs:
            await asyncio.sleep(0)
        assert [process.is_terminated for process in system.processes] == [True, False]
        keeping_awake.cancel()
        await asyncio.wait([keeping_awake])

    asyncio.run(run())
    assert all(process.is_terminated for process in system.processes)

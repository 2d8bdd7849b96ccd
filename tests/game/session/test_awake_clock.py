"""The clock of turns and blocks goes on while the computer sleeps, in the window as in the host of a table."""

from __future__ import annotations

import time

import pytest

from game.network import host_process
from game.session.awake_clock import read_awake_clock
from ui.environment import DEFAULT_ENVIRONMENT


def test_window_and_host_have_one_clock() -> None:
    assert DEFAULT_ENVIRONMENT.clock is read_awake_clock
    assert vars(host_process)["read_awake_clock"] is read_awake_clock


def fake_system(monkeypatch: pytest.MonkeyPatch, platform: str, clocks: dict[str, float], monotonic: float) -> None:
    """Pretend that the system has these ``clocks``, by the names of their constants in `time`."""
    numbers = {name: number for number, name in enumerate(clocks, start=100)}
    for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC", "CLOCK_MONOTONIC_RAW", "CLOCK_UPTIME_RAW"):
        monkeypatch.delattr(time, name, raising=False)
    for name, number in numbers.items():
        monkeypatch.setattr(time, name, number, raising=False)
    values = {numbers[name]: value for name, value in clocks.items()}
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setattr(time, "clock_gettime", values.__getitem__, raising=False)
    monkeypatch.setattr(time, "monotonic", lambda: monotonic)


@pytest.mark.parametrize(
    ("platform", "clocks", "monotonic"),
    [
        ("linux", {"CLOCK_MONOTONIC": 5.0, "CLOCK_MONOTONIC_RAW": 5.0, "CLOCK_BOOTTIME": 77.0}, 5.0),
        ("darwin", {"CLOCK_MONOTONIC": 77.0, "CLOCK_MONOTONIC_RAW": 77.0, "CLOCK_UPTIME_RAW": 5.0}, 5.0),
        ("win32", {}, 77.0),
    ],
)
def test_clock_includes_sleep(
    monkeypatch: pytest.MonkeyPatch, platform: str, clocks: dict[str, float], monotonic: float
) -> None:
    """5 seconds awake and 72 asleep: `time.monotonic` includes the sleep on Windows only."""
    fake_system(monkeypatch, platform, clocks, monotonic)
    assert DEFAULT_ENVIRONMENT.clock() == 77.0

"""Keeping the machine of a host awake while a deal is played, where the system offers a way."""

from __future__ import annotations

import asyncio
import ctypes
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

CHECK_INTERVAL_S: Final = 1.0
ES_CONTINUOUS: Final = 0x80000000
ES_SYSTEM_REQUIRED: Final = 0x00000001
"""Flags of SetThreadExecutionState (Windows): the state holds until the next call; the system must not sleep."""

_log = logging.getLogger(__name__)


def list_command(system: str, pid: int) -> tuple[str, ...]:
    """Return the command that keeps ``system`` awake until it ends; () where there is none.

    Each ends by itself with process ``pid``, also if that is killed: on Linux its standard input is closed then.
    """
    match system:
        case "darwin":
            return "caffeinate", "-i", "-w", str(pid)
        case "linux":
            return "systemd-inhibit", "--what=idle:sleep", "--who=Tavolo Verde", "--why=A deal is being played", "cat"
    return ()


def start_command(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start ``command`` with a standard input that stays open, and without output. Raise OSError."""
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )  # fmt: skip


def set_execution_state(flags: int) -> None:
    """Call SetThreadExecutionState of Windows, for this thread."""
    getattr(ctypes, "windll").kernel32.SetThreadExecutionState(flags)  # noqa: B009  # missing on other systems


class SleepInhibitor:
    """The wish that the machine stays awake. Without a way to tell the system, it does nothing.

    ``system``: as `sys.platform`; ``start`` starts a command, ``set_state`` tells Windows.
    """

    def __init__(
        self,
        system: str = sys.platform,
        start: Callable[[Sequence[str]], Any] = start_command,
        set_state: Callable[[int], None] = set_execution_state,
    ) -> None:
        self._system = system
        self._start = start
        self._set_state = set_state
        self._process: Any = None
        self._is_active = False

    def set_active(self, is_active: bool) -> None:
        """Keep the machine awake from now on, or no longer."""
        if is_active == self._is_active:
            return
        self._is_active = is_active
        command = list_command(self._system, os.getpid())
        if self._system == "win32":
            self._set_state(ES_CONTINUOUS | (ES_SYSTEM_REQUIRED if is_active else 0))
        elif is_active and command:
            try:
                self._process = self._start(command)
            except OSError as error:
                _log.info("the machine may sleep during a deal: %s", error)
        elif self._process is not None:
            self._process.terminate()
            self._process.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(1.0)
            self._process = None


async def inhibit_sleep_while(is_needed: Callable[[], bool], inhibitor: SleepInhibitor) -> None:
    """Keep the machine awake whenever ``is_needed`` returns True, until this task is cancelled."""
    try:
        while True:
            inhibitor.set_active(is_needed())
            await asyncio.sleep(CHECK_INTERVAL_S)
    finally:
        inhibitor.set_active(False)

"""The clock of turns and of blocks, the same for the window and for the host of a table: it goes on in sleep."""

from __future__ import annotations

import sys
import time


def read_awake_clock() -> float:
    """Return seconds that never go back and, where the system can tell, include its sleep."""
    if sys.platform == "darwin":  # there `time.monotonic` stops in sleep
        return time.clock_gettime(time.CLOCK_MONOTONIC)
    boot_clock = getattr(time, "CLOCK_BOOTTIME", None)  # on Windows `time.monotonic` includes sleep
    return time.monotonic() if boot_clock is None else time.clock_gettime(boot_clock)

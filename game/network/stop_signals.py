"""The signals that tell a process to stop: Ctrl+C, and SIGTERM of the system."""

from __future__ import annotations

import signal
from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


@contextmanager
def handling_stop_signals(loop: AbstractEventLoop, stop: Callable[[], object]) -> Iterator[None]:
    """Let ``loop`` call ``stop`` when the process is told to stop, however often, while the block runs.

    Once the loop is closed they change nothing: what the block does then is not broken off.
    """

    def handle(*_arguments: object) -> None:
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(stop)

    earlier = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in earlier.items():
            signal.signal(number, handler)

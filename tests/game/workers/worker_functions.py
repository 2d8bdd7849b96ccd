"""Functions for worker processes, which find them by name, and helpers to wait for these processes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from game.core.messages import InputError
from game.workers.worker_process import WorkerProcess

WAIT_LIMIT_S = 120.0
"""The most time that a test waits for something immediate."""


def get_name(function: Callable[..., object]) -> str:
    """Return the name under which a worker process finds a function."""
    return f"{function.__module__}:{function.__qualname__}"


@contextmanager
def open_worker(**options: object) -> Iterator[WorkerProcess]:
    """Return a context manager that gives its block a worker and leaves no process behind.

    Raise AssertionError if the process does not end.
    """
    worker = WorkerProcess("test", niceness=0, **options)  # type: ignore[arg-type]
    try:
        yield worker
    finally:
        worker.close()
        assert worker.join(WAIT_LIMIT_S)
        assert worker.pid is None


def wait_until(condition: Callable[[], object]) -> None:
    due = time.monotonic() + WAIT_LIMIT_S
    while not condition():
        assert time.monotonic() < due, "it never came"
        time.sleep(0.005)


def is_running(pid: int) -> bool:
    is_there: bool = psutil.pid_exists(pid)
    return is_there


# -- functions


def echo(*args: object) -> object:
    return args


def get_pid() -> int:
    return os.getpid()


def get_niceness() -> int:
    return os.nice(0)


def hang(*_args: object) -> None:
    while True:
        time.sleep(0.01)


def hang_first_time(marker: str) -> str:
    """Create the file and hang, unless it exists already."""
    if not Path(marker).exists():
        Path(marker).touch()
        hang()
    return "answered"


def exit_process(*_args: object) -> None:
    os._exit(3)


def close_pipe_and_sleep() -> None:
    """Close the pipe and sleep, as a dying process seems to do for a moment."""
    os.closerange(3, 256)
    time.sleep(600)


def lose_count(*_args: object) -> None:
    raise ZeroDivisionError("lost count")


def refuse_input(*_args: object) -> None:
    raise InputError("value_missing")


def read_missing_model(*_args: object) -> None:
    Path("strong-model.npz").read_bytes()


def raise_on_unpickling() -> None:
    raise ValueError("this cannot be read")


class UnpicklingFails:
    """An answer that can be sent and that raises an error where it is received."""

    def __reduce__(self) -> tuple[Callable[[], None], tuple[()]]:
        return raise_on_unpickling, ()


def return_unreadable(*_args: object) -> UnpicklingFails:
    return UnpicklingFails()


def return_function(*_args: object) -> Callable[[], None]:
    """Return an answer that cannot be sent."""
    return lambda: None


def count_to(end: int) -> Generator[int, None, str]:
    """Yield the numbers from 1 to ``end``, as progress; return a text at the end."""
    yield from range(1, end + 1)
    return f"counted to {end}"


def report_until_file_exists(marker: str) -> Generator[int, None, int]:
    """Yield the process id again and again, as progress, until a file exists; return it at the end."""
    while not Path(marker).exists():
        yield os.getpid()
        time.sleep(0.001)
    return os.getpid()


def report_and_hang() -> Generator[int, None, None]:
    yield os.getpid()
    hang()


def report_and_fail() -> Generator[int, None, None]:
    yield os.getpid()
    lose_count()

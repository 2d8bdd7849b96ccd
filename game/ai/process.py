"""A process beside the program: started, heard, ended. Whoever has one waits for it, in a thread of his own."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import Final, NamedTuple

import msgspec

START_LIMIT_S: Final = 30.0
"""How long a process may take to start; a cold disk or a virus scanner is no reason to give it up."""
TICK_S: Final = 0.05
"""How soon a waiting thread notices that nobody wants the process any more."""

READY: Final = "ready"
GONE: Final = "the process died"


class Failure(msgspec.Struct, frozen=True):
    """The message that a process sends instead of an answer: the error in one line."""

    error: str

    @classmethod
    def of(cls, error: Exception) -> Failure:
        """Return the message for ``error``; an `OSError` names its file."""
        return cls(f"{type(error).__name__}: {error}")


class Lost(Exception):
    """The process died, hangs or answers nonsense."""


class Failed(Lost):
    """The process sent an error instead of an answer: ``str(failed)`` is its type and text."""


class Closed(Exception):
    """It was closed while one waited for it."""


class Worker(NamedTuple):
    """A process and the pipe to it. Every method may wait."""

    process: multiprocessing.process.BaseProcess
    pipe: Connection

    @classmethod
    def spawn(cls, target: Callable[..., None], name: str, closing: threading.Event, *args: object) -> Worker:
        """A process that runs ``target(pipe, *args)`` and has said `READY`. Lost or OSError if it does not get so far.

        Closed if ``closing`` is set meanwhile.
        """
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=target, args=(theirs, *args), name=name, daemon=True)
        worker = cls(process, ours)
        try:
            process.start()
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        try:
            worker.receive(START_LIMIT_S, closing)
        except Exception:
            worker.end()
            raise
        return worker

    @property
    def pid(self) -> int | None:
        return self.process.pid

    def send(self, message: object) -> None:
        """Give the process something to do. Lost if it is gone."""
        try:
            self.pipe.send(message)
        except OSError:
            raise Lost(GONE) from None

    def receive(self, limit_s: float, closing: threading.Event) -> object:
        """What the process sends next. Lost if it dies or sends nothing in time, Failed if it sends an error."""
        due = time.monotonic() + limit_s
        while not wait((self.pipe, self.process.sentinel), TICK_S):
            if closing.is_set():
                raise Closed
            if time.monotonic() > due:
                raise Lost(f"no answer in {limit_s} seconds")
        message = self._message()
        if isinstance(message, Failure):
            raise Failed(message.error)
        return message

    def _message(self) -> object:
        """What lies in the pipe. A process that died may have closed it, or left nothing there."""
        with contextlib.suppress(EOFError, OSError):
            if self.pipe.poll():
                return self.pipe.recv()
        raise Lost(GONE)

    def end(self) -> None:
        """Kill the process and forget it."""
        self.pipe.close()
        self.process.kill()
        self.process.join()
        self.process.close()


@contextmanager
def answering(pipe: Connection) -> Iterator[None]:
    """The life of such a process: it gives way to the window, ends with it, and says what went wrong."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(5)
    threading.Thread(target=_die_with_parent, daemon=True).start()
    try:
        yield
    except Exception as error:
        with contextlib.suppress(OSError):  # the other side has closed the pipe: nobody hears it
            pipe.send(Failure.of(error))


def _die_with_parent() -> None:
    """A process that hangs in its thoughts does not see its pipe close, but this thread sees the parent go."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait((parent.sentinel,))
        os._exit(1)

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

from game.text.errors import describe_error

START_TIMEOUT_S: Final = 30.0
"""How long a process may take to start; a cold disk or a virus scanner is no reason to give it up."""
POLL_INTERVAL_S: Final = 0.05
"""How soon a waiting thread notices that nobody wants the process any more."""

READY_MESSAGE: Final = "ready"
PROCESS_DIED_MESSAGE: Final = "the process died"


class WorkerFailure(msgspec.Struct, frozen=True):
    """The message that a process sends instead of an answer: the error in one line."""

    error: str

    @classmethod
    def of(cls, error: Exception) -> WorkerFailure:
        """Return the message for ``error``; an `OSError` names its file."""
        return cls(f"{type(error).__name__}: {describe_error(error)}")


class WorkerLostError(Exception):
    """The process died, hangs or answers nonsense."""


class Failed(WorkerLostError):
    """The process sent an error instead of an answer: ``str(failed)`` is its type and text."""


class WorkerClosedError(Exception):
    """It was closed while one waited for it."""


class WorkerProcess(NamedTuple):
    """A process and the pipe to it. Every method may wait."""

    process: multiprocessing.process.BaseProcess
    pipe: Connection

    @classmethod
    def spawn(cls, target: Callable[..., None], name: str, closing: threading.Event, *args: object) -> WorkerProcess:
        """A process that runs ``target(pipe, *args)`` and has said `READY_MESSAGE`. Lost or OSError if it does not get
        so far.

        Closed if ``closing`` is set meanwhile.
        """
        context = multiprocessing.get_context("spawn")
        own_end, other_end = context.Pipe()
        process = context.Process(target=target, args=(other_end, *args), name=name, daemon=True)
        worker = cls(process, own_end)
        try:
            process.start()
        except BaseException:
            own_end.close()
            raise
        finally:
            other_end.close()
        try:
            worker.receive(START_TIMEOUT_S, closing)
        except Exception:
            worker.kill()
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
            raise WorkerLostError(PROCESS_DIED_MESSAGE) from None

    def receive(self, timeout_s: float, closing: threading.Event) -> object:
        """What the process sends next. Lost if it dies or sends nothing in time, Failed if it sends an error."""
        deadline_s = time.monotonic() + timeout_s
        while not wait((self.pipe, self.process.sentinel), POLL_INTERVAL_S):
            if closing.is_set():
                raise WorkerClosedError
            if time.monotonic() > deadline_s:
                raise WorkerLostError(f"no answer in {timeout_s} seconds")
        message = self._read_message()
        if isinstance(message, WorkerFailure):
            raise Failed(message.error)
        return message

    def _read_message(self) -> object:
        """What lies in the pipe. A process that died may have closed it, or left nothing there."""
        with contextlib.suppress(EOFError, OSError):
            if self.pipe.poll():
                return self.pipe.recv()
        raise WorkerLostError(PROCESS_DIED_MESSAGE)

    def kill(self) -> None:
        """Kill the process and forget it."""
        self.pipe.close()
        self.process.kill()
        self.process.join()
        self.process.close()


@contextmanager
def run_as_worker(pipe: Connection) -> Iterator[None]:
    """The life of such a process: it gives way to the window, ends with it, and says what went wrong."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(5)
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    try:
        yield
    except Exception as error:
        with contextlib.suppress(OSError):  # the other side has closed the pipe: nobody hears it
            pipe.send(WorkerFailure.of(error))


def _exit_with_parent() -> None:
    """A process that hangs in its thoughts does not see its pipe close, but this thread sees the parent go."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait((parent.sentinel,))
        os._exit(1)

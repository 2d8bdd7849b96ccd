"""A worker process that runs functions by name, and the thread that waits for it.

A search in a thread would cost frames, so it runs in a spawned process. To start that process, exchange messages with
it and end it may all block, so a daemon thread does that: no call from the window blocks.
"""

from __future__ import annotations

import contextlib
import importlib
import logging
import multiprocessing
import os
import queue
import signal
import threading
import time
from collections.abc import Callable, Generator
from concurrent.futures import Future, InvalidStateError
from multiprocessing.connection import Connection, wait
from types import GeneratorType
from typing import Any, Final, NamedTuple

from game.text.errors import describe_error

MAX_ATTEMPTS: Final = 2
"""The number of attempts at a task whose process dies, hangs or sends bad data."""
START_TIMEOUT_S: Final = 30.0
"""The time allowed for starting a process, on a cold disk with a virus scanner."""
POLL_INTERVAL_S: Final = 0.05
"""The time until the waiting thread notices a cancelled task or a closed worker."""
CANCEL_GRACE_S: Final = 1.0
"""The time a cancelled task may run before its process is killed.

A move usually ends sooner than a new process starts.
"""
IDLE_TIMEOUT_S: Final = 10.0
"""The idle time after which a process is ended unless `start` was called."""

PROCESS_DIED_MESSAGE: Final = "the process died"
READY, PROGRESS, RESULT, ERROR = "ready", "progress", "result", "error"
"""The kinds of messages that a process sends; each comes with a value."""
RESUME: Final = None
"""The message that lets a task continue after a progress report."""

_log = logging.getLogger(__name__)


class WorkerError(Exception):
    """The reason in one line why a task failed.

    The line for an `OSError` names its file.
    """


class WorkerFuture(Future[Any]):
    """The result of a task.

    ``progress``: the last progress that the task reported, None before the first report. Unlike other futures it can be
    cancelled until it is done, also while its function runs.
    """

    progress: Any = None


class WorkerProcess:
    """A process that runs submitted functions, one after the other.

    A function is named ``module:function``; arguments, result and progress are pickled. A generator function reports
    progress by yielding it; at each report, tasks submitted in the meantime run first. A process that dies, hangs or
    sends unreadable data is replaced and the task tried once more. ``niceness`` lowers the priority of the process
    where the system can; ``preload`` names functions that it imports before it is ready.
    """

    def __init__(self, name: str, *, niceness: int, preload: tuple[str, ...] = ()) -> None:
        self._name = name
        self._process_args = (niceness, preload)
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._closing = threading.Event()
        self._process: _Process | None = None
        self._is_kept_warm = False
        self._thread = threading.Thread(target=self._serve, name=name, daemon=True)

    def start(self) -> None:
        """Start the process in the background, and keep it while there is no work.

        Without this call the first task starts the process.
        """
        self._is_kept_warm = True
        self._start_thread()

    def submit(self, function: str, *args: object, timeout_s: float) -> WorkerFuture:
        """Return the future of ``function(*args)``, called in the process; it is cancelled after `close`.

        ``function``: "module:name". ``timeout_s``: the longest time between two messages of the process. The exception
        of the future is a `WorkerError` if the function raises an error, or if in each of `MAX_ATTEMPTS` attempts the
        process dies or sends nothing in that time. For a generator function the future has the return value.
        """
        future = WorkerFuture()
        self._tasks.put(_Task(future, function, args, timeout_s))
        if self._closing.is_set():
            future.cancel()
        else:
            self._start_thread()
        return future

    def close(self) -> None:
        """End the process soon and cancel all tasks, without waiting. A second call does nothing."""
        self._closing.set()
        self._tasks.put(None)

    def join(self, timeout_s: float) -> bool:
        """Wait after `close` until the process has ended; return whether it did in time."""
        if self._thread.ident is not None:
            self._thread.join(timeout_s)
        return not self._thread.is_alive()

    @property
    def pid(self) -> int | None:
        """The number of the process while it is ready, else None."""
        process = self._process
        return process.pid if process is not None else None

    def _start_thread(self) -> None:
        if self._thread.ident is None:
            self._thread.start()

    # -- in the thread

    def _serve(self) -> None:
        try:
            if self._is_kept_warm:
                self._warm_up()
            while (task := self._wait_for_task()) is not None:
                self._run_task(task)
        except _ClosedError:
            pass
        finally:
            self._kill_process()
            while not self._tasks.empty():
                if (task := self._tasks.get()) is not None:
                    task.future.cancel()

    def _warm_up(self) -> None:
        """Start the process. If that fails, the first task tries again."""
        try:
            self._ensure_process()
        except _ClosedError:
            raise
        except Exception as error:
            _log.warning("%s: the process does not start: %s", self._name, error)

    def _wait_for_task(self) -> _Task | None:
        if not self._is_kept_warm and self._process is not None:
            try:
                return self._tasks.get(timeout=IDLE_TIMEOUT_S)
            except queue.Empty:
                self._kill_process()
        return self._tasks.get()

    def _run_task(self, task: _Task) -> None:
        failure_count = 0
        while not task.future.cancelled():
            try:
                task.settle(self._call_function(task))
            except _ClosedError:
                task.future.cancel()
                raise
            except _ProcessReplacedError:
                continue
            except WorkerError as error:  # the process still works, and the function would fail again
                _log.warning("%s: %s failed: %s", self._name, task.function, error)
                task.settle(error)
            except Exception as error:  # the program must go on after any error
                self._kill_process()
                if task.future.cancelled():
                    return
                reason = describe_error(error)
                _log.warning("%s: the process of %s is replaced: %s", self._name, task.function, reason)
                failure_count += 1
                if failure_count < MAX_ATTEMPTS:
                    continue
                task.settle(WorkerError(reason))
            return

    def _call_function(self, task: _Task) -> object:
        """Return the result of the function, called in the process.

        Raises WorkerError if the function raises an error, and other exceptions if the process is lost or replaced, the
        task is cancelled, or the worker is closed.
        """
        process = self._ensure_process()
        process.send((task.function, task.args))
        while True:
            kind, value = self._receive(process, task.timeout_s, task.future)
            if kind == RESULT:
                return value
            if kind == ERROR:
                raise WorkerError(value)
            task.future.progress = value
            self._run_waiting_tasks()
            if self._ensure_process() is not process:
                raise _ProcessReplacedError
            if task.future.cancelled():
                raise _LostError("cancelled")
            process.send(RESUME)

    def _run_waiting_tasks(self) -> None:
        while not self._tasks.empty():
            if (task := self._tasks.get()) is not None:
                self._run_task(task)

    def _ensure_process(self) -> _Process:
        if self._closing.is_set():
            raise _ClosedError
        if self._process is None:
            process = _spawn(self._name, *self._process_args)
            try:
                self._receive(process, START_TIMEOUT_S)
            except BaseException:
                process.kill()
                raise
            self._process = process
        return self._process

    def _receive(self, process: _Process, timeout_s: float, future: WorkerFuture | None = None) -> tuple[str, Any]:
        """Return the next message of the process.

        Raises _LostError if the process dies or sends nothing in time, _ClosedError if the worker is closed.
        """
        deadline_s = time.monotonic() + timeout_s
        while not wait((process.pipe, process.process.sentinel), POLL_INTERVAL_S):
            if self._closing.is_set():
                raise _ClosedError
            if future is not None and future.cancelled():
                deadline_s = min(deadline_s, time.monotonic() + CANCEL_GRACE_S)
            if time.monotonic() > deadline_s:
                raise _LostError(f"no answer in {timeout_s} seconds")
        return process.read_message()

    def _kill_process(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()


class _LostError(Exception):
    """The process died, hangs or sent unreadable data."""


class _ProcessReplacedError(Exception):
    """The process was replaced while another task ran between two progress reports."""


class _ClosedError(Exception):
    """The worker was closed."""


class _Task(NamedTuple):
    future: WorkerFuture
    function: str
    args: tuple[object, ...]
    timeout_s: float

    def settle(self, outcome: object) -> None:
        """Complete the future, unless it is cancelled."""
        with contextlib.suppress(InvalidStateError):
            if isinstance(outcome, WorkerError):
                self.future.set_exception(outcome)
            else:
                self.future.set_result(outcome)


class _Process(NamedTuple):
    process: multiprocessing.process.BaseProcess
    pipe: Connection
    pid: int | None

    def send(self, message: object) -> None:
        try:
            self.pipe.send(message)
        except OSError:
            raise _LostError(PROCESS_DIED_MESSAGE) from None

    def read_message(self) -> tuple[str, Any]:
        """Return the message in the pipe.

        Raises _LostError if there is none: a process that died has closed its pipe.
        """
        with contextlib.suppress(EOFError, OSError):
            if self.pipe.poll():
                kind, value = self.pipe.recv()
                return kind, value
        raise _LostError(PROCESS_DIED_MESSAGE)

    def kill(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.join()
        self.process.close()


def _spawn(name: str, niceness: int, preload: tuple[str, ...]) -> _Process:
    context = multiprocessing.get_context("spawn")
    own_end, other_end = context.Pipe()
    process = context.Process(target=run_worker, args=(other_end, niceness, preload), name=name, daemon=True)
    try:
        process.start()
    except BaseException:
        own_end.close()
        raise
    finally:
        other_end.close()
    return _Process(process, own_end, process.pid)


# -- in the process


def run_worker(pipe: Connection, niceness: int, preload: tuple[str, ...]) -> None:
    """Run the tasks that arrive through ``pipe`` until it closes.

    This is the main function of the process.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(niceness)
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    for function in preload:
        with contextlib.suppress(Exception):  # the first task meets the same error and reports it
            load_function(function)
    try:
        pipe.send((READY, None))
        while True:
            _run_task(pipe, *pipe.recv())
    except Exception as error:  # the other end closed the pipe, or sent data that cannot be unpickled
        with contextlib.suppress(OSError):
            _send_error(pipe, error)


def _run_task(pipe: Connection, function: str, args: tuple[object, ...]) -> None:
    """Send the result of a function, or its error."""
    try:
        result = load_function(function)(*args)
        if isinstance(result, GeneratorType):
            result = _exhaust(pipe, result)
        pipe.send((RESULT, result))
    except Exception as error:
        _send_error(pipe, error)


def _exhaust(pipe: Connection, steps: Generator[object, None, object]) -> object:
    """Return the return value of the generator ``steps``.

    Report each yielded value as progress, and run the tasks received before `RESUME`.
    """
    while True:
        try:
            progress = next(steps)
        except StopIteration as end:
            return end.value
        pipe.send((PROGRESS, progress))
        while (task := pipe.recv()) is not RESUME:
            _run_task(pipe, *task)


def _send_error(pipe: Connection, error: Exception) -> None:
    pipe.send((ERROR, f"{type(error).__name__}: {describe_error(error)}"))


def load_function(function: str) -> Callable[..., Any]:
    """Return the function that ``module:function`` names. Raises ImportError or AttributeError without it."""
    module, _colon, name = function.partition(":")
    loaded: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return loaded


def _exit_with_parent() -> None:
    """End this process when its parent ends, also while a function hangs.

    The main thread of a hanging process would not notice that its pipe is closed.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait((parent.sentinel,))
        os._exit(1)

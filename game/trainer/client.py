"""Tasks are set beside the window: a process of its own plays the deals, a thread hears of them.

Nothing that the window calls ever waits, and nothing that it imports here thinks.
"""

from __future__ import annotations

import importlib
import logging
import queue
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Final, TypeAlias

from game.ai.worker_process import READY_MESSAGE, WorkerClosedError, WorkerLostError, WorkerProcess, run_as_worker
from game.text.errors import describe_error
from game.trainer.model import AnyTask, TaskRequest

GENERATE_FUNCTION: Final = "game.trainer.generator:generate_task"
"""Where the process finds what sets tasks: ``module:name``."""
SILENCE_TIMEOUT_S: Final = 20.0
"""So long a task may take before the process is given up."""

GenerateFunction: TypeAlias = Callable[[TaskRequest], AnyTask]

_log = logging.getLogger(__name__)


class TrainerClient:
    """Sets the tasks that are ordered, one after the other. The process is started by the first order.

    ``fault``: why nothing will come of what was ordered so far, in a line; empty while all is well. The next order
    starts the process again.
    """

    def __init__(self, generate_path: str = GENERATE_FUNCTION) -> None:
        self.error = ""
        self._generate_path = generate_path
        self._requests: queue.SimpleQueue[TaskRequest | None] = queue.SimpleQueue()
        self._results: queue.SimpleQueue[tuple[TaskRequest, AnyTask] | str] = queue.SimpleQueue()
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None
        self._failed = False
        self._lock = threading.Lock()

    def request_task(self, request: TaskRequest) -> None:
        """Ask for a task; `poll` brings it. After `close` nothing is asked for."""
        if self._closing.is_set():
            return
        with self._lock:
            if self._thread is None or self._failed:
                self.error, self._failed, self._requests = "", False, queue.SimpleQueue()
                self._thread = threading.Thread(target=self._serve, args=(self._requests,), name="trainer", daemon=True)
                self._thread.start()
            self._requests.put(request)

    def poll(self) -> list[tuple[TaskRequest, AnyTask]]:
        """The tasks that have come since the last call, each with its order; never waits."""
        tasks = list[tuple[TaskRequest, AnyTask]]()
        while not self._results.empty():
            message = self._results.get_nowait()
            if isinstance(message, str):
                self.error = message
            else:
                tasks.append(message)
        return tasks

    def close(self) -> None:
        """No task is wanted any more. Closing twice is no error."""
        self._closing.set()
        self._requests.put(None)

    def join(self, timeout_s: float) -> bool:
        """After `close`: wait for the process to end. Whether it did in time."""
        if self._thread is None:
            return True
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    # -- the thread

    def _serve(self, ordered: queue.SimpleQueue[TaskRequest | None]) -> None:
        try:
            worker = WorkerProcess.spawn(run_trainer_worker, "trainer", self._closing, self._generate_path)
            try:
                self._listen(worker, ordered)
            finally:
                worker.kill()
        except WorkerClosedError:
            pass
        except Exception as error:  # whatever it is, the page must hear of it
            _log.warning("no task is set: %s", error, exc_info=not isinstance(error, (WorkerLostError, OSError)))
            with self._lock:  # an order comes before the fault, which covers it, or starts another thread
                self._failed = True
                self._results.put(describe_error(error))

    def _listen(self, worker: WorkerProcess, ordered: queue.SimpleQueue[TaskRequest | None]) -> None:
        while (request := ordered.get()) is not None:
            worker.send(request)
            task = worker.receive(SILENCE_TIMEOUT_S, self._closing)
            if not isinstance(task, AnyTask):
                raise WorkerLostError(f"{type(task).__name__} is no task")
            self._results.put((request, task))


# -- the process -----------------------------------------------------------------------------------


def run_trainer_worker(pipe: Connection, generate_path: str) -> None:
    """Set the tasks that are ordered through ``pipe`` until it closes: the life of the process."""
    with run_as_worker(pipe):
        module, _colon, name = generate_path.partition(":")
        generate: GenerateFunction = getattr(importlib.import_module(module), name)
        pipe.send(READY_MESSAGE)
        while True:
            pipe.send(generate(pipe.recv()))

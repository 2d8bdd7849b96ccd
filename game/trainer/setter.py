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

from game.ai.process import READY, Closed, Lost, Worker, answering
from game.trainer.values import AnyTask, Order

SET: Final = "game.trainer.setting:set_task"
"""Where the process finds what sets tasks: ``module:name``."""
SILENCE_S: Final = 20.0
"""So long a task may take before the process is given up."""

SetTask: TypeAlias = Callable[[Order], AnyTask]

_log = logging.getLogger(__name__)


class Setter:
    """Sets the tasks that are ordered, one after the other. The process is started by the first order.

    ``fault``: why nothing will come of what was ordered so far, in a line; empty while all is well. The next order
    starts the process again.
    """

    def __init__(self, set_task: str = SET) -> None:
        self.fault = ""
        self._set_task = set_task
        self._ordered: queue.SimpleQueue[Order | None] = queue.SimpleQueue()
        self._set: queue.SimpleQueue[tuple[Order, AnyTask] | str] = queue.SimpleQueue()
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None
        self._failed = False
        self._lock = threading.Lock()

    def order(self, order: Order) -> None:
        """Ask for a task; `poll` brings it. After `close` nothing is asked for."""
        if self._closing.is_set():
            return
        with self._lock:
            if self._thread is None or self._failed:
                self.fault, self._failed, self._ordered = "", False, queue.SimpleQueue()
                self._thread = threading.Thread(target=self._serve, args=(self._ordered,), name="trainer", daemon=True)
                self._thread.start()
            self._ordered.put(order)

    def poll(self) -> list[tuple[Order, AnyTask]]:
        """The tasks that have come since the last call, each with its order; never waits."""
        came = list[tuple[Order, AnyTask]]()
        while not self._set.empty():
            news = self._set.get_nowait()
            if isinstance(news, str):
                self.fault = news
            else:
                came.append(news)
        return came

    def close(self) -> None:
        """No task is wanted any more. Closing twice is no error."""
        self._closing.set()
        self._ordered.put(None)

    def join(self, timeout_s: float) -> bool:
        """After `close`: wait for the process to end. Whether it did in time."""
        if self._thread is None:
            return True
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    # -- the thread

    def _serve(self, ordered: queue.SimpleQueue[Order | None]) -> None:
        try:
            worker = Worker.spawn(work, "trainer", self._closing, self._set_task)
            try:
                self._hear(worker, ordered)
            finally:
                worker.end()
        except Closed:
            pass
        except Exception as fault:  # whatever it is, the page must hear of it
            _log.warning("no task is set: %s", fault, exc_info=not isinstance(fault, (Lost, OSError)))
            with self._lock:  # an order comes before the fault, which covers it, or starts another thread
                self._failed = True
                self._set.put(str(fault) or type(fault).__name__)

    def _hear(self, worker: Worker, ordered: queue.SimpleQueue[Order | None]) -> None:
        while (order := ordered.get()) is not None:
            worker.send(order)
            task = worker.receive(SILENCE_S, self._closing)
            if not isinstance(task, AnyTask):
                raise Lost(f"{type(task).__name__} is no task")
            self._set.put((order, task))


# -- the process -----------------------------------------------------------------------------------


def work(pipe: Connection, set_task: str) -> None:
    """Set the tasks that are ordered through ``pipe`` until it closes: the life of the process."""
    with answering(pipe):
        module, _colon, name = set_task.partition(":")
        made: SetTask = getattr(importlib.import_module(module), name)
        pipe.send(READY)
        while True:
            pipe.send(made(pipe.recv()))

"""An analysis beside the window: a process of its own goes through the match, a thread hears how far it is.

Nothing that the window calls ever waits, and nothing that it imports here thinks.
"""

from __future__ import annotations

import contextlib
import importlib
import logging
import queue
import threading
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from typing import Final, TypeAlias

from game.ai.worker_process import READY_MESSAGE, WorkerClosedError, WorkerLostError, WorkerProcess, run_as_worker
from game.analysis.model import AnalysisProgress, MatchAnalysis
from game.match.record import Record
from game.text.errors import describe_error

ANALYZE_FUNCTION: Final = "game.analysis.judge:analyze_match"
"""Where the process finds what goes through a match: ``module:name``."""
ANALYSIS_SEED: Final = 0
"""The same match gets the same judgement, whenever it is looked at."""
SILENCE_TIMEOUT_S: Final = 60.0
"""So long nothing may come before the process is given up."""


AnalyzeFunction: TypeAlias = Callable[[Record, tuple[int, ...], int], Iterator[AnalysisProgress | MatchAnalysis]]

_log = logging.getLogger(__name__)


class AnalysisClient:
    """Goes through a match, once, from `start` on. ``progress``, ``found`` and ``fault`` are what `poll` last saw.

    ``seats``: whose choices are judged, all if none is named.
    """

    def __init__(
        self, record: Record, seats: tuple[int, ...], seed: int = ANALYSIS_SEED, *, analyze_path: str = ANALYZE_FUNCTION
    ) -> None:
        self.progress = AnalysisProgress(0, 0)
        self.analysis: MatchAnalysis | None = None
        self.error = ""
        self._job = (record, seats, seed)
        self._analyze_path = analyze_path
        self._messages: queue.SimpleQueue[AnalysisProgress | MatchAnalysis | str] = queue.SimpleQueue()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="study", daemon=True)

    @property
    def is_done(self) -> bool:
        """Whether nothing more will come."""
        return self.analysis is not None or bool(self.error)

    def start(self) -> None:
        """Begin. RuntimeError if started twice."""
        self._thread.start()

    def poll(self) -> None:
        """Take what has come since the last call."""
        with contextlib.suppress(queue.Empty):
            while True:
                message = self._messages.get_nowait()
                if isinstance(message, AnalysisProgress):
                    self.progress = message
                elif isinstance(message, MatchAnalysis):
                    self.analysis = message
                else:
                    self.error = message

    def close(self) -> None:
        """Give it up; nothing more comes. Closing twice is no error."""
        self._closing.set()

    def join(self, timeout_s: float) -> bool:
        """After `close`: wait for the process to end. Whether it did in time."""
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    # -- the thread

    def _run(self) -> None:
        try:
            self._listen(WorkerProcess.spawn(run_analysis_worker, "study", self._closing, self._analyze_path))
        except WorkerClosedError:
            pass
        except Exception as error:  # whatever it is, the page must hear of it
            _log.warning(
                "the analysis came to nothing: %s", error, exc_info=not isinstance(error, (WorkerLostError, OSError))
            )
            self._messages.put(describe_error(error))

    def _listen(self, worker: WorkerProcess) -> None:
        try:
            worker.send(self._job)
            message: object = None
            while not isinstance(message, MatchAnalysis):
                message = worker.receive(SILENCE_TIMEOUT_S, self._closing)
                if not isinstance(message, (AnalysisProgress, MatchAnalysis)):
                    raise WorkerLostError(f"{type(message).__name__} is no news of an analysis")
                self._messages.put(message)
        finally:
            worker.kill()


# -- the process -----------------------------------------------------------------------------------


def run_analysis_worker(pipe: Connection, analyze_path: str) -> None:
    """Go through the one match that comes through ``pipe``: the life of the process."""
    with run_as_worker(pipe):
        module, _colon, name = analyze_path.partition(":")
        analyze: AnalyzeFunction = getattr(importlib.import_module(module), name)
        pipe.send(READY_MESSAGE)
        for message in analyze(*pipe.recv()):
            pipe.send(message)
        pipe.recv()  # until the other side closes it: what was sent must not go with the process

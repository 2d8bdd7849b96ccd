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

import msgspec

from game.ai.process import READY, Closed, Lost, Worker, answering
from game.analysis.values import MatchAnalysis
from game.record import Record

ANALYSE: Final = "game.analysis.whole:analyse"
"""Where the process finds what goes through a match: ``module:name``."""
SEED: Final = 0
"""The same match gets the same judgement, whenever it is looked at."""
SILENCE_S: Final = 60.0
"""So long nothing may come before the process is given up."""


class Progress(msgspec.Struct, frozen=True):
    """How many of the turns have been looked at, of how many."""

    done: int
    whole: int


Analyse: TypeAlias = Callable[[Record, tuple[int, ...], int], Iterator[Progress | MatchAnalysis]]

_log = logging.getLogger(__name__)


class Study:
    """Goes through a match, once, from `start` on. ``progress``, ``found`` and ``fault`` are what `poll` last saw.

    ``seats``: whose choices are judged, all if none is named.
    """

    def __init__(self, record: Record, seats: tuple[int, ...], seed: int = SEED, *, analyse: str = ANALYSE) -> None:
        self.progress = Progress(0, 0)
        self.found: MatchAnalysis | None = None
        self.fault = ""
        self._job = (record, seats, seed)
        self._analyse = analyse
        self._heard: queue.SimpleQueue[Progress | MatchAnalysis | str] = queue.SimpleQueue()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="study", daemon=True)

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return self.found is not None or bool(self.fault)

    def start(self) -> None:
        """Begin. RuntimeError if started twice."""
        self._thread.start()

    def poll(self) -> None:
        """Take what has come since the last call."""
        with contextlib.suppress(queue.Empty):
            while True:
                news = self._heard.get_nowait()
                if isinstance(news, Progress):
                    self.progress = news
                elif isinstance(news, MatchAnalysis):
                    self.found = news
                else:
                    self.fault = news

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
            self._listen(Worker.spawn(work, "study", self._closing, self._analyse))
        except Closed:
            pass
        except Exception as fault:  # whatever it is, the page must hear of it
            _log.warning("the analysis came to nothing: %s", fault, exc_info=not isinstance(fault, (Lost, OSError)))
            self._heard.put(str(fault) or type(fault).__name__)

    def _listen(self, worker: Worker) -> None:
        try:
            worker.send(self._job)
            news: object = None
            while not isinstance(news, MatchAnalysis):
                news = worker.receive(SILENCE_S, self._closing)
                if not isinstance(news, (Progress, MatchAnalysis)):
                    raise Lost(f"{type(news).__name__} is no news of an analysis")
                self._heard.put(news)
        finally:
            worker.end()


# -- the process -----------------------------------------------------------------------------------


def work(pipe: Connection, analyse: str) -> None:
    """Go through the one match that comes through ``pipe``: the life of the process."""
    with answering(pipe):
        module, _colon, name = analyse.partition(":")
        go_through: Analyse = getattr(importlib.import_module(module), name)
        pipe.send(READY)
        for news in go_through(*pipe.recv()):
            pipe.send(news)
        pipe.recv()  # until the other side closes it: what was sent must not go with the process

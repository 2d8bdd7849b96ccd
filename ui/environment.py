"""The clocks, chance, storage and worker processes that the window is given."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random, SystemRandom
from typing import Final, NamedTuple, Protocol

import pygame

from game.ai.client import AIClient
from game.ai.client_protocol import AIClientProtocol
from game.analysis.client import AnalysisClient
from game.lessons.progress import LESSON_PROGRESS
from game.match.record import Record
from game.storage.files import Folders
from game.storage.thread import StorageThread
from game.trainer.client import TrainerClient
from game.trainer.scores import TRAINER_SCORES

Clock = Callable[[], float]
PLAYER_DOCUMENTS: Final = (LESSON_PROGRESS, TRAINER_SCORES)
"""The files besides the matches in which players are renamed with their profile."""


def monotonic_clock() -> float:
    """Return seconds that never go back and, where the system can tell, include its sleep.

    A turn clock must go on while the computer sleeps.
    """
    boot_clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot_clock is None else time.clock_gettime(boot_clock)


def open_storage(folders: Folders, now: Clock, clock: Clock) -> StorageThread:
    """Begin to open what is stored below ``folders``; return at once."""
    return StorageThread.open(folders, now, clock, PLAYER_DOCUMENTS)


class FrameClock(Protocol):
    """The part of `pygame.time.Clock` that the main loop uses."""

    def tick(self, framerate: float = 0, /) -> float:
        """Wait to keep to ``framerate``; return milliseconds since the last call."""
        ...


class PlayerWorker(AIClientProtocol, Protocol):
    """A process that chooses for computer players; `AIClient` is one."""

    fault: str

    @property
    def pid(self) -> int | None:
        """The number of the process; None if there is none now."""
        ...

    def start(self) -> None:
        """Begin to start the process."""
        ...

    def close(self) -> None:
        """End the process; never waits."""
        ...

    def join(self, timeout_s: float, /) -> bool:
        """Wait after `close` for the end; return whether it came in time."""
        ...


class Environment(NamedTuple):
    """What the window works with; the defaults are the real things.

    ``clock`` returns seconds that never go back, ``now`` the time of day as `time.time` does. ``make_player_worker``
    takes the milliseconds that a choice may take. ``seed_rng`` gives the seeds of new matches.
    """

    clock: Clock = monotonic_clock
    now: Clock = time.time
    seed_rng: Random = SystemRandom()
    open_storage: Callable[[Folders, Clock, Clock], StorageThread] = open_storage
    make_player_worker: Callable[[int], PlayerWorker] = AIClient
    make_analysis: Callable[[Record, tuple[int, ...]], AnalysisClient] = AnalysisClient
    make_exercise_worker: Callable[[], TrainerClient] = TrainerClient
    make_frame_clock: Callable[[], FrameClock] = pygame.time.Clock


DEFAULT_ENVIRONMENT: Final = Environment()

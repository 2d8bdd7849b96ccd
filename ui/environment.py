"""The clocks, time zone, chance, storage and worker processes that the window is given."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import tzinfo
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

import pygame

from game.session.awake_clock import read_awake_clock
from game.storage.files import Folders
from game.storage.thread import StorageThread
from game.workers.worker_process import WorkerProcess

if TYPE_CHECKING:
    from game.network.nearby import NearbyTable

Clock = Callable[[], float]


class FrameClock(Protocol):
    """The part of `pygame.time.Clock` that the main loop uses."""

    def tick(self, framerate: float = 0, /) -> float:
        """Wait until 1 / ``framerate`` seconds have passed since the last call; 0: do not wait.

        Return the milliseconds since the last call, with the wait.
        """
        ...


class NearbySearch(Protocol):
    """The search for tables on this network; see `game.network.nearby.NearbyTables`."""

    tables: tuple[NearbyTable, ...]

    def open(self) -> None:
        """Begin to search, in the background."""
        ...

    def close(self) -> None:
        """Search no longer; return at once."""
        ...


class Environment(NamedTuple):
    """The clocks, time zone, randomness, storage and worker processes of the window; by default the real ones.

    ``clock`` returns seconds that never go back and include sleep, ``now`` the time of day as `time.time` does.
    ``zone``: the time zone in which days begin; None: that of the system. ``seed_rng`` gives the seeds of new matches.
    ``make_worker`` takes the arguments of `WorkerProcess`. ``make_search``: gets the function to call when the tables
    on this network have changed; None: the window neither searches for tables nor announces its own.
    """

    clock: Clock = read_awake_clock
    now: Clock = time.time
    zone: tzinfo | None = None
    seed_rng: Random = SystemRandom()
    open_storage: Callable[[Folders, Clock, Clock], StorageThread] = StorageThread
    make_worker: Callable[..., WorkerProcess] = WorkerProcess
    make_frame_clock: Callable[[], FrameClock] = pygame.time.Clock
    make_search: Callable[[Callable[[], object]], NearbySearch] | None = None


DEFAULT_ENVIRONMENT: Final = Environment()

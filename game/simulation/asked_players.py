"""The player that each worker process asks now, in memory that outlives the worker.

If a bot ends its process, no exception tells which bot it was.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.context import SpawnContext
from typing import Final

NOBODY: Final = -1


class AskedPlayers:
    """The index of the player that each worker asks; `start_worker` gives each worker its place."""

    def __init__(self, context: SpawnContext, workers: int) -> None:
        self._players = context.RawArray("i", [NOBODY] * workers)
        self._worker_count = context.Value("i", 0)

    def take_place(self) -> int:
        """Return the place of a new worker."""
        with self._worker_count.get_lock():
            place: int = self._worker_count.value % len(self._players)
            self._worker_count.value += 1
            return place

    def set_player(self, place: int, player: int) -> None:
        """Store the player that a worker asks, or `NOBODY`."""
        self._players[place] = player

    def list_players(self) -> tuple[int, ...]:
        """Return the players that workers ask, or asked when they ended, each once."""
        return tuple(sorted({player for player in self._players if player != NOBODY}))


_own_place: list[tuple[AskedPlayers, int]] = []
"""In a worker: the memory, and the worker's place in it."""


def start_worker(asked_players: AskedPlayers) -> None:
    """Prepare a worker process; only the parent handles an interrupt."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _own_place[:] = [(asked_players, asked_players.take_place())]


@contextmanager
def mark_asked_player(player: int) -> Iterator[None]:
    """Return a context manager in whose block ``player`` is the one that this process asks."""
    for asked_players, place in _own_place:
        asked_players.set_player(place, player)
    yield
    for asked_players, place in _own_place:
        asked_players.set_player(place, NOBODY)

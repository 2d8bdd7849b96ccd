"""What goes wrong while a match is played. Each fault is gone through frame by frame, and ends itself."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from random import Random
from typing import Final, TypeAlias

import pygame

from game.record import Record
from ui.app import App
from ui.table.scene import TableScene

LONGEST: Final = 300
"""So many frames a disk is bad at most, if nothing is written meanwhile."""
SIZES: Final = ((960, 540), (1280, 720), (1600, 600), (1000, 900))
WINDOW: Final = (
    pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED, pygame.WINDOWEXPOSED, pygame.WINDOWLEAVE, pygame.WINDOWENTER,
    pygame.WINDOWMINIMIZED, pygame.WINDOWRESTORED,
)  # fmt: skip
JUMPS: Final = (-86_400.0, -3600.0, -1.0, 1.0, 3600.0, 86_400.0)
"""Seconds by which somebody sets the computer's clock."""


class Shifted:
    """A clock that can be set."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.by = 0.0

    def __call__(self) -> float:
        return self._clock() + self.by


class Harmed:
    """What a fault gets: the program, chance, the clock on the wall, and the matches that are on the disk."""

    def __init__(self, app: App, rng: Random) -> None:
        self.app = app
        self.rng = rng
        self.wall = Shifted(time.time)
        self.kept: dict[int, Record] = {}
        app.stage.now = self.wall

    @property
    def table(self) -> TableScene:
        return next(scene for scene in reversed(self.app.stage.scenes) if isinstance(scene, TableScene))

    def in_database(self, order: str) -> None:
        """Tell the program's own connection something, on its own thread, before what is asked next."""
        storage = self.app.stage.storage

        def tell() -> None:
            with suppress(sqlite3.Error):  # the database may just have been removed
                storage.journal().database.execute(order)

        storage.run(tell)

    def until_said(self) -> Iterator[None]:
        """Frames until the table says that something could not be saved."""
        for _frame in range(LONGEST):
            yield
            if self.table.table.fault:
                return


Fault: TypeAlias = Callable[[Harmed], Iterator[None]]


def worker_killed(harmed: Harmed) -> Iterator[None]:
    if harmed.app.thinker.pid is not None:
        with suppress(ProcessLookupError):
            os.kill(harmed.app.thinker.pid, signal.SIGKILL)
    yield


def worker_hung(harmed: Harmed) -> Iterator[None]:
    """It stops in the middle of a thought, and never goes on."""
    if harmed.app.thinker.pid is not None:
        with suppress(ProcessLookupError):
            os.kill(harmed.app.thinker.pid, signal.SIGSTOP)
    yield


def disk_full(harmed: Harmed) -> Iterator[None]:
    """The database may not grow by a page; then there is room again."""
    harmed.in_database("PRAGMA max_page_count = 1")
    yield from harmed.until_said()
    harmed.in_database("PRAGMA max_page_count = 1000000000")


def database_locked(harmed: Harmed) -> Iterator[None]:
    """Another program holds the database until the table has said so."""
    holder = sqlite3.connect(harmed.app.stage.folders.data / "matches.db", timeout=0, isolation_level=None)
    try:
        holder.execute("BEGIN IMMEDIATE")
        yield from harmed.until_said()
    except sqlite3.OperationalError:
        yield  # the program was just writing
    finally:
        holder.close()


def database_removed(harmed: Harmed) -> Iterator[None]:
    """Somebody deletes the file of the matches. The match that is played is written anew, the others are gone."""
    for path in harmed.app.stage.folders.data.glob("matches.db*"):
        path.unlink(missing_ok=True)
    harmed.kept.clear()
    yield


def files_removed(harmed: Harmed) -> Iterator[None]:
    """The settings, the house rules and the log are gone."""
    folders = harmed.app.stage.folders
    for folder in (folders.config, folders.log):
        for path in folder.glob("*"):
            if path.is_file():
                path.unlink(missing_ok=True)
    yield


def clock_set(harmed: Harmed) -> Iterator[None]:
    harmed.wall.by += harmed.rng.choice(JUMPS)
    yield


def window_resized(harmed: Harmed) -> Iterator[None]:
    size = harmed.rng.choice(SIZES)
    pygame.display.set_mode(size, pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
    yield


def display_changed(harmed: Harmed) -> Iterator[None]:
    """It is covered, left, made small, and comes back."""
    for _event in range(4):
        pygame.event.post(pygame.event.Event(harmed.rng.choice(WINDOW)))
        yield


FAULTS: Final[Mapping[str, Fault]] = {
    fault.__name__.replace("_", " "): fault
    for fault in (
        worker_killed, worker_hung, disk_full, database_locked, database_removed, files_removed, clock_set,
        window_resized, display_changed,
    )
}  # fmt: skip

"""Faults while a match is played. Each fault is an iterator that advances with the frames and ends by itself."""

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

from game.match.record import Record
from ui.app.app import App
from ui.table.scene import TableScene

MAX_BAD_DISK_FRAMES: Final = 300
"""The most frames for which a disk is bad if nothing is written meanwhile."""
WINDOW_SIZES: Final = ((960, 540), (1280, 720), (1600, 600), (1000, 900))
WINDOW_EVENTS: Final = (
    pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED, pygame.WINDOWEXPOSED, pygame.WINDOWLEAVE, pygame.WINDOWENTER,
    pygame.WINDOWMINIMIZED, pygame.WINDOWRESTORED,
)  # fmt: skip
CLOCK_JUMPS_S: Final = (-86_400.0, -3600.0, -1.0, 1.0, 3600.0, 86_400.0)
"""The seconds by which the system clock is set forward or back."""


class AdjustableClock:
    """A clock that can be set by ``offset_s`` seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.offset_s = 0.0

    def __call__(self) -> float:
        return self._clock() + self.offset_s


class FaultTarget:
    """The objects that a fault acts on: the program, a random generator, the system clock, and the stored matches."""

    def __init__(self, app: App, rng: Random) -> None:
        self.app = app
        self.rng = rng
        self.wall_clock = AdjustableClock(time.time)
        self.records_by_id: dict[int, Record] = {}
        app.context.now = self.wall_clock

    @property
    def table(self) -> TableScene:
        return next(scene for scene in reversed(self.app.context.scenes) if isinstance(scene, TableScene))

    def run_in_database(self, sql: str) -> None:
        """Queue a statement for the program's own connection, on the storage thread, before later requests.

        Its errors are ignored.
        """
        storage = self.app.context.storage

        def execute() -> None:
            with suppress(sqlite3.Error):  # the database may just have been removed
                storage.get_repository().database.execute(sql)

        storage.submit(execute)

    def wait_for_error_message(self) -> Iterator[None]:
        """Yield once per frame until the session reports a failed write, at most `MAX_BAD_DISK_FRAMES` times."""
        for _frame in range(MAX_BAD_DISK_FRAMES):
            yield
            if self.table.session.error:
                return


Fault: TypeAlias = Callable[[FaultTarget], Iterator[None]]


def kill_worker(target: FaultTarget) -> Iterator[None]:
    if target.app.player_worker.pid is not None:
        with suppress(ProcessLookupError):
            os.kill(target.app.player_worker.pid, signal.SIGKILL)
    yield


def hang_worker(target: FaultTarget) -> Iterator[None]:
    """Stop the worker process without ending it; yield once, as the fault is over at once."""
    if target.app.player_worker.pid is not None:
        with suppress(ProcessLookupError):
            os.kill(target.app.player_worker.pid, signal.SIGSTOP)
    yield


def fill_disk(target: FaultTarget) -> Iterator[None]:
    """Stop the growth of the database; yield in each frame until the table reports an error."""
    target.run_in_database("PRAGMA max_page_count = 1")
    yield from target.wait_for_error_message()
    target.run_in_database("PRAGMA max_page_count = 1000000000")


def lock_database(target: FaultTarget) -> Iterator[None]:
    """Hold the database in another connection; yield in each frame until the table reports an error."""
    holder = sqlite3.connect(target.app.context.folders.data / "matches.db", timeout=0, isolation_level=None)
    try:
        holder.execute("BEGIN IMMEDIATE")
        yield from target.wait_for_error_message()
    except sqlite3.OperationalError:
        yield  # the program was writing at this moment
    finally:
        holder.close()


def move_database(target: FaultTarget) -> Iterator[None]:
    """Move the database away, yield in each frame until the table reports an error, and move it back."""
    file = target.app.context.folders.data / "matches.db"
    elsewhere = file.with_name("elsewhere.db")
    file.rename(elsewhere)
    yield from target.wait_for_error_message()
    elsewhere.rename(file)


def remove_files(target: FaultTarget) -> Iterator[None]:
    """Delete the files of the settings and log folders; yield once, as the fault is over at once."""
    folders = target.app.context.folders
    for folder in (folders.config, folders.log):
        for path in folder.glob("*"):
            if path.is_file():
                path.unlink(missing_ok=True)
    yield


def change_clock(target: FaultTarget) -> Iterator[None]:
    target.wall_clock.offset_s += target.rng.choice(CLOCK_JUMPS_S)
    yield


def resize_window(target: FaultTarget) -> Iterator[None]:
    size = target.rng.choice(WINDOW_SIZES)
    pygame.display.set_mode(size, pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
    yield


def change_display(target: FaultTarget) -> Iterator[None]:
    """Send four random events of the window (covered, left, minimized, restored); yield after each."""
    for _event in range(4):
        pygame.event.post(pygame.event.Event(target.rng.choice(WINDOW_EVENTS)))
        yield


FAULTS: Final[Mapping[str, Fault]] = {
    fault.__name__.replace("_", " "): fault
    for fault in (
        kill_worker, hang_worker, fill_disk, lock_database, move_database, remove_files, change_clock,
        resize_window, change_display,
    )
}  # fmt: skip

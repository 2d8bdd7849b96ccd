"""One thing at a time on its way to the disk: it has happened only when it is there."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final

import msgspec

from game.storage.files import StorageError
from game.storage.thread import StorageThread
from game.text.gettext import _

MAX_QUEUED_WRITES: Final = 16


class _Write(msgspec.Struct):
    """Something on its way, and what follows once it is there."""

    future: Future[Any]
    on_saved: Callable[[Any], None]
    start: Callable[[], Future[Any]]


class PendingWrite:
    """One write at a time. ``error`` is a line for a person when it failed; nothing goes on until `retry`."""

    def __init__(self) -> None:
        self.error = ""
        self._write: _Write | None = None

    @property
    def is_busy(self) -> bool:
        """Whether something is on its way to the disk."""
        return self._write is not None

    def start(self, save: Callable[[], Future[Any]], on_saved: Callable[[Any], None]) -> None:
        """Begin to save; ``on_saved`` gets the answer, in a later `poll`, once it is on the disk.

        RuntimeError while something else is on its way, or could not be saved: neither may overtake the other.
        """
        if self._write is not None:
            raise RuntimeError("something else is still being saved")
        self._write = _Write(save(), on_saved, save)

    def poll(self) -> None:
        """Look whether it is there. An error that is not the disk's is raised."""
        write = self._write
        if write is None or self.error or not write.future.done():
            return
        error = write.future.exception()
        if isinstance(error, StorageError):
            self.error = str(error)
        elif error is not None:
            raise error
        else:
            self._write = None
            write.on_saved(write.future.result())

    def retry(self) -> None:
        """Try again to save what could not be saved."""
        if self.error and self._write is not None:
            self.error = ""
            self._write.future = self._write.start()


class WriteQueue:
    """Writes beside the actions: all are begun at once, and follow each other in the order in which they were added.

    ``error``: as in `PendingWrite`; what was added stays until it is saved.
    """

    def __init__(self) -> None:
        self.error = ""
        self._writes: deque[_Write] = deque()

    @property
    def is_full(self) -> bool:
        """Whether nothing more should be added."""
        return len(self._writes) >= MAX_QUEUED_WRITES

    def add(self, save: Callable[[], Future[Any]], on_saved: Callable[[Any], None]) -> None:
        """Begin to save; ``on_saved`` gets the answer, in a later `poll`."""
        self._writes.append(_Write(save(), on_saved, save))

    def poll(self) -> None:
        """Look what is saved. An error that is not the disk's is raised."""
        while self._writes and not self.error and self._writes[0].future.done():
            error = self._writes[0].future.exception()
            if isinstance(error, StorageError):
                self.error = str(error)
            elif error is not None:
                raise error
            else:
                write = self._writes.popleft()
                write.on_saved(write.future.result())

    def retry(self) -> None:
        """Try again to save what could not be saved."""
        if self.error:
            self.error = ""
            for write in self._writes:
                write.future = write.start()


class LossReporter:
    """Reports failures of writes that nothing waits for."""

    def __init__(self, storage: StorageThread) -> None:
        self._storage = storage
        self._told = set[str]()

    def report(self, written: Future[Any], words: str) -> None:
        """Tell a person if a write fails that nothing waits for: once, until one succeeds again."""

        def look(done: Future[Any]) -> None:  # on the storage thread; the match may be closed by then
            error = done.exception()
            if error is None:
                self._told.discard(words)
            elif not isinstance(error, StorageError):
                raise error
            elif words not in self._told:
                self._told.add(words)
                self._storage.tell(_(words).format(fault=error))

        written.add_done_callback(look)

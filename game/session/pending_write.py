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


class WriteQueue:
    """Writes beside the actions: all are begun at once, and follow each other in the order in which they were added.

    ``error`` is a line for a person when one failed; it and those behind it stay until `retry` has saved them.
    """

    def __init__(self) -> None:
        self.error = ""
        self._writes: deque[_Write] = deque()

    @property
    def is_full(self) -> bool:
        """Whether nothing more should be added."""
        return len(self._writes) >= MAX_QUEUED_WRITES

    def add(self, save: Callable[[], Future[Any]], on_saved: Callable[[Any], None]) -> None:
        """Begin to save; ``on_saved`` gets the answer, in a later `poll`, once it is on the disk."""
        self._writes.append(_Write(save(), on_saved, save))

    def poll(self) -> None:
        """Look what is saved. An error that is not the disk's is raised."""
        for _write in range(len(self._writes)):
            if self.error or not self._writes[0].future.done():
                return
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


class PendingWrite(WriteQueue):
    """One write at a time: nothing goes on before it is saved."""

    @property
    def is_busy(self) -> bool:
        """Whether something is on its way to the disk."""
        return bool(self._writes)

    def add(self, save: Callable[[], Future[Any]], on_saved: Callable[[Any], None]) -> None:
        """Begin to save, as in a queue. RuntimeError while something else is on its way, or could not be saved."""
        if self._writes:
            raise RuntimeError("something else is still being saved")
        super().add(save, on_saved)


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

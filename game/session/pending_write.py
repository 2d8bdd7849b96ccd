"""Writes to the disk for which a match waits without blocking.

Something has happened only once it is on disk.
"""

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
    """A pending write. ``start`` begins it; ``on_saved`` gets its result in the end."""

    future: Future[Any]
    on_saved: Callable[[Any], None]
    start: Callable[[], Future[Any]]


class WriteQueue:
    """A queue of writes that begin at once and finish in the order of addition.

    ``error``: a line for the player after a write failed, else "". The failed write and all later ones then stay in the
    queue until `retry`.
    """

    def __init__(self) -> None:
        self.error = ""
        self._writes: deque[_Write] = deque()

    @property
    def is_full(self) -> bool:
        """Whether the queue has `MAX_QUEUED_WRITES` writes and should get no more."""
        return len(self._writes) >= MAX_QUEUED_WRITES

    def add(self, save: Callable[[], Future[Any]], on_saved: Callable[[Any], None]) -> None:
        """Begin a write: call ``save`` at once; a later `poll` calls ``on_saved`` with its result."""
        self._writes.append(_Write(save(), on_saved, save))

    def poll(self) -> None:
        """Call ``on_saved`` of the writes that are done, the oldest first. Never wait.

        A StorageError goes to ``error``, and later writes wait for `retry`; any other exception of a write is raised.
        """
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
        """Clear ``error`` and begin the failed write and all later ones again.

        Without an error it does nothing.
        """
        if self.error:
            self.error = ""
            for write in self._writes:
                write.future = write.start()


class PendingWrite(WriteQueue):
    """A queue for at most one write, which must be saved before the match goes on."""

    @property
    def is_busy(self) -> bool:
        """Whether a write is pending or has failed."""
        return bool(self._writes)

    def add(self, save: Callable[[], Future[Any]], on_saved: Callable[[Any], None]) -> None:
        """Begin a write as in `WriteQueue`.

        Raise RuntimeError if another one is pending or has failed.
        """
        if self._writes:
            raise RuntimeError("something else is still being saved")
        super().add(save, on_saved)


class LossReporter:
    """A reporter of failed writes that nothing waits for."""

    def __init__(self, storage: StorageThread) -> None:
        self._storage = storage
        self._told = set[str]()

    def report(self, written: Future[Any], words: str) -> None:
        """Report to the player if ``written`` fails.

        The same text is reported once until a write with it succeeds. ``words``: the text in English, with ``{fault}``
        for the error.
        """

        def look(done: Future[Any]) -> None:  # called on the storage thread, perhaps after the match was closed
            error = done.exception()
            if error is None:
                self._told.discard(words)
            elif not isinstance(error, StorageError):
                raise error
            elif words not in self._told:
                self._told.add(words)
                self._storage.tell(_(words).format(fault=error))

        written.add_done_callback(look)

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

MAX_QUEUED_WRITES: Final = 16


class _Write(msgspec.Struct):
    """A write. ``save`` begins it; ``on_saved`` gets its result in the end; ``future``: None before it begins."""

    save: Callable[[], Future[Any]]
    on_saved: Callable[[Any], None]
    is_step: bool
    future: Future[Any] | None = None


class WriteQueue:
    """A queue of writes, of which each begins only when the one before it is on disk.

    ``error``: a line for the player after a write failed, else ""; that write and all later ones then wait for `retry`.
    ``is_busy``: whether a step of the match is in the queue; the next one is possible only after it.
    """

    def __init__(self) -> None:
        self.error = ""
        self.is_busy = False
        self._writes: deque[_Write] = deque()

    @property
    def is_full(self) -> bool:
        """Whether the queue has `MAX_QUEUED_WRITES` writes and should get no more."""
        return len(self._writes) >= MAX_QUEUED_WRITES

    def add(self, save: Callable[[], Future[Any]], on_saved: Callable[[Any], None], *, is_step: bool = True) -> None:
        """Add a write, which begins at once if no other is pending; a later `poll` calls ``on_saved`` with its result.

        ``save`` begins it. ``is_step``: whether the match waits for it. Raise RuntimeError if another step is pending
        or has failed.
        """
        if is_step and self.is_busy:
            raise RuntimeError("something else is still being saved")
        self.is_busy = self.is_busy or is_step
        self._writes.append(_Write(save, on_saved, is_step, None if self._writes else save()))

    def poll(self) -> None:
        """Call ``on_saved`` of the writes that are done, the oldest first, and begin the next one. Never wait.

        A StorageError goes to ``error``; any other exception of a write is raised.
        """
        while self._writes and not self.error:
            write = self._writes[0]
            write.future = write.future or write.save()
            if not write.future.done():
                return
            error = write.future.exception()
            if isinstance(error, StorageError):
                self.error = str(error)
            elif error is not None:
                raise error
            else:
                self._writes.popleft()
                self.is_busy = self.is_busy and not write.is_step
                write.on_saved(write.future.result())

    def retry(self) -> None:
        """Clear ``error`` and begin the failed write again. Without an error it does nothing."""
        if self.error:
            self.error = ""
            self._writes[0].future = self._writes[0].save()

    def begin_all(self) -> None:
        """Begin all writes that wait for others, because nobody polls the queue any more."""
        for write in self._writes if not self.error else ():
            write.future = write.future or write.save()

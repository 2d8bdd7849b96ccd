"""One thing at a time on its way to the disk: it has happened only when it is there."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import msgspec

from game.storage.files import StorageError


class _Write(msgspec.Struct):
    """Something on its way, and what follows once it is there."""

    future: Future[Any]
    on_saved: Callable[[Any], None]
    start: Callable[[], Future[Any]]


class PendingWrite:
    """``fault`` is a line for a person when something could not be saved; nothing goes on until `retry`."""

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

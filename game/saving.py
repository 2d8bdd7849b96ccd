"""One thing at a time on its way to the disk: it has happened only when it is there."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import msgspec

from game.store.files import StorageError


class _Pending(msgspec.Struct):
    """Something on its way, and what follows once it is there."""

    future: Future[Any]
    accepted: Callable[[Any], None]
    again: Callable[[], Future[Any]]


class Saving:
    """``fault`` is a line for a person when something could not be saved; nothing goes on until `retry`."""

    def __init__(self) -> None:
        self.fault = ""
        self._pending: _Pending | None = None

    @property
    def busy(self) -> bool:
        """Whether something is on its way to the disk."""
        return self._pending is not None

    def send(self, save: Callable[[], Future[Any]], accepted: Callable[[Any], None]) -> None:
        """Begin to save; ``accepted`` gets the answer, in a later `collect`, once it is on the disk.

        RuntimeError while something else is on its way, or could not be saved: neither may overtake the other.
        """
        if self._pending is not None:
            raise RuntimeError("something else is still being saved")
        self._pending = _Pending(save(), accepted, save)

    def collect(self) -> None:
        """Look whether it is there. An error that is not the disk's is raised."""
        pending = self._pending
        if pending is None or self.fault or not pending.future.done():
            return
        error = pending.future.exception()
        if isinstance(error, StorageError):
            self.fault = str(error)
        elif error is not None:
            raise error
        else:
            self._pending = None
            pending.accepted(pending.future.result())

    def retry(self) -> None:
        """Try again to save what could not be saved."""
        if self.fault and self._pending is not None:
            self.fault = ""
            self._pending.future = self._pending.again()

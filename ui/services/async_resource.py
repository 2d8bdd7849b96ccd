"""The contents of a small file, read by the storage thread and taken in a later frame."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

from game.storage.files import StorageNotice
from ui.app.context import AppContext

T = TypeVar("T")


class AsyncResource(Generic[T]):
    """The contents of a file, as ``read_file`` returns them in the storage thread.

    The person is notified of a damaged file.
    """

    def __init__(self, context: AppContext, read_file: Callable[[], tuple[T, StorageNotice | None]]) -> None:
        self._context = context
        self._read_file = read_file
        self._pending: Future[tuple[T, StorageNotice | None]] | None = None
        self.request()

    @property
    def is_pending(self) -> bool:
        """Whether the contents are awaited."""
        return self._pending is not None

    def request(self) -> None:
        """Start to read the file, or to read it again."""
        self._pending = self._context.storage.submit(self._read_file)

    def discard(self) -> None:
        """Ignore the contents that are awaited."""
        self._pending = None

    def take_result(self) -> T | None:
        """Return the contents if they have arrived since the last request, else None.

        They are returned once. Raise the exception of ``read_file`` if it failed.
        """
        if self._pending is None or not self._pending.done():
            return None
        (contents, notice), self._pending = self._pending.result(), None
        if notice is not None:
            self._context.notify(notice.text)
        return contents

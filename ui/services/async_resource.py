"""What a scene wants from a small file of the player's: asked for beside the loop, taken in a frame after it came."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

from game.storage.files import StorageNotice
from ui.app.context import AppContext

T = TypeVar("T")


class AsyncResource(Generic[T]):
    """One file's contents, fetched by ``read_file``. A damaged file is named to the player."""

    def __init__(self, context: AppContext, read_file: Callable[[], tuple[T, StorageNotice | None]]) -> None:
        self._context = context
        self._read_file = read_file
        self._pending: Future[tuple[T, StorageNotice | None]] | None = None
        self.request()

    @property
    def is_pending(self) -> bool:
        """Whether it has not come yet."""
        return self._pending is not None

    def request(self) -> None:
        """Ask for it, or for what it is by now."""
        self._pending = self._context.storage.submit(self._read_file)

    def discard(self) -> None:
        """It is not wanted any more, whatever it is."""
        self._pending = None

    def take_result(self) -> T | None:
        """What has come since it was asked for; it is given once. Never waits."""
        if self._pending is None or not self._pending.done():
            return None
        (contents, notice), self._pending = self._pending.result(), None
        if notice is not None:
            self._context.notify(notice.text)
        return contents

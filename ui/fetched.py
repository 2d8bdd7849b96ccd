"""What a scene wants from a small file of the player's: asked for beside the loop, taken in a frame after it came."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

from game.store.files import Notice
from ui.scene import Stage

T = TypeVar("T")


class Fetched(Generic[T]):
    """One file's contents, fetched by ``read`` with these ``arguments``. A damaged file is named to the player."""

    def __init__(self, stage: Stage, read: Callable[..., tuple[T, Notice | None]], *arguments: object) -> None:
        self._stage = stage
        self._read = read
        self._arguments = arguments
        self._coming: Future[tuple[T, Notice | None]] | None = None
        self.ask()

    @property
    def waited_for(self) -> bool:
        """Whether it has not come yet."""
        return self._coming is not None

    def ask(self) -> None:
        """Ask for it, or for what it is by now."""
        self._coming = self._stage.storage.run(self._read, *self._arguments)

    def forget(self) -> None:
        """It is not wanted any more, whatever it is."""
        self._coming = None

    def take(self) -> T | None:
        """What has come since it was asked for; it is given once. Never waits."""
        if self._coming is None or not self._coming.done():
            return None
        (found, notice), self._coming = self._coming.result(), None
        if notice is not None:
            self._stage.notify(notice.text)
        return found

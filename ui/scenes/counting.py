"""Matches of earlier programs are counted, a few at a time, before they can be listed with what became of them."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Final

from game.i18n import ngettext
from game.store.files import StorageError
from ui.scene import Stage

SECONDS: Final = 0.3
"""That counting may keep the storage from other work."""


class Counting:
    """Polled by `update`, which never waits. ``left``: how many matches are still to be counted."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._under_way: Future[tuple[int, int]] | None = None
        self._some = False
        self.left = 0

    @property
    def busy(self) -> bool:
        """Whether something is being counted."""
        return self._under_way is not None

    @property
    def words(self) -> str:
        """What is still done, in a line."""
        words = ngettext("{count} match is being counted…", "{count} matches are being counted…", self.left)
        return words.format(count=self.left)

    def begin(self) -> None:
        """Count what has not been counted."""
        self._under_way = self._stage.storage.archive(lambda archive: archive.count(SECONDS))

    def update(self) -> bool:
        """Look how far it is. Whether all has been counted now, and there was something."""
        if self._under_way is None or not self._under_way.done():
            return False
        done, self._under_way = self._under_way, None
        error = done.exception()
        if isinstance(error, StorageError):
            self._stage.notify(str(error))
            return False
        counted, self.left = done.result()
        self._some = self._some or counted > 0
        if self.left:
            self.begin()
            return False
        some, self._some = self._some, False
        return some

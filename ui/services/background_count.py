"""Matches of earlier programs are counted, a few at a time, before they can be listed with what became of them."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Final

from game.storage.files import StorageError
from game.text.gettext import ngettext
from ui.app.context import AppContext

SLICE_S: Final = 0.3
"""That counting may keep the storage from other work."""


class BackgroundCount:
    """Polled by `update`, which never waits. ``remaining_count``: how many matches are still to be counted."""

    def __init__(self, context: AppContext) -> None:
        self._context = context
        self._pending: Future[tuple[int, int]] | None = None
        self._has_counted = False
        self.remaining_count = 0

    @property
    def is_busy(self) -> bool:
        """Whether something is being counted."""
        return self._pending is not None

    @property
    def status_text(self) -> str:
        """What is still done, in a line."""
        template = ngettext(
            "{count} match is being counted…", "{count} matches are being counted…", self.remaining_count
        )
        return template.format(count=self.remaining_count)

    def start(self) -> None:
        """Count what has not been counted."""
        self._pending = self._context.storage.submit_to_archive(lambda archive: archive.update_tallies(SLICE_S))

    def update(self) -> bool:
        """Look how far it is. Whether all has been counted now, and there was something."""
        if self._pending is None or not self._pending.done():
            return False
        finished, self._pending = self._pending, None
        error = finished.exception()
        if isinstance(error, StorageError):
            self._context.notify(str(error))
            return False
        counted_matches, self.remaining_count = finished.result()
        self._has_counted = self._has_counted or counted_matches > 0
        if self.remaining_count:
            self.start()
            return False
        has_counted, self._has_counted = self._has_counted, False
        return has_counted

"""Counting of the matches of earlier programs, a few at a time, before they can be listed with their results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.text.gettext import ngettext
from ui.app.context import AppContext
from ui.app.scene import Scene

SLICE_S: Final = 0.3
"""The longest time in which counting keeps the storage from other work, in seconds."""


class BackgroundCount:
    """The counting of matches for the scene ``owner``; ``remaining_count`` matches are not counted yet."""

    def __init__(self, context: AppContext, owner: Scene, on_counted: Callable[[], None]) -> None:
        """Create a count that has not started.

        ``on_counted`` is called when all matches are counted, unless all had been counted before.
        """
        self._context = context
        self._owner = owner
        self._on_counted = on_counted
        self._has_counted = False
        self.remaining_count = 0

    @property
    def status_text(self) -> str:
        """The number of matches that are still to be counted, in a line."""
        template = ngettext("Counting {count} match…", "Counting {count} matches…", self.remaining_count)
        return template.format(count=self.remaining_count)

    def start(self) -> None:
        """Count the matches that have not been counted, in later frames."""
        counting = self._context.storage.submit_to_archive(lambda archive: archive.update_tallies(SLICE_S))
        self._context.tasks.submit(counting, self._finish_slice, owner=self._owner)

    def _finish_slice(self, result: tuple[int, int]) -> None:
        counted_count, self.remaining_count = result
        self._has_counted = self._has_counted or counted_count > 0
        if self.remaining_count:
            self.start()
        elif self._has_counted:
            self._has_counted = False
            self._on_counted()

"""Work on stored matches a few at a time, so that the storage has time for other work: their count, and medals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.medals.finder import EarnedMedal, MedalSearchStep, search_medals
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
        template = ngettext("Checking {count} match…", "Checking {count} matches…", self.remaining_count)
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


class MedalSearch:
    """A search for the scene ``owner``; ``remaining_count`` matches are not examined yet."""

    def __init__(
        self, context: AppContext, owner: Scene, on_found: Callable[[tuple[EarnedMedal, ...]], object]
    ) -> None:
        """Create a search that has not started; ``on_found`` is called at its end with the new medals of all people."""
        self._context = context
        self._owner = owner
        self._on_found = on_found
        self._found: tuple[EarnedMedal, ...] = ()
        self.remaining_count = 0

    def start(self) -> None:
        """Search in later frames, whose steps are on the storage thread."""
        context = self._context
        searching = context.storage.submit_document(
            lambda: search_medals(context.storage.get_repository(), context.now(), context.zone, SLICE_S)
        )
        context.tasks.submit(searching, self._finish_step, owner=self._owner)

    def _finish_step(self, step: MedalSearchStep) -> None:
        self._found, self.remaining_count = (*self._found, *step.new), step.remaining_count
        if self.remaining_count:
            self.start()
        else:
            self._on_found(self._found)

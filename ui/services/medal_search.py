"""The search for new medals, a few matches at a time, so that the storage has time for other work."""

from __future__ import annotations

from collections.abc import Callable

from game.medals.finder import EarnedMedal, MedalSearchStep, search_medals
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.services.background_count import SLICE_S


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

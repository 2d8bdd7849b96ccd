"""Matches that are played to their end unseen: every person has left them, or they are to be deleted under a clock.

Each is claimed, read and played on by the computer as fast as it thinks, with a mind of its own that starts only then.
What is not done when the program ends goes on when it is started again.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Final

from game.i18n import _
from game.local_table import LocalTable
from game.store.files import StorageError
from game.store.reading import SavedMatch, Summary
from game.store.storage import Storage
from game.words import outcome
from ui.environment import PlayerWorker

THINKING_LIMIT: Final = 200
"""Milliseconds for a thought that nobody looks at."""
ENDING_LIMIT: Final = 3.0


class Errand:
    """One match on its way to its end; ``deleted`` is what to call when it is then deleted, None if it is kept."""

    def __init__(self, storage: Storage, match_id: int, deleted: Callable[[], None] | None) -> None:
        self.match_id = match_id
        self.deleted = deleted
        self.told_fault = False
        self._storage = storage
        self._claim: Future[bool] | None = storage.claim(match_id)
        self._load: Future[SavedMatch] | None = None
        self.table: LocalTable | None = None

    def begin(self, thinker: PlayerWorker, clock: Callable[[], float]) -> bool:
        """Look how far the reading is; whether the match can be played on now. StorageError if it never can."""
        if self._claim is not None and self._claim.done():
            claimed, self._claim = self._claim.result(), None
            if not claimed:
                raise StorageError(_("This match is open in another window."))
            self._load = self._storage.load(self.match_id)
        if self._load is not None and self._load.done():
            saved, self._load = self._load.result(), None
            self.table = LocalTable.resume(saved, storage=self._storage, thinker=thinker, clock=clock)
            self.table.pace = 0.0
            self.table.desert()
        return self.table is not None

    def close(self) -> None:
        """Let go of the match, however far it is."""
        if self.table is not None:
            self.table.close()
        else:
            self._storage.release(self.match_id)


class Errands:
    """One errand after the other. `update` is called each frame and never waits."""

    def __init__(
        self, storage: Storage, clock: Callable[[], float], tell: Callable[[str], None],
        make_player_worker: Callable[[int], PlayerWorker],
    ) -> None:  # fmt: skip
        """``tell`` gets a line when something was done."""
        self._storage = storage
        self._tell = tell
        self._clock = clock
        self._make_player_worker = make_player_worker
        self._thinker: PlayerWorker | None = None
        self._waiting: list[Errand] = []
        self._found: Future[tuple[Summary, ...]] | None = None
        self._deleting: list[tuple[Future[None], Callable[[], None]]] = []

    @property
    def busy(self) -> bool:
        """Whether something is under way."""
        return bool(self._waiting) or bool(self._deleting) or self._found is not None

    def look(self) -> None:
        """Find the matches that every person has left, and play them to their end."""
        self._found = self._storage.unfinished()

    def delete(self, match_id: int, deleted: Callable[[], None]) -> None:
        """Everybody leaves a match, it is played to its end and deleted; then ``deleted`` is called.

        If that fails, a line says so, the match is kept and ``deleted`` is not called.
        """
        self._add(match_id, deleted)

    def _add(self, match_id: int, deleted: Callable[[], None] | None = None) -> None:
        waiting = next((one for one in self._waiting if one.match_id == match_id), None)
        if waiting is None:
            self._waiting.append(Errand(self._storage, match_id, deleted))
        else:
            waiting.deleted = waiting.deleted or deleted

    def update(self) -> None:
        """Go on."""
        if self._found is not None and self._found.done():
            found, self._found = self._found, None
            if found.exception() is None:
                for match in found.result():
                    if match.deserted and not match.fault and not match.elsewhere:
                        self._add(match.id)
        for future, deleted in [one for one in self._deleting if one[0].done()]:
            self._deleting.remove((future, deleted))
            error = future.exception()
            if error is not None:
                self._tell(str(error))
                continue
            deleted()
            self._tell(_("The match is deleted."))
        if self._waiting:
            self._go_on(self._waiting[0])
        elif self._thinker is not None:
            self._thinker.close()
            self._thinker = None

    def _go_on(self, errand: Errand) -> None:
        if self._thinker is None:
            self._thinker = self._make_player_worker(THINKING_LIMIT)
            self._thinker.start()
        try:
            if not errand.begin(self._thinker, self._clock) or errand.table is None:
                return
        except StorageError as error:
            # A match that everybody left is tried again at the next start; a deletion is not.
            self._done(errand)
            if errand.deleted is not None:
                self._tell(str(error))
            return
        table = errand.table
        if table.fault:
            if errand.deleted is not None and not errand.told_fault:
                errand.told_fault = True
                self._tell(table.fault)
            table.retry()
        table.update(idle=True)
        if table.between_deals:
            table.next_deal()
        elif table.over and not table.saving:
            self._done(errand)
            if errand.deleted is not None:
                self._deleting.append((self._storage.delete(errand.match_id), errand.deleted))
            else:
                self._tell(_ended(table))

    def _done(self, errand: Errand) -> None:
        errand.close()
        self._waiting.remove(errand)

    def close(self) -> None:
        """The program ends: what is not done stays where it is."""
        for errand in self._waiting:
            errand.close()
        self._waiting = []
        if self._thinker is not None:
            self._thinker.close()
            self._thinker.join(ENDING_LIMIT)
            self._thinker = None


def _ended(table: LocalTable) -> str:
    """What came of a match that nobody saw end."""
    words = _("The match of {game} that was left has been played to its end.").format(game=_(table.game.title))
    return " ".join((words, *outcome(table.view, table.names)))

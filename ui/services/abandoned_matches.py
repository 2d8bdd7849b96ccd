"""Matches that are played to their end unseen: every person has left them, or they are to be deleted under a clock.

Each is claimed, read and played on by the computer as fast as it thinks,  in the background process.
What is not done when the program ends goes on when it is started again.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

from game.ai.client import AIClient
from game.session.local import LocalSession
from game.storage.files import StorageError
from game.storage.match_rows import SavedMatch
from game.storage.thread import StorageThread
from game.storage.unfinished_matches import UnfinishedMatch
from game.text.errors import describe_error
from game.text.gettext import _
from game.text.messages import format_match_outcome


class AbandonedMatch:
    """One match on its way to its end; ``on_deleted`` is what to call when it is then deleted, None if it is kept."""

    def __init__(self, storage: StorageThread, match_id: int, on_deleted: Callable[[], None] | None) -> None:
        self.match_id = match_id
        self.on_deleted = on_deleted
        self.told_fault = False
        self._storage = storage
        self._claim: Future[bool] | None = storage.claim_match(match_id)
        self._load: Future[SavedMatch] | None = None
        self.session: LocalSession | None = None

    def poll_loading(self, ai_client: AIClient, clock: Callable[[], float]) -> bool:
        """Look how far the reading is; whether the match can be played on now. StorageError if it never can."""
        if self._claim is not None and self._claim.done():
            is_claimed, self._claim = self._claim.result(), None
            if not is_claimed:
                raise StorageError(_("This match is open in another window."))
            self._load = self._storage.load_match(self.match_id)
        if self._load is not None and self._load.done():
            saved, self._load = self._load.result(), None
            self.session = LocalSession.resume(saved, storage=self._storage, ai_client=ai_client, clock=clock)
            self.session.set_computer_play(0.0, is_chat_enabled=True)
            self.session.abandon_all()
        return self.session is not None

    def close(self) -> None:
        """Let go of the match, however far it is."""
        if self.session is not None:
            self.session.close()
        else:
            self._storage.release_match(self.match_id)


class AbandonedMatchRunner:
    """One errand after the other. `update` is called each frame and never waits."""

    def __init__(
        self, storage: StorageThread, clock: Callable[[], float], notify: Callable[[str], None], ai_client: AIClient
    ) -> None:
        """``notify`` gets a line when something was done."""
        self._storage = storage
        self._notify = notify
        self._clock = clock
        self._ai_client = ai_client
        self._queue: list[AbandonedMatch] = []
        self._search: Future[tuple[UnfinishedMatch, ...]] | None = None
        self._deletions: list[tuple[Future[None], Callable[[], None]]] = []

    @property
    def is_busy(self) -> bool:
        """Whether something is under way."""
        return bool(self._queue) or bool(self._deletions) or self._search is not None

    def finish_abandoned_matches(self) -> None:
        """Find the matches that every person has left, and play them to their end."""
        self._search = self._storage.list_unfinished_matches()

    def finish_and_delete_match(self, match_id: int, on_deleted: Callable[[], None]) -> None:
        """Everybody leaves a match, it is played to its end and deleted; then ``on_deleted`` is called.

        If that fails, a line says so, the match is kept and ``on_deleted`` is not called.
        """
        self._enqueue(match_id, on_deleted)

    def _enqueue(self, match_id: int, on_deleted: Callable[[], None] | None = None) -> None:
        waiting = next((queued for queued in self._queue if queued.match_id == match_id), None)
        if waiting is None:
            self._queue.append(AbandonedMatch(self._storage, match_id, on_deleted))
        else:
            waiting.on_deleted = waiting.on_deleted or on_deleted

    def update(self) -> None:
        """Go on."""
        if self._search is not None and self._search.done():
            search, self._search = self._search, None
            if search.exception() is None:
                for summary in search.result():
                    if summary.is_abandoned_by_all and not summary.error and not summary.is_open_elsewhere:
                        self._enqueue(summary.id)
        for future, on_deleted in [deletion for deletion in self._deletions if deletion[0].done()]:
            self._deletions.remove((future, on_deleted))
            error = future.exception()
            if error is not None:
                self._notify(describe_error(error))
                continue
            on_deleted()
            self._notify(_("The match is deleted."))
        if self._queue:
            self._advance(self._queue[0])

    def _advance(self, match: AbandonedMatch) -> None:
        try:
            if not match.poll_loading(self._ai_client, self._clock) or match.session is None:
                return
        except StorageError as error:
            # A match that everybody left is tried again at the next start; a deletion is not.
            self._finish(match)
            if match.on_deleted is not None:
                self._notify(str(error))
            return
        session = match.session
        if session.error:
            if match.on_deleted is not None and not match.told_fault:
                match.told_fault = True
                self._notify(session.error)
            session.retry()
        session.update(is_idle=True)
        if session.course.is_between_deals:
            session.course.start_next_deal()
        elif session.observation.is_over and not session.is_saving:
            self._finish(match)
            if match.on_deleted is not None:
                self._deletions.append((self._storage.delete_match(match.match_id), match.on_deleted))
            else:
                self._notify(_describe_outcome(session))

    def _finish(self, match: AbandonedMatch) -> None:
        match.close()
        self._queue.remove(match)

    def close(self) -> None:
        """The program ends: what is not done stays where it is."""
        for match in self._queue:
            match.close()
        self._queue = []


def _describe_outcome(session: LocalSession) -> str:
    """What came of a match that nobody saw end."""
    text = _("The match of {game} that was left has been played to its end.").format(game=_(session.info.game.title))
    return " ".join((text, *format_match_outcome(session.observation, session.info.names)))

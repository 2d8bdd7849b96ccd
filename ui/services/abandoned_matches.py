"""Matches that are played to their end unseen: every person has left them, or they are to be deleted under a clock.

Each is opened and played on by the computer as fast as it thinks, in the background process. A match that is not done
when the program ends goes on when it is started again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from game.ai.client import AIClient
from game.session.local import LocalSession
from game.storage.files import StorageError
from game.storage.match_rows import SavedMatch
from game.storage.unfinished_matches import UnfinishedMatch
from game.text.gettext import _
from game.text.messages import format_match_outcome
from ui.app.context import AppContext


@dataclass(eq=False)
class AbandonedMatch:
    """A match on its way to its end; ``on_deleted`` is called when it is then deleted, None if it is kept."""

    match_id: int
    on_deleted: Callable[[], None] | None
    is_opening: bool = False
    session: LocalSession | None = None
    has_reported_error: bool = False


class AbandonedMatchRunner:
    """Plays one match after the other. `update` is called each frame and never waits."""

    def __init__(self, context: AppContext, ai_client: AIClient) -> None:
        self._context = context
        self._ai_client = ai_client
        self._queue: list[AbandonedMatch] = []

    @property
    def is_busy(self) -> bool:
        """Whether something is under way."""
        return bool(self._queue) or self._context.tasks.has_pending(self)

    def finish_abandoned_matches(self) -> None:
        """Find the matches that every person has left, and play them to their end."""

        def enqueue_abandoned(matches: tuple[UnfinishedMatch, ...]) -> None:
            for match in matches:
                if match.is_abandoned_by_all and not match.error and not match.is_open_elsewhere:
                    self._enqueue(match.id)

        listing = self._context.storage.list_unfinished_matches()
        self._context.tasks.submit(listing, enqueue_abandoned, lambda _error: None, owner=self)

    def finish_and_delete_match(self, match_id: int, on_deleted: Callable[[], None]) -> None:
        """Let every person leave the match, play it to its end and delete it; then call ``on_deleted``.

        If that fails, the person is notified, the match is kept and ``on_deleted`` is not called.
        """
        self._enqueue(match_id, on_deleted)

    def _enqueue(self, match_id: int, on_deleted: Callable[[], None] | None = None) -> None:
        waiting = next((queued for queued in self._queue if queued.match_id == match_id), None)
        if waiting is None:
            self._queue.append(AbandonedMatch(match_id, on_deleted))
        else:
            waiting.on_deleted = waiting.on_deleted or on_deleted

    def update(self) -> None:
        """Go on with the first match."""
        if self._queue:
            match = self._queue[0]
            if match.session is not None:
                self._advance(match, match.session)
            elif not match.is_opening:
                self._open(match)

    def _open(self, match: AbandonedMatch) -> None:
        storage = self._context.storage
        match.is_opening, opening = True, storage.open_match(match.match_id)
        self._context.tasks.submit(
            opening,
            partial(self._start, match),
            partial(self._drop, match),
            owner=self,
            on_cancel=partial(storage.discard_match, opening),
        )

    def _start(self, match: AbandonedMatch, saved: SavedMatch) -> None:
        context = self._context
        match.session = LocalSession.resume(
            saved, storage=context.storage, ai_client=self._ai_client, clock=context.clock
        )
        match.session.set_computer_play(0.0, is_chat_enabled=True)
        match.session.abandon_all()

    def _drop(self, match: AbandonedMatch, error: BaseException) -> None:
        """Give up a match that cannot be opened.

        A match that everybody left is tried again at the next start; a deletion is not.
        """
        self._queue.remove(match)
        if match.on_deleted is not None or not isinstance(error, StorageError):
            self._context.report(error)

    def _advance(self, match: AbandonedMatch, session: LocalSession) -> None:
        if session.error:
            if match.on_deleted is not None and not match.has_reported_error:
                match.has_reported_error = True
                self._context.notify(session.error)
            session.retry()
        session.update(is_idle=True)
        if session.course.is_between_deals:
            session.course.start_next_deal()
        elif session.observation.is_over and not session.is_saving:
            session.close()
            self._queue.remove(match)
            if match.on_deleted is not None:
                self._delete(match.match_id, match.on_deleted)
            else:
                self._context.notify(_describe_outcome(session))

    def _delete(self, match_id: int, on_deleted: Callable[[], None]) -> None:
        def finish_deletion(_result: None) -> None:
            on_deleted()
            self._context.notify(_("The match is deleted."))

        self._context.tasks.submit(self._context.storage.delete_match(match_id), finish_deletion, owner=self)

    def close(self) -> None:
        """Leave the matches that are not done where they are: the program ends."""
        self._context.tasks.cancel(self)
        for match in self._queue:
            if match.session is not None:
                match.session.close()
        self._queue = []


def _describe_outcome(session: LocalSession) -> str:
    """What came of a match that nobody saw end."""
    text = _("The match of {game} that was left has been played to its end.").format(game=_(session.info.game.title))
    return " ".join((text, *format_match_outcome(session.observation, session.info.names)))

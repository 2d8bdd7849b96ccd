"""Matches that are played to their end in the background.

Every person has left such a match, or a person deletes it although leaving it carries a penalty. The computer plays it
as fast as it can, in the background process. A match that is not finished when the program ends is continued at the
next start.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from game.ai.client import AIClient
from game.session.local import LocalSession
from game.storage.archive import Archive, MatchListEntry
from game.storage.files import StorageError
from game.storage.match_rows import SavedMatch
from game.storage.matches import MatchRepository
from game.text.gettext import _
from game.text.messages import format_match_outcome
from ui.app.context import AppContext


@dataclass(eq=False)
class LeftMatch:
    """A match that is played to its end.

    ``on_deleted``: called after the match is deleted at its end, or None to keep the match.
    """

    match_id: int
    on_deleted: Callable[[], None] | None
    is_opening: bool = False
    session: LocalSession | None = None
    has_reported_error: bool = False


class LeftMatchRunner:
    """A queue of matches that are played to their end, each after the other."""

    def __init__(self, context: AppContext, ai_client: AIClient) -> None:
        self._context = context
        self._ai_client = ai_client
        self._queue: list[LeftMatch] = []

    @property
    def is_busy(self) -> bool:
        """Whether a match is played or a storage operation is pending."""
        return bool(self._queue) or self._context.tasks.has_pending(self)

    def finish_left_matches(self) -> None:
        """Find the matches that every person has left, and play them to their end in later updates."""

        def enqueue_left(matches: tuple[MatchListEntry, ...]) -> None:
            for match in matches:
                if match.is_left_by_all and not match.error and not match.is_open_elsewhere:
                    self._enqueue(match.id)

        listing = self._context.storage.submit_to_archive(Archive.list_unfinished_matches)
        self._context.tasks.submit(listing, enqueue_left, lambda _error: None, owner=self)

    def finish_and_delete_match(self, match_id: int, on_deleted: Callable[[], None]) -> None:
        """Let every person leave the match, play it to its end, delete it and call ``on_deleted``.

        That happens in later updates. If it fails, the person is notified, the match is kept and ``on_deleted`` is not
        called.
        """
        self._enqueue(match_id, on_deleted)

    def _enqueue(self, match_id: int, on_deleted: Callable[[], None] | None = None) -> None:
        waiting = next((queued for queued in self._queue if queued.match_id == match_id), None)
        if waiting is None:
            self._queue.append(LeftMatch(match_id, on_deleted))
        else:
            waiting.on_deleted = waiting.on_deleted or on_deleted

    def update(self) -> None:
        """Continue the first match of the queue without waiting."""
        if self._queue:
            match = self._queue[0]
            if match.session is not None:
                self._advance(match, match.session)
            elif not match.is_opening:
                self._open(match)

    def _open(self, match: LeftMatch) -> None:
        storage = self._context.storage
        match.is_opening, opening = True, storage.call(MatchRepository.open_match, match.match_id)
        self._context.tasks.submit(
            opening,
            partial(self._start, match),
            partial(self._drop, match),
            owner=self,
            on_cancel=partial(storage.discard_match, opening),
        )

    def _start(self, match: LeftMatch, saved: SavedMatch) -> None:
        context = self._context
        match.session = LocalSession.resume(
            saved, storage=context.storage, ai_client=self._ai_client, clock=context.clock
        )
        match.session.set_computer_play(0.0, is_chat_enabled=True)
        match.session.leave_all()

    def _drop(self, match: LeftMatch, error: BaseException) -> None:
        """Drop a match that cannot be opened, and report the error if it is unexpected or the match is to be deleted.

        A match that everybody left is tried again at the next start; a deletion is not.
        """
        self._queue.remove(match)
        if match.on_deleted is not None or not isinstance(error, StorageError):
            self._context.report(error)

    def _advance(self, match: LeftMatch, session: LocalSession) -> None:
        if session.error:
            if match.on_deleted is not None and not match.has_reported_error:
                match.has_reported_error = True
                self._context.notify(session.error)
            if not session.has_computer_failed:  # the host tries that again by itself
                session.retry()
        session.update(is_idle=True)
        if session.status.is_between_deals:
            session.start_next_deal()
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
            self._context.notify(_("Match deleted."))

        self._context.tasks.submit(
            self._context.storage.call(MatchRepository.delete_match, match_id), finish_deletion, owner=self
        )

    def close(self) -> None:
        """Close the matches that are not finished; they stay saved as they are."""
        self._context.tasks.cancel(self)
        for match in self._queue:
            if match.session is not None:
                match.session.close()
        self._queue = []


def _describe_outcome(session: LocalSession) -> str:
    text = _("The computer finished the {game} match you left.").format(game=_(session.info.game.title))
    return " ".join((text, *format_match_outcome(session.observation, session.info.names)))

"""The stored match of a host, and the queue of its writes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any

from game.match.record import Record
from game.match.table_discipline import MatchEnding
from game.session.write_queue import WriteQueue
from game.storage.files import StorageError
from game.storage.matches import MatchRepository
from game.storage.thread import StorageThread
from game.text.gettext import _


class MatchStore(WriteQueue):
    """The stored match of a host.

    ``match_id``: None until it is stored. Methods of the `MatchRepository` get it as their first argument.
    """

    def __init__(self, storage: StorageThread, match_id: int | None = None) -> None:
        super().__init__()
        self.match_id = match_id
        self._storage = storage
        self._creation: Future[int] | None = None
        self._told_losses = set[str]()

    def create(
        self, record: Record, kinds: tuple[str, ...], seed: int, notes: dict[str, Any], on_created: Callable[[], None]
    ) -> None:
        """Begin to store a new match, and call ``on_created`` once it is stored."""

        def save() -> Future[int]:
            self._creation = self._storage.call(MatchRepository.create_match, record, kinds, seed, notes)
            return self._creation

        def on_saved(match_id: int) -> None:
            self.match_id = match_id
            on_created()

        self.add(save, on_saved)

    def save(
        self, on_saved: Callable[[object], None], method: Callable[..., object], *args: Any, **kwargs: Any
    ) -> None:
        """Begin to save a step of the match by a method of the repository; call ``on_saved`` once it is on disk.

        Raise RuntimeError if another step is pending or has failed.
        """
        self.add(partial(self._storage.call, method, self.match_id, *args, **kwargs), on_saved)

    def save_beside(self, method: Callable[..., object], *args: Any, **kwargs: Any) -> Future[object]:
        """Begin a write for which nothing waits. Return its future."""
        return self._storage.call(method, self.match_id, *args, **kwargs)

    def report_loss(self, written: Future[Any], text: str) -> None:
        """Report to the player if ``written`` fails.

        The same text is reported once until a write with it succeeds. ``text``: in English, with ``{fault}`` for the
        error.
        """

        def look(done: Future[Any]) -> None:  # called on the storage thread, perhaps after the match was closed
            error = done.exception()
            if error is None:
                self._told_losses.discard(text)
            elif not isinstance(error, StorageError):
                raise error
            elif text not in self._told_losses:
                self._told_losses.add(text)
                self.tell(_(text).format(fault=error))

        written.add_done_callback(look)

    def tell(self, line: str) -> None:
        """Tell the player something about the storage."""
        self._storage.tell(line)

    def release(self, ending: MatchEnding | None, loss_text: str) -> None:
        """Release the match for other windows, after all its writes.

        ``ending``: given if the match must be given up before; ``loss_text``: see `report_loss`.
        """
        if self.match_id is None and self._creation is not None:
            # The storage claims a match when it creates it, and nobody polls for its id any more.
            self._creation.add_done_callback(lambda done: self._release_created(done, ending, loss_text))
        elif self.match_id is not None:
            self.begin_all()
            if ending is not None:
                self.report_loss(self.save_beside(MatchRepository.give_up_match, ending), loss_text)
            self.save_beside(MatchRepository.release_match)

    def _release_created(self, creation: Future[int], ending: MatchEnding | None, loss_text: str) -> None:
        if creation.exception() is None:
            self.match_id = creation.result()
            self.release(ending, loss_text)

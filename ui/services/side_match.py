"""A match made of another one, on its way to its table."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future

from game.match.replay import MatchContinuation
from game.match.setup import SEED_BITS
from game.storage.files import StorageError
from game.storage.match_rows import SavedMatch
from ui.app.context import AppContext


class SideMatchLoader:
    """A new match on its way to its table: written, read, opened. ``marks`` stand beside it. Polled by `update`."""

    def __init__(self, context: AppContext, continuation: MatchContinuation, marks: Mapping[str, bool]) -> None:
        self._context = context
        kinds = tuple(player.kind for player in continuation.players)
        seed = context.seed_rng.getrandbits(SEED_BITS)
        self._creating: Future[int] | None = context.storage.create_match(continuation.record, kinds, seed, dict(marks))
        self._loading: Future[SavedMatch] | None = None

    def update(self) -> bool:
        """Look how far it is. Whether it is over: the table is shown, or the person was told why not."""
        try:
            if self._creating is not None and self._creating.done():
                match_id, self._creating = self._creating.result(), None
                self._loading = self._context.storage.load_match(match_id)
            if self._loading is not None and self._loading.done():
                self._context.router.resume_match(self._loading.result())
                return True
        except StorageError as error:
            self._context.notify(str(error))
            return True
        return False

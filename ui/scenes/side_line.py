"""A match made of another one, on its way to its table."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future

from game.review import Line
from game.seating import SEED_BITS
from game.store.files import StorageError
from game.store.reading import SavedMatch
from ui.scene import Stage


class SideLine:
    """A new match on its way to its table: written, read, opened. ``marks`` stand beside it. Polled by `update`."""

    def __init__(self, stage: Stage, line: Line, marks: Mapping[str, bool]) -> None:
        self._stage = stage
        kinds = tuple(player.kind for player in line.players)
        seed = stage.seeds.getrandbits(SEED_BITS)
        self._creating: Future[int] | None = stage.storage.create(line.record, kinds, seed, dict(marks))
        self._loading: Future[SavedMatch] | None = None

    def update(self) -> bool:
        """Look how far it is. Whether it is over: the table is shown, or the person was told why not."""
        try:
            if self._creating is not None and self._creating.done():
                number, self._creating = self._creating.result(), None
                self._loading = self._stage.storage.load(number)
            if self._loading is not None and self._loading.done():
                self._stage.doors.resume(self._loading.result())
                return True
        except StorageError as error:
            self._stage.notify(str(error))
            return True
        return False

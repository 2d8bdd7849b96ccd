"""Analyses that go on beside the window, whatever scene is shown: one match after the other is gone through."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Final

from game.analysis.study import Study
from game.analysis.values import MatchAnalysis, figures
from game.record import Record
from game.seating import PERSON
from game.store.archive import Kept
from game.store.files import StorageError
from game.store.storage import Storage
from ui.log import log_unexpected

ENDING_LIMIT: Final = 3.0
Begin = Callable[[Record, tuple[int, ...]], Study]


class Going:
    """The analysis of one match, from when it was asked for: see `ui.scenes.analysis.Ongoing`."""

    def __init__(self, storage: Storage, match_id: int, begin: Begin) -> None:
        self.match_id = match_id
        self.fault = ""
        self._storage = storage
        self._begin = begin
        self._load: Future[Kept] | None = storage.archive(lambda archive: archive.take(match_id))
        self._study: Study | None = None
        self._keeping: Future[None] | None = None
        self._given_up = False

    @property
    def busy(self) -> bool:
        """Whether something is still to come."""
        return self._load is not None or self._keeping is not None or self._thinks

    @property
    def _thinks(self) -> bool:
        return self._study is not None and not self._study.over and not self._given_up

    @property
    def found(self) -> MatchAnalysis | None:
        return self._study.found if self._study is not None else None

    @property
    def done(self) -> tuple[int, int]:
        progress = self._study.progress if self._study is not None else None
        return (progress.done, progress.whole) if progress is not None else (0, 0)

    @property
    def cancelled(self) -> bool:
        return self._given_up

    def cancel(self) -> None:
        """Give it up; what was found so far is not kept."""
        self._given_up = True
        self._load = None
        if self._study is not None:
            self._study.close()

    def update(self) -> None:
        """A frame; never waits."""
        if self._load is not None and self._load.done():
            load, self._load = self._load, None
            self._start(load)
        if self._thinks and self._study is not None:
            self._study.poll()
            self.fault = self._study.fault
            if self._study.found is not None:
                self._keeping = self._storage.put_figures(self.match_id, figures(self._study.found))
        if self._keeping is not None and self._keeping.done():
            keeping, self._keeping = self._keeping, None
            self.fault = _fault_of(keeping)

    def _start(self, load: Future[Kept]) -> None:
        self.fault = _fault_of(load)
        if self.fault:
            return
        kept = load.result()
        people = tuple(seat for seat, kind in enumerate(kept.players) if kind == PERSON)
        self._study = self._begin(kept.record, people)
        self._study.start()

    def close(self) -> None:
        """The program ends."""
        self.cancel()
        if self._study is not None:
            self._study.join(ENDING_LIMIT)


def _fault_of(future: Future[Kept] | Future[None]) -> str:
    error = future.exception()
    if error is not None and not isinstance(error, StorageError):
        log_unexpected(error)
    return "" if error is None else str(error) or type(error).__name__


class Studies:
    """A `ui.scene.Beside`: what was found of a match stays as long as the program runs."""

    def __init__(self, storage: Storage, begin: Begin) -> None:
        self.begin = begin
        self._storage = storage
        self._known: dict[int, Going] = {}

    @property
    def busy(self) -> bool:
        return any(going.busy for going in self._known.values())

    def of(self, match_id: int) -> Going:
        """The analysis of a match: what is known of it, or is found out from now on. Any other is given up."""
        going = self._known.get(match_id)
        if going is None or going.fault or going.cancelled:
            for other in self._known.values():
                if other.busy:
                    other.cancel()
            going = self._known[match_id] = Going(self._storage, match_id, self.begin)
        return going

    def update(self) -> None:
        for going in self._known.values():
            going.update()

    def close(self) -> None:
        for going in self._known.values():
            going.close()

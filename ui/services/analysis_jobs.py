"""Analyses that go on beside the window, whatever scene is shown: one match after the other is gone through."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Final

from game.analysis.client import AnalysisClient
from game.analysis.model import MatchAnalysis, summarize_accuracies
from game.match.record import Record
from game.match.setup import PERSON_KIND
from game.storage.archive import ArchivedMatch
from game.storage.files import StorageError
from game.storage.thread import StorageThread
from game.text.errors import describe_error
from ui.services.error_log import log_unexpected

WORKER_SHUTDOWN_TIMEOUT_S: Final = 3.0
AnalysisStarter = Callable[[Record, tuple[int, ...]], AnalysisClient]


class AnalysisJob:
    """The analysis of one match, from when it was asked for: see `ui.scenes.analysis.scene.PendingAnalysis`."""

    def __init__(self, storage: StorageThread, match_id: int, start_analysis: AnalysisStarter) -> None:
        self.match_id = match_id
        self.error = ""
        self._storage = storage
        self._start_analysis = start_analysis
        self._load: Future[ArchivedMatch] | None = storage.submit_to_archive(
            lambda archive: archive.load_match(match_id)
        )
        self._client: AnalysisClient | None = None
        self._saving: Future[None] | None = None
        self._is_cancelled = False

    @property
    def is_busy(self) -> bool:
        """Whether something is still to come."""
        return self._load is not None or self._saving is not None or self._is_analysing

    @property
    def _is_analysing(self) -> bool:
        return self._client is not None and not self._client.is_done and not self._is_cancelled

    @property
    def result(self) -> MatchAnalysis | None:
        return self._client.analysis if self._client is not None else None

    @property
    def progress(self) -> tuple[int, int]:
        progress = self._client.progress if self._client is not None else None
        return (progress.done, progress.total) if progress is not None else (0, 0)

    @property
    def is_cancelled(self) -> bool:
        return self._is_cancelled

    def cancel(self) -> None:
        """Give it up; what was found so far is not kept."""
        self._is_cancelled = True
        self._load = None
        if self._client is not None:
            self._client.close()

    def update(self) -> None:
        """A frame; never waits."""
        if self._load is not None and self._load.done():
            loading, self._load = self._load, None
            self._start_client(loading)
        if self._is_analysing and self._client is not None:
            self._client.poll()
            self.error = self._client.error
            if self._client.analysis is not None:
                self._saving = self._storage.store_accuracies(
                    self.match_id, summarize_accuracies(self._client.analysis)
                )
        if self._saving is not None and self._saving.done():
            saving, self._saving = self._saving, None
            self.error = _get_error_text(saving)

    def _start_client(self, loading: Future[ArchivedMatch]) -> None:
        self.error = _get_error_text(loading)
        if self.error:
            return
        archived_match = loading.result()
        human_seats = tuple(seat for seat, kind in enumerate(archived_match.player_kinds) if kind == PERSON_KIND)
        self._client = self._start_analysis(archived_match.record, human_seats)
        self._client.start()

    def close(self) -> None:
        """The program ends."""
        self.cancel()
        if self._client is not None:
            self._client.join(WORKER_SHUTDOWN_TIMEOUT_S)


def _get_error_text(future: Future[ArchivedMatch] | Future[None]) -> str:
    error = future.exception()
    if error is not None and not isinstance(error, StorageError):
        log_unexpected(error)
    return "" if error is None else describe_error(error)


class AnalysisService:
    """A `ui.app.context.BackgroundService`: what was found of a match stays as long as the program runs."""

    def __init__(self, storage: StorageThread, start_analysis: AnalysisStarter) -> None:
        self.start_analysis = start_analysis
        self._storage = storage
        self._jobs: dict[int, AnalysisJob] = {}

    @property
    def is_busy(self) -> bool:
        return any(job.is_busy for job in self._jobs.values())

    def get_job(self, match_id: int) -> AnalysisJob:
        """The analysis of a match: what is known of it, or is found out from now on. Any other is given up."""
        job = self._jobs.get(match_id)
        if job is None or job.error or job.is_cancelled:
            for other_job in self._jobs.values():
                if other_job.is_busy:
                    other_job.cancel()
            job = self._jobs[match_id] = AnalysisJob(self._storage, match_id, self.start_analysis)
        return job

    def update(self) -> None:
        for job in self._jobs.values():
            job.update()

    def close(self) -> None:
        for job in self._jobs.values():
            job.close()

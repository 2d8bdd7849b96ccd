"""Analyses of matches in the background process. A new analysis cancels the one before."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any, Final

from game.ai.worker_process import WorkerError, WorkerFuture, WorkerProcess
from game.analysis.model import MatchAnalysis, summarize_accuracies
from game.match.setup import PERSON_KIND
from game.storage.archive import ArchivedMatch
from game.storage.files import StorageError
from game.storage.thread import StorageThread
from game.text.errors import describe_error
from ui.services.error_log import log_unexpected

ANALYZE_FUNCTION: Final = "game.analysis.judge:analyze_match"
ANALYSIS_SEED: Final = 0
"""The seed of all analyses: a match gets the same judgments each time."""
PROGRESS_TIMEOUT_S: Final = 60.0
"""The time limit for the judgment of one choice, in seconds."""


class AnalysisJob:
    """The analysis of one match; see `ui.scenes.analysis.progress.PendingAnalysis`.

    ``result`` is None and ``error`` is "" while it runs.
    """

    def __init__(self, storage: StorageThread, match_id: int, worker: WorkerProcess) -> None:
        self.match_id = match_id
        self.error = ""
        self.result: MatchAnalysis | None = None
        self._storage = storage
        self._worker = worker
        self._load: Future[ArchivedMatch] | None = storage.submit_to_archive(
            lambda archive: archive.load_match(match_id)
        )
        self._analysis: WorkerFuture | None = None
        self._saving: Future[None] | None = None
        self._is_cancelled = False

    @property
    def is_busy(self) -> bool:
        """Whether the analysis loads, runs or is being stored."""
        return self._load is not None or self._saving is not None or self._is_analyzing

    @property
    def _is_analyzing(self) -> bool:
        return self._analysis is not None and self.result is None and not self.error and not self._is_cancelled

    @property
    def progress(self) -> tuple[int, int]:
        """The number of judged choices and of all choices; (0, 0) while it is not known."""
        progress: tuple[int, int] | None = self._analysis.progress if self._analysis is not None else None
        return progress or (0, 0)

    @property
    def is_cancelled(self) -> bool:
        """Whether the analysis was canceled."""
        return self._is_cancelled

    def cancel(self) -> None:
        """Cancel the analysis; judgments made so far are not kept."""
        self._is_cancelled = True
        self._load = None
        if self._analysis is not None:
            self._analysis.cancel()

    def update(self) -> None:
        """Take what is done since the last frame, without waiting."""
        if self._load is not None and self._load.done():
            loading, self._load = self._load, None
            self._start_analysis(loading)
        if self._is_analyzing and self._analysis is not None and self._analysis.done():
            self.error = _get_error_text(self._analysis)
            if not self.error:
                result: MatchAnalysis = self._analysis.result()
                self.result = result
                self._saving = self._storage.store_accuracies(self.match_id, summarize_accuracies(result))
        if self._saving is not None and self._saving.done():
            saving, self._saving = self._saving, None
            self.error = _get_error_text(saving)

    def _start_analysis(self, loading: Future[ArchivedMatch]) -> None:
        self.error = _get_error_text(loading)
        if self.error:
            return
        archived_match = loading.result()
        human_seats = tuple(seat for seat, kind in enumerate(archived_match.player_kinds) if kind == PERSON_KIND)
        self._analysis = self._worker.submit(
            ANALYZE_FUNCTION, archived_match.record, human_seats, ANALYSIS_SEED, timeout_s=PROGRESS_TIMEOUT_S
        )


def _get_error_text(future: Future[Any]) -> str:
    error = future.exception()
    if error is not None and not isinstance(error, (StorageError, WorkerError)):
        log_unexpected(error)
    return "" if error is None else describe_error(error)


class AnalysisService:
    """A `ui.app.context.BackgroundService` that keeps the results of analyses while the program runs."""

    def __init__(self, storage: StorageThread, worker: WorkerProcess) -> None:
        self._storage = storage
        self._worker = worker
        self._jobs: dict[int, AnalysisJob] = {}

    @property
    def is_busy(self) -> bool:
        return any(job.is_busy for job in self._jobs.values())

    def get_job(self, match_id: int) -> AnalysisJob:
        """Return the analysis of a match; start it if it has not run, and cancel all others that run."""
        job = self._jobs.get(match_id)
        if job is None or job.error or job.is_cancelled:
            for other_job in self._jobs.values():
                if other_job.is_busy:
                    other_job.cancel()
            job = self._jobs[match_id] = AnalysisJob(self._storage, match_id, self._worker)
        return job

    def update(self) -> None:
        for job in self._jobs.values():
            job.update()

    def close(self) -> None:
        for job in self._jobs.values():
            job.cancel()

"""Analyses of matches in the background process. A new analysis cancels the one before."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from game.analysis.model import MatchAnalysis, leave_out_reasons, summarize_accuracies
from game.match.archived_match import ArchivedMatch
from game.match.setup import PERSON_KIND
from game.session.stored_findings import TOLD_FINDINGS_KEY, encode_findings, parse_findings
from game.storage.files import StorageError
from game.storage.matches import MatchRepository
from game.storage.thread import StorageThread
from game.text.errors import describe_error
from game.trainer.model import find_task_kind
from game.workers.worker_process import WorkerError, WorkerFuture, WorkerProcess
from ui.services.error_log import log_unexpected
from ui.services.tasks import Tasks

ANALYZE_FUNCTION: Final = "game.analysis.judge:analyze_match"
ANALYSIS_SEED: Final = 0
"""The seed of all analyses: a match gets the same judgments each time."""
PROGRESS_TIMEOUT_S: Final = 60.0
"""The time limit for the judgment of one choice, in seconds."""
PEOPLE_NOTE_KEY: Final = "findings"
COMPUTERS_NOTE_KEY: Final = "computer_findings"
"""The keys of the notes of a match with the findings on the choices of its people, and of its computer players."""


class AnalysisJob:
    """The analysis of one match.

    ``result`` is None while it runs; ``error``: the reason of a failure in a line, else "". ``is_of_people``: whether
    it judges the choices of the people, or those of the computer players; ``deal``: the number of the only deal that it
    judges, None for all. The findings on all deals are stored, and the figures of the people.
    """

    def __init__(
        self,
        storage: StorageThread,
        worker: WorkerProcess,
        tasks: Tasks,
        match_id: int,
        *,
        is_of_people: bool,
        deal: int | None,
    ) -> None:
        self.match_id = match_id
        self._is_of_people = is_of_people
        self._deal = deal
        self.error = ""
        self.result: MatchAnalysis | None = None
        self.is_cancelled = False
        self._storage = storage
        self._worker = worker
        self._tasks = tasks
        self._analysis: WorkerFuture | None = None
        self._known_count = 0
        self._note_key = PEOPLE_NOTE_KEY if is_of_people else COMPUTERS_NOTE_KEY
        keys = self._note_key, TOLD_FINDINGS_KEY
        loading = storage.submit_to_archive(
            lambda archive: (archive.load_match(match_id), *(archive.load_note(match_id, key) for key in keys))
        )
        tasks.submit(loading, self._start_analysis, self._set_error, owner=self)

    @property
    def is_busy(self) -> bool:
        """Whether the analysis loads, runs or is being stored."""
        return self._tasks.has_pending(self)

    @property
    def progress(self) -> tuple[int, int]:
        """The number of judged choices and of all choices; (0, 0) while it is not known."""
        progress: tuple[int, int] | None = self._analysis.progress if self._analysis is not None else None
        return progress or (0, 0)

    def cancel(self) -> None:
        """Cancel the analysis; judgments made so far are not kept."""
        self.is_cancelled = True
        self._tasks.cancel(self)

    def _start_analysis(self, loaded: tuple[ArchivedMatch, Any, Any]) -> None:
        archived_match, *notes = loaded
        stored, told = (parse_findings(note, archived_match.record.game_id) for note in notes)
        known = (*stored, *told)
        self._known_count = len(stored)
        kinds = archived_match.player_kinds
        seats = tuple(seat for seat, kind in enumerate(kinds) if (kind == PERSON_KIND) == self._is_of_people)
        if not seats and not self._is_of_people:
            return
        self._analysis = self._worker.submit(
            ANALYZE_FUNCTION, archived_match.record, seats, ANALYSIS_SEED, self._deal, known,
            timeout_s=PROGRESS_TIMEOUT_S,
        )  # fmt: skip
        self._tasks.submit(
            self._analysis, self._keep_result, self._set_error, owner=self, on_cancel=self._analysis.cancel
        )

    def _keep_result(self, result: MatchAnalysis) -> None:
        self.result = result
        if self._deal is None and (self._is_of_people or len(result.findings) > self._known_count):
            self._save(result)

    def _save(self, result: MatchAnalysis) -> None:
        """Store the findings and the figures; of computer players without the reasons, which are not shown."""
        if self._is_of_people:
            figures = summarize_accuracies(result, find_task_kind)
            notes = {PEOPLE_NOTE_KEY: encode_findings(result.findings)}
            saving = self._storage.call(MatchRepository.store_accuracies, self.match_id, figures, notes)
        else:
            findings = encode_findings(tuple(map(leave_out_reasons, result.findings)))
            note = COMPUTERS_NOTE_KEY, findings
            saving = self._storage.call(MatchRepository.store_note, self.match_id, *note, restarts_turn_clock=False)
        self._tasks.submit(saving, lambda _result: None, self._set_error, owner=self)

    def _set_error(self, error: BaseException) -> None:
        if not isinstance(error, (StorageError, WorkerError)):
            log_unexpected(error)
        self.error = describe_error(error)


class AnalysisService:
    """The analyses of matches while the program runs, of which at most one is in progress."""

    def __init__(self, storage: StorageThread, worker: WorkerProcess, tasks: Tasks) -> None:
        self._make_job = partial(AnalysisJob, storage, worker, tasks)
        self._jobs: dict[tuple[int, bool, int | None], AnalysisJob] = {}

    def get_job(self, match_id: int, *, is_of_people: bool = True, deal: int | None = None) -> AnalysisJob:
        """Return the analysis of a match; start it if it has not run, and cancel all others that run.

        ``is_of_people`` and ``deal``: as in `AnalysisJob`. All deals are analyzed anew if the match went on since.
        """
        key = match_id, is_of_people, deal
        job = self._jobs.get(key)
        is_outdated = job is not None and job.result is not None and deal is None and not job.result.is_over
        if job is None or job.error or job.is_cancelled or is_outdated:
            for other_job in self._jobs.values():
                if other_job.is_busy and other_job.result is None:
                    other_job.cancel()
            job = self._jobs[key] = self._make_job(match_id, is_of_people=is_of_people, deal=deal)
        return job

"""Background work, which continues in every scene."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.ai.client import ADVICE_FUNCTION, CHOOSE_FUNCTION
from game.workers.worker_process import load_function
from tests.fakes import FakeClock, FakeStorageThread, FakeWorker, make_folders
from tests.game.analysis.computer_matches import play_match
from tests.rows import check_rows
from ui.app.routes import GENERATE_TASK_FUNCTION
from ui.services.analysis_jobs import ANALYZE_FUNCTION, AnalysisService
from ui.services.tasks import Tasks


@check_rows("function", [ADVICE_FUNCTION, ANALYZE_FUNCTION, CHOOSE_FUNCTION, GENERATE_TASK_FUNCTION])
def test_function_exists_under_its_name(function: str) -> None:
    assert callable(load_function(function))


@pytest.fixture
def worker() -> FakeWorker:
    return FakeWorker()


@pytest.fixture
def tasks() -> Tasks:
    return Tasks(lambda _error: None)


@pytest.fixture
def analyses(tmp_path: Path, worker: FakeWorker, tasks: Tasks) -> AnalysisService:
    """Return a service with the analyses of two stored matches."""
    storage = FakeStorageThread(make_folders(tmp_path), FakeClock())
    record = play_match("muscio", ["random", "random", "random"])
    for _match in range(2):
        storage.get_repository().create_match(record, ("you", "club", "club"), 1, {})
    return AnalysisService(storage, worker, tasks)


def test_failed_analysis_says_why_and_is_tried_anew(
    analyses: AnalysisService, worker: FakeWorker, tasks: Tasks
) -> None:
    worker.fault = "FileNotFoundError: strong-model.npz"
    job = analyses.get_job(1)
    for _frame in range(2):
        tasks.update()
    assert job.error == worker.fault and job.result is None
    assert not job.is_busy and not tasks.is_busy
    assert analyses.get_job(1) is not job


def test_second_analysis_cancels_the_first(analyses: AnalysisService, worker: FakeWorker, tasks: Tasks) -> None:
    worker.stop_at = 1
    first = analyses.get_job(1)
    tasks.update()
    assert first.is_busy
    analyses.get_job(2)
    tasks.update()
    assert first.is_cancelled and not first.is_busy
    assert [task.cancelled() for task in worker.tasks] == [True, False]


def test_analysis_of_computer_players_lets_that_of_the_people_be_stored(
    analyses: AnalysisService, tasks: Tasks
) -> None:
    people = analyses.get_job(1)
    while people.result is None:
        tasks.update()
    others = analyses.get_job(1, is_of_people=False)
    while others.result is None or people.is_busy:
        tasks.update()
    assert (people.result.seats, others.result.seats) == ((0,), (1, 2))
    assert not people.is_cancelled

"""Background work, which continues in every scene."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.ai.client import ADVICE_FUNCTION, CHOOSE_FUNCTION
from game.ai.worker_process import load_function
from game.trainer.model import TaskRequest
from tests.fakes import FakeClock, FakeStorageThread, FakeWorker, make_folders
from tests.game.analysis.computer_matches import play_match
from ui.services.analysis_jobs import ANALYZE_FUNCTION, AnalysisService
from ui.services.trainer_tasks import GENERATE_FUNCTION, TrainerTaskService

ORDERS = TaskRequest("muscio", "trick", 4), TaskRequest("briscola", "count", 5)


@pytest.mark.parametrize("function", [ADVICE_FUNCTION, ANALYZE_FUNCTION, CHOOSE_FUNCTION, GENERATE_FUNCTION])
def test_function_exists_under_its_name(function: str) -> None:
    assert callable(load_function(function))


@pytest.fixture
def worker() -> FakeWorker:
    return FakeWorker()


@pytest.fixture
def analyses(tmp_path: Path, worker: FakeWorker) -> AnalysisService:
    """Return a service with the analyses of two stored matches."""
    storage = FakeStorageThread(make_folders(tmp_path), FakeClock())
    record = play_match("muscio", ["random", "random", "random"])
    for _match in range(2):
        storage.get_repository().create_match(record, ("you", "club", "club"), 1, {})
    return AnalysisService(storage, worker)


def test_failed_analysis_says_why_and_is_tried_anew(analyses: AnalysisService, worker: FakeWorker) -> None:
    worker.fault = "FileNotFoundError: strong-model.npz"
    job = analyses.get_job(1)
    for _frame in range(2):
        analyses.update()
    assert job.error == worker.fault and job.result is None
    assert not analyses.is_busy
    assert analyses.get_job(1) is not job


def test_second_analysis_cancels_the_first(analyses: AnalysisService, worker: FakeWorker) -> None:
    worker.stop_at = 1
    first = analyses.get_job(1)
    analyses.update()
    assert first.is_busy
    analyses.get_job(2)
    analyses.update()
    assert first.is_cancelled and not first.is_busy
    assert [task.cancelled() for task in worker.tasks] == [True, False]


def test_closing_cancels_what_goes_on(analyses: AnalysisService, worker: FakeWorker) -> None:
    worker.is_paused = True
    tasks = TrainerTaskService(worker)
    tasks.order_task(ORDERS[0])
    analyses.get_job(1)
    analyses.update()
    assert len(worker.open_tasks) == 2
    tasks.close()
    analyses.close()
    assert not worker.open_tasks and not tasks.is_busy and not analyses.is_busy


def test_task_is_given_once(worker: FakeWorker) -> None:
    tasks = TrainerTaskService(worker)
    for order in ORDERS:
        tasks.order_task(order)
    assert tasks.take_task(ORDERS[1]) is not None
    assert tasks.take_task(ORDERS[1]) is None
    assert tasks.take_task(ORDERS[0]) is not None
    assert not tasks.is_busy


def test_fault_takes_all_orders_with_it_until_the_next_order(worker: FakeWorker) -> None:
    tasks, worker.fault = TrainerTaskService(worker), "the process died"
    for order in ORDERS:
        tasks.order_task(order)
    tasks.update()
    assert tasks.error == "the process died" and not tasks.is_busy
    worker.fault = ""
    tasks.order_task(ORDERS[0])
    tasks.update()
    assert tasks.error == "" and tasks.take_task(ORDERS[0]) is not None

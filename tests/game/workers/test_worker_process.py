"""Worker processes: nothing waits for them, and the future reports every failure."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path

import pytest

from game.analysis.judge import analyze_match, find_choices
from game.trainer.generator import generate_task
from game.trainer.model import TaskRequest
from game.workers import worker_process
from game.workers.worker_process import WorkerError, WorkerFuture, WorkerProcess
from tests.game.analysis.computer_matches import play_match
from tests.game.workers import worker_functions as functions
from tests.game.workers.worker_functions import WAIT_LIMIT_S, get_name, is_running, open_worker, wait_until

needs_posix = pytest.mark.skipif(os.name != "posix", reason="signals and /proc are POSIX")
OPEN_FILES = Path("/proc/self/fd")


def submit(
    worker: WorkerProcess, function: Callable[..., object], *args: object, timeout_s: float = WAIT_LIMIT_S
) -> WorkerFuture:
    return worker.submit(get_name(function), *args, timeout_s=timeout_s)


def get_error(future: Future[object]) -> str:
    """Return the error of a failed task."""
    error = future.exception(WAIT_LIMIT_S)
    assert isinstance(error, WorkerError)
    return str(error)


@pytest.mark.slow
def test_tasks_run_in_one_process_in_their_order() -> None:
    with open_worker() as worker:
        futures = [submit(worker, functions.echo, number) for number in range(5)]
        assert [future.result(WAIT_LIMIT_S) for future in futures] == [(number,) for number in range(5)]
        first, second = submit(worker, functions.get_pid), submit(worker, functions.get_pid)
        assert first.result(WAIT_LIMIT_S) == second.result(WAIT_LIMIT_S) == worker.pid != os.getpid()


@pytest.mark.slow
def test_start_warms_the_process_without_a_task() -> None:
    with open_worker(preload=(get_name(functions.echo), "game.nowhere:nothing")) as worker:
        worker.start()
        wait_until(lambda: worker.pid)
        assert submit(worker, functions.echo).result(WAIT_LIMIT_S) == ()


@pytest.mark.slow
def test_process_that_nobody_warmed_ends_when_it_is_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_process, "IDLE_TIMEOUT_S", 0.0)
    with open_worker() as worker:
        pid = submit(worker, functions.get_pid).result(WAIT_LIMIT_S)
        wait_until(lambda: not is_running(pid))
        assert submit(worker, functions.get_pid).result(WAIT_LIMIT_S) != pid


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "nice"), reason="the system has no priorities of this kind")
def test_process_lowers_its_priority() -> None:
    worker = WorkerProcess("test", niceness=3)
    try:
        assert submit(worker, functions.get_niceness).result(WAIT_LIMIT_S) == min(19, os.nice(0) + 3)
    finally:
        worker.close()
        assert worker.join(WAIT_LIMIT_S)


def test_no_call_waits_for_a_process_that_hangs() -> None:
    with open_worker() as worker:
        worker.start()
        for _frame in range(100):
            future = submit(worker, functions.hang)
            assert not future.done()
            assert future.cancel()
        worker.close()


@pytest.mark.slow
def test_analysis_and_tasks_are_the_same_as_in_this_process() -> None:
    record, order = play_match("muscio", ["novice", "club", "club"]), TaskRequest("muscio", "trick", 4)
    with open_worker() as worker:
        analysis, task = submit(worker, analyze_match, record, (0,), 3), submit(worker, generate_task, order)
        result = analysis.result(WAIT_LIMIT_S)
        assert task.result(WAIT_LIMIT_S) == generate_task(order)
    steps, reports = analyze_match(record, (0,), 3), []
    with pytest.raises(StopIteration) as end:
        while True:
            reports.append(next(steps))
    count = len(find_choices(record, (0,)))
    assert reports == [(done, count) for done in range(count + 1)] and analysis.progress == reports[-1]
    assert end.value.value == result


# -- what goes wrong


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (functions.lose_count, "ZeroDivisionError: lost count"),
        (functions.read_missing_model, "FileNotFoundError: [Errno 2] No such file or directory: 'strong-model.npz'"),
        (functions.report_and_fail, "ZeroDivisionError: lost count"),
        (functions.refuse_input, "InputError: missing value"),
    ],
)
def test_error_of_a_function_is_reported_and_process_goes_on(
    function: Callable[..., object], reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    with open_worker() as worker:
        pid = submit(worker, functions.get_pid).result(WAIT_LIMIT_S)
        assert get_error(submit(worker, function)) == reason
        assert submit(worker, functions.get_pid).result(WAIT_LIMIT_S) == pid
    (line,) = caplog.messages
    assert reason in line


@pytest.mark.slow
def test_unknown_function_and_unsendable_answer_are_reported() -> None:
    with open_worker() as worker:
        unknown = worker.submit("game.ai.nowhere:nothing", timeout_s=WAIT_LIMIT_S)
        assert get_error(unknown) == "ModuleNotFoundError: No module named 'game.ai.nowhere'"
        assert "pickle" in get_error(submit(worker, functions.return_function))
        assert submit(worker, functions.echo).result(WAIT_LIMIT_S) == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "timeout_s", "reason"),
    [
        (functions.exit_process, WAIT_LIMIT_S, "the process died"),
        (functions.close_pipe_and_sleep, WAIT_LIMIT_S, "the process died"),
        (functions.hang, 0.1, "no answer in 0.1 seconds"),
        (functions.return_unreadable, WAIT_LIMIT_S, "this cannot be read"),
    ],
)
def test_lost_process_is_replaced_and_task_tried_twice(
    function: Callable[..., object], timeout_s: float, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    with open_worker() as worker:
        failed = submit(worker, function, timeout_s=timeout_s)
        assert get_error(failed) == reason
        assert submit(worker, functions.echo).result(WAIT_LIMIT_S) == ()
    assert [reason in line for line in caplog.messages] == [True, True]


@pytest.mark.slow
def test_second_try_succeeds_in_a_new_process(tmp_path: Path) -> None:
    with open_worker() as worker:
        first = submit(worker, functions.get_pid).result(WAIT_LIMIT_S)
        assert submit(worker, functions.hang_first_time, str(tmp_path / "marker"), timeout_s=1.0).result(
            WAIT_LIMIT_S
        ) == ("answered")
        assert worker.pid not in (None, first)
        assert not is_running(first)


@pytest.mark.slow
@needs_posix
def test_process_killed_while_idle_is_replaced() -> None:
    with open_worker() as worker:
        first = submit(worker, functions.get_pid).result(WAIT_LIMIT_S)
        os.kill(first, signal.SIGKILL)
        assert submit(worker, functions.get_pid).result(WAIT_LIMIT_S) != first


@pytest.mark.skipif(not OPEN_FILES.is_dir(), reason="counts open files in /proc")
def test_process_that_cannot_start_is_reported_and_leaves_no_pipe_open() -> None:
    before = len(list(OPEN_FILES.iterdir()))
    with open_worker(preload=(lambda: None,)) as worker:  # it cannot be sent to the process
        worker.start()
        future = submit(worker, functions.echo)
        assert "pickle" in get_error(future)
    assert len(list(OPEN_FILES.iterdir())) == before


# -- progress


@pytest.mark.slow
def test_progress_is_reported_before_the_result() -> None:
    with open_worker() as worker:
        future = submit(worker, functions.count_to, 20)
        assert future.result(WAIT_LIMIT_S) == "counted to 20"
        assert future.progress == 20


@pytest.mark.slow
def test_tasks_run_between_two_reports_of_a_long_one(tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    with open_worker() as worker:
        long = submit(worker, functions.report_until_file_exists, str(marker))
        wait_until(lambda: long.progress)
        assert submit(worker, functions.echo, 1).result(WAIT_LIMIT_S) == (1,)
        assert get_error(submit(worker, functions.lose_count)) == "ZeroDivisionError: lost count"
        assert submit(worker, functions.count_to, 3).result(WAIT_LIMIT_S) == "counted to 3"
        assert not long.done()
        marker.touch()
        assert long.result(WAIT_LIMIT_S) == long.progress


@pytest.mark.slow
def test_long_task_begins_again_when_another_kills_its_process(tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    with open_worker() as worker:
        long = submit(worker, functions.report_until_file_exists, str(marker))
        wait_until(lambda: long.progress)
        first = long.progress
        assert get_error(submit(worker, functions.exit_process)) == "the process died"
        wait_until(lambda: long.progress != first)
        marker.touch()
        assert long.result(WAIT_LIMIT_S) != first


# -- giving up


@pytest.mark.slow
def test_cancelling_a_task_that_hangs_replaces_the_process(caplog: pytest.LogCaptureFixture) -> None:
    with open_worker() as worker:
        running = submit(worker, functions.report_and_hang)
        wait_until(lambda: running.progress)
        assert running.cancel() and running.done()
        wait_until(lambda: not is_running(running.progress))
        assert submit(worker, functions.get_pid).result(WAIT_LIMIT_S) != running.progress
    assert caplog.messages == []


@pytest.mark.slow
def test_cancelled_task_with_progress_ends_at_its_next_report(tmp_path: Path) -> None:
    with open_worker() as worker:
        long = submit(worker, functions.report_until_file_exists, str(tmp_path / "never"))
        wait_until(lambda: long.progress)
        assert long.cancel()
        assert submit(worker, functions.echo).result(WAIT_LIMIT_S) == ()


@pytest.mark.slow
def test_cancelling_a_task_that_waits_keeps_the_process(tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    with open_worker() as worker:
        long = submit(worker, functions.report_until_file_exists, str(marker))
        waiting = submit(worker, functions.exit_process)
        assert waiting.cancel()
        wait_until(lambda: long.progress)
        marker.touch()
        assert long.result(WAIT_LIMIT_S) == worker.pid


@pytest.mark.slow
def test_closing_kills_a_process_that_hangs_and_cancels_all() -> None:
    worker = WorkerProcess("test", niceness=0)
    pid = submit(worker, functions.get_pid).result(WAIT_LIMIT_S)
    running, waiting = submit(worker, functions.hang), submit(worker, functions.echo)
    worker.close()
    worker.close()
    assert worker.join(WAIT_LIMIT_S)
    assert running.cancelled() and waiting.cancelled() and submit(worker, functions.echo).cancelled()
    assert worker.pid is None and not is_running(pid)


@pytest.mark.slow
@needs_posix
def test_keyboard_interrupt_does_not_end_the_process() -> None:
    with open_worker() as worker:
        pid = submit(worker, functions.get_pid).result(WAIT_LIMIT_S)
        os.kill(pid, signal.SIGINT)
        assert submit(worker, functions.get_pid).result(WAIT_LIMIT_S) == pid


PARENT_SCRIPT = """
import os, signal
from tests.game.workers.worker_functions import get_name, open_worker, report_and_hang, wait_until

if __name__ == "__main__":
    with open_worker() as worker:
        future = worker.submit(get_name(report_and_hang), timeout_s=600)
        wait_until(lambda: future.progress)
        print(future.progress, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
@needs_posix
def test_process_ends_with_its_parent_even_while_hanging() -> None:
    done = subprocess.run([sys.executable, "-c", PARENT_SCRIPT], capture_output=True, text=True, timeout=WAIT_LIMIT_S)
    assert done.returncode == -signal.SIGKILL, done.stderr
    wait_until(partial(lambda pid: not is_running(pid), int(done.stdout)))

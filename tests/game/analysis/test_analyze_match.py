"""A match is analyzed in a worker process with the same progress and result as in this process."""

from __future__ import annotations

import pytest

from game.analysis.judge import analyze_match, find_choices
from tests.game.ai.worker_functions import WAIT_LIMIT_S, get_name, is_running, open_worker, wait_until
from tests.game.analysis.computer_matches import play_match

pytestmark = pytest.mark.slow
SEED = 3


def test_worker_process_finds_same_result() -> None:
    record = play_match("muscio", ["novice", "club", "club"], deal_count=1)
    with open_worker() as worker:
        analysis = worker.submit(get_name(analyze_match), record, (0,), SEED, timeout_s=WAIT_LIMIT_S)
        result = analysis.result(WAIT_LIMIT_S)
    count = len(find_choices(record, (0,)))
    assert analysis.progress == (count, count)
    steps, reports = analyze_match(record, (0,), SEED), []
    with pytest.raises(StopIteration) as end:
        while True:
            reports.append(next(steps))
    assert reports == [(done, count) for done in range(count + 1)]
    assert end.value.value == result


def test_unreadable_record_is_reported() -> None:
    with open_worker() as worker:
        analysis = worker.submit(get_name(analyze_match), None, (0,), SEED, timeout_s=WAIT_LIMIT_S)
        assert "AttributeError" in str(analysis.exception(WAIT_LIMIT_S))


def test_cancelled_analysis_leaves_no_process() -> None:
    record = play_match("chiamata", ["novice", *["club"] * 4], deal_count=1)
    with open_worker() as worker:
        analysis = worker.submit(get_name(analyze_match), record, (), SEED, timeout_s=WAIT_LIMIT_S)
        wait_until(lambda: analysis.progress)
        pid = worker.pid
        assert pid is not None
        analysis.cancel()
        wait_until(lambda: not is_running(pid))

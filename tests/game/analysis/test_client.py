"""A match is gone through in a process of its own: nobody waits for it, and it can be given up."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.analysis import client
from game.analysis.client import AnalysisClient
from game.analysis.judge import analyze_match, find_choices
from game.analysis.model import AnalysisProgress, MatchAnalysis
from game.match.record import Record
from tests.game.ai.test_client import UnpicklingFails, is_running, wait_until
from tests.game.analysis.computer_matches import play_match

pytestmark = pytest.mark.slow


def analyse_with_error(record: Record, seats: tuple[int, ...], seed: int) -> Iterator[AnalysisProgress | MatchAnalysis]:
    yield AnalysisProgress(1, 2)
    raise ZeroDivisionError("lost count")


def analyse_by_exiting(record: Record, seats: tuple[int, ...], seed: int) -> Iterator[AnalysisProgress | MatchAnalysis]:
    yield AnalysisProgress(0, 2)
    os._exit(3)


def analyse_to_unreadable_result(record: Record, seats: tuple[int, ...], seed: int) -> Iterator[object]:
    yield UnpicklingFails()


def analyse_with_missing_model(
    record: Record, seats: tuple[int, ...], seed: int
) -> Iterator[AnalysisProgress | MatchAnalysis]:
    Path("strong-model.npz").read_bytes()
    yield AnalysisProgress(1, 2)


def analyse_forever(record: Record, seats: tuple[int, ...], seed: int) -> Iterator[AnalysisProgress | MatchAnalysis]:
    yield AnalysisProgress(os.getpid(), 2)
    while True:
        time.sleep(0.01)


def start_analysis(analyse_: Callable[..., Iterator[object]] = analyze_match) -> AnalysisClient:
    record = play_match("muscio", ["novice", "club", "club"], deal_count=1)
    analysis = AnalysisClient(record, (0,), analyze_path=f"{analyse_.__module__}:{analyse_.__qualname__}")
    analysis.start()
    return analysis


def wait_for_result(analysis: AnalysisClient, condition: Callable[[], object]) -> None:
    def has_arrived() -> object:
        analysis.poll()
        return condition()

    wait_until(has_arrived)


def test_worker_process_finds_same_result() -> None:
    analysis = start_analysis()
    wait_for_result(analysis, lambda: analysis.is_done)
    record = play_match("muscio", ["novice", "club", "club"], deal_count=1)
    *progress, expected = analyze_match(record, (0,), client.ANALYSIS_SEED)
    assert analysis.analysis == expected
    assert (
        analysis.progress
        == progress[-1]
        == AnalysisProgress(len(find_choices(record, (0,))), len(find_choices(record, (0,))))
    )
    assert analysis.join(20)


@pytest.mark.parametrize(("fails", "says"), [
    (analyse_with_error, "lost count"),
    (analyse_by_exiting, "died"),
    (analyse_to_unreadable_result, "cannot be read"),
    (analyse_with_missing_model, "strong-model.npz"),
])  # fmt: skip
def test_failed_analysis_reports_its_error(fails: Callable[..., Iterator[object]], says: str) -> None:
    analysis = start_analysis(fails)
    wait_for_result(analysis, lambda: analysis.is_done)
    assert says in analysis.error
    assert analysis.analysis is None
    assert analysis.join(20)


def test_cancelled_analysis_leaves_no_process() -> None:
    analysis = start_analysis(analyse_forever)
    wait_for_result(analysis, lambda: analysis.progress.done)
    pid = analysis.progress.done
    analysis.close()
    assert analysis.join(20)
    assert not is_running(pid)
    assert not analysis.is_done

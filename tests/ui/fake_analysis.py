"""Analyses in this process that go as far as a test says."""

from __future__ import annotations

from collections.abc import Generator
from functools import cache

from game.ai.advice import MIN_TIME_LIMIT
from game.analysis.judge import analyze_match
from game.analysis.model import MatchAnalysis
from game.match.record import Record, decode_record, encode_record
from tests.ui.app_driver import AppDriver
from ui.services.analysis_jobs import ANALYZE_FUNCTION


@cache
def list_analysis_messages(record: bytes, seats: tuple[int, ...], seed: int) -> list[tuple[int, int] | MatchAnalysis]:
    """Return all progress of an analysis and its result last; each match is analyzed once, and shortly."""
    steps, reports = analyze_match(decode_record(record), seats, seed, MIN_TIME_LIMIT), list[tuple[int, int]]()
    while True:
        try:
            reports.append(next(steps))
        except StopIteration as end:
            return [*reports, end.value]


def analyze_once(
    record: Record, seats: tuple[int, ...], seed: int
) -> Generator[tuple[int, int] | MatchAnalysis, None, MatchAnalysis]:
    """Yield and return as `analyze_match` does, from the results of a single analysis."""
    *reports, analysis = list_analysis_messages(encode_record(record), seats, seed)
    yield from reports
    assert isinstance(analysis, MatchAnalysis)
    return analysis


def use_fake_analysis(app: AppDriver, stop_at: int | None = None) -> None:
    """Run analyses in this process from now on; they stop after ``stop_at`` reports."""
    app.background_worker.replacements[ANALYZE_FUNCTION] = analyze_once
    app.background_worker.stop_at = stop_at

"""Analyses in this process that go as far as a test says."""

from __future__ import annotations

from collections.abc import Generator
from functools import cache, partial

from game.ai.advice import MIN_TIME_LIMIT
from game.ai.time_limit import TimeLimit
from game.analysis.judge import analyze_match
from game.analysis.model import MatchAnalysis
from game.match.record import Record, decode_record, encode_record
from tests.ui.app_driver import AppDriver
from ui.services.analysis_jobs import ANALYZE_FUNCTION


@cache
def list_analysis_messages(
    record: bytes, seats: tuple[int, ...], seed: int, time_limit: TimeLimit
) -> list[tuple[int, int] | MatchAnalysis]:
    """Return all progress of an analysis and its result last; each match is analyzed once."""
    steps, reports = analyze_match(decode_record(record), seats, seed, time_limit), list[tuple[int, int]]()
    while True:
        try:
            reports.append(next(steps))
        except StopIteration as end:
            return [*reports, end.value]


def analyze_once(
    time_limit: TimeLimit, record: Record, seats: tuple[int, ...], seed: int
) -> Generator[tuple[int, int] | MatchAnalysis, None, MatchAnalysis]:
    """Yield and return as `analyze_match` does, from the results of a single analysis."""
    *reports, analysis = list_analysis_messages(encode_record(record), seats, seed, time_limit)
    yield from reports
    assert isinstance(analysis, MatchAnalysis)
    return analysis


def use_fake_analysis(app: AppDriver, stop_at: int | None = None, time_limit: TimeLimit = MIN_TIME_LIMIT) -> None:
    """Run analyses in this process from now on; they stop after ``stop_at`` reports.

    ``time_limit``: for each choice; chances of winning that are like those of the program need a longer one.
    """
    app.background_worker.replacements[ANALYZE_FUNCTION] = partial(analyze_once, time_limit)
    app.background_worker.stop_at = stop_at

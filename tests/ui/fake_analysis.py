"""Analyses in this process that go as far as a test says."""

from __future__ import annotations

from collections.abc import Generator
from functools import cache, partial

from game.ai.advice import MIN_TIME_LIMIT
from game.ai.time_limit import TimeLimit
from game.analysis.judge import analyze_match
from game.analysis.model import Finding, MatchAnalysis
from game.match.record import Record, decode_record, encode_record
from game.rules import GAMES
from tests.game.analysis.computer_matches import play_match
from tests.ui.app_driver import AppDriver
from tests.ui.match_driver import run_settling_frames
from ui.scenes.analysis.scene import AnalysisScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.services.analysis_jobs import ANALYZE_FUNCTION

DEALS_BY_GAME = {"muscio": 3}
"""The number of deals for games whose deals have few choices; one for other games."""
STOP_AT = 4
"""The number of reports after which an analysis stops, after three turns."""
LEVELS_BY_GAME = {game.id: ["random", *["club"] * (game.proposed_seat_count - 1)] for game in GAMES.values()}


@cache
def list_analysis_messages(
    record: bytes, seats: tuple[int, ...], seed: int, deal: int | None, time_limit: TimeLimit
) -> list[tuple[int, int] | MatchAnalysis]:
    """Return all progress of an analysis and its result last; each match is analyzed once."""
    steps = analyze_match(decode_record(record), seats, seed, deal, time_limit=time_limit)
    reports = list[tuple[int, int]]()
    while True:
        try:
            reports.append(next(steps))
        except StopIteration as end:
            return [*reports, end.value]


def analyze_once(
    time_limit: TimeLimit,
    record: Record,
    seats: tuple[int, ...],
    seed: int,
    deal: int | None,
    known: tuple[Finding, ...],
) -> Generator[tuple[int, int] | MatchAnalysis, None, MatchAnalysis]:
    """Yield and return as `analyze_match` does, from the results of a single analysis, or from known findings."""
    if known:
        return (yield from analyze_match(record, seats, seed, deal, known, time_limit))
    *reports, analysis = list_analysis_messages(encode_record(record), seats, seed, deal, time_limit)
    yield from reports
    assert isinstance(analysis, MatchAnalysis)
    return analysis


def use_fake_analysis(app: AppDriver, stop_at: int | None = None, time_limit: TimeLimit = MIN_TIME_LIMIT) -> None:
    """Run analyses in this process from now on; they stop after ``stop_at`` reports.

    ``time_limit``: for each choice; chances of winning that are like those of the program need a longer one.
    """
    app.background_worker.replacements[ANALYZE_FUNCTION] = partial(analyze_once, time_limit)
    app.background_worker.stop_at = stop_at


@cache
def store_played_match(game: str) -> Record:
    return play_match(game, LEVELS_BY_GAME[game], DEALS_BY_GAME.get(game, 1))


def open_analysis(app: AppDriver, record: Record, people: tuple[int, ...] = (0,)) -> int:
    """Store a match and open its analysis. Return the id of the match."""
    kinds = tuple("you" if seat in people else "club" for seat in range(len(record.names)))
    match_id = app.storage.get_repository().create_match(record, kinds, 1, {})
    app.context.scenes.replace(MainMenuScene(app.context))
    app.context.router.open_analysis(match_id)
    run_settling_frames(app)
    return match_id


def open_finished_analysis(app: AppDriver, record: Record, people: tuple[int, ...] = (0,)) -> AnalysisScene:
    use_fake_analysis(app)
    open_analysis(app, record, people)
    scene = app.context.scenes.top
    assert isinstance(scene, AnalysisScene)
    return scene

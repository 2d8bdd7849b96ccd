"""Measure moves in the worker process of the players while an analysis runs in the background process."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from game.ai.client import ADVICE_FUNCTION, CHOOSE_FUNCTION, AIClient
from game.ai.personas import NEUTRAL_PERSONA
from game.core.actions import Action
from game.match.observation import Observation, observe
from game.match.record import Record
from game.workers.worker_process import WorkerProcess
from tests.helpers import make_match, make_record, play_random_actions
from tools.text_tables import get_percentile, print_header, print_row
from ui.app.app import BACKGROUND_NICENESS, MOVE_TIME_LIMIT_MS, PLAYER_NICENESS
from ui.services.analysis_jobs import ANALYSIS_SEED, ANALYZE_FUNCTION

GAME = "chiamata"
WAIT_S = 600.0


def report_moves_in_worker(move_counts: dict[str, int]) -> None:
    """Print the times of moves, first without other work, then during an analysis.

    ``move_counts``: the number of moves by level.
    """
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    print_header(f"a move in its process, ms ({GAME}; load {load:.1f})", "median", "p99", "most", "moves")
    match = make_match(GAME, seats=5, match_deals=10)
    moments = list(play_random_actions(match, "workers", deal_count=20))
    observations = [
        observe(moment.match, moment.match.turn)
        for moment in moments
        if moment.match.turn is not None and len(moment.match.legal_actions()) > 1
    ]
    with open_worker("players", PLAYER_NICENESS) as players, open_worker("background", BACKGROUND_NICENESS) as others:
        client = AIClient(players, MOVE_TIME_LIMIT_MS)
        time_moves(client, observations, "master", 2)
        for condition in ("alone", "during an analysis"):
            if condition != "alone":
                start_analysis(others, make_record(match, moments))
            for level, count in move_counts.items():
                times = time_moves(client, observations, level, count)
                figures = (get_percentile(times, 0.5), get_percentile(times, 0.99), max(times))
                print_row(f"{level}, {condition}", *(f"{figure:.1f}" for figure in figures), str(count))


@contextmanager
def open_worker(name: str, niceness: int) -> Iterator[WorkerProcess]:
    """Return a context manager that gives its block a worker process with the program's settings."""
    worker = WorkerProcess(name, niceness=niceness, preload=(CHOOSE_FUNCTION, ADVICE_FUNCTION))
    worker.start()
    try:
        yield worker
    finally:
        worker.close()
        worker.join(WAIT_S)


def start_analysis(worker: WorkerProcess, record: Record) -> None:
    """Start a long analysis and wait for its first progress."""
    analysis = worker.submit(ANALYZE_FUNCTION, record, (), ANALYSIS_SEED, timeout_s=WAIT_S)
    while analysis.progress is None:
        time.sleep(0.01)


def time_moves(client: AIClient, observations: list[Observation], level: str, count: int) -> list[float]:
    """Return the milliseconds from request to answer of ``count`` moves of ``level``.

    The moves are at random places of the match, of which ``observations`` are the turns.
    """
    times, rng = list[float](), Random(1)
    for observation in rng.sample(observations, count):
        start = time.perf_counter()
        action: Action = client.request_action(observation, level, NEUTRAL_PERSONA, 1).result(WAIT_S)
        times.append((time.perf_counter() - start) * 1e3)
        assert action in observation.legal_actions
    return times

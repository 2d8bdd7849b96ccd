"""Measure saving: the latency of an accepted action, and opening a database of many matches."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path
from typing import Final

from game.storage.files import Folders
from game.storage.matches import MatchRepository
from tests.stored_matches import empty_record, play_record, replace
from tools.benchmarks.histories import fill_database
from tools.text_tables import print_header, print_row

ACTIONS_PER_MATCH: Final = 200
MATCHES_PLAYED: Final = 5
OPENINGS: Final = 5


def report_saving(match_count: int) -> None:
    """Print the latency of an action and the time to open a database of this many finished matches."""
    with tempfile.TemporaryDirectory() as home:
        folders = Folders(Path(home) / "data", Path(home) / "config", Path(home) / "log")
        folders.prepare()
        _report_actions(folders)
    with tempfile.TemporaryDirectory() as home:
        folders = Folders(Path(home) / "data", Path(home) / "config", Path(home) / "log")
        folders.prepare()
        fill_database(folders, match_count)
        size_mb = (folders.data / "matches.db").stat().st_size / 1e6
        openings, cpu_seconds = list[float](), list[float]()
        for _opening in range(OPENINGS):
            start, cpu = time.perf_counter(), time.process_time()
            repository = MatchRepository(folders, time.time, time.monotonic)
            openings.append(time.perf_counter() - start)
            cpu_seconds.append(time.process_time() - cpu)
            repository.close()
    print_header(f"opening {match_count} matches, {size_mb:.0f} MB", "median s", "most s", "median cpu s")
    median_cpu = f"{statistics.median(cpu_seconds):.3f}"
    print_row("until all is checked", f"{statistics.median(openings):.3f}", f"{max(openings):.3f}", median_cpu)


def _report_actions(folders: Folders) -> None:
    repository, times = MatchRepository(folders, time.time, time.monotonic), list[float]()
    cpu_s = 0.0
    for seed in range(MATCHES_PLAYED):
        record = empty_record()
        match_id = repository.create_match(record, ("you", "club"), seed, {})
        for number, deal in enumerate(play_record(ACTIONS_PER_MATCH, seed).deals, 1):
            record = record.with_deal(deal.dealer, deal.pack)
            repository.add_deal(match_id, number, replace(deal, actions=()))
            cpu_start = time.process_time()
            for action_number, action in enumerate(deal.actions, 1):
                start = time.perf_counter()
                record = record.with_action(action)
                repository.add_action(match_id, number, action_number, action)
                times.append((time.perf_counter() - start) * 1e3)
            cpu_s += time.process_time() - cpu_start
    repository.close()
    print_header(f"{len(times)} actions saved, each on the disk", "median ms", "p99 ms", "most ms", "cpu ms")
    p99 = statistics.quantiles(times, n=100)[98]
    print_row(
        "an action",
        f"{statistics.median(times):.2f}",
        f"{p99:.2f}",
        f"{max(times):.2f}",
        f"{cpu_s * 1e3 / len(times):.3f}",
    )

"""Measure a database of many matches: start, list, search, statistics. A part of ``tools.benchmarks``."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from msgspec.structs import replace

from game.match.record import Record
from game.match.setup import PERSON_KIND
from game.match.tallies import tally_record
from game.rules import GAMES
from game.statistics.played_matches import list_played_matches
from game.statistics.statistics import compute_statistics
from game.storage.archive import Archive
from game.storage.files import Folders
from game.storage.match_rows import STATUS_FINISHED, CachedTally, insert_match, make_header, store_tally
from game.storage.matches import MatchRepository
from game.storage.tables import ClockReading, read_stored_reading, store_reading
from tests.helpers import make_match, make_record, play_random_actions
from tools.text_tables import print_header as title
from tools.text_tables import print_row
from ui.scenes.history.list_model import HistorySearch, list_rows

T = TypeVar("T")
DAY_S = 86_400.0
FIRST_MATCH_TIME = 1_600_000_000.0
MATCHES_WITHOUT_TALLY = 200
"""The number of matches without a stored tally, as earlier versions of the program left them."""
DISTINCT_MATCHES_PER_GAME = 10
"""The number of different matches of each game; they are repeated to fill the database."""


def report_history(match_count: int, first_frame_script: str, root: Path) -> None:
    """Fill a database with finished matches and print the times of its uses.

    ``first_frame_script``: Python code that runs the program until its first frame; ``root``: the folder of the
    checkout.
    """
    title(f"{match_count} matches", "seconds", "of this process")
    with tempfile.TemporaryDirectory() as home:
        folders = Folders(Path(home) / "data", Path(home) / "config", Path(home) / "log")
        folders.prepare()
        fill_database(folders, match_count)
        journal = MatchRepository(folders, time.time, time.monotonic)
        try:
            archive = journal.archive
            measure_call(
                f"counting {MATCHES_WITHOUT_TALLY} of an earlier program, once", lambda: count_all_tallies(archive)
            )
            rows = measure_call("the list, on the storage thread", lambda: list_rows(archive, time.time()))
            search = HistorySearch(rows, "anna chiam 2021", "all")
            step = 1
            while not measure_call(f"a search, frame {step}", search.search_more):
                step += 1
            for game in GAMES:
                measure_call(f"statistics, {game}", partial(compute_person_statistics, archive, game))
        finally:
            journal.close()
        report_start("from start to end after the first frame", first_frame_script, home, root)
        with tempfile.TemporaryDirectory() as empty:
            report_start("the same with no match", first_frame_script, empty, root)


def report_start(name: str, first_frame_script: str, home: str, root: Path) -> None:
    """Print the time of the program's start with the player's folder ``home``."""
    env = {**os.environ, "PYTHONPATH": str(root)}
    command = [sys.executable, "-c", first_frame_script, home]
    measure_call(name, lambda: subprocess.run(command, cwd=root, check=True, capture_output=True, env=env))


def compute_person_statistics(archive: Archive, game: str) -> object:
    own_id = next(filter(None, archive.list_entries()[0].seat_profiles))
    return compute_statistics(game, list_played_matches(archive, own_id, game))


def count_all_tallies(archive: Archive) -> None:
    while archive.update_tallies(1.0)[1]:
        pass


def measure_call(name: str, function: Callable[[], T]) -> T:
    start, cpu = time.perf_counter(), time.process_time()
    result = function()
    print_row(name, f"{time.perf_counter() - start:.3f}", f"{time.process_time() - cpu:.3f}")
    return result


def fill_database(folders: Folders, match_count: int) -> None:
    """Put finished matches into a new database, all in one transaction."""
    journal = MatchRepository(folders, time.time)
    records = [record for game in GAMES for record in play_matches(game)]
    tallies = [tally_record(record) for record in records]
    db: Any = journal.database
    db.execute("BEGIN")
    reading = read_stored_reading(db)
    assert reading is not None
    number = reading.transaction + 1
    for index in range(match_count):
        record = records[index % len(records)]
        timestamp = FIRST_MATCH_TIME + DAY_S * index / 4
        kinds = (PERSON_KIND, *["club"] * (len(record.names) - 1))
        header = make_header(record, kinds, 1, ClockReading(timestamp, timestamp, 0.0, number))
        header = insert_match(db, replace(header, finished=STATUS_FINISHED), record, {})
        if index < match_count - MATCHES_WITHOUT_TALLY:
            store_tally(db, header.id, CachedTally(header.position, tallies[index % len(records)]))
    store_reading(db, ClockReading(FIRST_MATCH_TIME, FIRST_MATCH_TIME, 0.0, number))
    db.execute("COMMIT")
    journal.close()


def play_matches(game: str) -> list[Record]:
    match = make_match(game, seats=GAMES[game].proposed_seat_count)
    return [
        make_record(match, list(play_random_actions(match, ("bench", seed), deal_count=12)))
        for seed in range(DISTINCT_MATCHES_PER_GAME)
    ]

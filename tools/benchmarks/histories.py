"""What a database of many matches costs: starting, listing, searching, statistics. A part of ``tools.benchmarks``."""

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

from game.record import Record
from game.rules import GAMES
from game.seating import PERSON
from game.statistics import statistics
from game.store.archive import Archive, Tallied
from game.store.files import Folders
from game.store.hours import Seen
from game.store.journal import Journal
from game.store.reading import FINISHED, TALLY, head_of
from game.store.writing import first_head, put_head, put_match, put_note
from game.tallies import tallied
from tests.helpers import NAMES, fresh, playout, recorded
from tools.text_tables import head as title
from tools.text_tables import row
from ui.scenes.listing import Search, all_shown

T = TypeVar("T")
DAY = 86_400.0
FIRST = 1_600_000_000.0
UNCOUNTED = 200
"""So many are as a program left them that knew of no tallies."""
DISTINCT = 10
"""So many different matches of each game are played; the rest are these again."""


def histories(matches: int, first_frame: str, root: Path) -> None:
    """Fill a database with so many finished matches, and time what is done with it."""
    title(f"{matches} matches", "seconds", "of this process")
    with tempfile.TemporaryDirectory() as home:
        folders = Folders(Path(home) / "data", Path(home) / "config", Path(home) / "log")
        folders.prepare()
        fill(folders, matches)
        journal = Journal(folders, time.time, time.monotonic)
        try:
            archive = journal.archive
            timed(f"counting {UNCOUNTED} of an earlier program, once", lambda: counted(archive))
            rows = timed("the list, on the storage thread", lambda: all_shown(archive))
            search = Search(rows, "anna chiam 2021", "all")
            parts = 1
            while not timed(f"a search, frame {parts}", search.go_on):
                parts += 1
            for game in GAMES:
                timed(f"statistics, {game}", partial(of_person, archive, game))
        finally:
            journal.close()
        started("from start to end after the first frame", first_frame, home, root)
        with tempfile.TemporaryDirectory() as empty:
            started("the same with no match", first_frame, empty, root)


def started(name: str, first_frame: str, home: str, root: Path) -> None:
    """How long the program takes with these things of a person."""
    env = {**os.environ, "PYTHONPATH": str(root)}
    start = [sys.executable, "-c", first_frame, home]
    timed(name, lambda: subprocess.run(start, cwd=root, check=True, capture_output=True, env=env))


def of_person(archive: Archive, game: str) -> object:
    return statistics(game, archive.played(NAMES[0], game))


def counted(archive: Archive) -> None:
    while archive.count(1.0)[1]:
        pass


def timed(name: str, work: Callable[[], T]) -> T:
    begin, cpu = time.perf_counter(), time.process_time()
    result = work()
    row(name, f"{time.perf_counter() - begin:.3f}", f"{time.process_time() - cpu:.3f}")
    return result


def fill(folders: Folders, matches: int) -> None:
    """Put the matches into a new database, all in one transaction."""
    journal = Journal(folders, time.time)
    records = [record for game in GAMES for record in played(game)]
    tallies = [tallied(record) for record in records]
    db: Any = journal.database
    db.execute("PRAGMA wal_autocheckpoint = 1000")
    db.execute("BEGIN")
    for number in range(matches):
        record = records[number % len(records)]
        moment = FIRST + DAY * number / 4
        kinds = (PERSON, *["club"] * (len(record.names) - 1))
        made = put_match(db, first_head(record, kinds, 1, Seen(moment, moment, 0.0)), record, {})
        head = replace(head_of(db, made), finished=FINISHED)
        put_head(db, head)
        if number < matches - UNCOUNTED:
            put_note(db, made, TALLY, Tallied(head.tip.hex(), tallies[number % len(records)]))
    db.execute("COMMIT")
    journal.close()


def played(game: str) -> list[Record]:
    match = fresh(game, seats=GAMES[game].proposed_seats)
    return [recorded(match, list(playout(match, ("bench", seed), deals=12))) for seed in range(DISTINCT)]

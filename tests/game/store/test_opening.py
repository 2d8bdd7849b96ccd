"""What the file of saved matches holds is told before it is looked through; nothing is written to it before that."""

from __future__ import annotations

import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Final

import pytest

from game.store.database import KEYS, ORPHANS, TABLES
from game.store.files import Folders, StorageError
from game.store.journal import Journal
from game.store.reading import Summary
from tests.game.store.test_storage import folders_below, played, saved

RECORDS: Final = tuple(played(actions, actions) for actions in (30, 50, 3))
PAGE: Final = 4096


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    """Three matches in a good file that nobody uses."""
    folders = folders_below(tmp_path)
    journal = Journal(folders, time.time)
    for record in RECORDS:
        saved(journal, record)
    journal.close()
    return folders


def opened(folders: Folders) -> tuple[Journal, list[tuple[Summary, ...]]]:
    """The journal, and what was told while it was opened."""
    told: list[tuple[Summary, ...]] = []
    return Journal(folders, time.time, glimpse=told.append), told


def test_the_matches_of_a_good_file_are_told_as_they_are(folders: Folders) -> None:
    journal, told = opened(folders)
    assert told == [journal.unfinished()] and len(told[0]) == len(RECORDS)
    journal.close()


def test_a_new_file_tells_nothing(tmp_path: Path) -> None:
    journal, told = opened(folders_below(tmp_path))
    assert told == []
    journal.close()


def test_what_was_told_of_a_damaged_file_is_forgotten_with_it(folders: Folders) -> None:
    path = folders.data / "matches.db"
    good, early = path.read_bytes(), 0
    for at in range(PAGE, len(good), PAGE):
        data = good[:at] + bytes(PAGE) + good[at + PAGE :]
        path.write_bytes(data)
        journal, told = opened(folders)
        if journal.notices:
            early += bool(told)
            assert journal.notices[0].path.read_bytes() == data
        listed = journal.unfinished()
        journal.close()
        afresh, _told = opened(folders)
        assert listed == afresh.unfinished()
        afresh.close()
    assert early


@contextmanager
def no_file_grows() -> Iterator[None]:
    """No file of this process may grow beyond a page meanwhile, as on a full disk."""
    resource = pytest.importorskip("resource", reason="needs a limit on the size of files")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (PAGE, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)


def test_a_disk_that_is_full_at_the_start_is_called_full(folders: Folders) -> None:
    with no_file_grows(), pytest.raises(StorageError) as refusal:
        Journal(folders, time.time)
    assert str(refusal.value).endswith("cannot be opened: the disk is full. Free some space and try again.")
    journal = Journal(folders, time.time)
    assert len(journal.unfinished()) == len(RECORDS)
    journal.close()


def test_orphans_are_found_where_sqlite_itself_finds_them(folders: Folders) -> None:
    rng, found = Random(5), list[bool]()
    for _try in range(60):
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
            with closing(sqlite3.connect(folders.data / "matches.db")) as good:
                good.backup(db)
            for table in rng.sample(("matches", "deals", "actions", "notes"), rng.randrange(3)):
                remove_one(db, table, rng)
            missing = db.execute("PRAGMA foreign_key_check").fetchone() is not None
            assert any(db.execute(query).fetchone() is not None for query in ORPHANS) == missing
            found.append(missing)
    assert 10 < sum(found) < 50


def remove_one(db: sqlite3.Connection, table: str, rng: Random) -> None:
    """A row is gone, and what belongs to it stays."""
    key = ", ".join(TABLES[table][: KEYS[table]])
    row = rng.choice(db.execute(f"SELECT {key} FROM {table}").fetchall())
    db.execute(f"DELETE FROM {table} WHERE ({key}) = ({', '.join('?' * len(row))})", row)

"""A disk that takes no write is reported when the database is opened, and nothing is lost."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import pytest

from game.storage.files import Folders, StorageError
from game.storage.matches import MatchRepository
from tests.rows import check_rows
from tests.stored_matches import make_folders_below, play_record, store_match

STORED_RECORDS: Final = tuple(play_record(actions, actions) for actions in (30, 50, 3))
PAGE_BYTES: Final = 4096


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    """Return folders with three matches in a valid database that no program uses."""
    folders = make_folders_below(tmp_path)
    with closing(MatchRepository(folders, time.time)) as repository:
        for record in STORED_RECORDS:
            store_match(repository, record)
    return folders


@contextmanager
def limit_file_size() -> Iterator[None]:
    """Return a context manager that limits the files of this process to a page, as on a full disk."""
    resource = pytest.importorskip("resource", reason="needs a limit on the size of files")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (PAGE_BYTES, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)


def test_disk_that_takes_no_write_is_reported_at_start(folders: Folders) -> None:
    with limit_file_size(), pytest.raises(StorageError) as refusal:
        MatchRepository(folders, time.time)
    assert str(refusal.value).endswith("matches.db: the disk reported an error.")
    with closing(MatchRepository(folders, time.time)) as repository:
        assert repository.notices == () and len(repository.archive.list_unfinished_matches()) == len(STORED_RECORDS)


@check_rows("size", [0, 1, 2, 15, 16, 99, 100, 511, 512, PAGE_BYTES, 2 * PAGE_BYTES - 1])
def test_file_that_was_cut_is_set_aside_and_named(tmp_path_factory: pytest.TempPathFactory, size: int) -> None:
    """Check also a single byte, which SQLite takes for an empty database."""
    folders = make_folders_below(tmp_path_factory.mktemp("cut"))
    with closing(MatchRepository(folders, time.time)) as repository:
        store_match(repository, STORED_RECORDS[0])
    file = folders.data / "matches.db"
    file.write_bytes(file.read_bytes()[:size])
    with closing(MatchRepository(folders, time.time)) as repository:
        (notice,) = repository.notices
    assert notice.path.name.startswith("matches.db.damaged-") and notice.path.stat().st_size == size

"""After the database is moved, deleted or replaced while the program runs, nothing is written to it."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from game.storage.files import Folders, StorageError, StorageNotice
from game.storage.matches import MatchRepository
from tests.fakes import FakeClock, add_profile
from tests.session_driver import SessionDriver
from tests.stored_matches import make_folders_below, play_record, store_match

NOW_TIMESTAMP = 1_700_000_000.0


pytestmark = pytest.mark.skipif(os.name == "nt", reason="an open file can be neither moved nor deleted there")


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return make_folders_below(tmp_path / "casa")


@pytest.fixture
def notices() -> list[StorageNotice]:
    return []


@pytest.fixture
def repository(folders: Folders, notices: list[StorageNotice]) -> Iterator[MatchRepository]:
    opened_repository = MatchRepository(folders, FakeClock(NOW_TIMESTAMP))
    yield opened_repository
    opened_repository.close()


def list_database_files(folders: Folders) -> list[Path]:
    return sorted(folders.data.glob("matches.db*"))


def delete_home(folders: Folders) -> None:
    shutil.rmtree(folders.data.parent)


def rename_files(folders: Folders) -> None:
    for file in list_database_files(folders):
        file.rename(file.with_name("old-" + file.name))


def make_other_database(folders: Folders) -> Path:
    """Return the path of a valid database of another program, with three matches of other people."""
    other_folders = make_folders_below(folders.data.parent / "other")
    with closing(MatchRepository(other_folders, lambda: 5.0)) as repository:
        for seed in (7, 8, 9):
            store_match(repository, play_record(30, seed))
        add_profile(repository, "Zoe")
    return other_folders.data / "matches.db"


def replace_file(folders: Folders) -> None:
    make_other_database(folders).replace(folders.data / "matches.db")


def overwrite_file(folders: Folders) -> None:
    (folders.data / "matches.db").write_bytes(make_other_database(folders).read_bytes())


def truncate_file(folders: Folders) -> None:
    (folders.data / "matches.db").write_bytes(b"")


def write_garbage(folders: Folders) -> None:
    (folders.data / "matches.db").write_bytes(b"nothing of a database" * 999)


MOVED = (delete_home, rename_files, replace_file)
OVERWRITTEN = (overwrite_file, truncate_file, write_garbage)


@pytest.mark.parametrize("harm", MOVED)
def test_moved_file_is_reported_before_anything_is_written(
    folders: Folders, repository: MatchRepository, harm: Callable[[Folders], None]
) -> None:
    match_id = store_match(repository, play_record(20))
    harm(folders)
    home = folders.data.parent
    left = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    action = play_record(21).deals[0].actions[20]
    for call in (
        lambda: repository.add_action(match_id, 1, 21, action),
        lambda: repository.store_note(match_id, "chat", []),
        repository.archive.list_unfinished_matches,
        lambda: repository.load_match(match_id),
        lambda: repository.check_in_players(("Anna",)),
        repository.archive.list_entries,
    ):
        with pytest.raises(StorageError, match="was moved or deleted") as refusal:
            call()
        assert str(refusal.value).isprintable()
    assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == left


@pytest.mark.parametrize("harm", OVERWRITTEN)
def test_action_is_not_written_into_an_overwritten_file(
    folders: Folders, repository: MatchRepository, harm: Callable[[Folders], None]
) -> None:
    match_id = store_match(repository, play_record(30))
    harm(folders)
    with pytest.raises(StorageError, match=r"damaged|moved or deleted|n't save"):
        repository.add_action(match_id, 1, 31, play_record(31).deals[0].actions[30])
    with suppress(StorageError, sqlite3.Error):
        repository.close()
    with closing(MatchRepository(folders, FakeClock(NOW_TIMESTAMP))) as again:
        assert all(len(entry.names) == 2 and not entry.error for entry in again.archive.list_unfinished_matches())


def test_session_reports_the_moved_file_and_saves_once_it_is_back(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path)
    driver.advance_to_person()
    file = (tmp_path / "data" / "matches.db").rename(tmp_path / "elsewhere.db")
    driver.play_random_action(Random(2))
    driver.advance_until(lambda: "was moved or deleted" in driver.session.error)
    file.rename(tmp_path / "data" / "matches.db")
    driver.session.retry()
    driver.advance_to_person()
    assert not driver.session.error and driver.stored_record == driver.record

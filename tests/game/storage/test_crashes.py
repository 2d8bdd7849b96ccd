"""How an accepted write comes to the disk, and what a read-only or busy file changes.

`tests.game.storage.test_storage_machine` kills the program and fills the disk in any write.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from game.storage.files import Folders, StorageError
from game.storage.matches import MatchRepository
from game.storage.thread import StorageThread
from tests.stored_matches import make_folders_below, play_record, store_match


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return make_folders_below(tmp_path)


def test_writes_are_on_the_disk_before_they_are_accepted(folders: Folders) -> None:
    repository = MatchRepository(folders, time.time)
    settings = [repository.database.execute(f"PRAGMA {name}").fetchone()[0] for name in
                ("journal_mode", "synchronous", "fullfsync", "foreign_keys")]  # fmt: skip
    assert settings == ["truncate", 2, 1, 1]
    repository.close()


def test_read_only_disk_is_reported_and_match_unchanged(folders: Folders) -> None:
    with closing(MatchRepository(folders, time.time)) as repository:
        match_id = store_match(repository, play_record(60))
        repository.database.execute("PRAGMA query_only = ON")
        with pytest.raises(StorageError, match=r"^Could not save the match: the file or its disk is read-only\.$"):
            repository.truncate_match(match_id, play_record(3))
        assert repository.load_match(match_id).record == play_record(60)


def test_busy_file_is_reported_and_action_can_be_retried(folders: Folders) -> None:
    storage = StorageThread(folders, time.time)
    match_id = storage.create_match(play_record(3), ("you", "club"), 1, {}).result()
    storage.submit(lambda: storage.get_repository().database.execute("PRAGMA busy_timeout = 20")).result()
    holder = sqlite3.connect(folders.data / "matches.db", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    action = play_record(4).deals[0].actions[3]
    with pytest.raises(StorageError, match="another window of the program is using the file"):
        storage.add_action(match_id, 1, 4, action).result()
    holder.execute("ROLLBACK")
    holder.close()
    storage.add_action(match_id, 1, 4, action).result()
    assert storage.load_match(match_id).result().record == play_record(4)
    storage.close()

"""How an accepted write comes to the disk, and what two instances of the program may do.

`tests.game.storage.storage_machine` compares all that is written with a model.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from game.storage.archive import Archive
from game.storage.files import Folders, StorageError
from game.storage.matches import MatchRepository
from game.storage.thread import StorageThread
from tests.stored_matches import make_folders_below, play_record, replace, shorten_record, store_match

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

ROOT = Path(__file__).resolve().parents[3]
FOURTH_ACTION: Final = play_record(4).deals[0].actions[3]


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return make_folders_below(tmp_path / "casa")


@pytest.fixture
def ticks() -> Iterator[float]:
    return map(float, count(1_000_000))


@pytest.fixture
def repository(folders: Folders, ticks: Iterator[float]) -> Iterator[MatchRepository]:
    opened_repository = MatchRepository(folders, lambda: next(ticks))
    yield opened_repository
    opened_repository.close()


@pytest.fixture
def other_repository(
    folders: Folders, repository: MatchRepository, ticks: Iterator[float]
) -> Iterator[MatchRepository]:
    """Open the repository of another window on the same folders."""
    opened_repository = MatchRepository(folders, lambda: next(ticks))
    yield opened_repository
    opened_repository.close()


# -- stored matches ----------------------------------------------------------------------------------


def test_writes_are_on_the_disk_before_they_are_accepted(repository: MatchRepository) -> None:
    settings = [repository.database.execute(f"PRAGMA {name}").fetchone()[0] for name in
                ("journal_mode", "synchronous", "fullfsync", "foreign_keys")]  # fmt: skip
    assert settings == ["truncate", 2, 1, 1]


def test_read_only_disk_is_reported_and_match_unchanged(repository: MatchRepository) -> None:
    match_id = store_match(repository, play_record(60))
    repository.database.execute("PRAGMA query_only = ON")
    with pytest.raises(StorageError, match=r"^Couldn't save the match: the file or its disk is read-only\.$"):
        repository.truncate_match(match_id, play_record(3))
    assert repository.load_match(match_id).record == play_record(60)


def test_truncation_to_another_match_is_refused_and_changes_nothing(repository: MatchRepository) -> None:
    match_id, full_record = store_match(repository, play_record(10)), play_record(60)
    with_hole = replace(full_record, deals=(shorten_record(full_record, 5).deals[0], full_record.deals[1]))
    for record in (full_record, with_hole):
        with pytest.raises(StorageError, match="another window"):
            repository.truncate_match(match_id, record, {"assisted": True})
    saved = repository.load_match(match_id)
    assert saved.record == play_record(10) and "assisted" not in saved.notes


def test_unfinished_matches_are_listed_latest_first(repository: MatchRepository) -> None:
    first, second, third = (store_match(repository, play_record(n)) for n in (3, 60, 5))
    repository.add_action(first, 1, 4, FOURTH_ACTION)
    repository.finish_match(third)
    listed = repository.archive.list_unfinished_matches()
    assert [(entry.id, entry.finished_deals, bool(entry.error), entry.is_open_elsewhere) for entry in listed] == [
        (first, 0, False, False),
        (second, 1, False, False),
    ]
    assert (listed[0].game_id, listed[0].names, listed[0].player_kinds) == (
        "briscola",
        ("Anna", "Bruno"),
        ("you", "club"),
    )
    repository.truncate_match(third, play_record(4))
    assert repository.archive.list_unfinished_matches()[0].id == third


def test_list_is_updated_by_later_actions_also_while_the_clock_stands_still(folders: Folders) -> None:
    own, other = (MatchRepository(folders, lambda: 5.0) for _window in range(2))
    match_id = store_match(own, play_record(39))
    for finished_deals in (0, 1):
        for window in (own, other):
            assert [entry.finished_deals for entry in window.archive.list_unfinished_matches()] == [finished_deals]
        if not finished_deals:
            own.add_action(match_id, 1, 40, play_record(40).deals[0].actions[39])
    own.close()
    other.close()


def test_deleted_match_is_gone_and_its_id_not_reused(repository: MatchRepository) -> None:
    gone = store_match(repository, play_record(4))
    repository.delete_match(gone)
    for call in (repository.load_match, partial(repository.add_action, deal_number=1, number=5, action=FOURTH_ACTION)):
        with pytest.raises(StorageError, match="deleted"):
            call(gone)
    assert store_match(repository, play_record(4)) > gone


# -- two copies of the program -----------------------------------------------------------------------


def test_two_instances_never_write_the_same_action(
    repository: MatchRepository, other_repository: MatchRepository
) -> None:
    match_id = store_match(repository, play_record(3))
    repository.add_action(match_id, 1, 4, FOURTH_ACTION)
    with pytest.raises(StorageError, match="being played in another window"):
        other_repository.add_action(match_id, 1, 4, FOURTH_ACTION)
    with pytest.raises(StorageError, match="being played in another window"):
        other_repository.add_deal(match_id, 1, play_record(3).deals[0])
    assert repository.load_match(match_id).record == play_record(4)
    other_repository.truncate_match(match_id, play_record(2))
    with pytest.raises(StorageError, match="being played in another window"):
        repository.add_action(match_id, 1, 5, play_record(5).deals[0].actions[4])
    assert repository.load_match(match_id).record == play_record(2)


def test_match_is_claimed_by_one_instance_until_released(
    repository: MatchRepository, other_repository: MatchRepository
) -> None:
    match_id = store_match(repository, play_record(3))
    assert not other_repository.claim_match(match_id)
    assert [entry.is_open_elsewhere for entry in other_repository.archive.list_unfinished_matches()] == [True]
    assert [entry.is_open_elsewhere for entry in repository.archive.list_unfinished_matches()] == [False]
    with pytest.raises(StorageError, match="being played in another window"):
        other_repository.delete_match(match_id)
    repository.release_match(match_id)
    assert [entry.is_open_elsewhere for entry in other_repository.archive.list_unfinished_matches()] == [False]
    assert other_repository.claim_match(match_id) and other_repository.claim_match(match_id)
    assert not repository.claim_match(match_id)


def test_match_that_cannot_be_read_is_not_claimed(
    repository: MatchRepository, other_repository: MatchRepository
) -> None:
    match_id = store_match(repository, play_record(3))
    repository.release_match(match_id)
    repository.database.execute(f"UPDATE matches SET header = 'x' WHERE id = {match_id}")
    with pytest.raises(StorageError, match="damaged"):
        repository.open_match(match_id)
    assert other_repository.claim_match(match_id)


def test_match_that_could_not_be_saved_claims_no_id(
    repository: MatchRepository, other_repository: MatchRepository
) -> None:
    def refuse_commit(action: int, operation: str | None, *_more: object) -> int:
        is_commit = action == sqlite3.SQLITE_TRANSACTION and operation == "COMMIT"
        return sqlite3.SQLITE_DENY if is_commit else sqlite3.SQLITE_OK

    repository.database.set_authorizer(refuse_commit)
    with pytest.raises(StorageError, match="not authorized"):
        store_match(repository, play_record(3))
    repository.database.set_authorizer(None)
    assert store_match(other_repository, play_record(3)) == 1


@pytest.mark.slow
def test_listing_matches_takes_no_claim(folders: Folders, repository: MatchRepository) -> None:
    match_id = store_match(repository, play_record(3))
    repository.release_match(match_id)
    stop = threading.Event()

    def list_repeatedly() -> None:
        with closing(MatchRepository(folders, time.time)) as watcher:
            while not stop.is_set():
                watcher.archive.list_unfinished_matches()

    with ThreadPoolExecutor() as pool:
        watching = pool.submit(list_repeatedly)
        claimed = set[bool]()
        for _round in range(50):
            claimed.add(repository.claim_match(match_id))
            repository.release_match(match_id)
        stop.set()
        watching.result()
    assert claimed == {True}


@pytest.mark.slow
def test_claim_of_killed_instance_is_released(folders: Folders, repository: MatchRepository) -> None:
    match_id = store_match(repository, play_record(3))
    repository.release_match(match_id)
    program = (
        "import sys, time; from pathlib import Path; from game.storage.files import get_default_folders; "
        "from game.storage.matches import MatchRepository; "
        "repository = MatchRepository(get_default_folders(), time.time); "
        f"print(repository.claim_match({match_id}), flush=True); time.sleep(60)"
    )
    home = {**os.environ, "TAVOLOVERDE_HOME": str(folders.data.parent), "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, cwd=ROOT, env=home)
    try:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"True"
        assert not repository.claim_match(match_id)
        assert [entry.is_open_elsewhere for entry in repository.archive.list_unfinished_matches()] == [True]
    finally:
        process.kill()
        process.communicate()
    assert repository.claim_match(match_id)


def test_instances_creating_matches_at_once_get_their_own_ids(folders: Folders) -> None:
    def run_instance(_number: int) -> list[int]:
        with closing(MatchRepository(folders, time.time)) as own_repository:
            return [store_match(own_repository, play_record(3)) for _round in range(5)]

    with ThreadPoolExecutor(6) as pool:
        assert len({match_id for created_ids in pool.map(run_instance, range(6)) for match_id in created_ids}) == 30


# -- the storage thread ------------------------------------------------------------------------------


def test_storage_calls_return_while_the_disk_hangs(folders: Folders) -> None:
    """Check that calls return while the storage thread still waits, so that the window does not hang."""
    gate = threading.Event()
    storage = StorageThread(folders, time.time)
    storage.submit(gate.wait, 120)  # a caller that waits for the thread would find everything done
    match = storage.call(MatchRepository.create_match, play_record(3), ("you", "club"), 1, {})
    action = storage.call(MatchRepository.add_action, 1, 1, 4, FOURTH_ACTION)
    listed = storage.submit_to_archive(Archive.list_unfinished_matches)
    assert not (match.done() or action.done() or listed.done())
    gate.set()
    assert listed.result(120)[0].id == match.result() == 1
    storage.close()


def test_closing_waits_for_queued_calls(folders: Folders) -> None:
    storage = StorageThread(folders, time.time)
    storage.submit(time.sleep, 0.1)
    storage.call(MatchRepository.create_match, play_record(3), ("you", "club"), 1, {})
    storage.call(MatchRepository.add_action, 1, 1, 4, FOURTH_ACTION)
    storage.close()
    with closing(MatchRepository(folders, time.time)) as repository:
        assert repository.load_match(1).record == play_record(4)


def test_busy_file_is_reported_and_action_can_be_retried(folders: Folders) -> None:
    with closing(StorageThread(folders, time.time)) as storage:
        match_id = storage.call(MatchRepository.create_match, play_record(3), ("you", "club"), 1, {}).result()
        storage.submit(lambda: storage.get_repository().database.execute("PRAGMA busy_timeout = 20")).result()
        with closing(sqlite3.connect(folders.data / "matches.db", isolation_level=None)) as holder:
            holder.execute("BEGIN IMMEDIATE")
            with pytest.raises(StorageError, match="another window of the program is using the file"):
                storage.call(MatchRepository.add_action, match_id, 1, 4, FOURTH_ACTION).result()
        storage.call(MatchRepository.add_action, match_id, 1, 4, FOURTH_ACTION).result()
        assert storage.call(MatchRepository.load_match, match_id).result().record == play_record(4)


def test_folder_that_cannot_be_created_is_named_and_can_be_retried(tmp_path: Path) -> None:
    (tmp_path / "casa").write_text("a file")
    storage = StorageThread(make_folders_below(tmp_path / "casa"), time.time)
    with pytest.raises(StorageError, match=r"casa.data: there is a file where a folder is needed"):
        storage.opening.result()
    with pytest.raises(StorageError, match="isn't open"):
        storage.submit_to_archive(Archive.list_unfinished_matches).result()
    (tmp_path / "casa").unlink()
    assert storage.open_again().result() == ()
    assert storage.submit_to_archive(Archive.list_unfinished_matches).result() == ()
    storage.close()

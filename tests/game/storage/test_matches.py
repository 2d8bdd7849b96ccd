"""The repository returns what it was given, and two instances of the program do not harm each other."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from game.storage.files import Folders, StorageError
from game.storage.locks import FileLock
from game.storage.match_rows import read_header, update_header
from game.storage.matches import MatchRepository
from game.storage.thread import StorageThread
from tests.fakes import add_profile
from tests.stored_matches import make_folders_below, play_record, replace, shorten_record, store_match

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

ROOT = Path(__file__).resolve().parents[3]


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


def test_match_created_with_deals_is_loaded_whole(repository: MatchRepository) -> None:
    assert repository.load_match(store_match(repository, play_record(50))).record == play_record(50)


def test_notes_are_stored_with_the_truncation_or_not_at_all(repository: MatchRepository) -> None:
    match_id = store_match(repository, play_record(10))
    with pytest.raises(StorageError, match="another window"):
        repository.truncate_match(match_id, play_record(60), {"assisted": True})
    assert "assisted" not in repository.load_match(match_id).notes
    repository.truncate_match(match_id, shorten_record(play_record(10), 4), {"assisted": True})
    assert repository.load_match(match_id).notes["assisted"] is True


def test_refused_truncation_changes_nothing(repository: MatchRepository) -> None:
    match_id, full_record = store_match(repository, play_record(10)), play_record(60)
    with pytest.raises(StorageError, match="another window"):
        repository.truncate_match(
            match_id, replace(full_record, deals=(shorten_record(full_record, 5).deals[0], full_record.deals[1]))
        )
    assert repository.load_match(match_id).record == play_record(10)


def test_list_is_correct_while_clock_stands_still(folders: Folders) -> None:
    journal = MatchRepository(folders, lambda: 5.0)
    match_id = store_match(journal, play_record(39))
    assert [entry.finished_deals for entry in journal.list_unfinished_matches()] == [0]
    journal.add_action(match_id, 1, 40, play_record(40).deals[0].actions[39])
    assert [entry.finished_deals for entry in journal.list_unfinished_matches()] == [1]
    journal.close()


def test_unfinished_matches_are_listed_latest_first(repository: MatchRepository) -> None:
    first, second, third = (store_match(repository, play_record(n)) for n in (3, 60, 5))
    repository.add_action(first, 1, 4, play_record(4).deals[0].actions[3])
    repository.finish_match(third)
    listed = repository.list_unfinished_matches()
    assert [(entry.id, entry.finished_deals, entry.is_damaged, entry.is_open_elsewhere) for entry in listed] == [
        (first, 0, False, False),
        (second, 1, False, False),
    ]
    assert (listed[0].game_id, listed[0].names, listed[0].player_kinds) == (
        "briscola",
        ("Anna", "Bruno"),
        ("you", "club"),
    )
    repository.truncate_match(third, play_record(4))
    assert repository.list_unfinished_matches()[0].id == third
    assert repository.load_match(third).record == play_record(4)


def test_list_is_updated_by_later_actions(repository: MatchRepository, other_repository: MatchRepository) -> None:
    full_record = play_record(60)
    match_id = store_match(repository, shorten_record(full_record, 39))
    assert [entry.finished_deals for entry in other_repository.list_unfinished_matches()] == [0]
    repository.add_action(match_id, 1, 40, full_record.deals[0].actions[39])
    assert [entry.finished_deals for entry in repository.list_unfinished_matches()] == [1]
    assert [entry.finished_deals for entry in other_repository.list_unfinished_matches()] == [1]


def test_deleted_match_is_gone_and_its_id_not_reused(repository: MatchRepository) -> None:
    kept_id, gone = store_match(repository, play_record(3)), store_match(repository, play_record(4))
    repository.delete_match(gone)
    assert [entry.id for entry in repository.list_unfinished_matches()] == [kept_id]
    with pytest.raises(StorageError, match="deleted"):
        repository.load_match(gone)
    with pytest.raises(StorageError, match="deleted"):
        repository.add_action(gone, 1, 5, play_record(5).deals[0].actions[4])
    assert store_match(repository, play_record(4)) > gone


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "\ud800", "x" * 81])
def test_invalid_name_is_refused_in_one_line(repository: MatchRepository, name: str) -> None:
    with pytest.raises(StorageError, match="Enter a name"):
        add_profile(repository, name)
    assert repository.list_profiles() == ()


def test_penalty_needs_a_profile(repository: MatchRepository) -> None:
    with pytest.raises(StorageError, match="was deleted"):
        repository.block_profile("Ugo", 1.0)


# -- two copies of the program -----------------------------------------------------------------------


def test_two_instances_never_write_the_same_action(
    repository: MatchRepository, other_repository: MatchRepository
) -> None:
    match_id = store_match(repository, play_record(3))
    fourth = play_record(4).deals[0].actions[3]
    repository.add_action(match_id, 1, 4, fourth)
    with pytest.raises(StorageError, match="being played in another window"):
        other_repository.add_action(match_id, 1, 4, fourth)
    with pytest.raises(StorageError, match="being played in another window"):
        other_repository.add_deal(match_id, 1, play_record(3).deals[0])
    assert repository.load_match(match_id).record == play_record(4)


def test_database_refuses_the_same_action_twice(repository: MatchRepository) -> None:
    match_id = store_match(repository, play_record(3))
    head = read_header(repository.database, match_id)
    update_header(repository.database, replace(head, actions=2))
    with pytest.raises(StorageError, match="being played in another window"):
        repository.add_action(match_id, 1, 3, play_record(4).deals[0].actions[3])
    update_header(repository.database, head)
    assert repository.load_match(match_id).record == play_record(3)


def test_action_after_undo_by_another_instance_is_refused(
    repository: MatchRepository, other_repository: MatchRepository
) -> None:
    match_id = store_match(repository, play_record(5))
    other_repository.truncate_match(match_id, play_record(3))
    with pytest.raises(StorageError, match="being played in another window"):
        repository.add_action(match_id, 1, 6, play_record(6).deals[0].actions[5])
    assert not repository.list_unfinished_matches()[0].is_damaged


@pytest.mark.slow
def test_match_is_claimed_by_one_instance_until_released(
    repository: MatchRepository, other_repository: MatchRepository
) -> None:
    match_id = store_match(repository, play_record(3))
    assert not other_repository.claim_match(match_id)
    assert [entry.is_open_elsewhere for entry in other_repository.list_unfinished_matches()] == [True]
    assert [entry.is_open_elsewhere for entry in repository.list_unfinished_matches()] == [False]
    with pytest.raises(StorageError, match="being played in another window"):
        other_repository.delete_match(match_id)
    repository.release_match(match_id)
    assert [entry.is_open_elsewhere for entry in other_repository.list_unfinished_matches()] == [False]
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


@pytest.mark.skipif(fcntl is None, reason="an open file cannot be removed there")
def test_file_just_removed_by_its_holder_is_not_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match-1.lock"
    holder, waiting, third = FileLock(path), FileLock(path), FileLock(path)
    assert holder.acquire()
    flock = fcntl.flock

    def release_before_open(handle: int, deed: int) -> None:
        monkeypatch.undo()
        holder.release()
        flock(handle, deed)

    monkeypatch.setattr(fcntl, "flock", release_before_open)
    assert waiting.acquire(1)
    assert not third.acquire()
    waiting.release()


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
def test_listing_matches_takes_no_claim(
    folders: Folders, repository: MatchRepository, other_repository: MatchRepository
) -> None:
    match_id = store_match(repository, play_record(3))
    repository.release_match(match_id)
    stop = threading.Event()

    def list_repeatedly() -> None:
        watcher = MatchRepository(folders, time.time)
        while not stop.is_set():
            watcher.list_unfinished_matches()
        watcher.close()

    thread = threading.Thread(target=list_repeatedly)
    thread.start()
    try:
        for _round in range(100):
            assert repository.claim_match(match_id)
            assert not other_repository.claim_match(match_id) if _round % 50 == 0 else True
            repository.release_match(match_id)
    finally:
        stop.set()
        thread.join()


@pytest.mark.slow
def test_claim_of_killed_instance_is_released(folders: Folders, repository: MatchRepository) -> None:
    match_id = store_match(repository, play_record(3))
    repository.release_match(match_id)
    program = (
        "import sys, time; from pathlib import Path; from game.storage.files import get_default_folders; "
        "from game.storage.matches import MatchRepository; "
        f"print(MatchRepository(get_default_folders(), time.time).claim_match({match_id}), flush=True); time.sleep(60)"
    )
    home = {**os.environ, "TAVOLOVERDE_HOME": str(folders.data.parent), "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, cwd=ROOT, env=home)
    try:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"True"
        assert not repository.claim_match(match_id)
        assert [entry.is_open_elsewhere for entry in repository.list_unfinished_matches()] == [True]
    finally:
        process.kill()
        process.communicate()
    assert repository.claim_match(match_id)


def test_instances_creating_matches_at_once_get_their_own_ids(folders: Folders) -> None:
    created_ids: list[int] = []

    def run_instance() -> None:
        own_repository = MatchRepository(folders, time.time)
        created_ids.extend(store_match(own_repository, play_record(3)) for _round in range(5))
        own_repository.close()

    threads = [threading.Thread(target=run_instance) for _window in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(created_ids)) == 30


# -- the storage thread ------------------------------------------------------------------------------


def test_storage_calls_return_while_the_disk_hangs(folders: Folders) -> None:
    """Check that calls return while the storage thread still waits, so that the window does not hang."""
    gate = threading.Event()
    storage = StorageThread(folders, time.time)
    storage.submit(gate.wait, 120)  # a caller that waits for the thread would find everything done
    match = storage.create_match(play_record(3), ("you", "club"), 1, {})
    action = storage.add_action(1, 1, 4, play_record(4).deals[0].actions[3])
    listed = storage.list_unfinished_matches()
    assert not (match.done() or action.done() or listed.done())
    gate.set()
    assert listed.result(120)[0].id == match.result() == 1
    storage.close()


def test_closing_waits_for_queued_calls(folders: Folders) -> None:
    storage = StorageThread(folders, time.time)
    storage.submit(time.sleep, 0.1)
    storage.create_match(play_record(3), ("you", "club"), 1, {})
    storage.add_action(1, 1, 4, play_record(4).deals[0].actions[3])
    storage.close()
    journal = MatchRepository(folders, time.time)
    assert journal.load_match(1).record == play_record(4)
    journal.close()


def test_storage_thread_has_every_repository_method() -> None:
    public = {name for name in vars(MatchRepository) if not name.startswith("_")}
    assert public - {"close", "database"} <= set(vars(StorageThread))


def test_folder_that_cannot_be_created_is_named_and_can_be_retried(tmp_path: Path) -> None:
    (tmp_path / "casa").write_text("a file")
    storage = StorageThread(make_folders_below(tmp_path / "casa"), time.time)
    with pytest.raises(StorageError, match=r"casa.data: there is a file where a folder is needed"):
        storage.opening.result()
    with pytest.raises(StorageError, match="not open"):
        storage.list_unfinished_matches().result()
    (tmp_path / "casa").unlink()
    assert storage.reopen().result() == ()
    assert storage.list_unfinished_matches().result() == ()
    storage.close()

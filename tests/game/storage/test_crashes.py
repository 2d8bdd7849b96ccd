"""No accepted action is lost by kill -9 or by a full, read-only or faulty disk."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from game.storage.files import Folders, StorageError
from game.storage.matches import MatchRepository
from game.storage.thread import StorageThread
from tests.game.storage.database_files import make_database_files
from tests.source import ROOT
from tests.stored_matches import empty_record, make_folders_below, play_record, replace, shorten_record, store_match

PLAYING_SCRIPT = """
import sys, time
from game.storage.files import get_default_folders
from game.storage.thread import StorageThread
from tests.stored_matches import empty_record, play_record
storage = StorageThread(get_default_folders(), time.time)
whole = play_record(280, seed=int(sys.argv[1]))
match = storage.create_match(empty_record(), ("you", "club"), 1, {}).result()
for number, deal in enumerate(whole.deals, 1):
    storage.add_deal(match, number, type(deal)(deal.dealer, deal.pack)).result()
    for at, action in enumerate(deal.actions, 1):
        storage.add_action(match, number, at, action).result()
        print(match, number, at, flush=True)
"""


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return make_folders_below(tmp_path)


def run_until_killed(home: Path, seed: int, lines: int) -> list[str]:
    """Return the lines about accepted actions of a program that is killed some time after ``lines`` of them."""
    environment = {**os.environ, "TAVOLOVERDE_HOME": str(home), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", PLAYING_SCRIPT, str(seed)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, env=environment, text=True)
    assert process.stdout is not None
    first = [process.stdout.readline() for _line in range(lines)]
    process.kill()
    rest, _errors = process.communicate()
    # The kill may cut the last line, which then counts as not written.
    return "".join([*first, rest]).rpartition("\n")[0].splitlines()


@pytest.mark.slow
def test_action_accepted_before_kill_9_is_loaded(tmp_path: Path, folders: Folders) -> None:
    accepted_matches: dict[int, tuple[int, list[str]]] = {}
    for seed, lines in enumerate((1, 7, 39, 41, 90), 1):
        accepted = run_until_killed(tmp_path, seed, lines)
        assert len(accepted) >= lines
        match_id = int(accepted[-1].split()[0])
        accepted_matches[match_id] = (seed, accepted)
    assert len(accepted_matches) == 5
    repository = MatchRepository(folders, time.time)
    assert repository.notices == ()
    for match_id, (seed, accepted) in accepted_matches.items():
        back = repository.load_match(match_id).record
        held = sum(len(deal.actions) for deal in back.deals)
        assert len(accepted) <= held <= len(accepted) + 1
        assert shorten_record(back, len(accepted)).deals == play_record(len(accepted), seed).deals
        assert repository.claim_match(match_id)
    repository.close()


def test_action_is_in_the_only_file(folders: Folders) -> None:
    repository = MatchRepository(folders, time.time)
    match_id = store_match(repository, play_record(60))
    repository.add_action(match_id, 2, 21, play_record(61).deals[1].actions[20])
    assert (folders.data / "matches.db-journal").stat().st_size == 0
    data = (folders.data / "matches.db").read_bytes()
    repository.close()
    assert [file.name for file in folders.data.glob("matches.db*")] == ["matches.db"]
    (folders.data / "matches.db").write_bytes(data)
    again = MatchRepository(folders, time.time)
    assert again.load_match(match_id).record == play_record(61)
    again.close()


def test_writes_are_on_the_disk_before_they_are_accepted(folders: Folders) -> None:
    repository = MatchRepository(folders, time.time)
    settings = [repository.database.execute(f"PRAGMA {name}").fetchone()[0] for name in
                ("journal_mode", "synchronous", "fullfsync", "foreign_keys")]  # fmt: skip
    assert settings == ["truncate", 2, 1, 1]
    repository.close()


def test_write_that_was_not_accepted_is_taken_back(tmp_path: Path, folders: Folders) -> None:
    files = make_database_files(tmp_path / "good")["killed"]
    assert files.journal_bytes
    folders.prepare()
    (folders.data / "matches.db").write_bytes(files.database_bytes)
    (folders.data / "matches.db-journal").write_bytes(files.journal_bytes)
    repository = MatchRepository(folders, time.time)
    assert repository.notices == ()
    assert {match_id: repository.load_match(match_id).record for match_id in files.records} == files.records
    repository.close()


# -- full and broken disks -----------------------------------------------------------------------------


def fill_disk(repository: MatchRepository) -> None:
    (pages,) = repository.database.execute("PRAGMA page_count").fetchone()
    repository.database.execute(f"PRAGMA max_page_count = {pages}")


def free_disk(repository: MatchRepository) -> None:
    repository.database.execute("PRAGMA max_page_count = 1000000")


@pytest.mark.slow
def test_full_disk_is_reported_in_one_line_and_match_continues_when_there_is_room(folders: Folders) -> None:
    repository = MatchRepository(folders, time.time)
    store_match(repository, play_record(280, 2))
    match_id = store_match(repository, empty_record())
    full_record = play_record(280)
    fill_disk(repository)
    failures = 0
    for number, deal in enumerate(full_record.deals, 1):
        failures += save_with_retries(
            repository, partial(repository.add_deal, match_id, number, replace(deal, actions=()))
        )
        for action_number, action in enumerate(deal.actions, 1):
            failures += save_with_retries(
                repository, partial(repository.add_action, match_id, number, action_number, action)
            )
    assert failures
    assert repository.load_match(match_id).record.deals == full_record.deals
    repository.close()


def save_with_retries(repository: MatchRepository, save: Callable[[], None]) -> int:
    """Save and free space when the disk is full. Return how often that was needed."""
    try:
        save()
    except StorageError as error:
        assert str(error) == "Could not save the match: the disk is full. Free some space and try again."
        free_disk(repository)
        save()
        fill_disk(repository)
        return 1
    return 0


def test_match_creation_on_full_disk_leaves_nothing_behind(folders: Folders) -> None:
    repository, other = MatchRepository(folders, time.time), MatchRepository(folders, time.time)
    assert store_match(other, play_record(280)) == 1
    fill_disk(repository)
    with pytest.raises(StorageError, match="the disk is full"):
        store_match(repository, play_record(280))
    assert [match.id for match in repository.list_unfinished_matches()] == [1]
    assert store_match(other, play_record(3)) == 2
    free_disk(repository)
    assert store_match(repository, play_record(280)) == 3
    repository.close()
    other.close()


def test_failed_undo_leaves_match_unchanged(folders: Folders) -> None:
    repository = MatchRepository(folders, time.time)
    match_id = store_match(repository, play_record(60))
    repository.database.execute("PRAGMA query_only = ON")
    for save in (
        partial(repository.truncate_match, match_id, play_record(3)),
        partial(repository.finish_match, match_id),
    ):
        with pytest.raises(StorageError, match=r"^Could not save the match: the file or its disk is read-only\.$"):
            save()
    repository.database.execute("PRAGMA query_only = OFF")
    assert repository.load_match(match_id).record == play_record(60)
    repository.truncate_match(match_id, play_record(3))
    assert repository.load_match(match_id).record == play_record(3)
    repository.close()


FILE_SIZE_LIMIT_SCRIPT = """
import resource, signal, sys, time
from game.storage.files import StorageError, get_default_folders
from game.storage.matches import MatchRepository
from tests.stored_matches import play_record, store_match
repository = MatchRepository(get_default_folders(), time.time)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
whole = play_record(40)
last = store_match(repository, play_record(39)), 39
resource.setrlimit(resource.RLIMIT_FSIZE, (120_000, 120_000))
try:
    while True:
        match = store_match(repository, play_record(39))
        last = match, 39
        repository.add_action(match, 1, 40, whole.deals[0].actions[39])
        last = match, 40
except StorageError as error:
    print(*last, error)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs a limit on the size of files")
def test_disk_errors_lose_no_accepted_action(tmp_path: Path, folders: Folders) -> None:
    environment = {**os.environ, "TAVOLOVERDE_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", FILE_SIZE_LIMIT_SCRIPT]
    done = subprocess.run(command, cwd=ROOT, env=environment, text=True, capture_output=True, check=True)
    match_id, actions, line = done.stdout.strip().split(" ", 2)
    assert line == "Could not save the match: the disk reports an error."
    repository = MatchRepository(folders, time.time)
    assert repository.notices == ()
    last = repository.list_unfinished_matches()[0]
    assert last.id == int(match_id) > 5
    assert repository.load_match(last.id).record == play_record(int(actions))
    assert not any(item.is_damaged for item in repository.list_unfinished_matches())
    repository.close()


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

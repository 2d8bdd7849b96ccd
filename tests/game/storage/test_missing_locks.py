"""Folders without file locks: the message names the folder and the way out, and matches are kept in memory."""

from __future__ import annotations

import errno
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from game.match.house_rules import make_preset_rule_set
from game.network.host_process import run_table
from game.statistics.daily_deals import DailyResult, open_daily_results, start_daily_deal
from game.storage.archive import Archive
from game.storage.files import StorageError
from game.storage.matches import MatchRepository
from game.storage.rule_sets import open_house_rules
from game.storage.thread import StorageThread
from tests.file_locks import missing_locks, missing_sqlite_locks, missing_system_locks
from tests.rows import check_rows
from tests.stored_matches import make_folders_below, play_record, store_match

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="flock is missing")
CODES = [
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_BUSY_RECOVERY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_NOLFS, sqlite3.SQLITE_IOERR_LOCK, sqlite3.SQLITE_IOERR_RDLOCK, sqlite3.SQLITE_IOERR_UNLOCK,
    sqlite3.SQLITE_IOERR_CHECKRESERVEDLOCK,
]  # fmt: skip


def check_message(message: str, folder: Path) -> None:
    assert message.startswith(f"Couldn't open the saved matches in {folder}")
    assert "can't be locked" in message and "TAVOLOVERDE_HOME" in message and "local disk" in message
    assert "another window" not in message and message.isprintable()


@check_rows("code", [errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP])
def test_missing_locks_of_the_system_are_named_with_folder_and_way_out(tmp_path: Path, code: int) -> None:
    folders = make_folders_below(tmp_path)
    with missing_system_locks(code), pytest.raises(StorageError) as failure:
        MatchRepository(folders, time.time)
    check_message(str(failure.value), folders.data)


@check_rows("has_file", [False, True])
@check_rows("code", CODES)
def test_missing_locks_of_sqlite_are_not_taken_for_another_window(tmp_path: Path, code: int, has_file: bool) -> None:
    folders = make_folders_below(tmp_path / f"{code} {has_file}")
    if has_file:
        MatchRepository(folders, time.time).close()
    with missing_sqlite_locks(code), pytest.raises(StorageError) as failure:
        MatchRepository(folders, time.time)
    check_message(str(failure.value), folders.data)
    assert not [path for path in folders.data.iterdir() if path.name.endswith(".tmp") or "damaged" in path.name]
    with closing(MatchRepository(folders, time.time)) as repository:
        assert repository.notices == ()


def test_locks_that_disappear_during_a_match_are_named(tmp_path: Path) -> None:
    with closing(MatchRepository(make_folders_below(tmp_path), time.time)) as repository:
        match_id = store_match(repository, play_record(3))
        repository.database.execute("PRAGMA busy_timeout = 0")
        other = sqlite3.connect(tmp_path / "data" / "matches.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError, match="another window"):
            repository.finish_match(match_id)
        with missing_sqlite_locks(), pytest.raises(StorageError, match="can't be locked"):
            repository.finish_match(match_id)
        other.close()
        repository.finish_match(match_id)


def test_small_files_are_saved_without_locks(tmp_path: Path) -> None:
    folders = make_folders_below(tmp_path)
    folders.prepare()
    document = open_house_rules(folders)
    with missing_locks():
        saved, notice = document.update(lambda rules: rules)
    assert document.path.exists() and (saved, notice) == document.read()


def test_matches_in_memory_touch_no_file_and_end_with_the_program(tmp_path: Path) -> None:
    folders, record = make_folders_below(tmp_path / "missing"), play_record(30)
    with missing_locks(), closing(StorageThread(folders, time.time)) as storage:
        for call in (storage.opening, storage.submit_to_archive(Archive.list_unfinished_matches)):
            with pytest.raises(StorageError, match="can't be locked"):
                call.result()
        assert storage.has_file and not storage.has_unsaved_matches
        files = sorted(tmp_path.rglob("*"))
        assert storage.open_again(has_file=False).result() == storage.opening.result() == ()
        assert not storage.has_file and not storage.has_unsaved_matches
        (own,) = storage.call(MatchRepository.load_profiles, "Anna", "0123").result()
        assert own.id == "0123"
        saved = storage.call(MatchRepository.open_new_match, record, ("you", "club"), 1, {"chat": []}).result()
        assert (
            storage.call(MatchRepository.open_match, saved.id).result().record == saved.record == record
            and storage.has_unsaved_matches
        )
        storage.call(
            start_daily_deal, DailyResult(match=saved.id, date="2026-01-01", game="briscola", profile="")
        ).result()
        storage.call(MatchRepository.finish_match, saved.id).result()
        assert storage.submit_to_archive(lambda archive: archive.list_entries()).result()[0].id == saved.id
        storage.call(MatchRepository.delete_match, saved.id).result()
    assert sorted(tmp_path.rglob("*")) == files
    with closing(StorageThread(folders, time.time)) as storage:
        assert (storage.opening.result(), storage.call(MatchRepository.list_profiles).result(), storage.has_file) == (
            (),
            (),
            True,
        )
        storage.open_again(has_file=False).result()
        assert storage.has_file, "a file that is open stays in use"
        assert open_daily_results(folders).read()[0].results == ()


def test_host_names_missing_locks_in_one_line(tmp_path: Path) -> None:
    folders, rules = make_folders_below(tmp_path), make_preset_rule_set("briscola", None)
    with missing_locks(), pytest.raises(StorageError) as failure:
        run_table(folders, "table", rules, 2, port=0, addresses=(), on_open=lambda _table: None)
    check_message(str(failure.value), folders.data)

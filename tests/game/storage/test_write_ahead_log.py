"""SQLite's log beside a damaged file: kept, looked at before SQLite gets to see it, and brought over."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from game.storage.files import Folders
from game.storage.matches import MatchRepository
from game.storage.write_ahead_log import read_log
from tests.game.storage.database_files import DatabaseFiles, make_database_files
from tests.game.storage.test_matches import make_folders_below, play_record, store_match

NOON_TIMESTAMP = 1_700_000_000.0


@pytest.fixture(scope="module")
def database_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, DatabaseFiles]:
    return make_database_files(tmp_path_factory.mktemp("good"))


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    folders = make_folders_below(tmp_path)
    folders.prepare()
    return folders


@pytest.fixture
def file(folders: Folders) -> Iterator[Path]:
    yield folders.data / "matches.db"
    shutil.rmtree(folders.data)


def write_database_files(file: Path, main: bytes, log: bytes, index: bytes = b"") -> None:
    file.write_bytes(main)
    file.with_name("matches.db-wal").write_bytes(log)
    if index:
        file.with_name("matches.db-shm").write_bytes(index)


def read_set_aside_file(repository: MatchRepository, end: str = "") -> bytes:
    path = repository.notices[0].path
    return path.with_name(path.name + end).read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("size", [0, 1, 50, 99, 100, 500, 4095, 4096, 5000, 8192])
def test_log_of_truncated_file_is_kept_and_read(
    folders: Folders, file: Path, database_files: dict[str, DatabaseFiles], size: int
) -> None:
    """SQLite would throw away the log of an empty file when it opens it."""
    files = database_files["log only"]
    main = database_files["full log"].database_bytes[:size]
    write_database_files(file, main, files.log_bytes, b"index" * 100)
    repository = MatchRepository(folders, lambda: NOON_TIMESTAMP)
    if size < 100:
        assert "cut short" in repository.notices[0].text
        assert (
            read_set_aside_file(repository),
            read_set_aside_file(repository, "-wal"),
            read_set_aside_file(repository, "-shm"),
        ) == (main, files.log_bytes, b"index" * 100)
    assert {
        entry.id: repository.load_match(entry.id).record for entry in repository.list_unfinished_matches()
    } == files.records
    assert not any(entry.damage_message for entry in repository.list_unfinished_matches())
    repository.close()


def test_actions_only_in_log_are_loaded_after_kill(
    folders: Folders, file: Path, database_files: dict[str, DatabaseFiles]
) -> None:
    files = database_files["full log"]
    write_database_files(file, files.database_bytes, files.log_bytes)
    repository = MatchRepository(folders, lambda: NOON_TIMESTAMP)
    assert repository.notices == ()
    assert {
        entry.id: repository.load_match(entry.id).record for entry in repository.list_unfinished_matches()
    } == files.records
    repository.close()


@pytest.mark.parametrize("seed", range(12))
def test_flipped_bit_in_log_is_reported(
    folders: Folders, file: Path, database_files: dict[str, DatabaseFiles], seed: int
) -> None:
    """SQLite reads a log up to the first frame that is not sound, and says nothing."""
    files, rng = database_files["full log"], Random(seed)
    log = bytearray(files.log_bytes)
    # In the last frames, and in the fields of a frame's header that decide whether it belongs to this log.
    offset = len(log) - rng.choice(
        [rng.randrange(1, 4120), 4120 - rng.randrange(8, 24), 2 * 4120 - rng.randrange(8, 24)]
    )
    log[offset] ^= 1 << rng.randrange(8)
    write_database_files(file, files.database_bytes, bytes(log))
    repository = MatchRepository(folders, lambda: NOON_TIMESTAMP)
    short = {
        entry.id
        for entry in repository.list_unfinished_matches()
        if repository.load_match(entry.id).record != files.records[entry.id]
    }
    assert repository.notices
    if "may be missing" not in repository.notices[0].text:
        assert short <= {entry.id for entry in repository.list_unfinished_matches() if entry.damage_message}
        assert read_set_aside_file(repository, "-wal") == log
    repository.close()


@pytest.mark.parametrize("size", [1, 31, 33, 60, 4000, 4151, 4153, 20_000])
def test_log_truncated_within_a_frame_is_reported(
    folders: Folders, file: Path, database_files: dict[str, DatabaseFiles], size: int
) -> None:
    files = database_files["full log"]
    write_database_files(file, files.database_bytes, files.log_bytes[:size])
    repository = MatchRepository(folders, lambda: NOON_TIMESTAMP)
    assert any("may be missing" in notice.text or "cut short" in notice.text for notice in repository.notices)
    repository.close()


def test_log_left_by_kill_is_no_damage(folders: Folders, file: Path, database_files: dict[str, DatabaseFiles]) -> None:
    files = database_files["killed"]
    log = read_log(files.log_bytes)
    assert not log.is_damaged and not log.is_torn(files.database_bytes) and not log.error
    assert any(frame.is_current for frame in log.frames) and any(frame.is_leftover for frame in log.frames)


def test_unfinished_transaction_at_end_of_log_is_no_damage(
    folders: Folders, file: Path, database_files: dict[str, DatabaseFiles]
) -> None:
    log = database_files["full log"].log_bytes
    last = max(number for number, frame in enumerate(read_log(log).frames[:-1]) if frame.is_commit)
    complete_log = read_log(log[: 32 + (last + 2) * 4120])
    assert not complete_log.frames[-1].is_commit and not complete_log.is_damaged and not complete_log.is_torn(b"")
    assert read_log(log[: 32 + (last + 1) * 4120 + 24]).is_torn(b""), "and one that ends within a frame is said"


def test_partial_last_frame_after_kill_is_no_damage(database_files: dict[str, DatabaseFiles]) -> None:
    """The page that stood there before is in the file; a page that is nowhere else was damaged."""
    log, main = bytearray(database_files["full log"].log_bytes), database_files["full log"].database_bytes
    last = max(number for number, frame in enumerate(read_log(bytes(log)).frames) if frame.is_commit)
    log = log[: 32 + (last + 1) * 4120]
    assert not read_log(bytes(log)).is_torn(main)
    log[-4096:] = main[4096 * 3 : 4096 * 4]
    assert not read_log(bytes(log)).is_torn(main)
    log[-1] ^= 1
    assert read_log(bytes(log)).is_torn(main)


def test_empty_or_invalid_log_is_read_without_harm() -> None:
    rng = Random(4)
    assert not read_log(b"").is_damaged
    for size in (1, 31, 32, 33, 4152, 9000):
        assert read_log(rng.randbytes(size)).is_damaged


def test_log_of_another_instance_is_left_to_sqlite(folders: Folders, file: Path) -> None:
    first = MatchRepository(folders, lambda: NOON_TIMESTAMP)
    match_id = store_match(first, play_record(30))
    two = MatchRepository(folders, lambda: NOON_TIMESTAMP)
    assert two.notices == () and two.load_match(match_id).record == play_record(30)
    first.close()
    two.close()

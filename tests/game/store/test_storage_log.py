"""SQLite's log beside a damaged file: kept, looked at before SQLite gets to see it, and brought over."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from game.store.files import Folders
from game.store.journal import Journal
from game.store.wal import read_log
from tests.game.store.databases import Files, good_files
from tests.game.store.test_storage import folders_below, played, saved

NOON = 1_700_000_000.0


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Files]:
    return good_files(tmp_path_factory.mktemp("good"))


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    folders = folders_below(tmp_path)
    folders.prepare()
    return folders


@pytest.fixture
def file(folders: Folders) -> Iterator[Path]:
    yield folders.data / "matches.db"
    shutil.rmtree(folders.data)


def lay(file: Path, main: bytes, log: bytes, index: bytes = b"") -> None:
    file.write_bytes(main)
    file.with_name("matches.db-wal").write_bytes(log)
    if index:
        file.with_name("matches.db-shm").write_bytes(index)


def kept(journal: Journal, end: str = "") -> bytes:
    path = journal.notices[0].path
    return path.with_name(path.name + end).read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("size", [0, 1, 50, 99, 100, 500, 4095, 4096, 5000, 8192])
def test_of_a_file_cut_short_the_log_is_kept_and_read(
    folders: Folders, file: Path, good: dict[str, Files], size: int
) -> None:
    """SQLite would throw away the log of an empty file when it opens it."""
    files = good["log only"]
    main = good["full log"].main[:size]
    lay(file, main, files.log, b"index" * 100)
    journal = Journal(folders, lambda: NOON)
    if size < 100:
        assert "cut short" in journal.notices[0].text
        assert (kept(journal), kept(journal, "-wal"), kept(journal, "-shm")) == (main, files.log, b"index" * 100)
    assert {one.id: journal.load(one.id).record for one in journal.unfinished()} == files.records
    assert not any(one.loss for one in journal.unfinished())
    journal.close()


def test_what_only_the_log_has_is_there_after_a_kill(folders: Folders, file: Path, good: dict[str, Files]) -> None:
    files = good["full log"]
    lay(file, files.main, files.log)
    journal = Journal(folders, lambda: NOON)
    assert journal.notices == ()
    assert {one.id: journal.load(one.id).record for one in journal.unfinished()} == files.records
    journal.close()


@pytest.mark.parametrize("seed", range(12))
def test_a_flipped_bit_in_the_log_is_never_passed_over(
    folders: Folders, file: Path, good: dict[str, Files], seed: int
) -> None:
    """SQLite reads a log up to the first frame that is not sound, and says nothing."""
    files, rng = good["full log"], Random(seed)
    log = bytearray(files.log)
    # In the last frames, and in the fields of a frame's header that decide whether it belongs to this log.
    at = len(log) - rng.choice([rng.randrange(1, 4120), 4120 - rng.randrange(8, 24), 2 * 4120 - rng.randrange(8, 24)])
    log[at] ^= 1 << rng.randrange(8)
    lay(file, files.main, bytes(log))
    journal = Journal(folders, lambda: NOON)
    short = {one.id for one in journal.unfinished() if journal.load(one.id).record != files.records[one.id]}
    assert journal.notices
    if "may be missing" not in journal.notices[0].text:
        assert short <= {one.id for one in journal.unfinished() if one.loss}
        assert kept(journal, "-wal") == log
    journal.close()


@pytest.mark.parametrize("size", [1, 31, 33, 60, 4000, 4151, 4153, 20_000])
def test_a_log_cut_short_within_a_frame_is_said(
    folders: Folders, file: Path, good: dict[str, Files], size: int
) -> None:
    files = good["full log"]
    lay(file, files.main, files.log[:size])
    journal = Journal(folders, lambda: NOON)
    assert any("may be missing" in one.text or "cut short" in one.text for one in journal.notices)
    journal.close()


def test_a_log_that_a_kill_has_left_is_no_damage(folders: Folders, file: Path, good: dict[str, Files]) -> None:
    files = good["killed"]
    log = read_log(files.log)
    assert not log.damaged and not log.torn(files.main) and not log.fault
    assert any(frame.current for frame in log.frames) and any(frame.left_over for frame in log.frames)


def test_an_unfinished_transaction_at_the_end_of_the_log_is_no_damage(
    folders: Folders, file: Path, good: dict[str, Files]
) -> None:
    log = good["full log"].log
    last = max(at for at, frame in enumerate(read_log(log).frames[:-1]) if frame.commit)
    whole = read_log(log[: 32 + (last + 2) * 4120])
    assert not whole.frames[-1].commit and not whole.damaged and not whole.torn(b"")
    assert read_log(log[: 32 + (last + 1) * 4120 + 24]).torn(b""), "and one that ends within a frame is said"


def test_a_frame_that_a_kill_has_cut_in_two_is_no_damage(good: dict[str, Files]) -> None:
    """The page that stood there before is in the file; a page that is nowhere else was damaged."""
    log, main = bytearray(good["full log"].log), good["full log"].main
    last = max(at for at, frame in enumerate(read_log(bytes(log)).frames) if frame.commit)
    log = log[: 32 + (last + 1) * 4120]
    assert not read_log(bytes(log)).torn(main)
    log[-4096:] = main[4096 * 3 : 4096 * 4]
    assert not read_log(bytes(log)).torn(main)
    log[-1] ^= 1
    assert read_log(bytes(log)).torn(main)


def test_a_log_of_nothing_or_of_garbage_is_read_without_harm() -> None:
    rng = Random(4)
    assert not read_log(b"").damaged
    for size in (1, 31, 32, 33, 4152, 9000):
        assert read_log(rng.randbytes(size)).damaged


def test_another_window_s_log_is_left_to_sqlite(folders: Folders, file: Path) -> None:
    one = Journal(folders, lambda: NOON)
    match_id = saved(one, played(30))
    two = Journal(folders, lambda: NOON)
    assert two.notices == () and two.load(match_id).record == played(30)
    one.close()
    two.close()

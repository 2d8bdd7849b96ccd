"""Settings and records: complete or unchanged, damaged files set aside, errors as one line."""

from __future__ import annotations

import errno
import io
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.exchange.record_files import read_record, save_record
from game.exchange.rule_files import export_rule_set
from game.lessons.progress import open_lesson_progress
from game.match.house_rules import RuleSet
from game.match.record import MOST_BYTES
from game.network.table_files import open_seat_keys
from game.storage.files import (
    RENAME_PAUSES_S,
    Folders,
    StorageError,
    StorageNotice,
    get_default_folders,
    make_file_private,
    read_file,
    set_aside,
    write_file,
    write_new_file,
)
from game.storage.json_documents import JsonDocument
from game.storage.matches import MatchRepository
from game.storage.rule_sets import open_house_rules
from game.text.file_errors import describe_os_error, shorten_path
from game.text.file_names import make_file_stem
from game.trainer.scores import open_trainer_scores
from tests.fakes import make_folders
from tests.rows import check_rows
from tests.stored_matches import play_record

NOON_TIMESTAMP = time.mktime((2026, 11, 21, 12, 0, 0, 0, 0, -1))


class ExampleSettings(msgspec.Struct, frozen=True):
    language: str = "it"
    volume: int = 7
    scale: float | None = None
    seen: dict[str, list[int]] = {}


TEXT_STRATEGY = st.text(st.characters(codec="utf-8"))
SETTINGS_STRATEGY = st.builds(
    ExampleSettings,
    language=TEXT_STRATEGY,
    volume=st.integers(-(2**63), 2**63 - 1),
    scale=st.none() | st.floats(allow_nan=False, allow_infinity=False),
    seen=st.dictionaries(TEXT_STRATEGY, st.lists(st.integers(0, 9))),
)


def open_settings(path: Path, value_type: type[ExampleSettings] = ExampleSettings) -> JsonDocument[ExampleSettings]:
    return JsonDocument(path, value_type, value_type(), lambda: NOON_TIMESTAMP)


def load_settings(path: Path) -> tuple[ExampleSettings, StorageNotice | None]:
    return open_settings(path).read()


def save_settings(path: Path, value: ExampleSettings) -> StorageNotice | None:
    return open_settings(path).update(lambda _old: value)[1]


@pytest.mark.slow
@given(first=SETTINGS_STRATEGY, second=SETTINGS_STRATEGY)
def test_saved_settings_are_loaded(
    tmp_path_factory: pytest.TempPathFactory, first: ExampleSettings, second: ExampleSettings
) -> None:
    path = tmp_path_factory.mktemp("config") / "settings.json"
    assert load_settings(path) == (ExampleSettings(), None)
    for value in (first, second):
        assert save_settings(path, value) is None
        assert load_settings(path) == (value, None)
    assert {entry.name for entry in path.parent.iterdir()} == {"settings.json", ".lock"}


@check_rows("is_saved", [False, True])
@check_rows(("data", "place"), [
    (b'{"volume": "7"}', "(volume: must be a whole number, not text)"), (b"", ""), (b"{", ""), (b"null", ""),
    (b"[]", ""), (b'{"volume": 7.5}', "(volume: "), (b'{"language": "\xff"}', ""), (b"\x00" * 50, ""),
    (b'{"scale": NaN}', ""), (b'{"seen": 0}', ""), (b'{"other": ' + b"[" * 100_000, ""), (b"\xef\xbb\xbf\xff", ""),
])  # fmt: skip
def test_damaged_settings_are_set_aside_and_reported(tmp_path: Path, data: bytes, place: str, is_saved: bool) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(data)
    value, notice = open_settings(path).update(lambda old: old) if is_saved else load_settings(path)
    assert value == ExampleSettings() and notice is not None
    assert notice.path.name == "settings.json.damaged-20261121-120000" and notice.path.read_bytes() == data
    assert notice.path.name in notice.text and place in notice.text and notice.text.isprintable()
    assert path.exists() == is_saved and load_settings(path) == (ExampleSettings(), None)
    notice.path.unlink()
    path.unlink(missing_ok=True)


@check_rows(("open_document", "text", "place"), [
    (open_house_rules, "{", ""), (open_house_rules, '{"tables": [{"game": "poker", "preset": "x"}]}', "tables[0]"),
    (open_house_rules, '{"house": [{"game": "chiamata", "preset": "online", "changes": {"solo": 7}}]}', "house[0]"),
    (open_lesson_progress, '{"learnt": [{"profile": 7}]}', "learnt[0].profile"),
    (open_trainer_scores, '{"practices": [{"profile": "a", "game": "x", "kind": "y", "tried": -1}]}', "practices[0]"),
    (open_seat_keys, '{"seats": 5}', "seats"),
])  # fmt: skip
def test_damaged_document_is_set_aside_with_its_place(
    tmp_path: Path, open_document: Callable[[Folders], JsonDocument[Any]], text: str, place: str
) -> None:
    document = open_document(make_folders(tmp_path))
    document.path.write_text(text)
    value, notice = document.read()
    assert value == type(value)() and notice is not None and notice.path.read_text() == text
    assert document.path.name in notice.text and place in notice.text and notice.text.isprintable()
    notice.path.unlink()


def test_unknown_settings_of_newer_program_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b'{"language": "en", "wallpaper": {"kind": "felt"}}')
    assert load_settings(path) == (ExampleSettings("en"), None)
    save_settings(path, ExampleSettings("en", 1))
    assert msgspec.json.decode(path.read_bytes())["wallpaper"] == {"kind": "felt"}
    assert load_settings(path) == (ExampleSettings("en", 1), None)


def fill_disk(_handle: int) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_failed_save_keeps_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.json"
    save_settings(path, ExampleSettings("en"))
    monkeypatch.setattr(os, "fsync", fill_disk)
    with pytest.raises(StorageError, match=r"settings\.json: the disk is full"):
        save_settings(path, ExampleSettings("it"))
    with pytest.raises(StorageError, match="characters that can't be saved"):
        save_settings(path, ExampleSettings("\ud800"))
    monkeypatch.undo()
    assert load_settings(path) == (ExampleSettings("en"), None)
    assert {entry.name for entry in tmp_path.iterdir()} == {"settings.json", ".lock"}


class HeldFileError(PermissionError):
    """The error of Windows for a file that another program has open."""

    def __init__(self, code: int) -> None:
        super().__init__(errno.EACCES, "in use")
        self.winerror = code


def hold_files(monkeypatch: pytest.MonkeyPatch, attempts: int, code: int) -> list[float]:
    """Let the next ``attempts`` renames fail as on Windows. Return the pauses, to which each pause is added."""
    pauses: list[float] = []
    failures = iter([HeldFileError(code)] * attempts)
    replace = os.replace

    def replace_unless_held(source: Path, target: Path) -> None:
        for failure in failures:
            raise failure
        replace(source, target)

    monkeypatch.setattr(os, "replace", replace_unless_held)
    monkeypatch.setattr(os, "rename", replace_unless_held)
    monkeypatch.setattr(time, "sleep", pauses.append)
    return pauses


def write_held_file(path: Path) -> None:
    write_file(path, b"new")


def set_aside_held_file(path: Path) -> None:
    assert set_aside(path, lambda: NOON_TIMESTAMP).read_bytes() == b"old"
    write_file(path, b"new")


MOST_ATTEMPTS = 1 + len(RENAME_PAUSES_S)


@check_rows(("change", "code", "attempts"), [
    (write_held_file, 5, 1), (write_held_file, 32, MOST_ATTEMPTS - 1), (write_held_file, 33, MOST_ATTEMPTS),
    (set_aside_held_file, 33, 1), (set_aside_held_file, 5, MOST_ATTEMPTS - 1), (set_aside_held_file, 32, MOST_ATTEMPTS),
])  # fmt: skip
def test_rename_of_file_that_another_program_has_open_is_tried_again_for_a_second(
    tmp_path: Path, change: Callable[[Path], None], code: int, attempts: int
) -> None:
    path = tmp_path / f"{change.__name__} {attempts}" / "settings.json"
    path.parent.mkdir()
    path.write_bytes(b"old")
    with pytest.MonkeyPatch.context() as monkeypatch:
        pauses = hold_files(monkeypatch, attempts, code)
        if attempts < MOST_ATTEMPTS:
            change(path)
            assert path.read_bytes() == b"new"
        else:
            with pytest.raises((StorageError, OSError)) as refusal:
                change(path)
            fault = refusal.value
            line = describe_os_error(fault) if isinstance(fault, OSError) else str(fault).removeprefix(f"{path}: ")
            assert line == "another program has the file open. Close it there and try again"
            assert [(entry.name, entry.read_bytes()) for entry in path.parent.iterdir()] == [(path.name, b"old")]
    assert pauses == list(RENAME_PAUSES_S[:attempts]) and sum(pauses) < 1


@check_rows(("error", "reason"), [
    (PermissionError(errno.EACCES, "denied"), "you don't have permission"),
    (HeldFileError(19), "you don't have permission"), (OSError(errno.EIO, ""), "the disk reported an error"),
    (HeldFileError(5), "you don't have permission"),
])  # fmt: skip
def test_rename_that_fails_for_another_reason_is_not_tried_again(tmp_path: Path, error: OSError, reason: str) -> None:
    """Check also a file that may not be written, for which Windows gives the code of one that is open elsewhere."""
    path = tmp_path / "a.tvr"
    path.write_bytes(b"old")
    with pytest.MonkeyPatch.context() as monkeypatch:
        pauses = hold_files(monkeypatch, 0, 0)
        monkeypatch.setattr(os, "replace", Mock(side_effect=error))
        monkeypatch.setattr(os, "access", lambda _path, _mode: False)
        with pytest.raises(StorageError, match=reason):
            write_file(path, b"record")
    assert (pauses, list(tmp_path.iterdir()), path.read_bytes()) == ([], [path], b"old")


def test_file_that_is_open_elsewhere_cannot_be_read_and_is_named_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "open", Mock(side_effect=HeldFileError(32)))
    with pytest.raises(StorageError, match="another program has the file open"):
        read_file(tmp_path / "a.tvr")


def test_temporary_file_that_cannot_be_removed_hides_no_error_and_stops_no_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object) -> None:
        raise HeldFileError(32)

    folders = get_default_folders({"TAVOLOVERDE_HOME": str(tmp_path)})
    with monkeypatch.context() as held:
        held.setattr(Path, "unlink", refuse)
        folders.prepare()
        held.setattr(os, "fsync", fill_disk)
        with pytest.raises(StorageError, match="the disk is full"):
            write_file(folders.data / "a.tvr", b"record")
    left = sorted(entry for entry in tmp_path.rglob("*") if entry.is_file())
    assert len(left) == 4
    held_file, unlink = left[0], Path.unlink

    def refuse_held_file(path: Path, missing_ok: bool = False) -> None:
        if path == held_file:
            refuse()
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", refuse_held_file)
    folders.remove_leftovers()
    assert [entry for entry in left if entry.exists()] == [held_file]


# -- names -------------------------------------------------------------------------------------------


@check_rows("name", [
    "con", "CON", "Nul", "aux", "PRN", "com1", "LPT9", "COM¹", "nul.txt", "x" * 300, "è" * 300, "東" * 300, "𝟘" * 300,
    "a.", "a ", "...", "a:b", 'a<b>"c|d?e*', "a\\b/c", "a\nb\0c\x7f",
])  # fmt: skip
@check_rows("suffix", [".tvr", " 99999.tvrules"])
def test_default_file_name_is_valid_on_every_system(tmp_path: Path, name: str, suffix: str) -> None:
    stem = make_file_stem(name)
    file_name = stem + suffix
    assert stem and not set(file_name) & set(r'<>:"/\\|?*') and file_name.isprintable()
    assert stem == stem.strip(" .") and len(file_name.encode()) <= 255
    assert re.fullmatch(r"(?i)(con|prn|aux|nul|(com|lpt)[\d¹²³])", stem) is None
    (tmp_path / file_name).touch()


def test_different_short_names_are_kept() -> None:
    for name in ("Concetta", "nulla", "Anna, Bruno", "com10"):
        assert make_file_stem(name) == name


def record_disk_calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Return a list that receives each "fsync" and each "rename", with the inode of the file or folder."""
    calls: list[tuple[str, int]] = []
    sync, replace, rename = os.fsync, os.replace, os.rename

    def record_sync(handle: int) -> None:
        sync(handle)
        calls.append(("fsync", os.fstat(handle).st_ino))

    def record_rename(path: Path, target: Path, change: Callable[[Path, Path], None]) -> None:
        calls.append(("rename", path.stat().st_ino))
        change(path, target)

    monkeypatch.setattr(os, "fsync", record_sync)
    monkeypatch.setattr(os, "replace", partial(record_rename, change=replace))
    monkeypatch.setattr(os, "rename", partial(record_rename, change=rename))
    return calls


WRITERS: Mapping[str, Callable[[Path], object]] = {
    "file.json": lambda path: write_file(path, b"{}"),
    "private.pem": lambda path: write_file(path, b"key", is_private=True),
    "settings.json": lambda path: save_settings(path, ExampleSettings("it")),
    "new.csv": lambda path: write_new_file(path, ".csv", b"won"),
    "match.tvr": lambda path: save_record(play_record(1), path),
    "rules.tvrules": lambda path: export_rule_set(RuleSet(game="briscola", preset="classic"), path),
}


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot write a folder to the disk")
@check_rows("name", WRITERS)
def test_folder_is_written_to_the_disk_after_each_rename(tmp_path: Path, name: str) -> None:
    with pytest.MonkeyPatch.context() as watched:
        calls = record_disk_calls(watched)
        WRITERS[name](tmp_path / name)
    inode = (tmp_path / name).stat().st_ino
    assert calls == [("fsync", inode), ("rename", inode), ("fsync", tmp_path.stat().st_ino)]


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot write a folder to the disk")
def test_folder_is_written_to_the_disk_once_damaged_files_are_set_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, journal = tmp_path / "matches.db", tmp_path / "matches.db-journal"
    path.touch()
    journal.touch()
    inodes = [file.stat().st_ino for file in (journal, path)]
    with monkeypatch.context() as watched:
        calls = record_disk_calls(watched)
        aside = set_aside(path, lambda: NOON_TIMESTAMP, ("-journal", "-wal"))
    assert calls == [*(("rename", inode) for inode in inodes), ("fsync", tmp_path.stat().st_ino)]
    assert aside.name == "matches.db.damaged-20261121-120000"
    assert sorted(file.name for file in tmp_path.iterdir()) == [aside.name, f"{aside.name}-journal"]


def test_instances_saving_at_once_never_read_a_partial_file(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"

    def run_instance(letter: str) -> list[StorageNotice | None]:
        notices = list[StorageNotice | None]()
        for _round in range(30):
            notices.append(save_settings(path, ExampleSettings(letter * 1000)))
            value, notice = load_settings(path)
            notices.append(notice)
            assert value.language[:1] * 1000 == value.language
        return notices

    with ThreadPoolExecutor(4) as pool:
        assert [*pool.map(run_instance, "abcd")] == [[None] * 60] * 4


def test_instances_finding_the_same_damage_keep_the_good_file(tmp_path: Path) -> None:
    """Check a window that sets the file aside and saves a valid one while the other is about to do the same."""
    path, damaged = tmp_path / "settings.json", b'{"language": "damaged"}'
    path.write_bytes(damaged)
    windows = ["other"]

    class Read(ExampleSettings, frozen=True):
        """A file that is refused when it is read, while another window repairs it."""

        def __post_init__(self) -> None:
            if self.language != "damaged":
                return
            if windows:
                windows.clear()
                open_settings(path, Read).read()
                save_settings(path, ExampleSettings("en"))
            raise ValueError("damaged")

    assert open_settings(path, Read).read() == (Read("en"), None)
    assert [entry.read_bytes() for entry in path.parent.glob("*.damaged-*")] == [damaged]


# -- records -----------------------------------------------------------------------------------------


@check_rows(("name", "line"), [
    ("none/x.tvr", "x.tvr: the file or folder doesn't exist"),
    ("folder", "folder: it's a folder, not a file"),
    ("file/x.tvr", "x.tvr: there is a file where a folder is needed"),
    ("nul\0.tvr", "the file name isn't valid; choose another"),
    ("none\nb/x.tvr", r"none\\nb/x\.tvr': the file or folder doesn't exist"),
    ("x" * 300, "x: the name is too long"),
])  # fmt: skip
def test_impossible_path_is_one_error_line_and_leaves_nothing(tmp_path: Path, name: str, line: str) -> None:
    (tmp_path / "folder").mkdir(exist_ok=True)
    (tmp_path / "file").touch()
    for call in (read_file, partial(write_file, data=b"record")):
        with pytest.raises(StorageError, match=line) as refusal:
            call(Path(f"{tmp_path}/{name}"))
        assert str(refusal.value).isprintable()
    assert sorted(entry.name for entry in tmp_path.rglob("*")) == ["file", "folder"]


def test_file_above_size_limit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "big.tvr"
    path.write_bytes(b" " * MOST_BYTES)
    assert len(read_file(path, MOST_BYTES)) == MOST_BYTES
    path.write_bytes(b" " * (MOST_BYTES + 1))
    for name, stdin in ((str(path), None), ("-", io.BytesIO(path.read_bytes()))):
        with pytest.raises(StorageError, match="the file is larger than 8 MB"):
            read_record(name, stdin)


@pytest.mark.skipif(os.name == "nt", reason="no such permissions there")
def test_record_file_has_default_permissions(tmp_path: Path) -> None:
    write_file(tmp_path / "a.tvr", b"record")
    (tmp_path / "b.tvr").touch()
    modes = {stat.S_IMODE(entry.stat().st_mode) for entry in tmp_path.iterdir()}
    assert len(modes) == 1


# -- folders -----------------------------------------------------------------------------------------


def test_one_environment_variable_moves_all_folders(tmp_path: Path) -> None:
    root = tmp_path / "a" / "b"
    moved = get_default_folders({"TAVOLOVERDE_HOME": str(root)})
    assert moved == Folders(root / "data", root / "config", root / "log")
    moved.prepare()
    assert sorted(entry.name for entry in root.rglob("*")) == ["config", "data", "log"]
    usual = get_default_folders({"TAVOLOVERDE_HOME": ""})
    assert all("tavoloverde" in str(folder) and folder.is_absolute() for folder in (usual.data, usual.config))


def test_temporary_files_of_killed_writes_are_removed_when_no_other_window_is_open(tmp_path: Path) -> None:
    folders = get_default_folders({"TAVOLOVERDE_HOME": str(tmp_path)})
    first_window = MatchRepository(folders, time.time)
    kept = {".0123456789ABCDEF.tmp", "0123456789abcdef.tmp", ".0123456789abcdef.tmp.bak", "settings.json"}
    removed = {".0123456789abcdef.tmp", ".fedcba9876543210.tmp"}
    files = {folder / name for folder in (folders.data, folders.config, folders.log) for name in kept | removed}
    for file in files:
        file.touch()
    second_window = MatchRepository(folders, time.time)
    assert all(file.exists() for file in files), "the other window may be writing them"
    first_window.close()
    second_window.close()
    MatchRepository(folders, time.time).close()
    assert {file.name for file in files if file.exists()} == kept
    assert not any(file.exists() for file in files if file.name in removed)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system always names a home")
@check_rows(("home", "line"), [
    ("~nosuchuser/x", "TAVOLOVERDE_HOME is set to ~nosuchuser/x, but that user or folder doesn't exist."),
    ("~nosuchuser", "TAVOLOVERDE_HOME is set to ~nosuchuser, but that user or folder doesn't exist."),
    ("~/cards", "TAVOLOVERDE_HOME is set to ~/cards, but that user or folder doesn't exist."),
    ("", "No home folder was found for your matches. Set HOME or TAVOLOVERDE_HOME to a folder."),
])  # fmt: skip
def test_missing_home_is_one_error_line(tmp_path: Path, home: str, line: str) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)
        assert get_default_folders({"TAVOLOVERDE_HOME": str(tmp_path)}).data == tmp_path / "data"
        with pytest.raises(StorageError) as refusal:
            get_default_folders({"TAVOLOVERDE_HOME": home})
    assert str(refusal.value) == line


@check_rows("place", ["data", "config", "log"])
def test_unwritable_folder_is_one_error_line(tmp_path: Path, place: str) -> None:
    folders = get_default_folders({"TAVOLOVERDE_HOME": str(tmp_path / place)})
    folders.prepare()
    (tmp_path / place / place).rmdir()
    (tmp_path / place / place).write_text("a file")
    with pytest.raises(StorageError, match=f"^Couldn't write to the folder .*{place}: there is a file") as refusal:
        folders.prepare()
    assert str(refusal.value).isprintable()


# -- permissions ------------------------------------------------------------------------------------


def test_file_removed_meanwhile_by_another_instance_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check SQLite's journal, which comes and goes while a window opens the folder."""
    folders = get_default_folders({"TAVOLOVERDE_HOME": str(tmp_path)})
    folders.prepare()
    gone = folders.data / "matches.db-journal"
    gone.touch()
    gone.chmod(0o644)
    real, looks = Path.stat, iter((False, True))

    def stat_(path: Path, **how: bool) -> os.stat_result:
        status = real(path, **how)
        if path == gone and next(looks):
            gone.unlink()
        return status

    monkeypatch.setattr(Path, "stat", stat_)
    folders.prepare()
    monkeypatch.undo()
    assert not gone.exists()


def list_open_files(root: Path) -> list[str]:
    """Return the files and folders that other users can read."""
    return [str(entry) for entry in root.rglob("*") if stat.S_IMODE(entry.stat().st_mode) & 0o077]


def create_all_files(home: Path) -> None:
    """Create all files that the program writes by itself, also from damaged ones, and close the program."""
    folders = get_default_folders({"TAVOLOVERDE_HOME": str(home)})
    folders.prepare()
    (folders.data / "matches.db").write_bytes(b"x" * 5000)
    with closing(MatchRepository(folders, time.time)) as repository:
        repository.create_match(play_record(3), ("you", "club"), 1, {})
        save_settings(folders.config / "settings.json", ExampleSettings())
        (folders.config / "form.json").write_bytes(b"{torn")
        load_settings(folders.config / "form.json")
        make_file_private(folders.log / "tavoloverde.log", create=True)
        names = {entry.name for entry in home.rglob("*")}
        assert names >= {"matches.db", "matches.db-journal", "match-1.lock"}
        assert len([name for name in names if "damaged" in name]) >= 2
        assert list_open_files(home) == []


@pytest.mark.skipif(os.name == "nt", reason="no such permissions there")
@check_rows("mask", [0o022, 0o000, 0o077])
def test_other_users_of_the_computer_can_read_nothing(tmp_path: Path, mask: int) -> None:
    """Check this because the database shows all cards and the seed of later deals."""
    home = tmp_path / str(mask)
    old = os.umask(mask)
    try:
        create_all_files(home)
        for entry in home.rglob("*"):
            entry.chmod(0o777 if entry.is_dir() else 0o666)
        create_all_files(home)
    finally:
        os.umask(old)


# -- other kinds of files ---------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes there")
@check_rows("kind", ["pipe", "device", "pipe with a writer"])
def test_path_that_is_no_regular_file_is_not_waited_for(tmp_path: Path, kind: str) -> None:
    path, writer = tmp_path / kind / "settings.json", None
    path.parent.mkdir()
    if kind == "device":
        path.symlink_to("/dev/zero")
    else:
        os.mkfifo(path)
        writer = os.open(path, os.O_RDWR) if kind == "pipe with a writer" else None
    calls: list[Callable[[Path], object]] = [
        read_file,
        partial(save_settings, value=ExampleSettings()),
        partial(write_file, data=b"record"),
    ]
    for call in calls[:2] if kind == "device" else calls:
        with pytest.raises(StorageError, match=r"settings\.json: it isn't an ordinary file$"):
            call(path)
    value, notice = load_settings(path)
    assert value == ExampleSettings()
    assert notice is not None and notice.text.endswith("settings.json: it isn't an ordinary file")
    assert path.exists() and not path.is_file()
    if writer is not None:
        os.close(writer)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes there")
@check_rows(("name", "make", "words"), [
    ("matches.db", Path.mkdir, "Couldn't open"),
    ("matches.db", os.mkfifo, r"Couldn't open .*: it isn't an ordinary file"),
    ("matches.db", lambda path: path.symlink_to(path), "Couldn't open .*: the link points to itself"),
    ("locks", Path.touch, "there is a file where a folder"),
    ("locks/window-1.lock", lambda path: path.mkdir(parents=True), "it's a folder, not a file"),
])  # fmt: skip
def test_lock_or_database_that_is_no_regular_file_is_reported(
    tmp_path: Path, name: str, make: Callable[[Path], None], words: str
) -> None:
    folders = get_default_folders({"TAVOLOVERDE_HOME": str(tmp_path / str(len([*tmp_path.iterdir()])))})
    folders.prepare()
    make(folders.data / name)
    with pytest.raises(StorageError, match=words) as refusal:
        MatchRepository(folders, time.time)
    assert str(refusal.value).isprintable()


def test_home_folder_is_shortened_in_messages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert shorten_path(tmp_path / "a" / "b.tvr") == str(Path("~") / "a" / "b.tvr")
    assert shorten_path(tmp_path.parent / "b.tvr") == str(tmp_path.parent / "b.tvr")

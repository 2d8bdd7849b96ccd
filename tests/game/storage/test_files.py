"""Settings and records: complete or unchanged, damaged files set aside, errors as one line."""

from __future__ import annotations

import errno
import io
import os
import re
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.match.house_rules import RuleSet
from game.match.record import MOST_BYTES, encode_record
from game.storage.file_names import make_file_stem
from game.storage.files import (
    RENAME_PAUSES_S,
    Clock,
    Folders,
    StorageError,
    StorageNotice,
    describe_os_error,
    get_default_folders,
    make_file_private,
    read_file,
    set_aside,
    shorten_path,
    write_file,
    write_new_file,
)
from game.storage.json_documents import JsonDocument
from game.storage.matches import MatchRepository
from game.storage.record_files import read_record, save_record
from game.storage.rule_sets import export_rule_set
from game.text import gettext
from tests.rows import check_rows
from tests.stored_matches import play_record

ROOT = Path(__file__).resolve().parents[3]
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


def load_json(
    path: Path, value_type: type[ExampleSettings], default: ExampleSettings, clock: Clock = time.time
) -> tuple[ExampleSettings, StorageNotice | None]:
    return JsonDocument(path, value_type, default, clock).read()


def save_json(path: Path, value: ExampleSettings) -> StorageNotice | None:
    return JsonDocument(path, ExampleSettings, value).update(lambda _old: value)[1]


def list_set_aside_files(path: Path) -> list[Path]:
    return sorted(path.parent.glob("*.damaged-*"))


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(first=SETTINGS_STRATEGY, second=SETTINGS_STRATEGY)
def test_saved_settings_are_loaded(
    tmp_path_factory: pytest.TempPathFactory, first: ExampleSettings, second: ExampleSettings
) -> None:
    path = tmp_path_factory.mktemp("config") / "settings.json"
    for value in (first, second):
        assert save_json(path, value) is None
        assert load_json(path, ExampleSettings, ExampleSettings()) == (value, None)
    assert [entry.name for entry in path.parent.iterdir()] == ["settings.json"]


def test_missing_settings_are_the_default(tmp_path: Path) -> None:
    assert load_json(tmp_path / "settings.json", ExampleSettings, ExampleSettings("en")) == (
        ExampleSettings("en"),
        None,
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"null", b"[]", b'{"volume": "7"}', b'{"volume": 7.5}', b'{"language": "\xff"}', b"\x00" * 50,
        b'{"seen": {"a": [' + b"[" * 100_000, b'{"scale": NaN}', b"\xef\xbb\xbf\xff",
    ],
)  # fmt: skip
def test_damaged_settings_are_set_aside_and_reported(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(data)
    value, notice = load_json(path, ExampleSettings, ExampleSettings(), lambda: NOON_TIMESTAMP)
    assert value == ExampleSettings()
    assert notice is not None
    assert notice.path.name == "settings.json.damaged-20261121-120000"
    assert notice.path.name in notice.text and notice.text.isprintable()
    assert notice.path.read_bytes() == data
    assert not path.exists()


def test_notice_gives_problem_and_place(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_bytes(b'{"volume": "loud"}')
    _value, notice = load_json(tmp_path / "settings.json", ExampleSettings, ExampleSettings())
    assert notice is not None and "(volume: must be a whole number, not text)" in notice.text


@pytest.mark.parametrize("data", [b"{torn", b"[" * 100_000])
def test_saving_over_damaged_file_sets_it_aside_first(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(data)
    notice = save_json(path, ExampleSettings("en"))
    assert notice is not None and notice.path.read_bytes() == data
    assert load_json(path, ExampleSettings, ExampleSettings()) == (ExampleSettings("en"), None)


def test_unknown_settings_of_newer_program_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b'{"language": "en", "wallpaper": {"kind": "felt"}}')
    value, notice = load_json(path, ExampleSettings, ExampleSettings())
    assert (value, notice) == (ExampleSettings("en"), None)
    save_json(path, msgspec.structs.replace(value, volume=1))
    assert msgspec.json.decode(path.read_bytes())["wallpaper"] == {"kind": "felt"}
    assert load_json(path, ExampleSettings, ExampleSettings())[0] == ExampleSettings("en", 1)


def test_failed_save_keeps_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.json"
    save_json(path, ExampleSettings("en"))

    def raise_disk_full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", raise_disk_full)
    with pytest.raises(StorageError, match=r"settings\.json: the disk is full"):
        save_json(path, ExampleSettings("it"))
    monkeypatch.undo()
    assert load_json(path, ExampleSettings, ExampleSettings())[0] == ExampleSettings("en")
    assert [entry.name for entry in tmp_path.iterdir()] == ["settings.json"]
    save_json(path, ExampleSettings("it"))
    assert load_json(path, ExampleSettings, ExampleSettings())[0] == ExampleSettings("it")


class HeldFileError(PermissionError):
    """What Windows raises for a file that another program has open."""

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


for_each_rename = pytest.mark.parametrize("change", [write_held_file, set_aside_held_file])
for_each_held_code = pytest.mark.parametrize("code", [5, 32, 33])


@for_each_rename
@for_each_held_code
@pytest.mark.parametrize("attempts", [1, len(RENAME_PAUSES_S)])
def test_rename_of_file_that_another_program_has_open_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], None], code: int, attempts: int
) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b"old")
    pauses = hold_files(monkeypatch, attempts, code)
    change(path)
    assert path.read_bytes() == b"new"
    assert pauses == list(RENAME_PAUSES_S[:attempts]) and sum(pauses) < 1


@for_each_rename
@for_each_held_code
@pytest.mark.parametrize(("language", "reason"), [
    ("en", "another program has the file open. Close it there and try again"),
    ("it", "il file è aperto in un altro programma. Chiudilo e riprova"),
    ("fr", "le fichier est ouvert dans un autre programme. Fermez-le et réessayez"),
])  # fmt: skip
def test_file_that_stays_open_elsewhere_is_left_as_it_was_and_named(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[Path], None],
    code: int,
    language: str,
    reason: str,
) -> None:
    gettext.set_language(language)
    path = tmp_path / "settings.json"
    path.write_bytes(b"old")
    pauses = hold_files(monkeypatch, 1 + len(RENAME_PAUSES_S), code)
    with pytest.raises((StorageError, OSError)) as refusal:
        change(path)
    fault = refusal.value
    line = describe_os_error(fault) if isinstance(fault, OSError) else str(fault).removeprefix(f"{path}: ")
    assert (line, pauses) == (reason, list(RENAME_PAUSES_S))
    assert [(entry.name, entry.read_bytes()) for entry in tmp_path.iterdir()] == [("settings.json", b"old")]


@pytest.mark.parametrize("error", [PermissionError(errno.EACCES, "denied"), HeldFileError(19), OSError(errno.EIO, "")])
def test_rename_that_fails_for_another_reason_is_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError
) -> None:
    def fail(_source: Path, _target: Path) -> None:
        raise error

    pauses = hold_files(monkeypatch, 0, 0)
    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(StorageError, match=r"you do not have permission|the disk reports an error"):
        write_file(tmp_path / "a.tvr", b"record")
    assert (pauses, list(tmp_path.iterdir())) == ([], [])


def test_file_that_may_not_be_written_is_not_called_open_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check this because Windows gives the same code for both."""
    (tmp_path / "a.tvr").write_bytes(b"old")
    pauses = hold_files(monkeypatch, 1, 5)
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    with pytest.raises(StorageError, match="you do not have permission"):
        write_file(tmp_path / "a.tvr", b"record")
    assert pauses == []


def test_file_that_is_open_elsewhere_cannot_be_read_and_is_named_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> int:
        raise HeldFileError(32)

    monkeypatch.setattr(os, "open", fail)
    with pytest.raises(StorageError, match="another program has the file open"):
        read_file(tmp_path / "a.tvr")


def test_temporary_file_that_cannot_be_removed_hides_no_error_and_stops_no_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raise_disk_full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    def refuse(*_arguments: object) -> None:
        raise HeldFileError(32)

    folders = get_default_folders({"TAVOLOVERDE_HOME": str(tmp_path)})
    with monkeypatch.context() as held:
        held.setattr(Path, "unlink", refuse)
        folders.prepare()
        held.setattr(os, "fsync", raise_disk_full)
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
    assert [make_file_stem(name) for name in ("Concetta", "nulla", "Anna, Bruno", "com10")] == [
        "Concetta",
        "nulla",
        "Anna, Bruno",
        "com10",
    ]


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
    "settings.json": lambda path: save_json(path, ExampleSettings("it")),
    "new.csv": lambda path: write_new_file(path, ".csv", b"won"),
    "match.tvr": lambda path: save_record(play_record(1), path),
    "rules.tvrules": lambda path: export_rule_set(RuleSet(game="briscola", preset="classic"), path),
}


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot write a folder to the disk")
@pytest.mark.parametrize("name", WRITERS)
def test_folder_is_written_to_the_disk_after_each_rename(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    with monkeypatch.context() as watched:
        calls = record_disk_calls(watched)
        WRITERS[name](tmp_path / name)
    (path,) = (path for path in tmp_path.iterdir() if path.name != ".lock")
    inode = path.stat().st_ino
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


def test_text_that_cannot_be_encoded_is_one_error_line(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="characters that cannot be saved"):
        save_json(tmp_path / "settings.json", ExampleSettings("\ud800"))
    assert list(tmp_path.iterdir()) == []


def test_instances_saving_at_once_never_read_a_partial_file(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    notices: list[Any] = []

    def run_instance(language: str) -> None:
        for _round in range(30):
            notices.append(save_json(path, ExampleSettings(language * 1000)))
            value, notice = load_json(path, ExampleSettings, ExampleSettings())
            notices.append(notice)
            assert value.language[:1] * 1000 == value.language

    threads = [threading.Thread(target=run_instance, args=(letter,)) for letter in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert notices == [None] * 240


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
                load_json(path, Read, Read())
                save_json(path, ExampleSettings("en"))
            raise ValueError("damaged")

    assert load_json(path, Read, Read()) == (Read("en"), None)
    assert [entry.read_bytes() for entry in list_set_aside_files(path)] == [damaged]


# -- records -----------------------------------------------------------------------------------------


def test_record_file_is_read_and_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "partita ♠.tvr"
    write_file(path, b"one")
    write_file(path, b"two")
    assert read_file(path) == b"two"
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def test_dash_is_standard_input() -> None:
    record = play_record(3)
    assert read_record("-", io.BytesIO(encode_record(record))) == record
    with pytest.raises(StorageError, match=r"^-: standard input is missing$"):
        read_record("-", None)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("none.tvr", "none.tvr: the file or folder does not exist"),
        ("folder", "folder: it is a folder, not a file"),
        ("file/x.tvr", "x.tvr: there is a file where a folder is needed"),
        ("nul\0.tvr", "the file name is not valid; choose another"),
        ("a\nb.tvr", r"a\\nb\.tvr': the file or folder does not exist"),
        ("x" * 300, "x: the name is too long"),
    ],
)
def test_unreadable_path_is_one_error_line(tmp_path: Path, name: str, line: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match=line) as refusal:
        read_file(Path(f"{tmp_path}/{name}"))
    assert str(refusal.value).isprintable()


@pytest.mark.parametrize("name", ["folder", "none/x.tvr", "file/x.tvr", "nul\0.tvr"])
def test_unwritable_path_is_one_error_line_and_leaves_nothing(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    with pytest.raises(StorageError) as refusal:
        write_file(Path(f"{tmp_path}/{name}"), b"record")
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


@pytest.mark.skipif(os.name == "nt" or os.getuid() == 0, reason="needs permissions that bind")
def test_file_without_permission_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "secret.tvr"
    path.touch()
    path.chmod(0)
    with pytest.raises(StorageError, match="you do not have permission"):
        read_file(path)


@pytest.mark.skipif(os.name == "nt", reason="no such permissions there")
def test_record_file_has_default_permissions(tmp_path: Path) -> None:
    write_file(tmp_path / "a.tvr", b"record")
    (tmp_path / "b.tvr").touch()
    modes = {stat.S_IMODE(entry.stat().st_mode) for entry in tmp_path.iterdir()}
    assert len(modes) == 1


# -- folders -----------------------------------------------------------------------------------------


def test_one_environment_variable_moves_all_folders(tmp_path: Path) -> None:
    moved = get_default_folders({"TAVOLOVERDE_HOME": str(tmp_path)})
    assert moved == Folders(tmp_path / "data", tmp_path / "config", tmp_path / "log")
    usual = get_default_folders({"TAVOLOVERDE_HOME": ""})
    assert all("tavoloverde" in str(folder) and folder.is_absolute() for folder in (usual.data, usual.config))


def test_folders_are_created_empty(tmp_path: Path) -> None:
    get_default_folders({"TAVOLOVERDE_HOME": str(tmp_path / "a" / "b")}).prepare()
    assert sorted(entry.name for entry in (tmp_path / "a" / "b").rglob("*")) == ["config", "data", "log"]


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


@pytest.mark.slow
def test_temporary_file_of_killed_write_is_recognized(tmp_path: Path) -> None:
    folders = get_default_folders({"TAVOLOVERDE_HOME": str(tmp_path)})
    folders.prepare()
    script = f"""
import os
from pathlib import Path
from game.storage.files import write_file
Path.replace = lambda _new, _path: os._exit(9)
write_file(Path({str(folders.config / "settings.json")!r}), b"torn")
"""
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False, timeout=300).returncode == 9
    (left,) = (entry for entry in folders.config.iterdir() if entry.name != ".lock")
    folders.remove_leftovers()
    assert not left.exists()


@pytest.mark.skipif(os.name == "nt", reason="there the home of any name is taken to be beside the user's own")
@check_rows("home", ["~nosuchuser/x", "~nosuchuser"])
def test_unknown_users_home_is_one_error_line(home: str) -> None:
    with pytest.raises(
        StorageError, match=r"^TAVOLOVERDE_HOME is set to ~nosuchuser.*, but this user or folder"
    ) as refusal:
        get_default_folders({"TAVOLOVERDE_HOME": home})
    assert str(refusal.value).isprintable()


@pytest.mark.parametrize("place", ["data", "config", "log"])
def test_unwritable_folder_is_one_error_line(tmp_path: Path, place: str) -> None:
    folders = get_default_folders({"TAVOLOVERDE_HOME": str(tmp_path / "casa")})
    folders.prepare()
    (tmp_path / "casa" / place).rmdir()
    (tmp_path / "casa" / place).write_text("a file")
    with pytest.raises(StorageError, match=f"^Could not write to the folder .*{place}: there is a file") as refusal:
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


def list_file_modes(root: Path) -> dict[str, int]:
    return {str(entry.relative_to(root)): stat.S_IMODE(entry.stat().st_mode) for entry in root.rglob("*")}


def create_all_files(home: Path) -> MatchRepository:
    """Create all files that the program writes by itself."""
    folders = get_default_folders({"TAVOLOVERDE_HOME": str(home)})
    repository = MatchRepository(folders, time.time)
    repository.create_match(play_record(3), ("you", "club"), 1, {})
    save_json(folders.config / "settings.json", ExampleSettings())
    (folders.config / "form.json").write_bytes(b"{torn")
    load_json(folders.config / "form.json", ExampleSettings, ExampleSettings())
    make_file_private(folders.log / "tavoloverde.log", create=True)
    return repository


@pytest.mark.skipif(os.name == "nt", reason="no such permissions there")
@pytest.mark.parametrize("mask", [0o022, 0o000, 0o077])
def test_other_users_of_the_computer_can_read_nothing(tmp_path: Path, mask: int) -> None:
    """Check this because the database shows all cards and the seed of later deals."""
    old = os.umask(mask)
    try:
        repository = create_all_files(tmp_path / "casa")
    finally:
        os.umask(old)
    file_modes = list_file_modes(tmp_path / "casa")
    assert {name for name in file_modes if name.startswith("data/matches.db")} >= {
        "data/matches.db",
        "data/matches.db-journal",
    }
    assert any(name.startswith("data/locks/match-") for name in file_modes)
    assert any("damaged" in name for name in file_modes)
    assert {name: mode for name, mode in file_modes.items() if mode & 0o077} == {}
    repository.close()


@pytest.mark.skipif(os.name == "nt", reason="no such permissions there")
def test_files_open_to_all_are_made_private_at_next_start(tmp_path: Path) -> None:
    create_all_files(tmp_path / "casa").close()
    for entry in (tmp_path / "casa").rglob("*"):
        entry.chmod(0o777 if entry.is_dir() else 0o666)
    create_all_files(tmp_path / "casa").close()
    assert {name: mode for name, mode in list_file_modes(tmp_path / "casa").items() if mode & 0o077} == {}


@pytest.mark.skipif(os.name == "nt", reason="no such permissions there")
def test_database_set_aside_stays_private(tmp_path: Path) -> None:
    folders = get_default_folders({"TAVOLOVERDE_HOME": str(tmp_path)})
    folders.prepare()
    (folders.data / "matches.db").write_bytes(b"x" * 5000)
    (folders.data / "matches.db").chmod(0o666)
    MatchRepository(folders, time.time).close()
    assert {name: mode for name, mode in list_file_modes(tmp_path).items() if mode & 0o077} == {}


# -- other kinds of files ---------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes there")
@pytest.mark.parametrize("kind", ["pipe", "device", "pipe with a writer"])
def test_path_that_is_no_regular_file_is_not_waited_for(tmp_path: Path, kind: str) -> None:
    path, writer = tmp_path / "settings.json", None
    if kind == "device":
        path.symlink_to("/dev/zero")
    else:
        os.mkfifo(path)
        if kind == "pipe with a writer":
            writer = os.open(path, os.O_RDWR)
    with pytest.raises(StorageError, match=r"settings\.json: it is not an ordinary file$"):
        read_file(path)
    value, notice = load_json(path, ExampleSettings, ExampleSettings("en"))
    assert value == ExampleSettings("en")
    assert notice is not None and notice.text.endswith("settings.json: it is not an ordinary file")
    assert path.exists() and not path.is_file()
    with pytest.raises(StorageError, match="it is not an ordinary file"):
        save_json(path, ExampleSettings())
    if kind != "device":
        with pytest.raises(StorageError, match="it is not an ordinary file"):
            write_file(path, b"record")
    if writer is not None:
        os.close(writer)


def test_lock_or_database_that_is_no_regular_file_is_reported(tmp_path: Path) -> None:
    for name, words in (("matches.db", "Could not open"), ("locks", "there is a file where a folder")):
        folders = get_default_folders({"TAVOLOVERDE_HOME": str(tmp_path / name)})
        folders.prepare()
        if name == "locks":
            (folders.data / name).touch()
        else:
            (folders.data / name).mkdir()
        with pytest.raises(StorageError, match=words) as refusal:
            MatchRepository(folders, time.time)
        assert str(refusal.value).isprintable()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes there")
def test_pipe_in_place_of_database_is_not_waited_for(tmp_path: Path) -> None:
    folders = get_default_folders({"TAVOLOVERDE_HOME": str(tmp_path)})
    folders.prepare()
    os.mkfifo(folders.data / "matches.db")
    with pytest.raises(StorageError, match=r"Could not open .*: it is not an ordinary file"):
        MatchRepository(folders, time.time)


def test_home_folder_is_shortened_in_messages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert shorten_path(tmp_path / "a" / "b.tvr") == str(Path("~") / "a" / "b.tvr")
    assert shorten_path(tmp_path.parent / "b.tvr") == str(tmp_path.parent / "b.tvr")

"""Settings and records: whole or not at all, damaged ones set aside, bad input said in one line."""

from __future__ import annotations

import io
import os
import stat
import threading
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.store.files import (
    FILE_LIMIT,
    LEFTOVER_AGE_SECONDS,
    Folders,
    StorageError,
    default_folders,
    keep_private,
    read_record_file,
    write_record_file,
)
from game.store.journal import Journal
from game.store.jsonfile import load_json, save_json
from tests.game.store.test_storage import played

NOON = time.mktime((2026, 11, 21, 12, 0, 0, 0, 0, -1))


class Settings(msgspec.Struct, frozen=True):
    language: str = "it"
    volume: int = 7
    scale: float | None = None
    seen: dict[str, list[int]] = {}


TEXTS = st.text(st.characters(codec="utf-8"))
SETTINGS = st.builds(
    Settings,
    language=TEXTS,
    volume=st.integers(-(2**63), 2**63 - 1),
    scale=st.none() | st.floats(allow_nan=False, allow_infinity=False),
    seen=st.dictionaries(TEXTS, st.lists(st.integers(0, 9))),
)


def aside(path: Path) -> list[Path]:
    return sorted(path.parent.glob("*.damaged-*"))


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(first=SETTINGS, second=SETTINGS)
def test_settings_saved_are_settings_loaded(
    tmp_path_factory: pytest.TempPathFactory, first: Settings, second: Settings
) -> None:
    path = tmp_path_factory.mktemp("config") / "settings.json"
    for value in (first, second):
        assert save_json(path, value) is None
        assert load_json(path, Settings, Settings()) == (value, None)
    assert [one.name for one in path.parent.iterdir()] == ["settings.json"]


def test_no_settings_are_the_default(tmp_path: Path) -> None:
    assert load_json(tmp_path / "settings.json", Settings, Settings("en")) == (Settings("en"), None)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"null", b"[]", b'{"volume": "7"}', b'{"volume": 7.5}', b'{"language": "\xff"}', b"\x00" * 50,
        b'{"seen": {"a": [' + b"[" * 100_000, b'{"scale": NaN}', b"\xef\xbb\xbf\xff",
    ],
)  # fmt: skip
def test_damaged_settings_are_set_aside_and_named(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(data)
    value, notice = load_json(path, Settings, Settings(), lambda: NOON)
    assert value == Settings()
    assert notice is not None
    assert notice.path.name == "settings.json.damaged-20261121-120000"
    assert notice.path.name in notice.text and notice.text.isprintable()
    assert notice.path.read_bytes() == data
    assert not path.exists()


def test_the_notice_says_what_is_wrong_and_where(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_bytes(b'{"volume": "loud"}')
    _value, notice = load_json(tmp_path / "settings.json", Settings, Settings())
    assert notice is not None and "(volume: it must be a whole number, not a text)" in notice.text


@pytest.mark.parametrize("data", [b"{torn", b"[" * 100_000])
def test_saving_over_a_damaged_file_sets_it_aside_first(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(data)
    notice = save_json(path, Settings("en"))
    assert notice is not None and notice.path.read_bytes() == data
    assert load_json(path, Settings, Settings()) == (Settings("en"), None)


def test_what_a_newer_program_noted_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b'{"language": "en", "wallpaper": {"kind": "felt"}}')
    value, notice = load_json(path, Settings, Settings())
    assert (value, notice) == (Settings("en"), None)
    save_json(path, msgspec.structs.replace(value, volume=1))
    assert msgspec.json.decode(path.read_bytes())["wallpaper"] == {"kind": "felt"}
    assert load_json(path, Settings, Settings())[0] == Settings("en", 1)


def test_saving_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.json"
    save_json(path, Settings("en"))

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError, match=r"settings\.json: the disk is full"):
        save_json(path, Settings("it"))
    monkeypatch.undo()
    assert load_json(path, Settings, Settings())[0] == Settings("en")
    assert [one.name for one in tmp_path.iterdir()] == ["settings.json"]
    save_json(path, Settings("it"))
    assert load_json(path, Settings, Settings())[0] == Settings("it")


def test_a_text_that_cannot_be_saved_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="characters that cannot be saved"):
        save_json(tmp_path / "settings.json", Settings("\ud800"))
    assert list(tmp_path.iterdir()) == []


def test_windows_that_save_and_load_at_once_never_see_a_torn_file(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    notices: list[Any] = []

    def window(language: str) -> None:
        for _round in range(30):
            notices.append(save_json(path, Settings(language * 1000)))
            value, notice = load_json(path, Settings, Settings())
            notices.append(notice)
            assert value.language[:1] * 1000 == value.language

    threads = [threading.Thread(target=window, args=(letter,)) for letter in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert notices == [None] * 240


def test_windows_that_find_the_same_damage_keep_the_good_file(tmp_path: Path) -> None:
    """One window sets the file aside and saves a good one while the other is about to do the same."""
    path, damaged = tmp_path / "settings.json", b'{"language": "damaged"}'
    path.write_bytes(damaged)
    windows = ["other"]

    class Read(Settings, frozen=True):
        """What is refused when it is read, while another window reads and mends it."""

        def __post_init__(self) -> None:
            if self.language != "damaged":
                return
            if windows:
                windows.clear()
                load_json(path, Read, Read())
                save_json(path, Settings("en"))
            raise ValueError("damaged")

    assert load_json(path, Read, Read()) == (Read("en"), None)
    assert [one.read_bytes() for one in aside(path)] == [damaged]


# -- records -----------------------------------------------------------------------------------------


def test_a_record_file_is_read_and_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "partita ♠.tvr"
    write_record_file(path, b"one")
    write_record_file(path, b"two")
    assert read_record_file(str(path), None) == b"two"
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_a_dash_is_standard_input() -> None:
    assert read_record_file("-", io.BytesIO(b"record")) == b"record"
    with pytest.raises(StorageError, match=r"^-: there is no standard input$"):
        read_record_file("-", None)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("none.tvr", "none.tvr: there is no such file or folder"),
        ("folder", "folder: this is a folder"),
        ("file/x.tvr", "x.tvr: a file stands where a folder is needed"),
        ("nul\0.tvr", "this cannot be the name of a file"),
        ("a\nb.tvr", r"a\\nb\.tvr': there is no such file or folder"),
        ("x" * 300, "x: the name is too long"),
    ],
)
def test_what_cannot_be_read_is_said_in_one_line(tmp_path: Path, name: str, line: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match=line) as refusal:
        read_record_file(f"{tmp_path}/{name}", None)
    assert str(refusal.value).isprintable()


@pytest.mark.parametrize("name", ["folder", "none/x.tvr", "file/x.tvr", "nul\0.tvr"])
def test_what_cannot_be_written_is_said_in_one_line_and_leaves_nothing(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    with pytest.raises(StorageError) as refusal:
        write_record_file(Path(f"{tmp_path}/{name}"), b"record")
    assert str(refusal.value).isprintable()
    assert sorted(one.name for one in tmp_path.rglob("*")) == ["file", "folder"]


def test_a_file_beyond_the_limit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "big.tvr"
    path.write_bytes(b" " * FILE_LIMIT)
    assert len(read_record_file(str(path), None)) == FILE_LIMIT
    path.write_bytes(b" " * (FILE_LIMIT + 1))
    for name, stdin in ((str(path), None), ("-", io.BytesIO(path.read_bytes()))):
        with pytest.raises(StorageError, match="the file is larger than 20 MB"):
            read_record_file(name, stdin)


@pytest.mark.skipif(os.name == "nt" or os.getuid() == 0, reason="needs permissions that bind")
def test_a_file_without_permission_is_said(tmp_path: Path) -> None:
    path = tmp_path / "secret.tvr"
    path.touch()
    path.chmod(0)
    with pytest.raises(StorageError, match="there is no permission"):
        read_record_file(str(path), None)


@pytest.mark.skipif(os.name == "nt", reason="no such permissions there")
def test_a_record_has_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    write_record_file(tmp_path / "a.tvr", b"record")
    (tmp_path / "b.tvr").touch()
    modes = {stat.S_IMODE(one.stat().st_mode) for one in tmp_path.iterdir()}
    assert len(modes) == 1


# -- folders -----------------------------------------------------------------------------------------


def test_one_variable_moves_everything_below_one_folder(tmp_path: Path) -> None:
    moved = default_folders({"TAVOLOVERDE_HOME": str(tmp_path)})
    assert moved == Folders(tmp_path / "data", tmp_path / "config", tmp_path / "log")
    usual = default_folders({"TAVOLOVERDE_HOME": ""})
    assert all("tavoloverde" in str(folder) and folder.is_absolute() for folder in (usual.data, usual.config))


def test_folders_are_made_and_left_empty(tmp_path: Path) -> None:
    default_folders({"TAVOLOVERDE_HOME": str(tmp_path / "a" / "b")}).prepare()
    assert sorted(one.name for one in (tmp_path / "a" / "b").rglob("*")) == ["config", "data", "log"]


def test_temporary_files_of_killed_writes_are_removed_at_a_later_start(tmp_path: Path) -> None:
    folders = default_folders({"TAVOLOVERDE_HOME": str(tmp_path)})
    folders.prepare()
    old = time.time() - LEFTOVER_AGE_SECONDS - 60
    for folder in (folders.data, folders.config, folders.log):
        for name, when in (
            (".0123456789abcdef.tmp", old), (".fedcba9876543210.tmp", time.time()), (".0123456789ABCDEF.tmp", old),
            ("0123456789abcdef.tmp", old), (".0123456789abcdef.tmp.bak", old), (".0123456789abcde.tmp", old),
            ("settings.json", old),
        ):  # fmt: skip
            (folder / name).touch()
            os.utime(folder / name, (when, when))
        before = {one.name for one in folder.iterdir()}
        folders.prepare()
        assert before - {one.name for one in folder.iterdir()} == {".0123456789abcdef.tmp"}


def test_the_temporary_file_of_a_killed_write_is_known_as_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = default_folders({"TAVOLOVERDE_HOME": str(tmp_path)})
    folders.prepare()
    with monkeypatch.context() as killed:
        killed.setattr(Path, "replace", lambda _new, _path: os._exit(9))
        child = os.fork() if hasattr(os, "fork") else pytest.skip("needs a process that dies")
        if child == 0:
            save_json(folders.config / "settings.json", Settings())
    os.waitpid(child, 0)
    (left,) = (one for one in folders.config.iterdir() if one.name != ".lock")
    old = time.time() - LEFTOVER_AGE_SECONDS - 60
    os.utime(left, (old, old))
    folders.prepare()
    assert not left.exists()


@pytest.mark.parametrize("home", ["~nosuchuser/x", "~nosuchuser"])
def test_a_home_that_nobody_has_is_one_line(home: str) -> None:
    with pytest.raises(StorageError, match=r"^TAVOLOVERDE_HOME is ~nosuchuser.*, but there is no such user") as refusal:
        default_folders({"TAVOLOVERDE_HOME": home})
    assert str(refusal.value).isprintable()


def test_a_user_without_a_home_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*_arguments: Any, **_more: Any) -> Any:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr("game.store.files.platformdirs.PlatformDirs", nobody)
    with pytest.raises(StorageError, match=r"no home folder to keep matches in\. Set HOME, or TAVOLOVERDE_HOME"):
        default_folders({})


@pytest.mark.parametrize("place", ["data", "config", "log"])
def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path, place: str) -> None:
    folders = default_folders({"TAVOLOVERDE_HOME": str(tmp_path / "casa")})
    folders.prepare()
    (tmp_path / "casa" / place).rmdir()
    (tmp_path / "casa" / place).write_text("a file")
    with pytest.raises(StorageError, match=f"^The folder .*{place} cannot be written to: a file stands") as refusal:
        folders.prepare()
    assert str(refusal.value).isprintable()


# -- nobody else's business --------------------------------------------------------------------------


def test_a_file_that_another_window_removes_meanwhile_is_no_reason_to_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite's own journal comes and goes while a window opens the folder."""
    folders = default_folders({"TAVOLOVERDE_HOME": str(tmp_path)})
    folders.prepare()
    gone = folders.data / "matches.db-journal"
    gone.touch()
    gone.chmod(0o644)
    real, looks = Path.stat, iter((False, True))

    def stat_(path: Path, **how: bool) -> os.stat_result:
        found = real(path, **how)
        if path == gone and next(looks):
            gone.unlink()
        return found

    monkeypatch.setattr(Path, "stat", stat_)
    folders.prepare()
    monkeypatch.undo()
    assert not gone.exists()


def modes(root: Path) -> dict[str, int]:
    return {str(one.relative_to(root)): stat.S_IMODE(one.stat().st_mode) for one in root.rglob("*")}


def everything(home: Path) -> Journal:
    """All that the program writes by itself."""
    folders = default_folders({"TAVOLOVERDE_HOME": str(home)})
    journal = Journal(folders, time.time)
    journal.create(played(3), ("you", "club"), 1, {})
    save_json(folders.config / "settings.json", Settings())
    (folders.config / "form.json").write_bytes(b"{torn")
    load_json(folders.config / "form.json", Settings, Settings())
    keep_private(folders.log / "tavoloverde.log", make=True)
    return journal


@pytest.mark.skipif(os.name == "nt", reason="no such permissions there")
@pytest.mark.parametrize("mask", [0o022, 0o000, 0o077])
def test_another_user_of_the_computer_can_read_nothing(tmp_path: Path, mask: int) -> None:
    """Whoever could read the file of matches knew all cards and the seed of those to come."""
    old = os.umask(mask)
    try:
        journal = everything(tmp_path / "casa")
    finally:
        os.umask(old)
    found = modes(tmp_path / "casa")
    assert {name for name in found if name.startswith("data/matches.db")} >= {"data/matches.db", "data/matches.db-wal"}
    assert any(name.startswith("data/locks/match-") for name in found)
    assert any("damaged" in name for name in found)
    assert {name: mode for name, mode in found.items() if mode & 0o077} == {}
    journal.close()


@pytest.mark.skipif(os.name == "nt", reason="no such permissions there")
def test_what_was_open_to_all_is_closed_at_the_next_start(tmp_path: Path) -> None:
    everything(tmp_path / "casa").close()
    for one in (tmp_path / "casa").rglob("*"):
        one.chmod(0o777 if one.is_dir() else 0o666)
    everything(tmp_path / "casa").close()
    assert {name: mode for name, mode in modes(tmp_path / "casa").items() if mode & 0o077} == {}


@pytest.mark.skipif(os.name == "nt", reason="no such permissions there")
def test_a_damaged_database_is_as_private_when_it_is_set_aside(tmp_path: Path) -> None:
    folders = default_folders({"TAVOLOVERDE_HOME": str(tmp_path)})
    folders.prepare()
    (folders.data / "matches.db").write_bytes(b"x" * 5000)
    (folders.data / "matches.db").chmod(0o666)
    Journal(folders, time.time).close()
    assert {name: mode for name, mode in modes(tmp_path).items() if mode & 0o077} == {}


# -- what is no file ---------------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes there")
@pytest.mark.parametrize("kind", ["pipe", "device", "pipe with a writer"])
def test_what_is_no_file_is_not_waited_for(tmp_path: Path, kind: str) -> None:
    path, writer = tmp_path / "settings.json", None
    if kind == "device":
        path.symlink_to("/dev/zero")
    else:
        os.mkfifo(path)
        if kind == "pipe with a writer":
            writer = os.open(path, os.O_RDWR)
    with pytest.raises(StorageError, match=r"settings\.json: this is no ordinary file$"):
        read_record_file(str(path), None)
    value, notice = load_json(path, Settings, Settings("en"))
    assert value == Settings("en")
    assert notice is not None and notice.text.endswith("settings.json: this is no ordinary file")
    assert path.exists() and not path.is_file()
    with pytest.raises(StorageError, match="this is no ordinary file"):
        save_json(path, Settings())
    if kind != "device":
        with pytest.raises(StorageError, match="this is no ordinary file"):
            write_record_file(path, b"record")
    if writer is not None:
        os.close(writer)


def test_a_lock_or_a_database_that_is_no_file_is_said(tmp_path: Path) -> None:
    for name, words in (("matches.db", "cannot be opened: this is"), ("locks", "a file stands where a folder")):
        folders = default_folders({"TAVOLOVERDE_HOME": str(tmp_path / name)})
        folders.prepare()
        if name == "locks":
            (folders.data / name).touch()
        else:
            (folders.data / name).mkdir()
        with pytest.raises(StorageError, match=words) as refusal:
            Journal(folders, time.time)
        assert str(refusal.value).isprintable()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes there")
def test_a_pipe_in_place_of_the_database_is_not_waited_for(tmp_path: Path) -> None:
    folders = default_folders({"TAVOLOVERDE_HOME": str(tmp_path)})
    folders.prepare()
    os.mkfifo(folders.data / "matches.db")
    with pytest.raises(StorageError, match="cannot be opened: this is no ordinary file"):
        Journal(folders, time.time)

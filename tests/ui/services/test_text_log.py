"""Lines are written at once without a wait, and a file that cannot be written is one error line."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path
from threading import Event

import pytest

from game.storage.files import StorageError
from ui.services.text_log import TextLog, open_text_log


def test_lines_are_appended_to_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "said.txt"
    path.write_text("before\n")
    text_log = open_text_log(str(path))
    text_log.say("Anna plays è.")
    due = time.monotonic() + 120
    while path.read_text("utf-8") != "before\nAnna plays è.\n":
        assert time.monotonic() < due
        time.sleep(0.01)
    text_log.close()


@pytest.mark.parametrize(("name", "content"), [
    ("match.tvr", b'{"format": "tavoloverde-record"}\n'), ("match.txt", b'\xef\xbb\xbf \n{"format": 1}'),
    ("new.tvr", None), ("NEW.TVR", None), ("house.tvrules", None), ("settings.json", b"{}"),
    ("matches.db", b"SQLite format 3\0"), ("picture.png", b"\x89PNG\r\n\x1a\n\0\0"),
])  # fmt: skip
def test_file_that_is_no_text_is_refused_and_unchanged(tmp_path: Path, name: str, content: bytes | None) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(StorageError) as refusal:
        open_text_log(str(path))
    assert str(refusal.value) == f"{path}: this isn't a text file; choose another name"
    assert path.read_bytes() == content if content is not None else not path.exists()


def test_line_breaks_within_a_line_are_escaped(tmp_path: Path) -> None:
    text_log = open_text_log(str(tmp_path / "said.txt"), 120.0)
    text_log.say("one\ntwo\x1b[2J")
    text_log.close()
    assert (tmp_path / "said.txt").read_text("utf-8") == "one\\ntwo\\x1b[2J\n"


def test_stopped_reader_blocks_nobody() -> None:
    begun, never = Event(), Event()

    def block(_line: str) -> OSError | None:
        begun.set()
        never.wait()
        return None

    text_log = TextLog(block, "slow", 0.05)
    text_log.say("the first line")
    assert begun.wait(120)
    for _line in range(1000):
        text_log.say("a line")
    text_log.close()
    assert not never.is_set(), "who waited for the reader would not have come here"
    never.set()


def test_first_write_error_is_reported_and_nothing_more_is_written() -> None:
    tried: list[str] = []

    def raise_error(line: str) -> OSError | None:
        tried.append(line)
        return OSError(errno.ENOSPC, "full")

    text_log = TextLog(raise_error, "said.txt", 120.0)
    text_log.say("first")
    text_log.say("second")
    text_log.close()
    assert tried == ["first"]
    assert text_log.error.startswith("said.txt: the disk is full")


@pytest.mark.parametrize("name", ["", ".", "no/such/folder/said.txt", "a\0b"])
def test_file_that_cannot_be_opened_is_one_error_line(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StorageError) as caught:
        open_text_log(name)
    assert str(caught.value).isprintable()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes here")
def test_pipe_without_reader_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(StorageError):
        open_text_log(str(tmp_path / "pipe"))

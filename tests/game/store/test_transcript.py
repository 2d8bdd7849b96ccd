"""Lines are written at once, nobody waits for them, and a file that cannot be written is one line."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path
from threading import Event

import pytest

from game.store.files import StorageError
from game.store.transcript import Transcript, open_transcript


def test_lines_are_added_to_the_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "said.txt"
    path.write_text("before\n")
    one = open_transcript(str(path))
    one.say("Anna plays è.")
    due = time.monotonic() + 120
    while path.read_text("utf-8") != "before\nAnna plays è.\n":
        assert time.monotonic() < due
        time.sleep(0.01)
    one.close()


def test_a_line_stays_one_line(tmp_path: Path) -> None:
    one = open_transcript(str(tmp_path / "said.txt"), 120.0)
    one.say("one\ntwo\x1b[2J")
    one.close()
    assert (tmp_path / "said.txt").read_text("utf-8") == "one\\ntwo\\x1b[2J\n"


def test_nobody_waits_for_a_reader_that_has_stopped() -> None:
    begun, never = Event(), Event()

    def put(_line: str) -> OSError | None:
        begun.set()
        never.wait()
        return None

    one = Transcript(put, "slow", 0.05)
    one.say("the first line")
    assert begun.wait(120)
    for _line in range(1000):
        one.say("a line")
    one.close()
    assert not never.is_set(), "who waited for the reader would not have come here"
    never.set()


def test_what_is_in_the_way_is_told_and_nothing_more_is_written() -> None:
    tried: list[str] = []

    def put(line: str) -> OSError | None:
        tried.append(line)
        return OSError(errno.ENOSPC, "full")

    one = Transcript(put, "said.txt", 120.0)
    one.say("first")
    one.say("second")
    one.close()
    assert tried == ["first"]
    assert one.fault.startswith("said.txt: the disk is full")


@pytest.mark.parametrize("name", ["", ".", "no/such/folder/said.txt", "a\0b"])
def test_a_file_that_cannot_be_opened_is_one_line(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StorageError) as caught:
        open_transcript(name)
    assert str(caught.value).isprintable()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes here")
def test_a_pipe_that_nobody_reads_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(StorageError):
        open_transcript(str(tmp_path / "pipe"))

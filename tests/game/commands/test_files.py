"""Files that the commands for records are given: what is no ordinary file is refused at once, in the language."""

from __future__ import annotations

import errno
import os
import socket
import threading
from pathlib import Path

import pytest

import main
from game.i18n import SOURCE, speaking
from game.store.files import NoFile, why

COMMANDS = pytest.mark.parametrize("command", ["replay", "verify", "analyse"])


@pytest.fixture(autouse=True)
def italian(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "it")


def in_italian(error: OSError) -> str:
    with speaking("it"):
        words = why(error)
    with speaking(SOURCE):
        assert words != why(error)
    return words


def refused(command: str, file: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What the line on standard error says of the file."""
    assert main.main([command, file]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and err.startswith(f"{file}: ")
    return err.removeprefix(f"{file}: ").rstrip("\n")


@pytest.mark.skipif(os.name == "nt", reason="no such files there")
@COMMANDS
def test_pipes_devices_sockets_and_folders_are_refused_at_once(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe, listening = tmp_path / "pipe", tmp_path / "socket"
    os.mkfifo(pipe)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(listening))
        # If the pipe is opened as a file is, the command waits for this writer, and the test fails on what it says.
        late = threading.Timer(20, lambda: pipe.write_bytes(b""))
        late.daemon = True
        late.start()
        for file in (pipe, listening, Path("/dev/zero")):
            assert refused(command, str(file), capsys) == in_italian(NoFile())
        late.cancel()
    assert refused(command, str(tmp_path), capsys) == in_italian(IsADirectoryError(errno.EISDIR, ""))


@COMMANDS
def test_complaints_about_files_are_in_the_language(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refused(command, str(tmp_path / "none.tvr"), capsys) == in_italian(FileNotFoundError(errno.ENOENT, ""))
    assert refused(command, "x" * 3000, capsys) == in_italian(OSError(errno.ENAMETOOLONG, ""))

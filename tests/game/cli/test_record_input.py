"""Files given to the commands for records: a file that is not an ordinary one is refused in the user's language."""

from __future__ import annotations

import errno
import os
import socket
import threading
from pathlib import Path

import pytest

import main
from game.storage.files import NotARegularFileError, describe_os_error
from game.text.gettext import SOURCE_LANGUAGE, use_language

for_each_command = pytest.mark.parametrize("command", ["replay", "verify", "analyse"])


@pytest.fixture(autouse=True)
def use_italian(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "it")


def make_italian_message(error: OSError) -> str:
    with use_language("it"):
        words = describe_os_error(error)
    with use_language(SOURCE_LANGUAGE):
        assert words != describe_os_error(error)
    return words


def get_error_line(command: str, file: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the line on standard error about the file."""
    assert main.main([command, file]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and err.startswith(f"{file}: ")
    return err.removeprefix(f"{file}: ").rstrip("\n")


@pytest.mark.skipif(os.name == "nt", reason="no such files there")
@for_each_command
def test_pipes_devices_sockets_and_folders_are_refused_at_once(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe, listening = tmp_path / "pipe", tmp_path / "socket"
    os.mkfifo(pipe)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(listening))
        # If the command opens the pipe as a file, it waits for this writer, and the test fails on its error.
        late = threading.Timer(20, lambda: pipe.write_bytes(b""))
        late.daemon = True
        late.start()
        for file in (pipe, listening, Path("/dev/zero")):
            assert get_error_line(command, str(file), capsys) == make_italian_message(NotARegularFileError())
        late.cancel()
    assert get_error_line(command, str(tmp_path), capsys) == make_italian_message(IsADirectoryError(errno.EISDIR, ""))


@for_each_command
def test_file_errors_are_translated(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert get_error_line(command, str(tmp_path / "none.tvr"), capsys) == make_italian_message(
        FileNotFoundError(errno.ENOENT, "")
    )
    assert get_error_line(command, "x" * 3000, capsys) == make_italian_message(OSError(errno.ENAMETOOLONG, ""))

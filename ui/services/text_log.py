"""The narration of the program in lines of text, on standard output or at the end of a file.

A thread writes the lines, so that a slow file or a stopped reader delays no frame and no saving of a match.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO, Final

from game.core.sanitizer import escape_to_one_line
from game.match.archived_match import RECORD_FILE_SUFFIX
from game.match.house_rules import RULES_FILE_SUFFIX
from game.storage.files import StorageError, refuse_os_errors
from game.text.file_errors import describe_os_error, make_printable
from game.text.gettext import _
from game.text.output import print_output

WriteLine = Callable[[str], OSError | None]
CLOSE_TIMEOUT_S: Final = 2.0
TERMINAL_NAME: Final = "-"
CHECKED_BYTES: Final = 4096
"""Bytes at the start of a file that tell what it is."""


class TextLog:
    """A queue of lines and the thread that writes them; after an ``error``, no more lines are written."""

    def __init__(self, write_line: WriteLine, name: str, close_timeout_s: float = CLOSE_TIMEOUT_S) -> None:
        self.error = ""
        self._write_line = write_line
        self._name = name
        self._close_timeout_s = close_timeout_s
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="transcript", daemon=True)
        self._thread.start()

    def say(self, line: str) -> None:
        """Queue a line, which a thread writes, without waiting. Line ends in it are escaped."""
        self._lines.put(escape_to_one_line(line))

    def close(self) -> None:
        """Write the last lines; wait at most ``close_timeout_s`` seconds for that.

        Lines that are not written then are lost.
        """
        self._lines.put(None)
        self._thread.join(self._close_timeout_s)

    def _run(self) -> None:
        while (line := self._lines.get()) is not None:
            error = None if self.error else self._write_line(line)
            if error is not None:
                self.error = f"{self._name}: {describe_os_error(error)}"


def open_text_log(name: str, close_timeout_s: float = CLOSE_TIMEOUT_S) -> TextLog:
    """Return a log to standard output ("-") or to the end of the file ``name``, created if it is missing.

    Raise `StorageError` with ``FILE: reason`` if the file cannot be opened, or if it is no text: a match, a rule set,
    settings or a database, which lines at its end would damage.
    """
    if name == TERMINAL_NAME:
        return TextLog(print_output, _("standard output"), close_timeout_s)
    path = Path(name)
    with refuse_os_errors(path):
        if _is_other_file(path):
            raise StorageError(
                _("{file}: this isn't a text file; choose another name").format(file=make_printable(path))
            )
        # Opening a pipe without a reader raises an error instead of waiting; later writes wait for the reader.
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        handle = os.open(path, flags, 0o600)
        if hasattr(os, "O_NONBLOCK"):
            os.set_blocking(handle, True)
        write_line = partial(_write_line, os.fdopen(handle, "wb", buffering=0))
    return TextLog(write_line, make_printable(path), close_timeout_s)


def _is_other_file(path: Path) -> bool:
    """Return whether a name is that of a file of the program, or a file has other content than text.

    Raise OSError if the file cannot be read.
    """
    if path.suffix.lower() in (RECORD_FILE_SUFFIX, RULES_FILE_SUFFIX):
        return True
    if not path.is_file():
        return False
    with path.open("rb") as stream:
        start = stream.read(CHECKED_BYTES)
    text = start.decode("utf-8", "replace").removeprefix("\ufeff").lstrip()
    return text.startswith("{") or "\0" in text


def _write_line(stream: BinaryIO, line: str) -> OSError | None:
    try:
        stream.write((line + "\n").encode("utf-8", "replace"))
    except OSError as error:
        return error
    return None

"""Lines for who follows a match without the picture: to the terminal, or to the end of a file, each at once.

They are written on a thread of their own: nobody waits for a slow file or a reader that has stopped, no frame and
no match that is being saved.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Final

from game.core.sanitizer import escape_to_one_line
from game.storage.files import StorageError, describe_os_error, make_printable
from game.text.gettext import _
from game.text.output import print_output

WriteLine = Callable[[str], OSError | None]
CLOSE_TIMEOUT_S: Final = 2.0
"""Seconds that the end of the program waits for the last lines at most."""
TERMINAL_NAME: Final = "-"
"""What stands for the terminal in the place of a file's name."""


class TextLog:
    """``put`` writes a line and gives what was in the way of it; after that nothing more is written.

    ``close_timeout_s``: seconds that `close` waits at most.
    """

    def __init__(self, write_line: WriteLine, name: str, close_timeout_s: float = CLOSE_TIMEOUT_S) -> None:
        self.error = ""
        self._write_line = write_line
        self._name = name
        self._close_timeout_s = close_timeout_s
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="transcript", daemon=True)
        self._thread.start()

    def say(self, line: str) -> None:
        """Write a line as soon as may be; never waits."""
        self._lines.put(escape_to_one_line(line))

    def close(self) -> None:
        """Nothing more comes: the last lines are written, if that does not take too long."""
        self._lines.put(None)
        self._thread.join(self._close_timeout_s)

    def _run(self) -> None:
        while (line := self._lines.get()) is not None:
            error = None if self.error else self._write_line(line)
            if error is not None:
                self.error = f"{self._name}: {describe_os_error(error)}"


def open_text_log(name: str, close_timeout_s: float = CLOSE_TIMEOUT_S) -> TextLog:
    """The transcript that goes to the terminal, or to the end of the file ``name``. StorageError, ``FILE: reason``."""
    if name == TERMINAL_NAME:
        return TextLog(print_output, _("standard output"), close_timeout_s)
    path = Path(name)
    try:
        return TextLog(_open_line_writer(path), make_printable(path), close_timeout_s)
    except OSError as error:
        raise StorageError(f"{make_printable(path)}: {describe_os_error(error)}") from error
    except ValueError:
        raise StorageError(f"{make_printable(name)}: " + _("this cannot be the name of a file")) from None


def _open_line_writer(path: Path) -> WriteLine:
    """What adds a line to a file, or to a pipe that somebody reads. OSError if it cannot be opened."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags, 0o600)
    if hasattr(os, "O_NONBLOCK"):
        os.set_blocking(handle, True)
    stream = os.fdopen(handle, "wb", buffering=0)

    def write_line(line: str) -> OSError | None:
        try:
            stream.write((line + "\n").encode("utf-8", "replace"))
        except OSError as error:
            return error
        return None

    return write_line

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

from game.console import put_out
from game.i18n import _
from game.store.files import StorageError, shown, why
from game.text import one_line

Put = Callable[[str], OSError | None]
CLOSE_TIMEOUT_S: Final = 2.0
"""Seconds that the end of the program waits for the last lines at most."""
TERMINAL: Final = "-"
"""What stands for the terminal in the place of a file's name."""


class Transcript:
    """``put`` writes a line and gives what was in the way of it; after that nothing more is written.

    ``close_timeout_s``: seconds that `close` waits at most.
    """

    def __init__(self, put: Put, name: str, close_timeout_s: float = CLOSE_TIMEOUT_S) -> None:
        self.fault = ""
        self._put = put
        self._name = name
        self._close_timeout_s = close_timeout_s
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._thread = Thread(target=self._write, name="transcript", daemon=True)
        self._thread.start()

    def say(self, line: str) -> None:
        """Write a line as soon as may be; never waits."""
        self._lines.put(one_line(line))

    def close(self) -> None:
        """Nothing more comes: the last lines are written, if that does not take too long."""
        self._lines.put(None)
        self._thread.join(self._close_timeout_s)

    def _write(self) -> None:
        while (line := self._lines.get()) is not None:
            error = None if self.fault else self._put(line)
            if error is not None:
                self.fault = f"{self._name}: {why(error)}"


def open_transcript(name: str, close_timeout_s: float = CLOSE_TIMEOUT_S) -> Transcript:
    """The transcript that goes to the terminal, or to the end of the file ``name``. StorageError, ``FILE: reason``."""
    if name == TERMINAL:
        return Transcript(put_out, _("standard output"), close_timeout_s)
    path = Path(name)
    try:
        return Transcript(_to_file(path), shown(path), close_timeout_s)
    except OSError as error:
        raise StorageError(f"{shown(path)}: {why(error)}") from error
    except ValueError:
        raise StorageError(f"{shown(name)}: " + _("this cannot be the name of a file")) from None


def _to_file(path: Path) -> Put:
    """What adds a line to a file, or to a pipe that somebody reads. OSError if it cannot be opened."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags, 0o600)
    if hasattr(os, "O_NONBLOCK"):
        os.set_blocking(handle, True)
    stream = os.fdopen(handle, "wb", buffering=0)

    def put(line: str) -> OSError | None:
        try:
            stream.write((line + "\n").encode("utf-8", "replace"))
        except OSError as error:
            return error
        return None

    return put

"""Output of a command: errors in one line, results on standard output, with any encoding."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from typing import Any

from game.core.sanitizer import escape_to_one_line


def print_error(text: str) -> None:
    """Print an error in one line on standard error, if there is one (a program with a window has none).

    Nothing is raised if that fails.
    """
    if sys.stderr is None:
        return
    with suppress(OSError, ValueError):
        print(_escape_unencodable(escape_to_one_line(text), sys.stderr), file=sys.stderr, flush=True)


def print_output(text: str) -> OSError | None:
    """Print a result on standard output; return the error if that fails, else None.

    Errors are a full disk, or a reader that has closed the pipe (BrokenPipeError; Windows calls it an invalid
    argument). Without standard output nothing is printed.
    """
    if sys.stdout is None:
        return None
    try:
        print(_escape_unencodable(text, sys.stdout), flush=True)
    except OSError as error:
        with suppress(OSError, ValueError):  # the rest of the buffer must not fail at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BrokenPipeError(errno.EPIPE, "") if error.errno == errno.EINVAL else error
    return None


def _escape_unencodable(text: str, stream: Any) -> str:
    """Return ``text`` with the letters escaped that the stream cannot encode."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)

"""What a command says: one line on standard error, its result on standard output, whatever these are."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Any

from game.core.sanitizer import escape_to_one_line


def print_error(text: str) -> None:
    """Say what is wrong, in one line. Nothing is said where there is no standard error, as in a window of its own."""
    if sys.stderr is None:
        return
    with suppress(OSError, ValueError):
        print(_escape_unencodable(escape_to_one_line(text), sys.stderr), file=sys.stderr, flush=True)


def print_output(text: str) -> OSError | None:
    """Print a result. Gives what was in the way of it: a full disk, or a reader that had enough (BrokenPipeError)."""
    if sys.stdout is None:
        return None
    try:
        print(_escape_unencodable(text, sys.stdout), flush=True)
    except OSError as error:
        with suppress(OSError, ValueError):  # what is still held back must not fail at the end
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return error
    return None


def _escape_unencodable(text: str, stream: Any) -> str:
    """``text`` with the letters escaped that the stream's encoding lacks."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)

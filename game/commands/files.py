"""Records that a command is given: read from a file or from standard input, and the line that says what is wrong."""

from __future__ import annotations

import sys

from game.console import complain, put_out
from game.i18n import _
from game.record import Record, RecordError, load
from game.store.files import StorageError, read_record_file, why


def refuse(line: str) -> int:
    """Print one line on standard error; return the exit status."""
    complain(line)
    return 2


def record_in(file: str) -> Record:
    """Return the record in a file, - being standard input, not yet played. StorageError, ``FILE: reason``."""
    data = read_record_file(file, None if sys.stdin is None else sys.stdin.buffer)
    try:
        return load(data)
    except RecordError as error:
        raise StorageError(f"{file}: {error}") from None


def printed(text: str) -> int:
    """Print a result; the exit status. A reader that had enough is told of by that alone."""
    error = put_out(text)
    if error is None or isinstance(error, BrokenPipeError):
        return 1 if error else 0
    return refuse(_("standard output: {fault}").format(fault=why(error)))

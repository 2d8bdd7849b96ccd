"""Records that a command is given: read from a file or from standard input, and the line that says what is wrong."""

from __future__ import annotations

import sys

from game.match.record import Record
from game.storage.files import describe_os_error
from game.storage.record_files import read_record
from game.text.gettext import _
from game.text.output import print_error, print_output


def refuse(line: str) -> int:
    """Print one line on standard error; return the exit status."""
    print_error(line)
    return 2


def load_record_file(file: str) -> Record:
    """Return the record in a file, - being standard input, not yet played. StorageError, ``FILE: reason``."""
    return read_record(file, None if sys.stdin is None else sys.stdin.buffer)


def print_result(text: str) -> int:
    """Print a result; the exit status. A reader that had enough is told of by that alone."""
    error = print_output(text)
    if error is None or isinstance(error, BrokenPipeError):
        return 1 if error else 0
    return refuse(_("standard output: {fault}").format(fault=describe_os_error(error)))

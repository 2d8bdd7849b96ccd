"""Records as input of a command, from a file or standard input, and messages about faults."""

from __future__ import annotations

import sys

from game.exchange.record_files import read_record
from game.match.record import Record
from game.text.file_errors import describe_os_error
from game.text.gettext import _
from game.text.output import print_error, print_output


def refuse(line: str) -> int:
    """Print one line on standard error; return the exit status 2."""
    print_error(line)
    return 2


def load_record_file(file: str) -> Record:
    """Return the record in a file, not yet played; "-" is standard input.

    Raise StorageError with the text ``FILE: reason`` if it cannot be read or is invalid.
    """
    return read_record(file, None if sys.stdin is None else sys.stdin.buffer)


def print_result(text: str, prefix: str = "") -> int:
    """Print a result and return the exit status: 0, 1 if the reader closed the pipe, 2 on other errors.

    ``prefix``: of the line about an error.
    """
    error = print_output(text)
    if error is None or isinstance(error, BrokenPipeError):
        return 1 if error else 0
    return refuse(prefix + _("standard output: {fault}").format(fault=describe_os_error(error)))

"""Records that a command is given: read from a file or from standard input, and the line that says what is wrong."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from game.console import complain, put_out
from game.i18n import _
from game.record import Record, RecordError, load

LARGEST: Final = 64 * 1024 * 1024
"""Bytes; no record comes near it, and a device that never ends is not read for ever."""


def fault(file: str, text: str) -> int:
    """One line on standard error; the exit status."""
    complain(f"{file}: {text}")
    return 2


def record_in(file: str) -> Record:
    """The record in a file, - being standard input, not yet played. RecordError, one line, if it cannot be read."""
    try:
        return load(_bytes(file))
    except OSError as error:
        raise RecordError(error.strerror or str(error)) from None
    except RecordError:
        raise
    except ValueError:
        raise RecordError(_("this cannot be the name of a file")) from None


def _bytes(file: str) -> bytes:
    if file == "-":
        if sys.stdin is None:
            raise RecordError(_("there is no standard input"))
        data = sys.stdin.buffer.read(LARGEST + 1)
    else:
        with Path(file).open("rb") as stream:
            data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise RecordError(_("this is no record of a match ({fault})").format(fault=_("the file is too large")))
    return data


def printed(text: str) -> int:
    """Print a result; the exit status. A reader that had enough is told of by that alone."""
    error = put_out(text)
    if error is None or isinstance(error, BrokenPipeError):
        return 1 if error else 0
    return fault(_("standard output"), error.strerror or str(error))

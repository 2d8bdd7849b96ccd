"""The log of the window: unhandled errors go there with their traceback, which is never shown.

A frozen program in a window has no standard error.
"""

from __future__ import annotations

import atexit
import faulthandler
import logging
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple

from game.storage.files import Folders, StorageError, get_default_folders, make_file_private
from game.text.file_errors import make_printable
from game.text.gettext import _
from game.text.output import print_error

LOG_FILE: Final = "tavoloverde.log"
UNSAVED_NOTE: Final = "the matches were not saved"
"""A note of an error that stops the program while matches are in its memory only."""

_log = logging.getLogger(__name__)


def start_log(folders: Folders) -> None:
    """Write log messages, warnings, uncaught errors of all threads and crashes of Python to the log in ``folders``."""
    logging.raiseExceptions = False  # a log that cannot be written is not reported
    handler = _make_handler(folders.log / LOG_FILE)
    logging.basicConfig(handlers=[handler], level=logging.INFO)
    logging.captureWarnings(True)  # of Python and its libraries, which would go to the terminal
    if isinstance(handler, logging.FileHandler) and handler.stream is not None:
        faulthandler.enable(handler.stream)
        atexit.register(faulthandler.disable)  # before logging closes the file
    sys.excepthook = _report_uncaught
    threading.excepthook = _log_uncaught_in_thread


def _make_handler(path: Path) -> logging.Handler:
    """Return a handler that writes to ``path``, or that writes nothing if ``path`` cannot be a file."""
    try:
        if path.exists() and not path.is_file():
            return logging.NullHandler()
        make_file_private(path, create=True)
        return logging.FileHandler(path, encoding="utf-8")
    except OSError:
        return logging.NullHandler()


def log_unexpected(error: BaseException) -> None:
    """Log an unexpected error with its traceback."""
    _log.error("unexpected error", exc_info=error)


class StopReport(NamedTuple):
    """Texts about an error that stopped the program; none names a card or a player.

    ``fault``: what happened; ``safety``: whether matches are safe; ``details``: the type of the error, and where the
    log is if there is one.
    """

    fault: str
    safety: str
    details: str


def describe_stop(error: BaseException) -> StopReport:
    """Return what to tell a person about an error that stopped the program."""
    fault = _("An unexpected error stopped the program.")
    safety = _("Your matches are safe: every completed move is saved.")
    if UNSAVED_NOTE in getattr(error, "__notes__", ()):
        safety = _("The matches you played without saving are lost.")
    details = _("Error to report: {error}.").format(error=type(error).__name__)
    path = _find_log_path()
    if path is not None:
        details += " " + _("Details are in the log: {path}").format(path=make_printable(path))
    return StopReport(fault, safety, details)


def _find_log_path() -> Path | None:
    """Return the path of the log of this user, or None if there is none."""
    try:
        path = get_default_folders().log / LOG_FILE
    except (RuntimeError, StorageError):
        return None
    return path if path.is_file() else None


def _report_uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
        return
    log_unexpected(error)
    print_error("tavoloverde: " + " ".join(describe_stop(error)))


def _log_uncaught_in_thread(failed: threading.ExceptHookArgs) -> None:
    if failed.exc_value is not None and not isinstance(failed.exc_value, SystemExit):
        log_unexpected(failed.exc_value)

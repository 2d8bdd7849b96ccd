"""The log of the window: errors that nothing else catches reach it, and nobody is shown a traceback.

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
from typing import Final

from game.storage.files import Folders, StorageError, get_default_folders, make_file_private, make_printable
from game.text.gettext import _
from game.text.output import print_error

LOG_FILE: Final = "tavoloverde.log"

_log = logging.getLogger(__name__)


def start_log(folders: Folders) -> None:
    """Send what is logged, uncaught errors of every thread and crashes of Python to the log in ``folders``."""
    logging.raiseExceptions = False  # a log that cannot be written is no reason to complain
    handler = _make_handler(folders.log / LOG_FILE)
    logging.basicConfig(handlers=[handler], level=logging.INFO)
    if isinstance(handler, logging.FileHandler) and handler.stream is not None:
        faulthandler.enable(handler.stream)
        atexit.register(faulthandler.disable)  # before logging closes the file
    sys.excepthook = _report_uncaught
    threading.excepthook = _log_uncaught_in_thread


def _make_handler(path: Path) -> logging.Handler:
    """Return what writes to ``path``; where that cannot be a file, what writes nothing."""
    try:
        if path.exists() and not path.is_file():
            return logging.NullHandler()
        make_file_private(path, create=True)
        return logging.FileHandler(path, encoding="utf-8")
    except OSError:
        return logging.NullHandler()


def log_unexpected(error: BaseException) -> None:
    """Log an error that the program was not written for, with its traceback."""
    _log.error("unexpected error", exc_info=error)


def describe_stop(error: BaseException) -> tuple[str, str]:
    """Return what stopped the program, and where the details are and that matches are safe; without card or name."""
    fault = _("An unexpected error has stopped the program ({error}).").format(error=type(error).__name__)
    safe = _("Your matches are safe: every accepted move is saved.")
    path = _find_log_path()
    if path is None:
        return fault, safe
    return fault, f"{safe} " + _("The details are in the log: {path}").format(path=make_printable(path))


def _find_log_path() -> Path | None:
    """Return the log of this user, if there is one."""
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

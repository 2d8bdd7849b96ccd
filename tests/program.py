"""The program as a person starts it: in a process of its own, or in this one where it opens no window."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import main
from game.storage.files import StorageError

ROOT = Path(__file__).resolve().parents[1]


def run_program(
    home_folder: Path, *arguments: str, cwd: Path = ROOT, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the program as a person does, without a display unless ``environment`` has one."""
    base = {name: value for name, value in os.environ.items() if not name.startswith(("SDL_", "DISPLAY", "WAYLAND"))}
    values = {**base, "TAVOLOVERDE_HOME": str(home_folder), **environment}
    command = [sys.executable, str(ROOT / "main.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, env=values, cwd=cwd, check=False)


def get_single_error_line(done: subprocess.CompletedProcess[str], status: int) -> str:
    """Return the only line of an error, after a check of the exit status."""
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, lines
    return lines[0]


def run_and_capture_error(*arguments: str) -> tuple[object, str]:
    """Run the command line in this process, without a window. Return the status and standard error."""
    errors = io.StringIO()
    with _close_window_and_streams(errors):
        try:
            status: object = main.main(arguments)
        except SystemExit as end:
            status = end.code
    return status, errors.getvalue()


@contextmanager
def _close_window_and_streams(errors: io.StringIO) -> Iterator[None]:
    """Return a context manager in which no window opens, standard error is ``errors`` and input and output are lost."""
    no_window = StorageError("no window here")
    with (
        patch("sys.stderr", errors), patch("sys.stdout", io.StringIO()), patch("sys.stdin", None),
        patch("ui.app.launch.make_app", side_effect=no_window),
        patch("ui.app.launch.show_error_page", return_value=None), patch.dict("os.environ"),
    ):  # fmt: skip
        yield

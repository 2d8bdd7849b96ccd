"""A real window with mouse, keys and the stored matches, and no other access to the program."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from game.match.match import Match
from game.match.record import Record
from game.storage.files import Folders, StorageError
from game.storage.matches import MatchRepository

ROOT = Path(__file__).resolve().parents[2]
SCREEN_SIZE = (1280, 720)
REQUIRED_TOOLS = ("Xvfb", "xdotool")
TIMEOUT_S = 120.0
"""The seconds after which a wait fails; it is long, because it costs nothing if all is well."""
PROGRAM_COMMAND = (sys.executable, str(ROOT / "main.py"))


def skip_without_tools(*tools: str) -> None:
    """Skip the test if Xvfb, xdotool or one of ``tools`` is missing; on the CI let it fail."""
    missing = [tool for tool in (*REQUIRED_TOOLS, *tools) if tool and shutil.which(tool) is None]
    if missing:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"needs {', '.join(missing)}")


def wait_and_check(condition: Callable[[], object], timeout_s: float = TIMEOUT_S) -> bool:
    """Wait until ``condition`` is true. Return whether that came in time."""
    deadline = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.03)
    return True


def wait_for(condition: Callable[[], object]) -> None:
    """Wait until ``condition`` is true. Raise AssertionError if that takes too long."""
    assert wait_and_check(condition), f"{condition} never came"


class ProgramScreen:
    """A display of its own with the program in it, started by ``command``, with its folders below ``home``.

    ``error_text``: what the program has written to standard error when it is closed.
    """

    def __init__(self, display: str, home: Path, command: tuple[str, ...]) -> None:
        self.display = display
        self.home = home
        self.command = command
        self.process: subprocess.Popen[bytes] | None = None
        self.window_id = ""
        self.error_text = ""

    def start(self, *arguments: str) -> None:
        """Start the program and wait for its window. Raise AssertionError if it ends or shows none in time."""
        values = {name: value for name, value in os.environ.items() if not name.startswith(("SDL_", "WAYLAND"))}
        values |= {"DISPLAY": self.display, "TAVOLOVERDE_HOME": str(self.home), "SDL_AUDIODRIVER": "dummy"}
        command = [*self.command, *arguments]
        self.process = subprocess.Popen(command, env=values, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        wait_for(lambda: self._find_window() and self._focus_window())

    def _find_window(self) -> bool:
        if not self.is_running:
            assert self.process is not None and self.process.stderr is not None
            raise AssertionError(self.process.stderr.read().decode())
        window_ids = self.run_xdotool("search", "--onlyvisible", "--class", ".", check=False).split()
        self.window_id = window_ids[-1] if window_ids else ""  # the innermost, not a frame of a window manager
        return bool(window_ids)

    def _focus_window(self) -> bool:
        """Focus the window, which can be found slightly before it can get the focus."""
        values = {**os.environ, "DISPLAY": self.display}
        command = ["xdotool", "windowfocus", "--sync", self.window_id]
        return subprocess.run(command, env=values, capture_output=True, timeout=TIMEOUT_S, check=False).returncode == 0

    def run_xdotool(self, *arguments: str, check: bool = True) -> str:
        """Run xdotool and return its output. With ``check`` raise CalledProcessError if it fails."""
        values = {**os.environ, "DISPLAY": self.display}
        completed = subprocess.run(
            ["xdotool", *arguments], env=values, capture_output=True, text=True, timeout=TIMEOUT_S, check=check
        )
        return completed.stdout

    def click(self, point: tuple[float, float]) -> None:
        """Move to a point and press the left button."""
        self.run_xdotool("mousemove", str(round(point[0])), str(round(point[1])), "click", "1")

    def press_keys(self, *names: str) -> None:
        """Press keys, one after the other."""
        self.run_xdotool("key", "--delay", "30", *names)

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """Kill the program with signal 9."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self) -> None:
        """End the program if it runs. Raise AssertionError if it wrote a traceback."""
        if self.process is None:
            return
        if self.process.poll() is None:
            self.process.terminate()
        if self.process.stderr is not None and not self.process.stderr.closed:
            self.error_text = self.process.communicate(timeout=TIMEOUT_S)[1].decode()
        assert "Traceback" not in self.error_text, self.error_text


def write_settings(home: Path, speed: float, **changes: object) -> None:
    """Write the settings of the program below ``home``: no sound, no pauses, a window as large as the screen.

    It sends nothing into the network. ``changes``: further settings.
    """
    (home / "config").mkdir(parents=True, exist_ok=True)
    values = {"speed": speed, "pace": 0.0, "sound": False, "window": {"size": SCREEN_SIZE}}
    values |= {"nearby": False, "router": False, **changes}
    (home / "config" / "settings.json").write_text(json.dumps(values))


@contextmanager
def open_screen(
    home: Path,
    command_to_run: tuple[str, ...] = PROGRAM_COMMAND,
    *,
    size: tuple[int, int] = SCREEN_SIZE,
    window_manager: tuple[str, ...] = (),
) -> Iterator[ProgramScreen]:
    """Return a context manager that opens a display of its own for a program at double speed.

    Its block gets the `ProgramScreen`. ``command_to_run``: starts the program, which is ended with the block. ``size``:
    of the screen, in pixels. ``window_manager``: the command that starts one; none if it is empty. The test is skipped
    without Xvfb and xdotool.
    """
    skip_without_tools()
    write_settings(home, speed=2.0)
    reading, writing = os.pipe()
    options = f"-displayfd {writing} -screen 0 {size[0]}x{size[1]}x24 -noreset -nolisten tcp".split()
    server = subprocess.Popen(
        ["Xvfb", *options], pass_fds=(writing,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as answer:
            number = answer.readline().strip()
        assert number, "Xvfb did not start"
        program_screen = ProgramScreen(f":{number}", home, command_to_run)
        with start_window_manager(program_screen.display, window_manager):
            try:
                yield program_screen
            finally:
                program_screen.close()
    finally:
        server.terminate()
        server.wait()


@contextmanager
def start_window_manager(display: str, command: tuple[str, ...]) -> Iterator[None]:
    """Return a context manager that starts a window manager and ends it; an empty ``command`` starts none."""
    if not command:
        yield
        return
    values = {**os.environ, "DISPLAY": display}
    manager = subprocess.Popen(command, env=values, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(lambda: is_window_manager_ready(display))
        yield
    finally:
        manager.terminate()
        manager.wait()


def is_window_manager_ready(display: str) -> bool:
    """Return whether a window manager has announced itself on the display."""
    command = ["xprop", "-display", display, "-root", "_NET_SUPPORTING_WM_CHECK"]
    return b"window id" in subprocess.run(command, capture_output=True, timeout=TIMEOUT_S, check=False).stdout


class StoredMatchReader:
    """A reader of the stored matches, as another window of the program; ``data``: another folder of matches."""

    def __init__(self, home: Path, data: Path | None = None) -> None:
        folders = Folders(data or home / "data", home / "config", home / "log")
        self.journal = MatchRepository(folders, time.time)

    def load_record(self, match_id: int = 1) -> Record | None:
        """Return the stored match, or None if there is none; between deals with the proof of their shuffles."""
        with suppress(StorageError):
            saved = self.journal.load_match(match_id)
            return saved.record if saved.record.replay().is_deal_in_progress else saved.exportable_record
        return None

    def load_match(self, match_id: int = 1) -> Match | None:
        record = self.load_record(match_id)
        return record.replay() if record is not None else None

    def count_actions(self, match_id: int = 1) -> int:
        record = self.load_record(match_id)
        return sum(len(deal.actions) for deal in record.deals) if record else 0

    def close(self) -> None:
        self.journal.close()


def contains_beginning(record: Record, earlier: Record) -> bool:
    """Return whether ``record`` begins with all of ``earlier``."""
    if len(record.deals) < len(earlier.deals):
        return False
    for deal, old in zip(record.deals, earlier.deals, strict=False):
        if deal.pack != old.pack or deal.actions[: len(old.actions)] != old.actions:
            return False
    return True

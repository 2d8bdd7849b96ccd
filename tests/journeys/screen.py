"""A real window, a hand on its mouse and keys, and an eye on what the journal says: nothing else of the program."""

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

from game.match import Match
from game.record import Record
from game.store.files import Folders, StorageError
from game.store.journal import Journal

ROOT = Path(__file__).resolve().parents[2]
SIZE = (1280, 720)
TOOLS = ("Xvfb", "xdotool")
PATIENCE = 120.0
"""Seconds until something counts as not coming; it is long, for it costs nothing where all is well."""
PROGRAM = (sys.executable, str(ROOT / "main.py"))


def missing_tools() -> list[str]:
    return [tool for tool in TOOLS if shutil.which(tool) is None]


def need_tools() -> None:
    """Skip where there is no Xvfb; on the CI that is a failure."""
    missing = missing_tools()
    if missing and os.environ.get("CI"):
        pytest.fail(f"{', '.join(missing)} must be here on the CI")
    if missing:
        pytest.skip(f"needs {' and '.join(missing)}")


def came(reached: Callable[[], object], patience: float = PATIENCE) -> bool:
    """Wait until it is so; whether it came to be in time."""
    due = time.monotonic() + patience
    while not reached():
        if time.monotonic() > due:
            return False
        time.sleep(0.03)
    return True


def wait_for(reached: Callable[[], object]) -> None:
    """Wait until it is so; AssertionError if that takes too long."""
    assert came(reached), f"{reached} never came"


class Screen:
    """A display of its own with the program in it, started by ``command``; its things are kept below ``home``."""

    def __init__(self, display: str, home: Path, command: tuple[str, ...]) -> None:
        self.display = display
        self.home = home
        self.command = command
        self.program: subprocess.Popen[bytes] | None = None
        self.window = ""

    def open(self, *arguments: str) -> None:
        """Start the program and wait for its window."""
        values = {name: value for name, value in os.environ.items() if not name.startswith(("SDL_", "WAYLAND"))}
        values |= {"DISPLAY": self.display, "TAVOLOVERDE_HOME": str(self.home), "SDL_AUDIODRIVER": "dummy"}
        command = [*self.command, *arguments]
        self.program = subprocess.Popen(command, env=values, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        wait_for(lambda: self._find() and self._has_keys())

    def _find(self) -> bool:
        if not self.runs:
            assert self.program is not None and self.program.stderr is not None
            raise AssertionError(self.program.stderr.read().decode())
        found = self.tell("search", "--onlyvisible", "--class", ".", check=False).split()
        self.window = found[0] if found else ""
        return bool(found)

    def _has_keys(self) -> bool:
        """Give the window the keys; it can be found a moment before it can take them."""
        values = {**os.environ, "DISPLAY": self.display}
        command = ["xdotool", "windowfocus", "--sync", self.window]
        return subprocess.run(command, env=values, capture_output=True, timeout=PATIENCE, check=False).returncode == 0

    def tell(self, *words: str, check: bool = True) -> str:
        """A word to xdotool; gives its answer."""
        values = {**os.environ, "DISPLAY": self.display}
        done = subprocess.run(
            ["xdotool", *words], env=values, capture_output=True, text=True, timeout=PATIENCE, check=check
        )
        return done.stdout

    def click(self, where: tuple[float, float]) -> None:
        """Move there and press the left button."""
        self.tell("mousemove", str(round(where[0])), str(round(where[1])), "click", "1")

    def key(self, *names: str) -> None:
        """Press keys, one after the other."""
        self.tell("key", "--delay", "30", *names)

    @property
    def runs(self) -> bool:
        return self.program is not None and self.program.poll() is None

    def kill(self) -> None:
        """kill -9."""
        assert self.program is not None
        self.program.send_signal(signal.SIGKILL)
        self.program.wait()

    def end(self) -> None:
        """Close what is still open; nothing may have been complained about."""
        if self.program is None:
            return
        if self.program.poll() is None:
            self.program.terminate()
        _out, errors = self.program.communicate(timeout=PATIENCE)
        assert b"Traceback" not in errors, errors.decode()


def put_settings(home: Path, speed: float) -> None:
    """What the program below ``home`` finds as its settings: a window of the size of the screen, and no sound."""
    (home / "config").mkdir(parents=True, exist_ok=True)
    kept = {"speed": speed, "sound": False, "window": {"size": SIZE}}
    (home / "config" / "settings.json").write_text(json.dumps(kept))


@contextmanager
def screen(home: Path, program: tuple[str, ...] = PROGRAM) -> Iterator[Screen]:
    """A display of its own, with pictures at double speed. ``program`` is what is run."""
    need_tools()
    put_settings(home, speed=2.0)
    reading, writing = os.pipe()
    command = [
        "Xvfb",
        "-displayfd",
        str(writing),
        "-screen",
        "0",
        f"{SIZE[0]}x{SIZE[1]}x24",
        "-noreset",
        "-nolisten",
        "tcp",
    ]
    server = subprocess.Popen(command, pass_fds=(writing,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as answer:
            number = answer.readline().strip()
        assert number, "Xvfb did not start"
        one = Screen(f":{number}", home, program)
        try:
            yield one
        finally:
            one.end()
    finally:
        server.terminate()
        server.wait()


class Eye:
    """What the journal holds, read as another window of the program would."""

    def __init__(self, home: Path) -> None:
        folders = Folders(home / "data", home / "config", home / "log")
        self.journal = Journal(folders, time.time)

    def record(self, match_id: int = 1) -> Record | None:
        """The match as it is saved by now, between deals with what proves them fair; None if there is none."""
        with suppress(StorageError):
            saved = self.journal.load(match_id)
            return saved.record if saved.record.replay().deal_open else saved.exported
        return None

    def match(self, match_id: int = 1) -> Match | None:
        record = self.record(match_id)
        return record.replay() if record is not None else None

    def actions(self, match_id: int = 1) -> int:
        record = self.record(match_id)
        return sum(len(deal.actions) for deal in record.deals) if record else 0

    def close(self) -> None:
        self.journal.close()


def begins_with(record: Record, earlier: Record) -> bool:
    """Whether everything that ``earlier`` holds is in ``record``, unchanged and first."""
    if len(record.deals) < len(earlier.deals):
        return False
    for deal, old in zip(record.deals, earlier.deals, strict=False):
        if deal.pack != old.pack or deal.actions[: len(old.actions)] != old.actions:
            return False
    return True

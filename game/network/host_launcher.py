"""Starting the host process of a table from a player's program; it goes on after the program has ended."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Final

import msgspec

from game.match.house_rules import RuleSet, encode_rule_set

START_FAILURE: Final = "the host did not start"
PROJECT_FOLDER: Final = Path(__file__).resolve().parents[2]
PIPE_BYTES: Final = 4096


class HostLaunch:
    """The start of a host process, which another thread waits for.

    ``is_done``: whether the host has answered; then ``invitation`` and ``owner_key`` are set, or ``error`` is a line
    about what went wrong.
    """

    def __init__(self, name: str, rules: RuleSet | None, seat_count: int) -> None:
        """Start the host of the table ``name``; without ``rules`` the table must exist."""
        self.invitation = self.owner_key = self.error = ""
        self.is_done = False
        arguments = ["--name", name]
        if rules is not None:
            arguments += [rules.game, "--seats", str(seat_count), "--rules", "-"]
        self._command = [*_list_program(), "host", *arguments]
        self._rules = b"" if rules is None else encode_rule_set(msgspec.structs.replace(rules, name=""))
        threading.Thread(target=self._run, name="host launch", daemon=True).start()

    def _run(self) -> None:
        try:
            process = subprocess.Popen(
                self._command, cwd=None if _is_frozen() else PROJECT_FOLDER, stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )  # fmt: skip
            assert process.stdin is not None and process.stdout is not None and process.stderr is not None
            with process.stdin:
                process.stdin.write(self._rules)
            self.invitation = _read_value(process.stdout.readline())
            self.owner_key = _read_value(process.stdout.readline())
            if not self.owner_key:
                lines = process.stderr.read().decode("utf-8", "replace").strip().splitlines()
                self.error = lines[-1] if lines else START_FAILURE
            self.is_done = True
            while os.read(process.stderr.fileno(), PIPE_BYTES):
                pass  # a host whose warnings nobody reads would stop when the pipe is full
        except OSError as error:
            self.error = error.strerror or START_FAILURE
            self.is_done = True


def _is_frozen() -> bool:
    """Return whether this is the standalone program."""
    return bool(getattr(sys, "frozen", False))


def _list_program() -> list[str]:
    """Return the command that starts this program."""
    if not _is_frozen():
        return [sys.executable, "-m", "main"]
    program = Path(sys.executable)
    # On Windows the program with a window has no standard output.
    return [str(program.with_name(f"{program.stem}-console.exe") if sys.platform == "win32" else program)]


def _read_value(line: bytes) -> str:
    return line.decode("utf-8", "replace").partition(": ")[2].strip()

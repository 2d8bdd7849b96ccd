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
from game.network.host_faults import UNKNOWN_FAULT, describe_fault
from game.storage.network_files import FAULT_NAME

PROJECT_FOLDER: Final = Path(__file__).resolve().parents[2]
PIPE_BYTES: Final = 4096


class HostLaunch:
    """The start of a host process, which another thread waits for.

    ``is_done``: whether the host has answered; then ``invitation`` and ``owner_key`` are set, or ``fault`` is the code
    of what went wrong.
    """

    def __init__(self, name: str, rules: RuleSet | None, seat_count: int) -> None:
        """Start the host of the table ``name``; without ``rules`` the table must exist."""
        self.name = name
        self.invitation = self.owner_key = self.fault = ""
        self.is_done = False
        arguments = ["--name", name, "--launched"]
        if rules is not None:
            arguments += [rules.game, "--seats", str(seat_count), "--rules", "-"]
        self._command = [*_list_program(), "host", *arguments]
        self._rules = b"" if rules is None else encode_rule_set(msgspec.structs.replace(rules, name=""))
        threading.Thread(target=self._run, name="host launch", daemon=True).start()

    @property
    def error(self) -> str:
        """The line for the person about what went wrong, "" if nothing did."""
        return describe_fault(self.fault, self.name) if self.fault else ""

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
            first_line, second_line = process.stdout.readline(), process.stdout.readline()
            self.invitation, self.owner_key = _read_value(first_line), _read_value(second_line)
            if not self.owner_key:
                has_reason = first_line.startswith(FAULT_NAME.encode())
                self.fault, self.invitation = self.invitation if has_reason else UNKNOWN_FAULT, ""
            self.is_done = True
            while os.read(process.stderr.fileno(), PIPE_BYTES):
                pass  # a host whose warnings nobody reads would stop when the pipe is full
        except OSError:
            self.fault = "" if self.owner_key else self.fault or UNKNOWN_FAULT
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

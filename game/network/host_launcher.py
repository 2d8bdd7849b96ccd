"""Starting the host process of a table from a player's program; it goes on after the program has ended."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from game.match.house_rules import RuleSet, encode_rule_set
from game.network.host_faults import UNKNOWN_FAULT, describe_fault
from game.network.names import FAULT_NAME, WORD_VARIABLE
from game.storage.files import open_temporary_folder

PROJECT_FOLDER: Final = Path(__file__).resolve().parents[2]
PIPE_BYTES: Final = 4096
ANSWER_LINES: Final = 2
"""The lines that a host prints when its table is open: the invitation and the owner's key."""
START_TIMEOUT_S: Final = 120.0
"""The time for the start of a host, on a slow computer with a virus scanner."""
POLL_INTERVAL_S: Final = 0.05
STREAMS_VARIABLE: Final = "TAVOLOVERDE_STREAMS"
"""The environment variable with the folder of the files ``stdin`` and ``stdout``, for ``standalone/streams.py``."""
RESET_VARIABLE: Final = "PYINSTALLER_RESET_ENVIRONMENT"
"""The environment variable with which a one-file program unpacks its own files.

Without it the host would use those of the program that has started it, which are deleted when that program ends.
"""


class LaunchedWays(NamedTuple):
    """The ways outward of a host: ``nearby``, ``router`` and ``phones`` as the options of ``host``.

    ``relay``: "" without one. ``relay_word``: the word that hosts must know at the relay, "" without one.
    """

    nearby: bool = False
    router: bool = False
    relay: str = ""
    relay_word: str = ""
    phones: bool = False


NO_WAYS: Final = LaunchedWays()


class HostLaunch:
    """The start of a host process, which another thread waits for.

    ``is_done``: whether the host has answered; then ``invitation`` and ``owner_key`` are set, or ``fault`` is the code
    of what went wrong.
    """

    def __init__(
        self, name: str, rules: RuleSet | None, seat_count: int, ways: LaunchedWays = NO_WAYS, level: str = ""
    ) -> None:  # fmt: skip
        """Start the host of the table ``name``; without ``rules`` the table must exist.

        ``level``: of the computer players who take empty seats.
        """
        self.name = name
        self.invitation = self.owner_key = self.fault = ""
        self.is_done = False
        arguments = ["--name", name, "--launched"]
        arguments += [f"--{way}" for way in ("nearby", "router", "phones") if getattr(ways, way)]
        arguments += ["--relay", ways.relay] if ways.relay else []
        if rules is not None:
            arguments += [rules.game, "--seats", str(seat_count), "--rules", "-", "--level", level]
        self._environment = {WORD_VARIABLE: ways.relay_word} if ways.relay_word else {}
        self._command = [*_list_program(), "host", *arguments]
        self._rules = b"" if rules is None else encode_rule_set(msgspec.structs.replace(rules, name=""))
        threading.Thread(target=self._run, name="host launch", daemon=True).start()

    @property
    def error(self) -> str:
        """The line for the person about what went wrong, "" if nothing did."""
        return describe_fault(self.fault, self.name) if self.fault else ""

    def _run(self) -> None:
        try:
            with open_temporary_folder() as folder:
                process, answer = self._start(folder), folder / "stdout"
                first_line, second_line = _read_lines(process, answer)
                with suppress(OSError):
                    answer.open("wb").close()  # it is empty then; Windows keeps a file that the host has open
            assert process.stderr is not None
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

    def _start(self, folder: Path) -> subprocess.Popen[bytes]:
        """Start the host with files of ``folder`` as its input and output.

        They are not pipes: on Windows a program with a window may get no standard streams, and then opens the files.
        """
        with (folder / "stdin").open("wb") as rules_file:
            rules_file.write(self._rules)
        streams = {STREAMS_VARIABLE: str(folder), RESET_VARIABLE: "1"} if _is_frozen() else {}
        with (folder / "stdin").open("rb") as rules, (folder / "stdout").open("wb") as answer:
            return subprocess.Popen(
                self._command, cwd=None if _is_frozen() else PROJECT_FOLDER,
                env={**os.environ, **streams, **self._environment}, stdin=rules, stdout=answer,
                stderr=subprocess.PIPE, start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )  # fmt: skip


def _read_lines(process: subprocess.Popen[bytes], answer: Path) -> list[bytes]:
    """Wait until the host has answered or ended, and return the lines of its answer; b"" for one that is missing.

    A host that does neither is ended after `START_TIMEOUT_S`.
    """
    deadline_s = time.monotonic() + START_TIMEOUT_S
    while True:
        has_ended = process.poll() is not None  # before the file is read
        data = answer.read_bytes()
        if has_ended or data.count(b"\n") >= ANSWER_LINES:
            return [*data.splitlines(), *[b""] * ANSWER_LINES][:ANSWER_LINES]
        if time.monotonic() > deadline_s:
            process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(POLL_INTERVAL_S)


def _is_frozen() -> bool:
    """Return whether this is the standalone program."""
    return bool(getattr(sys, "frozen", False))


def _list_program() -> list[str]:
    """Return the command that starts this program."""
    if not _is_frozen():
        return [sys.executable, "-m", "main"]
    program = Path(sys.executable)
    if sys.platform == "win32":
        console_program = program.with_name(f"{program.stem}-console.exe")  # the one-file program has none
        return [str(console_program if console_program.is_file() else program)]
    return [str(program)]


def _read_value(line: bytes) -> str:
    return line.decode("utf-8", "replace").partition(": ")[2].strip()

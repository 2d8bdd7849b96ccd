"""The table of error lines: commands with the exit status and the line that they print, in ``error_lines.txt``.

A row is added by a line that begins with "$", which ``python -m tools.transcripts error_lines`` completes. The commands
run in a folder with the files of `write_files`.
"""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Mapping
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from game.match.record import encode_record
from tests.helpers import make_match, make_record, play_random_actions
from tests.program import run_and_capture_error

ERROR_LINES_PATH: Final = Path(__file__).with_suffix(".txt")
BOTS: Final = """\
class Hollow:
    pass

class Demanding:
    def __init__(self, level):
        pass
    def choose(self, observation, rng):
        pass

number = 7
"""


class ErrorLine(NamedTuple):
    """A command, without the name of the program, and ``output``: its exit status in brackets and its line."""

    command: str
    output: str

    @property
    def words(self) -> list[str]:
        return shlex.split(self.command)


def read_error_lines() -> list[ErrorLine]:
    """Return the rows of the table; ``output`` is "" where it was not written yet."""
    rows = ERROR_LINES_PATH.read_text("utf-8").removeprefix("$ ").split("\n$ ")
    return [
        ErrorLine(command, output.strip("\n")) for command, _newline, output in (row.partition("\n") for row in rows)
    ]


def format_error_lines() -> str:
    """Return the table with the lines that the program prints now."""
    with TemporaryDirectory() as folder, chdir(folder):
        write_files(Path())
        return "".join(f"$ {row.command}\n{run_command(row.words)}\n" for row in read_error_lines())


def run_command(words: list[str]) -> str:
    """Return the exit status in brackets and the lines of a command, which runs in this process and this folder."""
    with patch.dict(os.environ, {"TAVOLOVERDE_HOME": str(Path("home").resolve()), "LANGUAGE": "en"}):
        status, errors = run_and_capture_error(*words)
    return f"[{status}] " + errors.removesuffix("\n").replace(str(Path.cwd()), "FOLDER")


def write_files(folder: Path) -> None:
    """Write the files that the commands of the table name."""
    document = json.loads(encode_record(make_record(make_match(), list(play_random_actions(make_match(), 1))[:3])))
    (folder / "folder").mkdir()
    for name, content in make_contents(document).items():
        (folder / name).write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())


def make_contents(document: Mapping[str, Any]) -> dict[str, bytes | Mapping[str, Any]]:
    """Return the content of each file, bytes or JSON. ``document``: a correct record of three actions."""
    deal = document["deals"][0]
    return {
        "right.tvr": document,
        "empty.tvr": b"",
        "bytes.tvr": bytes(range(256)),
        "program.tvr": b"\x7fELF" * 99,
        "utf16.tvr": "{}".encode("utf-16"),
        "brackets.tvr": b"[" * 200_000,
        "objects.tvr": b'{"a":' * 100_000,
        "number.tvr": b"9" * 10_000,
        "other.tvr": {},
        "newer.tvr": {**document, "version": 9},
        "no-version.tvr": b'{"format": "tavoloverde-record", "version": 1e999}',
        "dealer.tvr": {**document, "first_dealer": 10**300},
        "names.tvr": {**document, "seats": ["A\x1b[31m", "B"]},
        "option.tvr": {**document, "options": {"te\nams\x1b": 1}},
        "option-value.tvr": {**document, "options": {"turn_seconds": 1e300}},
        "action-number.tvr": {**document, "deals": [{**deal, "actions": [10**300]}]},
        "illegal.tvr": {**document, "deals": [{**deal, "actions": [deal["actions"][0], deal["actions"][0]]}]},
        "bots.py": BOTS.encode(),
        "syntax.py": b"class Bot\n",
        "import.py": b"\nimport nonsense\n",
    }

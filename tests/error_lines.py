"""The table of error lines: commands with the exit status and the line that they print, in ``error_lines.txt``.

A row is added by a line that begins with "$", which ``python -m tools.transcripts error_lines`` completes. The commands
run in a folder with `FILES`. An argument in braces stands for a file that is right except for what it says: a record,
or rules after ``rules``.
"""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Mapping
from contextlib import chdir
from functools import reduce
from operator import getitem
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from game.core.cards import format_cards
from game.match.house_rules import MAX_RULES_FILE_BYTES
from tests.helpers import make_match
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

RIGHT_RECORD: Final[Mapping[str, Any]] = {
    "format": "tavoloverde-record",
    "version": 1,
    "game": "briscola",
    "preset": "classic",
    "options": {},
    "seats": ["Anna", "Bruno"],
    "first_dealer": 0,
    "deals": [{"dealer": 0, "pack": format_cards(make_match().pack), "actions": ["1 play Ad", "0 play 2d"]}],
}
"""A deal with the sorted pack: Bruno gets Ad 3d 5d, Anna 2d 4d 6d, and 7d is turned up."""
RIGHT_RULES: Final[Mapping[str, Any]] = {
    "format": "tavoloverde-rules",
    "version": 1,
    "name": "Bar Sport",
    "game": "chiamata",
    "preset": "online",
    "options": {},
}
FILES: Final[Mapping[str, bytes | Mapping[str, Any]]] = {
    "right.tvr": RIGHT_RECORD,
    "empty.tvr": b"",
    "bytes.tvr": bytes(range(256)),
    "program.tvr": b"\x7fELF" * 99,
    "utf16.tvr": "{}".encode("utf-16"),
    "latin1.tvr": b'{"format": "tavoloverde-record", "version": 1, "seats": ["\xe8"]}',
    "surrogate.tvr": b'{"format": "tavoloverde-record", "version": 1, "x": "\\ud800"}',
    "nan.tvr": b'{"format": "tavoloverde-record", "version": 1, "x": NaN}',
    "infinity.tvr": b'{"format": "tavoloverde-record", "version": 1e999}',
    "brackets.tvr": b"[" * 200_000,
    "objects.tvr": b'{"a":' * 100_000,
    "number.tvr": b"9" * 10_000,
    "text.tvr": b'"text"',
    "list.tvr": b"[]",
    "other.tvr": {},
    "empty.tvrules": b"",
    "list.tvrules": b"[]",
    "brackets.tvrules": b'{"options": {"solo": ' + b"[" * 60_000,
    "large.tvrules": b" " * (MAX_RULES_FILE_BYTES + 1),
    "bots.py": BOTS.encode(),
    "syntax.py": b"class Bot\n",
    "import.py": b"\nimport nonsense\n",
}
"""The files that the commands name."""


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
    suffix = ".tvrules" if words[0] == "rules" else ".tvr"
    words = [write_changed_file(word, suffix) if word.startswith("{") else word for word in words]
    with patch.dict(os.environ, {"TAVOLOVERDE_HOME": str(Path("home").resolve()), "LANGUAGE": "en"}):
        status, errors = run_and_capture_error(*words)
    return f"[{status}] " + errors.removesuffix("\n").replace(str(Path.cwd()), "FOLDER")


def write_files(folder: Path) -> None:
    """Write the files that the commands of the table name."""
    (folder / "folder").mkdir()
    for name, content in FILES.items():
        (folder / name).write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())


def write_changed_file(changes: str, suffix: str) -> str:
    """Write a right file with ``changes``, an object of JSON whose keys may lead into it with dots; return its name."""
    document = json.loads(json.dumps(RIGHT_RECORD if suffix == ".tvr" else RIGHT_RULES))
    for key, value in json.loads(changes).items():
        *parents, last = [int(part) if part.isdecimal() else part for part in key.split(".")]
        reduce(getitem, parents, document)[last] = value
    path = Path(f"changed{suffix}")
    path.write_text(json.dumps(document))
    return path.name

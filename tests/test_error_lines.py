"""Every command prints the lines of the table of errors, and changes no file."""

from __future__ import annotations

import os
from itertools import groupby
from pathlib import Path

import pytest

from tests.error_lines import ErrorLine, read_error_lines, run_command, write_files
from tests.lanes import choose_sample, long_test
from tests.program import run_program
from tests.rows import check_rows

ERROR_LINES = read_error_lines()
COMMANDS = ("play", "simulate", "replay", "verify", "analyse", "rules", "host", "relay", "join")
FIRST_LINES = [next(rows) for command, rows in groupby(ERROR_LINES, lambda row: row.words[0]) if command in COMMANDS]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the table has the paths and reasons of POSIX")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files that the commands name."""
    folder = tmp_path_factory.mktemp("errors")
    write_files(folder)
    return folder


def list_contents(folder: Path) -> dict[Path, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file() and path.stem != "changed" and path.suffix != ".pyc")
    return {path: path.read_bytes() for path in paths}


@pytest.mark.nightly
@check_rows("row", choose_sample(ERROR_LINES, 3))
def test_wrong_command_prints_the_line_of_the_table(
    row: ErrorLine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    contents = list_contents(folder)
    assert row.output.isprintable() and row.output.startswith("[2] ")
    assert run_command(row.words) == row.output, "`python -m tools.transcripts error_lines` writes the table"
    assert list_contents(folder) == contents


@long_test
@pytest.mark.parametrize("row", choose_sample(FIRST_LINES, 4), ids=lambda row: row.command)
def test_wrong_command_prints_the_line_in_a_process_of_its_own(row: ErrorLine, folder: Path) -> None:
    done = run_program(folder / "home", *row.words, cwd=folder, SDL_VIDEODRIVER="dummy")
    assert (f"[{done.returncode}] {done.stderr}", done.stdout) == (f"{row.output}\n", "")


def test_each_command_is_in_the_table() -> None:
    assert tuple(row.words[0] for row in FIRST_LINES) == COMMANDS

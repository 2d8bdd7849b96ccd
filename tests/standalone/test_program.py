"""The built program from outside. `tests/journeys/test_standalone_journey.py` plays in its window."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.version import NAME, VERSION
from standalone.parts import data_files
from tests.standalone.built import built


@pytest.fixture(name="program")
def _program() -> Path:
    return built()


def call(program: Path, home: Path, *arguments: str) -> str:
    values = {**os.environ, "TAVOLOVERDE_HOME": str(home), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run(
        [str(program), *arguments], env=values, capture_output=True, encoding="utf-8", timeout=300, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_it_is_this_version(program: Path, tmp_path: Path) -> None:
    assert call(program, tmp_path, "--version") == f"{NAME} {VERSION}\n"


def test_every_file_of_the_assets_is_in_it(program: Path) -> None:
    inner = program.parent / "_internal"
    if not inner.is_dir():
        pytest.skip("its files are in one file")
    assert not [path for path, folder in data_files() if not (inner / folder / Path(path).name).is_file()]


def test_it_passes_its_smoke_test(program: Path, tmp_path: Path) -> None:
    assert "passed" in call(program, tmp_path / "home", "--smoke-test")
    assert not (tmp_path / "home").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="without a console there is nothing to read there")
def test_it_simulates_in_several_processes_and_shows_the_records(program: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved"
    arguments = ("--players", "expert,novice", "--deals", "4", "--jobs", "2", "--limit", "20", "--save", str(saved))
    told = json.loads(call(program, tmp_path, "simulate", "briscola", *arguments, "--json"))
    assert [player["deals"] for player in told["players"]] == [4, 4]
    record = min(saved.glob("*.tvr"))
    assert "deal 1" in call(program, tmp_path, "replay", str(record)).lower()
    judged = json.loads(call(program, tmp_path, "analyse", str(record), "--json"))
    assert judged["game"] == "briscola"

"""The built program from outside. `tests/journeys/test_standalone.py` plays in its window."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from game.network.host_launcher import HostLaunch
from game.version import PROGRAM_NAME, VERSION
from standalone.contents import list_data_files
from tests.network.clients import play_with_computers, wait_until
from tests.network.host import ONE_DEAL
from tests.standalone.built_program import get_built_program, get_one_file_program


@pytest.fixture(name="program")
def _program() -> Path:
    return get_built_program()


def make_environment(home: Path) -> dict[str, str]:
    return {**os.environ, "TAVOLOVERDE_HOME": str(home), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}


def run_program(program: Path, home: Path, *arguments: str) -> str:
    completed = subprocess.run(
        [str(program), *arguments], env=make_environment(home), capture_output=True, encoding="utf-8", timeout=300,
        check=False,
    )  # fmt: skip
    assert (completed.returncode, completed.stderr) == (0, "")
    return completed.stdout


def test_program_reports_this_version(program: Path, tmp_path: Path) -> None:
    assert run_program(program, tmp_path, "--version") == f"{PROGRAM_NAME} {VERSION}\n"


def test_every_asset_file_is_included(program: Path) -> None:
    inner = program.parent / "_internal"
    if not inner.is_dir():
        pytest.skip("its files are in one file")
    assert not [path for path, folder in list_data_files() if not (inner / folder / Path(path).name).is_file()]


def test_program_passes_self_check(program: Path, tmp_path: Path) -> None:
    assert "passed" in run_program(program, tmp_path / "home", "--smoke-test")
    assert not (tmp_path / "home").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="without a console there is nothing to read there")
def test_program_simulates_in_several_processes_and_prints_records(program: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved"
    arguments = ("--players", "expert,novice", "--deals", "4", "--jobs", "2", "--limit", "20", "--save", str(saved))
    output = json.loads(run_program(program, tmp_path, "simulate", "briscola", *arguments, "--json"))
    assert [player["deals"] for player in output["players"]] == [4, 4]
    record = min(saved.glob("*.tvr"))
    assert "deal 1" in run_program(program, tmp_path, "replay", str(record)).lower()
    judged = json.loads(run_program(program, tmp_path, "analyse", str(record), "--json"))
    assert judged["game"] == "briscola"


@pytest.mark.parametrize("get_program", [get_built_program, get_one_file_program])
def test_window_program_launches_a_host_that_plays(
    get_program: Callable[[], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Start the host as the window does, on Windows without a console."""
    program = get_program()
    for name, value in make_environment(tmp_path).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.setattr("sys.executable", str(program))
    launch = HostLaunch("Bar Sport", ONE_DEAL, 3)
    wait_until(lambda: launch.is_done)
    assert not launch.error
    assert play_with_computers(launch.invitation, launch.owner_key, 2).turn is not None

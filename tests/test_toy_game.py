"""A new game touches nothing but its own rooms and the registries: one that is registered in these tests only."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pygame
import pytest

from game.commands import replay, simulate, simulation
from game.record import dump
from tests.fakes import seating
from tests.toy import TOY, registered
from tests.ui.stage import AppByHand, at_table, opened
from ui.doors import Topic
from ui.matches import resume
from ui.scenes.help import Help
from ui.table.result import Result
from ui.table.scene import TableScene

ROOT = Path(__file__).resolve().parents[1]
PLAY = """
import sys
from tests.toy import registered
from main import main
if __name__ == "__main__":
    with registered():
        sys.exit(main(["play", "toy", "--seats", "3", "--players", "random", "--autoplay", "--shot", sys.argv[1]]))
"""


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with registered():
        yield


@pytest.fixture
def app(tmp_path: Path) -> Iterator[AppByHand]:
    with opened(tmp_path) as one:
        yield one


def play_on(app: AppByHand, tricks: int) -> None:
    """Play by chance until so many tricks are taken, or to the result."""
    rng, table = Random(3), app.table

    def there() -> bool:
        if isinstance(app.stage.scene, Result):
            return True
        if table.skip() or not table.table.your_turn:
            return False
        if sum(table.table.view.points) >= tricks:
            return True
        table.act(rng.choice(table.table.view.choices))
        return False

    app.steps(there)


@pytest.mark.slow
def test_it_is_played_in_the_window_saved_and_resumed(app: AppByHand) -> None:
    at_table(app, seating("you random random", game=TOY.name))
    play_on(app, 1)
    before = app.storage.saved()
    app.stage.doors.menu()
    journal = app.storage.journal()
    assert [(one.game, one.fault) for one in journal.unfinished()] == [(TOY.name, "")]
    assert journal.claim(1)
    resume(app.stage, journal.load(1))
    app.steps(lambda: isinstance(app.stage.scene, TableScene) and app.table.table.your_turn)
    assert app.storage.saved() == before
    play_on(app, 9)
    assert isinstance(app.stage.scene, Result)
    app.draw()


@pytest.mark.slow
def test_it_is_played_by_the_thinking_process_too(tmp_path: Path) -> None:
    shot = tmp_path / "last.png"
    script = tmp_path / "toy_player.py"
    script.write_text(PLAY)
    home = {"TAVOLOVERDE_HOME": str(tmp_path / "home"), "PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "dummy"}
    command = [sys.executable, str(script), str(shot)]
    done = subprocess.run(command, env={**os.environ, **home}, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert pygame.image.load(str(shot)).get_size() == (1280, 720)


@pytest.mark.slow
def test_it_is_replayed(app: AppByHand, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at_table(app, seating("random random", game=TOY.name))
    app.steps(lambda: isinstance(app.stage.scene, Result))
    file = tmp_path / "toy.tvr"
    file.write_bytes(dump(app.storage.saved()))
    assert replay.run(argparse.Namespace(file=str(file), json=True)) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["game"] == TOY.name and sum(told["totals"]) == 3


def test_it_is_simulated(capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    simulate.add_arguments(parser)
    args = parser.parse_args([TOY.name, "--players", "random", "--deals", "5", "--json"])
    assert simulation.run(args) == 0
    (player,) = json.loads(capsys.readouterr().out)["players"]
    assert player["mean"] == pytest.approx(1.5)


def test_it_is_offered_and_has_help(app: AppByHand) -> None:
    app.stage.doors.help(Topic(TOY.name))
    assert isinstance(app.stage.scene, Help)
    app.step()

"""A new game needs changes only in its own modules and the registries; these tests register one temporarily."""

from __future__ import annotations

import importlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pygame
import pytest

from game.ai.levels import list_levels
from game.ai.registry import choose_action, unregister_player
from game.match.house_rules import make_preset_rule_set
from game.match.observation import observe
from game.rules import unregister_game
from game.simulation.match_runner import MatchRunner
from game.text.games import get_words, unregister_words
from game.text.messages import format_reason
from main import main, make_parser
from tests.fakes import make_match_setup
from tests.game.cli.simulate_arguments import run_without_times
from tests.helpers import DETERMINISTIC_TIME_LIMIT, make_match
from tests.network.host import Host
from tests.rows import check_rows
from tests.toy_game import TOY, register_temporarily
from tests.ui.app_driver import AppDriver, open_table, open_test_app
from ui.app.launch import read_seating
from ui.app.match_launcher import resume_match
from ui.app.router import HelpTopic
from ui.games import get_presentation, unregister_presentation
from ui.scenes.help.scene import HelpScene, load_index
from ui.table.result.overlay import ResultOverlay
from ui.table.scene import TableScene

ROOT = Path(__file__).resolve().parents[1]
AUTOPLAY_SCRIPT = """
import sys
from tests.toy_game import register_temporarily
from main import main
if __name__ == "__main__":
    with register_temporarily():
        sys.exit(main(["play", "toy", "--seats", "3", "--players", "random", "--autoplay", "--shot", sys.argv[1]]))
"""


@pytest.fixture(autouse=True)
def _register_toy() -> Iterator[None]:
    with register_temporarily():
        yield


@pytest.fixture
def app(tmp_path: Path) -> Iterator[AppDriver]:
    load_index.cache_clear()
    with open_test_app(tmp_path) as driver:
        yield driver
    load_index.cache_clear()  # it has the page of the toy game


@pytest.fixture
def following_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Register the game of docs/adding-a-game.md with the code on that page."""
    page = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "following.py").write_text("".join(blocks), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("following")
    yield module.GAME.id
    unregister_game(module.GAME.id)
    unregister_presentation(module.GAME.id)
    unregister_words(module.GAME.id)
    unregister_player(module.GAME.id)
    del sys.modules["following"]


def play_random_tricks(app: AppDriver, trick_count: int) -> None:
    """Play random actions until ``trick_count`` tricks of the deal are taken or the result is shown.

    Raise AssertionError after 5,000 frames.
    """
    rng, table = Random(3), app.table_scene

    def is_finished() -> bool:
        if isinstance(app.context.scenes.top, ResultOverlay):
            return True
        if table.skip_animations() or not table.session.is_your_turn:
            return False
        if sum(table.session.observation.points) >= trick_count:
            return True
        table.act(rng.choice(table.session.observation.legal_actions))
        return False

    app.advance_until(is_finished)


@pytest.mark.slow
def test_toy_game_is_explained_played_saved_and_resumed(app: AppDriver) -> None:
    app.context.router.open_help(HelpTopic(TOY.id))
    assert isinstance(app.context.scenes.top, HelpScene)
    app.advance_frame()
    open_table(app, make_match_setup("you random random", game=TOY.id))
    play_random_tricks(app, 1)
    before = app.storage.load_record()
    app.context.router.open_main_menu()
    journal = app.storage.get_repository()
    assert [(entry.game_id, entry.error) for entry in journal.archive.list_unfinished_matches()] == [(TOY.id, "")]
    assert journal.claim_match(1)
    resume_match(app.context, journal.load_match(1))
    app.advance_until(lambda: isinstance(app.context.scenes.top, TableScene) and app.table_scene.session.is_your_turn)
    assert app.storage.load_record() == before
    play_random_tricks(app, 9)
    assert isinstance(app.context.scenes.top, ResultOverlay)
    app.repaint()


@check_rows(
    ("words", "kinds"),
    [
        ("", "you random random"),
        ("--autoplay", "random random random"),
        ("--autoplay --players you,random", "random random random"),
    ],
)
def test_command_line_seats_the_level_that_the_game_has(words: str, kinds: str) -> None:
    arguments = make_parser().parse_args(["play", TOY.id, "--seats", "3", *words.split()])
    assert [player.kind for player in read_seating(arguments).players] == kinds.split()


@pytest.mark.slow
def test_toy_game_is_played_in_worker_process(tmp_path: Path) -> None:
    shot = tmp_path / "last.png"
    script = tmp_path / "toy_player.py"
    script.write_text(AUTOPLAY_SCRIPT)
    home = {"TAVOLOVERDE_HOME": str(tmp_path / "home"), "PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "dummy"}
    command = [sys.executable, str(script), str(shot)]
    done = subprocess.run(command, env={**os.environ, **home}, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert pygame.image.load(str(shot)).get_size() == (1280, 720)


def test_page_about_adding_a_game_adds_a_game(following_game: str) -> None:
    assert list_levels(following_game) == ("random", "novice")
    for words in (get_presentation(following_game), get_words(following_game)):
        assert words.describe_goal(observe(make_match(following_game), 0)) == "Two deals"
    runner, refusals = MatchRunner(following_game, preset="strict", seats=2, seed=1), list[str]()
    while not runner.is_over:
        if runner.needs_deal:
            runner.deal()
        seat = runner.turn
        assert seat is not None
        observation = runner.observe(seat)
        refusals += [format_reason(reason, ("Ann", "Bob"), "italian") for _card, reason in observation.illegal_cards]
        runner.push(choose_action("novice", observation, runner.rng(seat), DETERMINISTIC_TIME_LIMIT))
    assert refusals and all(line.startswith("follow suit: ") for line in refusals)
    assert sum(runner.totals) == 6


def test_toy_game_is_simulated_and_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (player,) = run_without_times(f"{TOY.id} --players random --deals 5 --save {tmp_path}")
    assert player["mean"] == pytest.approx(1.5)
    assert main(["replay", str(tmp_path / "deal-000001.tvr"), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["game"] == TOY.id and sum(document["totals"]) == 3


def test_toy_game_is_played_over_the_network(tmp_path: Path) -> None:
    host = Host(tmp_path, make_preset_rule_set(TOY.id), 2)
    guests = host.start("Ann", "Bob")
    host.play_deals_on_slow_disk(guests)
    assert all(guest.observation.is_over and guest.records for guest in guests)

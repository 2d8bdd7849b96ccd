"""Environments of PettingZoo: its own tests, the arrays, the actions, and docs/research.md."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import pytest

from game.core.messages import InputError
from game.rules import GAMES
from tests.game.cli.simulate_arguments import run_without_times
from tests.lanes import long_test, needs_nightly_lane
from tests.rows import check_rows
from tests.source import ROOT

with patch.dict("os.environ"):  # PettingZoo chooses the audio driver of the process
    import pettingzoo
    from pettingzoo.test import api_test, performance_benchmark, seed_test

    from game.pettingzoo import ENVIRONMENTS, list_actions, make

PAGE: Final = (ROOT / "docs" / "research.md").read_text("utf-8")
EXAMPLES: Final = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.filterwarnings("ignore:Observation")
@check_rows("name", ENVIRONMENTS)
def test_every_preset_passes_the_tests_of_pettingzoo(name: str) -> None:
    api_test(make(name, has_whole_match=True), num_cycles=30)
    seed_test(lambda: pettingzoo.make("aec", name), num_cycles=10)
    with patch("time.time", side_effect=count()):  # the benchmark ends at the sixth second
        performance_benchmark(make(name))


def test_missing_library_is_named_with_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "game.pettingzoo")
    with pytest.raises(ModuleNotFoundError, match=r"^game.pettingzoo needs pettingzoo: .*'tavoloverde\[pettingzoo\]'$"):
        import_module("game.pettingzoo")


WRONG_ARGUMENTS: Final = {
    "name: 'poker' is not one of briscola": {"name": "poker"},
    "preset: 'online' is not one of": {"name": "tavoloverde/briscola-v1", "preset": "online"},
    "option wild: ": {"name": "spades", "options": {"wild": 1}},
    "render_mode: 'human' is not one of ansi": {"name": "muscio", "render_mode": "human"},
}


@check_rows(("line", "arguments"), WRONG_ARGUMENTS.items())
def test_wrong_argument_is_refused_with_its_name(line: str, arguments: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(line)}"):
        make(**arguments)


def test_sentences_say_what_a_spectator_sees_and_a_wrong_number_is_refused() -> None:
    env = make("briscola", render_mode="ansi")
    env.reset(seed=1)
    with pytest.raises(InputError, match=r"^action: 88 isn't allowed here$"):
        env.step(88)
    assert env.render() == "Player_0 deals.\nThe two of cups is turned up."


# -- docs/research.md ------------------------------------------------------------------------------


def test_page_lists_every_field_and_action() -> None:
    sizes = {"S": 4, "C": 40}
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", PAGE, re.MULTILINE)
    shapes = [(name, tuple(sizes.get(size) or int(size) for size in shape.split(" × "))) for name, shape in rows]
    assert shapes == [(name, field.shape) for name, field in make("briscola", seats=4).encoder.fields.items()]
    sections = re.findall(r"^### (.*?)(?=^##)", PAGE, re.MULTILINE | re.DOTALL)
    for game, section in zip(GAMES, sections, strict=True):
        actions, listed = [action.text_without_seat for action in list_actions(game)], 0
        for first, last, *texts in re.findall(r"^\| (\d+)(?: to (\d+))? \| `(.+)` \| `(.+)` \|$", section, re.M):
            assert [int(first), actions[int(first)], actions[int(last or first)]] == [listed, *texts]
            listed = int(last or first) + 1
        assert listed == len(actions)


@pytest.mark.slow
def test_policy_of_the_page_plays_in_a_simulation(tmp_path: Path) -> None:
    (tmp_path / "policy.py").write_text(EXAMPLES[1], "utf-8")
    figures = run_without_times(f"spades --players {tmp_path / 'policy.py'}:MyBot,random --deals 2")
    assert figures[0]["deals"] == 2


@needs_nightly_lane
@long_test
def test_agent_of_the_page_beats_random_play() -> None:
    results = dict[str, Any]()
    exec(EXAMPLES[2], results)
    assert results["learned"] >= results["by_chance"] + 6

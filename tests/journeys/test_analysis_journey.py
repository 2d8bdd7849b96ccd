"""After the last card: the analysis in a real window, found by a process of its own, and a choice made again."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from game.record import Record
from game.store.files import Folders
from game.store.journal import Journal
from tests.game.analysis.matches import played
from tests.journeys.reader import Reader
from tests.journeys.screen import need_tools, screen

pytestmark = pytest.mark.window


@pytest.fixture(autouse=True)
def _tools() -> None:
    need_tools()


def almost_over() -> Record:
    """A match in which seat 0 has its last card to play."""
    record = played("briscola", ["random", "club"], deals=5)
    assert record.replay().over
    while record.replay().to_act != 0:
        record = record.undo()
    return record


@pytest.mark.slow
def test_a_match_is_analysed_and_a_choice_made_again_by_the_lines_alone(tmp_path: Path) -> None:
    home, said = tmp_path / "home", tmp_path / "said.txt"
    journal = Journal(Folders(home / "data", home / "config", home / "log"), time.time)
    journal.create(almost_over(), ("you", "club"), 1, {})
    journal.close()
    with screen(home) as window:
        window.open(f"--narrate={said}")
        reader = Reader(window, said)
        reader.until(lambda line: line.startswith("Enter: Continue"))
        reader.press("Return")
        reader.until(lambda line: line.startswith("Your hand: "))
        reader.press("1")
        reader.until(lambda line: line.startswith("Enter: Once more"))
        reader.press("Tab")
        while "Analyse." not in reader.until(lambda line: line == "Button: Enter presses it."):
            reader.press("Tab")
        reader.press("Return")
        reader.until(lambda line: " of what was to be had in " in line)
        reader.until(lambda line: line.startswith("Enter: Learn from it"))
        reader.press("Return")
        reader.until(lambda line: line.endswith("what do you do?"))
        reader.press("1")
        reader.until(lambda line: line.startswith("Every choice is judged by what the player could know"))
        reader.press("Escape")
        reader.press("Escape")
        reader.until(lambda line: line.startswith("Analysis"))

"""The analysis in a real window: opened after the last card, made by a process of its own, and a choice retried."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from game.storage.files import Folders
from game.storage.matches import MatchRepository
from tests.game.analysis.computer_matches import play_match_to_last_card
from tests.journeys.narration_reader import NarrationReader
from tests.journeys.program_screen import open_screen, skip_without_screen_tools

pytestmark = pytest.mark.window


@pytest.fixture(autouse=True)
def _tools() -> None:
    skip_without_screen_tools()


@pytest.mark.slow
def test_match_is_analyzed_and_choice_retried_by_narration_alone(tmp_path: Path) -> None:
    record = play_match_to_last_card("briscola", ["random", "club"])
    home, narration_path = tmp_path / "home", tmp_path / "said.txt"
    journal = MatchRepository(Folders(home / "data", home / "config", home / "log"), time.time)
    journal.create_match(record, ("you", "club"), 1, {})
    journal.close()
    with open_screen(home) as window:
        window.start(f"--narrate={narration_path}")
        reader = NarrationReader(window, narration_path)
        reader.read_until(lambda line: line.startswith("Enter: Continue"))
        reader.press_keys("Return")
        reader.read_until(lambda line: line.startswith("Your hand: "))
        reader.press_keys("1")
        reader.read_until(lambda line: line.startswith("Enter: Play again"))
        reader.press_keys("Tab")
        while "More." not in reader.read_until(lambda line: line == "Button: Enter presses it."):
            reader.press_keys("Tab")
        reader.press_keys("Return")
        while "Analysis." not in reader.read_until(lambda line: line == "Button: Enter presses it."):
            reader.press_keys("Down")
        reader.press_keys("Return")
        reader.read_until(lambda line: line.startswith("Accuracy of "))
        reader.read_until(lambda line: line.startswith("Enter: Retry all"))
        reader.press_keys("Return")
        reader.read_until(lambda line: line.startswith("Find a better card than in the match ("))
        reader.press_keys("1")
        reader.read_until(lambda line: line.startswith("Enter: Next"))
        reader.press_keys("Escape")
        reader.press_keys("Escape")
        reader.read_until(lambda line: line.startswith("Analysis"))

"""A blind player: from the menu through a deal of Briscola with the keys, by the narration alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.journeys.narration_reader import NarrationReader, list_playable_cards
from tests.journeys.program_screen import StoredMatchReader, open_screen, skip_without_screen_tools, write_settings
from tests.journeys.window_people import store_last_choices

pytestmark = pytest.mark.window


@pytest.fixture(autouse=True)
def _tools() -> None:
    skip_without_screen_tools()


@pytest.mark.slow
def test_deal_is_played_by_narration_alone(tmp_path: Path) -> None:
    home, narration_path = tmp_path / "home", tmp_path / "said.txt"
    (home / "data").mkdir(parents=True)
    with open_screen(home) as window:
        write_settings(home, speed=0.0)
        store_last_choices(home, "briscola", seats=5)  # eight cards each
        window.start(f"--narrate={narration_path}")
        reader = NarrationReader(window, narration_path)
        reader.read_to("Enter: Learn to play")
        reader.tab_to("Play.")
        reader.press_keys("Return")
        reader.read_to("Enter: Play")
        reader.press_keys("Return")
        played = play_deal(reader)
        sums = reader.read_until(lambda line: line.startswith("Enter: Next deal"))
        assert any(line.startswith("Score: ") for line in sums)
        eye = StoredMatchReader(home)
        record = eye.load_record()
        eye.close()
        assert record is not None and record.replay().results
        own_cards = [action for action in record.deals[0].actions if action.seat == 0]
        assert len(own_cards) == len(played) == 8
        reader.press_keys("Return")
        reader.read_until(lambda line: "; your cards: " in line)


def play_deal(reader: NarrationReader) -> list[str]:
    """Take every turn to the score of the deal. Return the names of the cards played."""
    played: list[str] = []
    while True:
        line = reader.read_to("Your hand: ", "Score for the deal: ")
        if not line.startswith("Your hand: "):
            return played
        number, card = list_playable_cards(line)[-1]
        reader.press_keys(number)
        assert reader.read_to("You play ") == f"You play the {card}."
        played.append(card)

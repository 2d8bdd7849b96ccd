"""A blind player: from the menu through a whole deal of Briscola with the keys, by what the narration says alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.journeys.reader import Reader, cards_in
from tests.journeys.screen import Eye, need_tools, screen

pytestmark = pytest.mark.window


@pytest.fixture(autouse=True)
def _tools() -> None:
    need_tools()


@pytest.mark.slow
def test_a_deal_is_played_by_its_lines_alone(tmp_path: Path) -> None:
    home, said = tmp_path / "home", tmp_path / "said.txt"
    (home / "data").mkdir(parents=True)
    with screen(home) as window:
        window.open(f"--narrate={said}")
        reader = Reader(window, said)
        reader.to("Enter: New here? Learn by playing")
        reader.tab_to("New match")
        reader.press("Return")
        reader.to("Enter: Play")
        reader.press("Return")
        played = play_deal(reader)
        sums = reader.until(lambda line: line.startswith("Enter: Next deal"))
        assert any(line.startswith("Where the match stands: ") for line in sums)
        eye = Eye(home)
        record = eye.record()
        eye.close()
        assert record is not None and record.replay().results
        mine = [action for action in record.deals[0].actions if action.seat == 0]
        assert len(mine) == len(played) == 20
        reader.press("Return")
        reader.until(lambda line: "; you get " in line)


def play_deal(reader: Reader) -> list[str]:
    """Take every turn until the deal is scored; the cards played, as they were called."""
    played: list[str] = []
    while True:
        line = reader.to("Your hand: ", "The deal is scored: ")
        if not line.startswith("Your hand: "):
            return played
        number, card = cards_in(line)[-1]
        reader.press(number)
        assert reader.to("You play ") == f"You play {card}."
        played.append(card)

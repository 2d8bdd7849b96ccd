"""A blind player: from the menu through a whole deal of Briscola with the keys, by what the narration says alone."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.journeys.screen import Eye, Screen, need_tools, screen, wait_for

pytestmark = pytest.mark.window
CARD = re.compile(r"(\d+) ([^,]+?)( \(not now\))?(?:, |\.$)")


@pytest.fixture(autouse=True)
def _tools() -> None:
    need_tools()


class Reader:
    """Somebody with the file of the narration and a keyboard, and nothing else. ``read``: the lines read so far."""

    def __init__(self, window: Screen, said: Path) -> None:
        self.window = window
        self.said = said
        self.read = 0

    @property
    def lines(self) -> list[str]:
        return self.said.read_text("utf-8").split("\n")[:-1] if self.said.exists() else []

    def until(self, wanted: Callable[[str], object]) -> list[str]:
        """Read on up to a line that is wanted; what was read, that line the last."""
        found: list[str] = []

        def there() -> bool:
            assert self.window.runs
            for line in self.lines[self.read :]:
                self.read += 1
                found.append(line)
                if wanted(line):
                    return True
            return False

        wait_for(there)
        return found

    def press(self, key: str) -> None:
        time.sleep(0.1)
        self.window.key(key)


def test_a_deal_is_played_by_its_lines_alone(tmp_path: Path) -> None:
    home, said = tmp_path / "home", tmp_path / "said.txt"
    (home / "data").mkdir(parents=True)
    with screen(home) as window:
        window.open(f"--narrate={said}")
        reader = Reader(window, said)
        reader.until(lambda line: line.startswith("Enter: New match"))
        reader.press("Return")
        reader.until(lambda line: line.startswith("Enter: Play"))
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
        reader.until(lambda line: " deals; " in line)


def play_deal(reader: Reader) -> list[str]:
    """Take every turn until the deal is scored; the cards played, as they were called."""
    played: list[str] = []
    while True:
        lines = reader.until(lambda line: line.startswith(("Your hand: ", "The deal is scored: ")))
        if not lines[-1].startswith("Your hand: "):
            return played
        hand = CARD.findall(lines[-1].removeprefix("Your hand: "))
        number, card, _not_now = next(one for one in hand[::-1] if not one[2])
        reader.press(number)
        told = reader.until(lambda line: " plays " in line)[-1]
        assert told.endswith(f" plays {card}.")
        played.append(card)

"""A person with only the lines of the narration and a keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.journeys.program_screen import ProgramScreen, wait_for

CARD_PATTERN: Final = re.compile(r"(\d+) ([^,]+?)( \(can't be played\))?(?:, |\.$)")
PLACE_PATTERN: Final = re.compile(r"\d+ [^,]+\.$")
CHOICE_PATTERN: Final = re.compile(r"(?:: |, )([^,:]+?) \((\w+)\)")
KEY_HELP_PATTERN: Final = re.compile(
    r"(Button|Switch|Text field|Explanation|Timeline|(Choice|Row) \d+ of \d+|(Number|Slider) from \S+ to \S+): "
)
"""The beginning of a line that says which keys the focused widget takes."""
MAX_TAB_PRESSES: Final = 80
"""The most presses of Tab to reach a control."""


class NarrationReader:
    """A reader of the narration who presses keys. ``lines_read``: the number of lines read so far."""

    def __init__(self, window: ProgramScreen, narration_path: Path) -> None:
        self.window = window
        self.narration_path = narration_path
        self.lines_read = 0

    @property
    def lines(self) -> list[str]:
        return self.narration_path.read_text("utf-8").split("\n")[:-1] if self.narration_path.exists() else []

    def read_until(self, condition: Callable[[str], object]) -> list[str]:
        """Read up to the first line for which ``condition`` is true. Return the lines read, with it last.

        Raise AssertionError if it does not come in time.
        """
        first_line = self.lines_read
        try:
            wait_for(lambda: self._reads_up_to(condition))
        except AssertionError as error:
            raise AssertionError(f"nothing after {self.lines[-6:]}") from error
        return self.lines[first_line : self.lines_read]

    def _reads_up_to(self, condition: Callable[[str], object]) -> bool:
        """Read the available lines, at most to one for which ``condition`` is true. Return whether there was one."""
        assert self.window.is_running
        for line in self.lines[self.lines_read :]:
            self.lines_read += 1
            if condition(line):
                return True
        return False

    def read_to(self, *beginnings: str) -> str:
        """Read up to a line with one of these beginnings and return it.

        Raise AssertionError if it does not come in time.
        """
        return self.read_until(lambda line: line.startswith(beginnings))[-1]

    def press_keys(self, *keys: str) -> None:
        self.window.press_keys(*keys)

    def play_card(self, card_name: str) -> None:
        """Move through the hand from its right end to the card of this name, and play it.

        Each key waits for its line. Typing the name would have to be fast, which a slow machine cannot promise.
        """
        places: list[str] = []
        while not (places and places[-1].endswith(f" {card_name}.")):
            self.press_keys("Left")
            places += self.read_until(PLACE_PATTERN.match)[-1:]
            assert places.count(places[-1]) == 1, f"{card_name} is not among {places}"
        self.press_keys("Return")

    def read_key_help(self) -> list[str]:
        """Read up to the line that says which keys the focused widget takes. Return the lines read."""
        return self.read_until(KEY_HELP_PATTERN.match)

    def tab_to(self, beginning: str, key: str = "Tab") -> str:
        """Press Tab, or another ``key``, until a focused widget with this beginning is narrated, and return its line.

        Raise AssertionError if it does not come with `MAX_TAB_PRESSES`.
        """
        for _press in range(MAX_TAB_PRESSES):
            self.press_keys(key)
            focus_line = self.read_key_help()[-2]
            if focus_line.startswith(beginning):
                return focus_line
        raise AssertionError(f"{key} never came to {beginning}")


def list_playable_cards(line: str) -> list[tuple[str, str]]:
    """Return the playable cards of a hand, each with its key."""
    matches = CARD_PATTERN.findall(line.removeprefix("Your hand: "))
    return [(number, card) for number, card, unplayable in matches if not unplayable]


def list_choice_keys(line: str) -> list[str]:
    """Return the keys of the choices in a line, as xdotool names them."""
    return ["Return" if key == "Enter" else key for _choice, key in CHOICE_PATTERN.findall(line)]

"""Somebody with the lines of the narration and a keyboard, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.journeys.screen import Screen, wait_for

CARD: Final = re.compile(r"(\d+) ([^,]+?)( \(not now\))?(?:, |\.$)")
PLACE: Final = re.compile(r"\d+ [^,]+\.$")
CHOICE: Final = re.compile(r"(?:: |, )([^,:]+?) \((\w+)\)")
MOST_STOPS: Final = 80
"""So many times Tab is pressed at most to come to something."""


class Reader:
    """``read``: how many of the lines were read so far."""

    def __init__(self, window: Screen, said: Path) -> None:
        self.window = window
        self.said = said
        self.read = 0

    @property
    def lines(self) -> list[str]:
        return self.said.read_text("utf-8").split("\n")[:-1] if self.said.exists() else []

    def until(self, wanted: Callable[[str], object]) -> list[str]:
        """Read on up to a line that is wanted; what was read, that line the last."""
        begun = self.read
        try:
            wait_for(lambda: self._reads(wanted))
        except AssertionError as error:
            raise AssertionError(f"nothing after {self.lines[-6:]}") from error
        return self.lines[begun : self.read]

    def _reads(self, wanted: Callable[[str], object]) -> bool:
        """Read on as far as there are lines, at most to one that is wanted; whether there was one."""
        assert self.window.runs
        for line in self.lines[self.read :]:
            self.read += 1
            if wanted(line):
                return True
        return False

    def comes(self, beginning: str) -> bool:
        """Read on; whether there was a line that begins so."""
        return self._reads(lambda line: line.startswith(beginning))

    def to(self, *beginnings: str) -> str:
        """Read on to a line that begins so; that line."""
        return self.until(lambda line: line.startswith(beginnings))[-1]

    def press(self, *keys: str) -> None:
        self.window.key(*keys)

    def play(self, called: str) -> None:
        """Go through the hand from its right end to the card that is called so, and play it.

        Each key waits for its line. A name that is typed has to be typed within a time, which no slow machine promises.
        """
        told = ""
        while not told.endswith(f" {called}."):
            self.press("Left")
            told = self.until(PLACE.match)[-1]
        self.press("Return")

    def tab_to(self, beginning: str) -> str:
        """Press Tab until something is told that begins so; that line."""
        for _press in range(MOST_STOPS):
            self.press("Tab")
            told, _how = self.until(lambda line: line.endswith(("it.", "others.", "digits.", "place.", "over.")))[-2:]
            if told.startswith(beginning):
                return told
        raise AssertionError(f"Tab never came to {beginning}")


def cards_in(line: str) -> list[tuple[str, str]]:
    """The cards of a hand that may be played now, each with its key."""
    found = CARD.findall(line.removeprefix("Your hand: "))
    return [(number, card) for number, card, not_now in found if not not_now]


def keys_in(line: str) -> list[str]:
    """The keys of the choices that a line offers, as xdotool calls them."""
    return ["Return" if key == "Enter" else key for _choice, key in CHOICE.findall(line)]

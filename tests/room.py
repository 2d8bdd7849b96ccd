"""A table whose program can be ended and begun again, for what discipline asks of people."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from game.match import Match
from game.store.reading import SavedMatch
from tests.fakes import Clock, StorageByHand, folders_in
from tests.helpers import NAMES
from tests.house import House

TURN = 30
HOUR = 3600.0


class Room(House):
    """A house whose program can be ended and begun again. ``wall`` is the system's clock, the journal's.

    The table's own clock begins anywhere whenever the program begins.
    """

    def __init__(
        self, home: Path, kinds: str = "you club", *, wall: Clock | None = None, saved: SavedMatch | None = None,
        storage: StorageByHand | None = None, **options: Any,
    ) -> None:  # fmt: skip
        self.home, self.wall = home, wall or Clock(1_700_000_000.0)
        storage = storage or StorageByHand(folders_in(home), self.wall)
        people = tuple((NAMES[seat], "#a3361f") for seat, kind in enumerate(kinds.split()) if kind == "you")
        if saved is None:
            storage.journal().sit_down(people)
        super().__init__(home, kinds, saved=saved, storage=storage, **options)

    def frame(self, seconds: float = 1.0, *, idle: bool = True) -> None:
        self.wall.go(seconds)
        super().frame(seconds, idle=idle)

    def again(self, away: float = 0.0) -> Room:
        """The same match after the program was away for so long. What waits to be saved is lost, as by a kill."""
        self.storage.waiting.clear()
        self.table.close()
        self.storage.close()
        self.wall.go(away)
        storage = StorageByHand(folders_in(self.home), self.wall)
        saved = storage.journal().load(1)
        return Room(self.home, wall=self.wall, saved=saved, storage=storage, characters=self.characters)

    def turn(self) -> None:
        """On to a person's turn, just shown; all is saved."""
        self.until(lambda: self._shown() or self.table.over)
        self.frame(0.0)

    def _shown(self) -> bool:
        if self.table.cover is not None:
            self.table.ready()
        if self.table.between_deals and not self.table.saving:
            self.table.next_deal()
        return self.table.your_turn and self.table.turn_clock.running

    def to(self, wanted: Callable[[Match], bool], seed: int = 1) -> None:
        """People act at random until the match is so and a person is on turn."""
        rng = Random(seed)
        for _turn in range(500):
            self.turn()
            if self.table.over or wanted(self.match):
                return
            self.play(rng)
        raise AssertionError("it never came")

    def end(self, most: int = 3000) -> None:
        """The computer plays the match to its end; the clock of nobody runs."""
        for _frame in range(most):
            if self.table.over and not self.table.saving:
                return
            if self.table.between_deals and not self.table.saving:
                self.table.next_deal()
            self.frame()
        raise AssertionError("it never ended")

    def play_out(self, seed: int = 1) -> None:
        """To the end of the match, people acting at random."""
        rng = Random(seed)
        while not self.table.over:
            self.turn()
            if not self.table.over:
                self.play(rng)
        while self.table.saving:
            self.frame()

    @property
    def match(self) -> Match:
        return self.table.match

    @property
    def acted(self) -> list[str]:
        return [str(action) for deal in self.record.deals for action in deal.actions]

    @property
    def bars(self) -> dict[str, float]:
        """Who may not sit down, for how many more seconds."""
        people = tuple((name, "#a3361f") for name in NAMES)
        return {bar.name: bar.seconds for bar in self.storage.journal().sit_down(people)}

    @property
    def left(self) -> float:
        seconds = self.table.seconds_left
        assert seconds is not None
        return seconds


TALK: Any = {"game": "spades", "talk": "free"}
"""A table at which people may say what they like."""


def in_play(match: Match) -> bool:
    return match.phase is not None and match.phase.in_play


def phase(*names: str) -> Callable[[Match], bool]:
    return lambda match: type(match.phase).__name__ in names


def late(home: Path) -> Room:
    """A chiamata auction in which the clock of a person is about to run out."""
    room = Room(home, "you club club club club", game="chiamata", turn_seconds=TURN)
    room.to(phase("Auction"))
    return room

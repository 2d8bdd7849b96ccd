"""A table in the hand of a test: its storage, its mind and its clock."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from game.ai.characters import Character, character_of
from game.engine.actions import Action
from game.local_table import LocalTable
from game.record import Record
from game.store.reading import SavedMatch
from game.table import Happening
from tests.fakes import Clock, Mind, StorageByHand, folders_in, seating


class House:
    """A table with its storage, mind and clock in the test's hand. ``seen``: all that has happened."""

    def __init__(self, home: Path, kinds: str = "you club", *, seed: int = 1, saved: SavedMatch | None = None,
                 storage: StorageByHand | None = None, mind: Mind | None = None,
                 characters: Callable[[str], Character] = character_of, **options: Any) -> None:  # fmt: skip
        self.clock, self.mind = Clock(), mind or Mind()
        self.storage = storage or StorageByHand(folders_in(home), self.clock)
        self.characters = characters
        things: dict[str, Any] = {
            "storage": self.storage, "thinker": self.mind, "clock": self.clock, "characters": characters,
        }  # fmt: skip
        if saved is None:
            self.table = LocalTable.begin(seating(kinds, **options), seed, **things)
        else:
            self.table = LocalTable.resume(saved, **things)
        self.seen: list[Happening] = []

    def frame(self, seconds: float = 1.0, *, idle: bool = True) -> None:
        """One frame that takes so long; the pictures are shown at once."""
        self.clock.go(seconds)
        self.seen += self.table.update(idle)

    def until(self, reached: Callable[[], bool], *, seconds: float = 1.0, most: int = 500) -> None:
        for _frame in range(most):
            if reached():
                return
            self.frame(seconds)
        raise AssertionError("it never came")

    def your_turn(self) -> None:
        """On to a person's turn, whoever it is."""

        def reached() -> bool:
            if self.table.cover is not None:
                self.table.ready()
            return self.table.your_turn

        self.until(reached)

    def play(self, rng: Random) -> Action:
        """The person on turn does something, at random."""
        action = rng.choice(self.table.view.choices)
        assert self.table.act(action) is None
        return action

    def play_deal(self, seed: object = 1) -> None:
        """To the end of the deal, people acting at random."""
        rng = Random(str(seed))

        def over() -> bool:
            if self.table.cover is not None:
                self.table.ready()
            if self.table.your_turn:
                self.play(rng)
            return (self.table.between_deals or self.table.over) and not self.table.saving

        self.until(over)

    @property
    def record(self) -> Record:
        return self.table.record

    @property
    def actions(self) -> int:
        return sum(len(deal.actions) for deal in self.record.deals)

    @property
    def saved(self) -> Record:
        return self.storage.saved()

    def load(self) -> SavedMatch:
        return self.storage.journal().load(1)


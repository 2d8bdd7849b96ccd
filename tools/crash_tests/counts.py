"""Counting and printing."""

from __future__ import annotations

from collections import Counter


class Counts:
    """How often each outcome came of one kind of harm: the first two are good. A few words about the bad ones."""

    def __init__(self, name: str, outcomes: tuple[str, ...]) -> None:
        self.name = name
        self.outcomes = outcomes
        self.found: Counter[str] = Counter()
        self.words: list[str] = []
        self.notes: list[str] = []

    def add(self, outcome: str, words: str = "") -> None:
        self.found[outcome] += 1
        if self.outcomes.index(outcome) > 1 and len(self.words) < 3:
            self.words.append(f"{outcome}: {words}")

    @property
    def bad(self) -> int:
        """How often something was lost without a word, or worse."""
        return sum(self.found[outcome] for outcome in self.outcomes[2:])

    def row(self) -> str:
        numbers = (self.found[outcome] for outcome in self.outcomes)
        return f"{self.name:<26}{sum(self.found.values()):>7}" + "".join(f"{number:>16}" for number in numbers)

    def head(self) -> str:
        return f"{'':<26}{'tries':>7}" + "".join(f"{outcome:>16}" for outcome in self.outcomes)

"""Counts of the outcomes of crash tests."""

from __future__ import annotations

from collections import Counter


class OutcomeCounts:
    """The number of tries with each outcome, for one kind of crash.

    ``outcomes``: the possible outcomes; all after the first two are bad, and ``examples`` describes some of these.
    """

    def __init__(self, name: str, outcomes: tuple[str, ...]) -> None:
        self.name = name
        self.outcomes = outcomes
        self.count_by_outcome: Counter[str] = Counter()
        self.examples: list[str] = []
        self.notes: list[str] = []

    def add(self, outcome: str, example: str = "") -> None:
        self.count_by_outcome[outcome] += 1
        if self.outcomes.index(outcome) > 1 and len(self.examples) < 3:
            self.examples.append(f"{outcome}: {example}")

    @property
    def bad_count(self) -> int:
        """The number of tries in which something was lost without a message, or worse."""
        return sum(self.count_by_outcome[outcome] for outcome in self.outcomes[2:])

    def format_row(self) -> str:
        numbers = (self.count_by_outcome[outcome] for outcome in self.outcomes)
        return f"{self.name:<26}{sum(self.count_by_outcome.values()):>7}" + "".join(
            f"{number:>16}" for number in numbers
        )

    def format_header(self) -> str:
        return f"{'':<26}{'tries':>7}" + "".join(f"{outcome:>16}" for outcome in self.outcomes)

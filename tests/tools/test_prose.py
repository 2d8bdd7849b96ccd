"""Counting of docstrings and comments by `tools.prose`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rows import check_rows
from tools.prose import Tally, find_habits, main, starts_with_verb

SOURCE = '''"""Cards of one suit."""

SIZE = 4
"""What a trick holds."""


class Trick:
    """One card of each seat."""

    @property
    def winner(self) -> int:
        """The seat that takes it."""

    def play(self, card: str) -> None:
        """Play a card.

        He keeps the others.
        """

    def points(self) -> int:
        """The points of the cards."""
        return 0  # so many as
        # he has taken
'''


@check_rows(
    "text",
    [
        "Who passes keeps the cards.",
        "A pass. Who passes keeps them.",
        "Whoever leads chooses the suit.",
        "Cards that whoever leads may play.",
        "What is left of the pack.",
        "One card, because what was led is gone.",
        "Those who passed may not bid.",
        "A claim of so many tricks.",
        "As soon as may be.",
        "The seats that left for good.",
        "A text that is no code.",
        "Where a card lies.",
        "A letter stands for a suit.",
        "The deal falls to the next seat.",
        "All points that are to be had.",
        "There is nothing to undo.",
        "The seat and his cards.",
        "The card that one may play.",
        "To sort one's hand.",
    ],
)
def test_habit_is_found(text: str) -> None:
    assert find_habits(text)


@check_rows(
    "text",
    [
        "A player who passes keeps the cards.",
        "Return who plays next, and what they may play.",
        "Who has taken the last trick?",
        "There are so many cards that the hand has two rows.",
        "Cards that are good for the partner.",
        "There is no trump; a pack is no longer needed.",
        "The reading falls back on English.",
        'The ``he`` of a quoted "who\'s there", and `who`.',
        "Return one when one of the seats has one card.",
    ],
)
def test_plain_prose_has_no_habit(text: str) -> None:
    assert not find_habits(text)


def test_habit_is_found_on_its_line() -> None:
    assert find_habits("A seat.\n\nIt keeps\nhis cards.") == [(3, "his")]


@check_rows(
    ("docstring", "expected"),
    [("Return it.", True), ("return;", True), ("The card.", False), ("``card`` of a seat.", False), ("", False)],
)
def test_first_word_is_compared_with_verbs(docstring: str, expected: bool) -> None:
    assert starts_with_verb(docstring) == expected


def test_source_is_counted() -> None:
    tally = Tally()
    tally.add_source(SOURCE, "trick.py")
    assert (tally.function_docstrings, tally.verbs) == (2, 1)
    assert (tally.texts, tally.texts_with_habit) == (7, 3)
    assert tally.findings == [
        "trick.py:21: no verb: The points of the cards.",
        "trick.py:4: habit: What",
        "trick.py:17: habit: He",
        "trick.py:22: habit: so many",
        "trick.py:23: habit: he",
    ]


def test_status_and_list_follow_bounds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "trick.py"
    path.write_text(SOURCE, "utf-8")
    assert main([str(path)]) == 1
    assert "habit:" not in capsys.readouterr().out
    assert main([str(tmp_path), "--list"]) == 1
    assert f"{path}:4: habit: What" in capsys.readouterr().out
    path.write_text('def play() -> None:\n    """Play a card."""\n', "utf-8")
    assert main([str(path)]) == 0
    table = capsys.readouterr().out.splitlines()
    assert table[-1].split() == ["all", "1", "100%", "1", "0.0%"]

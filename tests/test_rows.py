"""Tests whose rows are one case: all rows are checked, and those that fail are named."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations

import pytest

from tests.pairwise_rows import list_pairwise_rows
from tests.rows import MAX_TRACED_ROWS, check_rows


class FakeSubtests:
    """Notes the rows that are checked and those that fail."""

    def __init__(self) -> None:
        self.checked, self.failed = list[str](), list[str]()

    @contextmanager
    def test(self, name: str) -> Iterator[None]:
        self.checked.append(name)
        try:
            yield
        except AssertionError:
            self.failed.append(name)


def test_every_row_is_checked_and_failing_ones_are_named() -> None:
    @check_rows("word", ["a", "b" * 200])
    @check_rows(("low", "high"), [(1, 2), (4, 3)])
    def check(word: str, low: int, high: int, limit: int) -> None:
        assert low < high < limit

    subtests = FakeSubtests()
    check(subtests=subtests, limit=9)
    assert len(subtests.checked) == 4 and all(len(name) < 120 for name in subtests.checked)
    assert [name for name in subtests.failed if name.startswith("low=4, high=3, word=")] == subtests.failed
    assert len(subtests.failed) == 2
    assert list(inspect.signature(check).parameters) == ["limit", "subtests"]


def test_only_the_first_rows_are_traced() -> None:
    traced = list[bool]()

    @check_rows("number", range(MAX_TRACED_ROWS + 2))
    def check(number: int) -> None:
        traced.append(sys.gettrace() is not None)

    before = sys.gettrace()
    sys.settrace(lambda *_event: None)
    try:
        check(subtests=FakeSubtests())
        assert sys.gettrace() is not None
    finally:
        sys.settrace(before)
    assert traced == [True] * MAX_TRACED_ROWS + [False] * 2


def test_a_test_without_rows_is_refused() -> None:
    with pytest.raises(ValueError, match="no rows"):
        check_rows("number", [])


def test_each_two_values_meet_in_a_pairwise_row() -> None:
    sizes, scales, seats = ("small", "large"), (1.0, 1.5, 2.5), (2, 4, 6)
    rows = list_pairwise_rows(sizes, scales, seats, first_rows=[("small", 2.5, 6)])
    assert rows[0] == ("small", 2.5, 6) and len(rows) < 12
    for first, second in combinations((sizes, scales, seats), 2):
        assert all(any({one, other} <= {*row} for row in rows) for one in first for other in second)

"""Tests of many rows in one case, which names the rows that fail."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from functools import wraps
from typing import Any, Final, NamedTuple

import pytest

from tests.tracer import pause_tracer

MAX_VALUE_CHARACTERS: Final = 80
"""The characters of a value in the name of its row."""
MAX_TRACED_ROWS: Final = 1
"""The rows of a test that the coverage counts, the first ones: the others reach hardly any other statement."""
MERGED_ATTRIBUTE: Final = "merged_test"

Test = Callable[..., None]
Row = dict[str, Any]


class MergedTest(NamedTuple):
    """A test of single rows, and the rows that one case checks."""

    test: Test
    rows: list[Row]


def check_rows(names: str | Sequence[str], values: Iterable[Any]) -> Callable[[Test], Test]:
    """Return a decorator by which a test is called with each row, in one case.

    It is written as `pytest.mark.parametrize`, also above another, but all rows share the fixtures. Each row that fails
    is reported with its values.
    """
    argument_names = [name.strip() for name in names.split(",")] if isinstance(names, str) else [*names]
    own_rows = [dict(zip(argument_names, row if len(argument_names) > 1 else (row,), strict=True)) for row in values]
    if not own_rows:
        raise ValueError("there are no rows to check")

    def decorate(decorated: Test) -> Test:
        test, other_rows = getattr(decorated, MERGED_ATTRIBUTE, MergedTest(decorated, [{}]))
        merged = MergedTest(test, [{**row, **own} for row in other_rows for own in own_rows])

        @wraps(test)
        def check(subtests: pytest.Subtests, **fixtures: Any) -> None:
            for number, row in enumerate(merged.rows):
                tracer = nullcontext() if number < MAX_TRACED_ROWS else pause_tracer()
                with subtests.test(_describe_row(row)), tracer:
                    test(**row, **fixtures)

        parameters = [
            parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)
            for name, parameter in inspect.signature(test).parameters.items()
            if name not in merged.rows[0]
        ]
        own_parameter = inspect.Parameter("subtests", inspect.Parameter.KEYWORD_ONLY)
        signature = inspect.Signature([*parameters, own_parameter])
        vars(check).update({MERGED_ATTRIBUTE: merged, "__signature__": signature})
        return check

    return decorate


def _describe_row(row: Row) -> str:
    return ", ".join(f"{name}={_describe_value(value)}" for name, value in row.items())


def _describe_value(value: Any) -> str:
    text = repr(value) if isinstance(value, str) else str(getattr(value, "__name__", value))
    return text if len(text) <= MAX_VALUE_CHARACTERS else f"{text[: MAX_VALUE_CHARACTERS - 1]}…"

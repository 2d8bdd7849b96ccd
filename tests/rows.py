"""Tests of many rows in one case, which names the rows that fail."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from functools import wraps
from typing import Any, Final

import pytest

from tests.tracer import pause_tracer

MAX_VALUE_CHARACTERS: Final = 80
"""The characters of a value in the name of its row."""

Test = Callable[..., None]


def check_rows(names: str | Sequence[str], rows: Iterable[Any]) -> Callable[[Test], Test]:
    """Return a decorator by which a test is called with each row, in one case.

    It is used as `pytest.mark.parametrize`, but the rows share the fixtures. Each row that fails is reported with its
    values. The coverage counts the first row only: the others reach hardly any other statement.
    """
    argument_names = [name.strip() for name in names.split(",")] if isinstance(names, str) else [*names]
    cases = [dict(zip(argument_names, row if len(argument_names) > 1 else (row,), strict=True)) for row in rows]
    if not cases:
        raise ValueError("there are no rows to check")

    def decorate(test: Test) -> Test:
        @wraps(test)
        def check(subtests: pytest.Subtests, **fixtures: Any) -> None:
            for number, values in enumerate(cases):
                tracer = pause_tracer() if number else nullcontext()
                with subtests.test(_describe_row(values)), tracer:
                    test(**values, **fixtures)

        fixtures = [
            parameter for name, parameter in inspect.signature(test).parameters.items() if name not in argument_names
        ]
        own = inspect.Parameter("subtests", inspect.Parameter.KEYWORD_ONLY)
        vars(check)["__signature__"] = inspect.Signature(
            [*(parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in fixtures), own]
        )
        return check

    return decorate


def _describe_row(values: dict[str, Any]) -> str:
    return ", ".join(f"{name}={_describe_value(value)}" for name, value in values.items())


def _describe_value(value: Any) -> str:
    text = str(getattr(value, "__name__", value))
    return text if len(text) <= MAX_VALUE_CHARACTERS else f"{text[: MAX_VALUE_CHARACTERS - 1]}…"

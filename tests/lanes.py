"""The two lanes of long tests: each change is tried with a sample of their rows, `python -m tools.nightly` has all.

Such a test has the decorator `long_test`, or only the mark ``nightly`` if it is quick; by this mark `tools.nightly`
finds it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Final, TypeVar, cast

import pytest

NIGHTLY_VARIABLE: Final = "TAVOLOVERDE_NIGHTLY"
"""The environment variable that is set in the nightly lane."""
IS_NIGHTLY: Final = bool(os.environ.get(NIGHTLY_VARIABLE))

AnyRow = TypeVar("AnyRow")
Test = TypeVar("Test", bound=Callable[..., None])


def choose_sample(rows: Sequence[AnyRow], interval: int, start: int = 0) -> Sequence[AnyRow]:
    """Return one row in ``interval``, the first of them at ``start``; in the nightly lane all rows."""
    return rows if IS_NIGHTLY else rows[start::interval]


def choose_count(count: int, nightly_count: int) -> int:
    """Return the number of deals, examples or steps in this lane."""
    return nightly_count if IS_NIGHTLY else count


needs_nightly_lane = pytest.mark.skipif(not IS_NIGHTLY, reason="python -m tools.nightly runs it")
"""The mark of a long test whose shorter relatives run for each change."""


def long_test(test: Test) -> Test:
    """Mark a test as slow, and as one of which each change tries only a sample."""
    return cast("Test", pytest.mark.slow(pytest.mark.nightly(test)))

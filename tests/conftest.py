"""Settings that all tests share."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

from game import i18n

os.environ["LANGUAGE"] = "en"  # what is started as a process speaks as the tests read
settings.register_profile("tavolo", deadline=None, derandomize=True, max_examples=60)
settings.register_profile("mutation", settings.get_profile("tavolo"), max_examples=15)  # thousands of runs: `[mutmut]`
settings.load_profile("tavolo")

HERE: Final = Path(__file__).parent
UNTRACED: Final = (
    "journeys", "ui", "test_source_rules.py", "test_threats.py", "game/test_claim.py",
    "game/test_fairness.py", "game/test_twin_deals.py", "game/test_twin_tables.py", "game/ai/test_ai_chiamata.py",
    "game/ai/test_ai_players.py", "game/ai/test_characters.py", "game/ai/test_limit.py", "game/ai/test_looks.py",
    "game/ai/test_muscio.py", "game/ai/test_natural.py", "game/ai/test_weights.py",
    "game/analysis/test_judging.py",
    "game/rules/test_chiamata_secrecy.py", "game/rules/test_fuzz.py", "game/rules/test_legality.py",
    "game/trainer/test_twin_tasks.py",
    "tools/test_auction_figures.py", "tools/test_crash_tests.py", "tools/test_endurance.py",
    "tools/test_match_figures.py",
)  # fmt: skip
"""What sweeps through thousands of deals, or looks at the window. It runs without the tracer, which makes it two to
five times as long and finds no line in it that the tests of the rooms do not run. Where it is one
test of a file, that one is marked ``untraced``."""


FIRST: Final = ("journeys", "tools/test_endurance.py", "tools/test_crash_tests.py", "ui/test_monkey.py")
"""What takes long, or waits more than it works: begun first, so that no process is left alone with it at the end."""


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: what plays in a window waits for it as often as it works."""
    return 1 + (os.cpu_count() or 1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest tests first."""
    items.sort(key=lambda item: not any(item.path.relative_to(HERE).is_relative_to(one) for one in FIRST))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """What is in `UNTRACED`, or is marked so, is not traced for coverage.

    Not left to ``no_cover`` of pytest-cov: a process of xdist has two tracers, and where one pauses the other goes on.
    """
    inside = item.path.relative_to(HERE)
    if not any(inside.is_relative_to(one) for one in UNTRACED) and item.get_closest_marker("untraced") is None:
        yield
        return
    here, threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    yield
    threading.settrace(threads)
    sys.settrace(here)


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """Every test begins and ends in English, whatever the one before spoke."""
    i18n.set_language("en")
    yield
    i18n.set_language("en")

"""Settings of all tests."""

from __future__ import annotations

import gc
import os
import pkgutil
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from importlib import import_module
from itertools import groupby
from typing import Final

import pytest
from hypothesis import settings

import game
import ui
from game.text import gettext
from tests.silence import refuse_other_machines
from tests.tracer import pause_tracer

os.environ["LANGUAGE"] = "en"  # for the processes that tests start
settings.register_profile("tavolo", deadline=None, derandomize=True, max_examples=60)
settings.register_profile("mutation", settings.get_profile("tavolo"), max_examples=15)  # thousands of runs: `[mutmut]`
settings.load_profile("tavolo")
refuse_other_machines()


IS_TRACED: Final = pytest.StashKey[bool]()
"""Whether the coverage counts a test."""
MAX_TRACED_CASES: Final = 1
"""The cases of a test that the coverage counts, the first ones.

Other sets of parameters reach hardly any other statement, nor do the many examples of a property.
"""
UNTRACED_MARKERS: Final = ("slow", "hypothesis")
"""The markers of tests that the coverage does not count, unless they are ``golden`` in the window."""
GARBAGE_THRESHOLD: Final = 50_000
"""The new objects after which garbage is looked for."""
WINDOW_FOLDER: Final = "tests/ui/"
"""The tests of the window; those that are ``golden`` reach nearly all that the others reach."""


def pytest_xdist_auto_num_workers() -> int:
    """Return one more process than there are cores, because tests in a window often wait for it."""
    return 1 + (os.cpu_count() or 1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Choose the tests that the coverage counts, and put the slow ones first.

    Those in a real window come before all others, so that none is left alone at the end.
    """
    for _test, cases in groupby(items, key=lambda item: item.nodeid.partition("[")[0]):
        for index, item in enumerate(cases):
            is_quick = not any(map(item.get_closest_marker, UNTRACED_MARKERS))
            is_in_window = item.nodeid.startswith(WINDOW_FOLDER)
            is_golden = item.get_closest_marker("golden") is not None and (is_quick or is_in_window)
            item.stash[IS_TRACED] = is_golden or (is_quick and index < MAX_TRACED_CASES and not is_in_window)
    items.sort(key=lambda item: (item.get_closest_marker("window") is None, item.get_closest_marker("slow") is None))


@pytest.hookimpl(hookwrapper=True)
def pytest_collection() -> Iterator[None]:
    """Import the program with the tracer, then collect the tests, which every process does, without it."""
    if sys.gettrace() is not None:
        for package in (game, ui):
            for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
                import_module(module.name)
    with pause_tracer():
        yield


def pytest_collection_finish() -> None:
    """Look for garbage less often, and never among what was imported: that took a tenth of the time in the window."""
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD, 20, 20)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Run a test with the tracer of the coverage if it is one of those that count."""
    with nullcontext() if item.stash[IS_TRACED] else pause_tracer():
        yield


@pytest.fixture(autouse=True)
def _use_english() -> Iterator[None]:
    """Set the language to English before and after each test."""
    gettext.set_language("en")
    yield
    gettext.set_language("en")

"""Settings of all tests."""

from __future__ import annotations

import os
import pkgutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

import pytest
from hypothesis import settings

import game
import ui
from game.text import gettext

os.environ["LANGUAGE"] = "en"  # for the processes that tests start
settings.register_profile("tavolo", deadline=None, derandomize=True, max_examples=60)
settings.register_profile("mutation", settings.get_profile("tavolo"), max_examples=15)  # thousands of runs: `[mutmut]`
settings.load_profile("tavolo")


def pytest_xdist_auto_num_workers() -> int:
    """Return one more process than there are cores, because tests in a window often wait for it."""
    return 1 + (os.cpu_count() or 1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the slow tests first, those in a real window before all others, so that none runs alone at the end."""
    items.sort(key=lambda item: (item.get_closest_marker("window") is None, item.get_closest_marker("slow") is None))


@contextmanager
def pause_tracer() -> Iterator[None]:
    """Pause the tracer of the coverage, with which Python code runs two to five times as long.

    ``no_cover`` of pytest-cov does not do that: a process of xdist has two tracers, and where one pauses the other goes
    on.
    """
    trace, thread_trace = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    try:
        yield
    finally:
        threading.settrace(thread_trace)
        sys.settrace(trace)


@pytest.hookimpl(hookwrapper=True)
def pytest_collection() -> Iterator[None]:
    """Import the program with the tracer, then collect the tests, which every process does, without it."""
    if sys.gettrace() is not None:
        for package in (game, ui):
            for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
                import_module(module.name)
    with pause_tracer():
        yield


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Run slow tests without the coverage tracer."""
    if item.get_closest_marker("slow") is None:
        yield
    else:
        with pause_tracer():
            yield


@pytest.fixture(autouse=True)
def _use_english() -> Iterator[None]:
    """Set the language to English before and after each test."""
    gettext.set_language("en")
    yield
    gettext.set_language("en")

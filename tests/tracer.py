"""The tracer of the coverage, which counts the statements that are executed."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def pause_tracer() -> Iterator[None]:
    """Return a context manager that pauses the tracer of the coverage.

    With it Python code runs two to five times as long. ``no_cover`` of pytest-cov does not pause it: a process of xdist
    has two tracers, and where one pauses the other goes on.
    """
    trace, thread_trace = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    try:
        yield
    finally:
        threading.settrace(thread_trace)
        sys.settrace(trace)

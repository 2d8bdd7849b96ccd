"""Marks for tests that cannot run on every system."""

from __future__ import annotations

import platform
import sys

import pytest

needs_recording_platform = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64",
    reason="the last bits of numpy's exp and log differ by system, and may decide between equal moves",
)
"""The mark of golden texts with values of a search."""

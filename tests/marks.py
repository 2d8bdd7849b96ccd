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
needs_loopback_network = pytest.mark.skipif(sys.platform == "darwin", reason="127.0.0.1 is the only loopback address")
"""The mark of tests whose connections come from several addresses."""

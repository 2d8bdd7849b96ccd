"""A short form of `python -m tools.crash_tests`."""

from __future__ import annotations

import sys

import pytest

from tools.crash_tests.__main__ import run_crash_tests

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="a fork of a process with SDL and threads is safe only there"),
]


def test_no_loss_goes_unreported(capsys: pytest.CaptureFixture[str]) -> None:
    results = run_crash_tests(1, is_short=True)
    assert {counts.name: counts.examples for counts in results if counts.bad_count} == {}
    assert len(results) == 13
    assert "accepted, lost" in capsys.readouterr().out

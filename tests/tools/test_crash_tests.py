"""A short form of `python -m tools.crash_tests`."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from tools.crash_tests.__main__ import run_crash_tests
from tools.crash_tests.host_kills import run_host_kills

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="a fork of a process with SDL and threads is safe only there"),
]


def test_no_loss_goes_unreported(capsys: pytest.CaptureFixture[str]) -> None:
    results = run_crash_tests(1, is_short=True)
    assert {counts.name: counts.examples for counts in results if counts.bad_count} == {}
    assert len(results) == 13
    assert "accepted, lost" in capsys.readouterr().out


def test_a_killed_host_has_stored_what_people_saw_accepted(tmp_path: Path) -> None:
    counts = run_host_kills(tmp_path, Random(1), 2)
    assert (counts.bad_count, counts.examples, counts.count_by_outcome.total()) == (0, [], 2)

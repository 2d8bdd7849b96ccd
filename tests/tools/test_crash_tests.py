"""A short form of `python -m tools.crash_tests`."""

from __future__ import annotations

import pytest

from tools.crash_tests.__main__ import run_crash_tests

pytestmark = pytest.mark.slow


def test_nothing_is_lost_without_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_crash_tests(1, short=True)
    assert {counts.name: counts.words for counts in found if counts.bad} == {}
    assert len(found) > 10
    assert "silently short" in capsys.readouterr().out

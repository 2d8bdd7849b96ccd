"""A short form of `python -m tools.endurance`; TAVOLOVERDE_ENDURANCE_SECONDS makes it longer."""

from __future__ import annotations

import os
import signal
from typing import Final

import pytest

from tests.stored_matches import play_record
from tools.endurance.__main__ import format_report
from tools.endurance.run import describe_difference, play_with_faults

RUN_S: Final = float(os.environ.get("TAVOLOVERDE_ENDURANCE_SECONDS", "5"))


@pytest.mark.slow
@pytest.mark.timeout(600 + RUN_S)
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="this system stops no process, and removes no open file")
def test_no_action_is_lost_and_no_match_stuck_with_faults() -> None:
    report = play_with_faults(RUN_S, seed=1)
    assert (report.lost_matches, report.stuck_matches) == ([], [])
    assert report.action_count and report.fault_counts, format_report(report)


def test_lost_action_is_detected() -> None:
    assert describe_difference(play_record(5), play_record(5), "now") == []
    assert describe_difference(play_record(5), play_record(4), "now") == [
        "briscola now: 4 actions are on the disk, 5 were accepted"
    ]

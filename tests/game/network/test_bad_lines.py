"""Matches in real processes over a line that delays, splits, stalls and cuts, while host and people are killed.

The long form, with all games and more cuts and kills, is ``python -m tools.network_trials``.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from math import inf
from pathlib import Path
from random import Random

import pytest

from game.match.house_rules import RuleSet
from tests.network.host import TWO_DEALS
from tests.network.people import LogLine, PeopleArguments
from tests.network.processes import BadLine, HostProcess, PeopleProcess, check_logs, play_match

TURN_SECONDS = 5
CLOCKED = RuleSet(
    game="briscola", preset="classic", changes={"deals_to_win": 1, "turn_seconds": TURN_SECONDS, "bar_minutes": 10}
)


@pytest.mark.slow
def test_match_survives_cuts_and_kills_of_host_and_guests(tmp_path: Path) -> None:
    match = play_match(
        tmp_path, TWO_DEALS, [["Ann"], ["Bob"]], rng=Random(1), cut_interval_s=0.5, kill_interval_s=1.0, timeout_s=90.0
    )
    assert len(match.record.deals) >= 2
    assert match.cut_count and match.kill_count


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a process is stopped by a signal")
def test_nobody_is_timed_out_while_the_host_is_stopped_or_killed(tmp_path: Path) -> None:
    names = ["Ann", "Bob"]
    line = BadLine(Random(1), inf)
    host = HostProcess(tmp_path / "host", CLOCKED, len(names), line)
    people = PeopleProcess(tmp_path / "people", PeopleArguments(host.invitation, host.owner_key, names, len(names)))
    try:
        wait_for_actions(people, 5)
        people.kill()  # so that nobody has acted before the absence
        time.sleep(0.3)
        host.sleep(TURN_SECONDS + 0.5)
        people.start()
        wait_for_actions(people, 5)
        people.kill()
        host.kill()
        time.sleep(TURN_SECONDS + 0.5)
        host.start()
        people.start()
        people.wait()
        log = people.read_log()
    finally:
        people.kill()
        if host.is_alive:
            host.stop()
        line.close()
    check_logs(log, names)


def wait_for_actions(people: PeopleProcess, count: int) -> None:
    """Wait until ``count`` more actions of the people are accepted."""
    deadline = time.monotonic() + 20.0
    wanted = count_actions(people.read_log()) + count
    while count_actions(people.read_log()) < wanted:
        assert time.monotonic() < deadline and people.status is None
        time.sleep(0.01)


def count_actions(log: Sequence[LogLine]) -> int:
    return sum(bool(entry.accepted) for entry in log)

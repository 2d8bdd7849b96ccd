"""A match over a line that delays, splits, stalls and cuts, while the host and the programs of people are killed.

The long form, with all games, turn timers and more cuts and kills, is ``python -m tools.network_trials``.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.network.host import TWO_DEALS
from tests.network.processes import play_match


@pytest.mark.slow
def test_match_survives_cuts_and_kills_of_host_and_guests(tmp_path: Path) -> None:
    match = play_match(
        tmp_path, TWO_DEALS, ["Ann", "Bob"], rng=Random(1), cut_interval_s=1.0, kill_interval_s=2.0, timeout_s=90.0
    )
    assert len(match.record.deals) >= 2
    assert match.cut_count and match.kill_count

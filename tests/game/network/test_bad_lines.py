"""Matches in real processes over a line that delays, splits, stalls and cuts, while host and people are killed.

The long form, with all games and more cuts and kills, is ``python -m tools.endurance.network``.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from game.match.house_rules import RuleSet
from tests.network_tables import play_match

ONE_DEAL = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 1})
TWO_DEALS = RuleSet(game="briscola", preset="classic", changes={"deals_to_win": 2})


@pytest.mark.slow
def test_match_survives_cuts_and_kills_of_host_and_guests(tmp_path: Path) -> None:
    record, cut_count, kill_count = play_match(
        tmp_path, TWO_DEALS, [["Ann"], ["Bob"]], rng=Random(1), cut_interval_s=0.5, kill_interval_s=1.0, timeout_s=90.0
    )
    assert len(record.deals) >= 2
    assert cut_count and kill_count

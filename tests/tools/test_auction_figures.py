"""A short form of `python -m tools.auction_figures`."""

from __future__ import annotations

import pytest

from game.rules import GAMES
from tools.auction_figures import auctions, lines

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("preset", GAMES["chiamata"].presets)
def test_contracts_at_a_table_of_club_are_made_about_half_the_time_and_below_the_fante(preset: str) -> None:
    found = auctions(preset, "club", 150, 3)
    assert 0.36 < found.made < 0.66
    assert found.average_call > 4.5
    assert found.counts["points"] > 10
    assert found.counts["scored"] > 120
    assert any("average call" in line for line in lines(found))
    assert found.length <= 10
    if preset == "online":
        assert found.counts["forced"]
        assert found.counts["solo"]

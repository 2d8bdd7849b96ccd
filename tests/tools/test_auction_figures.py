"""A short form of `python -m tools.auction_figures`."""

from __future__ import annotations

import pytest

from game.rules import GAMES
from tools.auction_figures import format_figures, play_auctions

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("preset", GAMES["chiamata"].presets)
def test_club_makes_about_half_of_its_contracts_and_calls_below_fante(preset: str) -> None:
    figures = play_auctions(preset, "club", 150, 3)
    assert 0.36 < figures.made_share < 0.66
    assert figures.mean_rank_index > 4.5
    assert figures.counts["points"] > 10
    assert figures.counts["scored"] > 120
    assert any("average call" in line for line in format_figures(figures))
    assert figures.mean_declarations <= 10
    if preset == "online":
        assert figures.counts["forced"]
        assert figures.counts["solo"]

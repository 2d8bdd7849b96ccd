"""The computer players decide as the golden texts say, with the same values and reasons."""

from __future__ import annotations

import pytest

from game.rules import GAMES
from tests.game.ai.decisions import choose_tables, format_deals, format_searches, get_deals_path, get_searches_path
from tests.lanes import choose_count, choose_sample, long_test
from tests.marks import needs_recording_platform

HINT = "`python -m tools.transcripts decisions/` shows the difference and writes it"


DEAL_TABLE_INTERVAL, SEARCH_TABLE_INTERVAL = choose_count(6, 1), choose_count(3, 1)
"""The tables from one that is tried to the next."""


@long_test
@pytest.mark.parametrize("game", choose_sample([*GAMES], 2))
def test_players_without_a_search_choose_as_written(game: str) -> None:
    text = format_deals(game, DEAL_TABLE_INTERVAL)
    assert text == choose_tables(get_deals_path(game).read_text("utf-8"), text), HINT


@long_test
@needs_recording_platform
@pytest.mark.parametrize("game", choose_sample([*GAMES], 2, 1))
def test_searches_value_actions_as_written(game: str) -> None:
    text = format_searches(game, SEARCH_TABLE_INTERVAL)
    assert text == choose_tables(get_searches_path(game).read_text("utf-8"), text), HINT

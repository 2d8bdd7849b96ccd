"""The computer players decide as the golden texts say, with the same values and reasons."""

from __future__ import annotations

import pytest

from game.rules import GAMES
from tests.game.ai.decisions import format_deals, format_searches, get_deals_path, get_searches_path
from tests.marks import needs_recording_platform

HINT = "`python -m tools.transcripts decisions/` shows the difference and writes it"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_players_without_a_search_choose_as_written(game: str) -> None:
    assert format_deals(game) == get_deals_path(game).read_text("utf-8"), HINT


@pytest.mark.slow
@needs_recording_platform
@pytest.mark.parametrize("game", GAMES)
def test_searches_value_actions_as_written(game: str) -> None:
    assert format_searches(game) == get_searches_path(game).read_text("utf-8"), HINT

"""A short form of `python -m tools.match_figures`."""

from __future__ import annotations

from random import Random

import pytest

from game.match.observation import observe
from game.rules.muscio.actions import PlayDeal
from tests.game.rules.muscio.deals import apply_phrases, deal_muscio
from tools.match_figures import choose_action_for, play_match


def compute_win_share(players: str, matches: int) -> float:
    """Return the share of matches that the first player wins; the players move around the table."""
    matches_played = [play_match("muscio", players.split(), number, 3, 1000) for number in range(matches)]
    return sum(match.win_shares[0] for match in matches_played) / matches


@pytest.mark.slow
def test_club_and_novice_beat_players_who_always_play() -> None:
    assert compute_win_share("club always always always", 8) > 1.5 / 4
    assert compute_win_share("novice always always always", 8) > 1.5 / 4


def test_always_player_always_plays() -> None:
    match = deal_muscio("2c", "2d 3d 4h 5h 6s", "", "", "")
    assert choose_action_for("always", observe(match, 0), Random(0)) == PlayDeal(0)
    weak = apply_phrases(match, "in", "in", "pass", "pass")
    assert choose_action_for("always", observe(weak, 0), Random(0)).text_without_seat == "stand"


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "max_deals"), [(3, 150), (4, 300), (5, 1000)])
def test_matches_of_random_players_end(seats: int, max_deals: int) -> None:
    """Check three to five random players, who take points off on average, so that long matches are very rare.

    By ``python -m tools.match_figures`` the longest of 20,000 matches of four had 70 deals, and each 11 more deals
    leave a tenth (90 % within 33, 99 % within 44), so that 300 cannot occur. The longest of 3,000 matches of three had
    31.
    """
    for number in range(12):
        assert play_match("muscio", ["random"] * seats, number, 7, max_deals).is_over


@pytest.mark.slow
def test_matches_of_six_club_players_end() -> None:
    """Check players who can pass: six random players add points on average, and their match may never end."""
    for number in range(4):
        assert play_match("muscio", ["club"] * 6, number, 7, 1000).is_over

"""The words of a game on a finished deal."""

from __future__ import annotations

from game.match.observation import observe
from game.rules import GAMES
from game.text.games import get_words
from tests.helpers import TableSetup, iter_tables, play_random_actions
from tests.rows import check_rows


@check_rows("table", [table for table in iter_tables() if not table.changes])
def test_figures_of_a_deal_begin_with_the_side_of_the_viewer(table: TableSetup) -> None:
    *_earlier, last = play_random_actions(table.create_match(), "figures")
    words, match = get_words(table.game), last.match
    for seat in range(match.seats):
        observation = observe(match, seat)
        sides = words.list_sides_from(observation, seat)
        if len(sides) == 2:
            own, other = sorted(words.summarize_sides(observation), key=lambda side: seat not in side.seats)
            assert words.format_deal_figures(observation).startswith(f"{own.score_text} ")
            assert words.format_deal_figures(observation).endswith(f" {other.score_text}")


@check_rows("table", [table for table in iter_tables() if not table.changes])
def test_more_than_two_sides_are_listed_by_their_score_of_the_deal(table: TableSetup) -> None:
    *_earlier, last = play_random_actions(table.create_match(), "ranks")
    words, observation = get_words(table.game), observe(last.match, 0)
    sides = words.list_sides_from(observation, 0)
    if len(sides) > 2 and observation.result is not None:
        scores = [observation.result.scores[side.seats[0]] for side in sides]
        assert scores == sorted(scores, reverse=not GAMES[table.game].is_lower_total_better)

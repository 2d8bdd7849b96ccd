"""With enough time a player searches again, in other determinizations, and uses the mean of the searches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ai import search_player
from game.ai.estimates import ActionEstimate, average_estimates, find_best_beyond_noise, has_clear_best
from game.ai.level_table import LEVEL_TABLE
from game.ai.registry import choose_action
from game.ai.search_player import average_passes
from game.ai.time_limit import TimeLimit, TimeUp
from game.core.actions import Pass, Play
from game.core.cards import parse_cards
from game.match.observation import Observation
from tests.game.ai.club_turns import iter_turns
from tests.lanes import choose_sample, long_test
from tests.rows import check_rows

PLAY_ACE, PLAY_TWO = (Play(0, card) for card in parse_cards("As 2s"))
MAX_PASSES = 4
CLEAR_VALUES, EVEN_VALUES, REVERSED_VALUES = (9.0, 1.0), (5.2, 5.0), (5.0, 5.2)
"""The values of the ace and the two."""


def make_estimates(ace_value: float, two_value: float) -> list[ActionEstimate]:
    return [
        ActionEstimate(action=PLAY_ACE, value=ace_value, standard_error=0.0),
        ActionEstimate(action=PLAY_TWO, value=two_value, standard_error=0.5),
    ]


def make_search_passes(*worths: tuple[float, float]) -> Callable[[], list[ActionEstimate]]:
    """Return a search that finds these values in turn; then the time is over."""
    left: Iterator[tuple[float, float]] = iter(worths)

    def run_pass() -> list[ActionEstimate]:
        for ace, two in left:
            return make_estimates(ace, two)
        raise TimeUp

    return run_pass


@check_rows(("values", "used_count"), [
    ((CLEAR_VALUES, REVERSED_VALUES), 1),
    ((EVEN_VALUES, CLEAR_VALUES, REVERSED_VALUES, REVERSED_VALUES), 2),
    ((EVEN_VALUES, REVERSED_VALUES) * MAX_PASSES, MAX_PASSES),
    ((EVEN_VALUES, REVERSED_VALUES), 2),  # then the time is over
])  # fmt: skip
def test_passes_repeat_until_the_choice_is_clear_or_the_limit(
    values: tuple[tuple[float, float], ...], used_count: int
) -> None:
    estimates = average_passes(make_search_passes(*values), MAX_PASSES)
    assert estimates == average_estimates([make_estimates(*pair) for pair in values[:used_count]])


def test_requested_number_of_passes_is_run_even_for_clear_choice() -> None:
    values = (CLEAR_VALUES, REVERSED_VALUES, CLEAR_VALUES)
    estimates = average_passes(make_search_passes(*values), len(values), stops_when_clear=False)
    assert estimates == average_estimates([make_estimates(*pair) for pair in values])
    with pytest.raises(TimeUp):
        average_passes(make_search_passes(), MAX_PASSES)


@given(st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)), min_size=1, max_size=9))
def test_averaged_passes_give_mean_and_smaller_error(worths: list[tuple[float, float]]) -> None:
    ace, two = average_estimates([make_estimates(*pair) for pair in worths])
    assert ace.value == pytest.approx(sum(pair for pair, _two in worths) / len(worths), abs=1e-9)
    assert two.standard_error == pytest.approx(0.5 / len(worths) ** 0.5)
    assert has_clear_best([ace, two]) == (abs(ace.value - two.value) > 1 / len(worths) ** 0.5 or two.value > ace.value)


@check_rows(("values", "chosen"), [(CLEAR_VALUES, PLAY_ACE), (EVEN_VALUES, PLAY_TWO)])
def test_usual_card_is_left_only_for_one_better_beyond_noise(values: tuple[float, float], chosen: Play) -> None:
    assert find_best_beyond_noise(make_estimates(*values), PLAY_TWO).action == chosen
    assert find_best_beyond_noise(make_estimates(*values), Pass(0)).action == PLAY_ACE


def count_passes(view: Observation, ms: int) -> int:
    """Return how often a master searches for a card in this time; 0 if it needs no search."""
    counts = [0]

    def count_and_average(passes: list[list[ActionEstimate]]) -> list[ActionEstimate]:
        counts.append(len(passes))
        return average_estimates(passes)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search_player, "average_estimates", count_and_average)
        choose_action("master", view, Random(1), TimeLimit(ms, lambda: 0.0))
    return max(counts)


@long_test
@check_rows(("game", "seats"), choose_sample([("briscola", 3), ("spades", 4), ("briscola", 4), ("chiamata", 5)], 2))
def test_second_pass_runs_only_for_unclear_choice(game: str, seats: int) -> None:
    turns = [*iter_turns(game, 6, seats)]
    pass_counts = [count_passes(view, 1000) for view in turns]
    assert min(pass_counts) <= 1 < max(pass_counts) <= LEVEL_TABLE[game]["master"][0].max_passes
    assert all(count_passes(view, 50) <= 1 for view in turns)


@pytest.mark.slow
def test_two_player_briscola_repeats_passes_until_time_limit() -> None:
    limits = [(step.min_ms, step.max_passes) for step in LEVEL_TABLE["briscola2"]["master"] if step.has_mixture]
    turns = [view for view in iter_turns("briscola", 3, 2) if count_passes(view, 10)]
    drawing, last = ([view for view in turns if bool(view.board.stock_size) is has] for has in (True, False))
    assert len(drawing) >= len(limits) and last
    for (ms, passes), view in zip(limits, drawing, strict=False):
        assert count_passes(view, ms) == passes
    assert {count_passes(view, ms) for view in last for ms, _passes in limits} == {1}

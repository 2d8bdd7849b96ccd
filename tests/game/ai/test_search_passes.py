"""With enough time a player searches again, in other determinizations, and uses the mean of the searches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ai import search_passes
from game.ai.estimates import ActionEstimate, average_estimates, find_best_beyond_noise, has_clear_best
from game.ai.level_table import LEVEL_TABLE
from game.ai.registry import choose_action
from game.ai.search_passes import average_passes
from game.ai.time_limit import TimeLimit, TimeUp
from game.core.actions import Action, Pass, Play
from game.core.cards import parse_cards
from game.match.observation import Observation
from game.rules.briscola.phases import BriscolaTrickPhase
from tests.rows import check_rows
from tools.tournament.contests import BRISCOLA_TABLE, CHIAMATA_TABLE, SPADES_TABLE
from tools.tournament.plateau import iter_turns

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


@check_rows(("values", "usual", "chosen"), [
    (CLEAR_VALUES, PLAY_TWO, PLAY_ACE), (EVEN_VALUES, PLAY_TWO, PLAY_TWO), (EVEN_VALUES, PLAY_ACE, PLAY_ACE),
    (EVEN_VALUES, Pass(0), PLAY_ACE),
])  # fmt: skip
def test_usual_card_is_left_only_for_one_better_beyond_noise(
    values: tuple[float, float], usual: Action, chosen: Action
) -> None:
    assert find_best_beyond_noise(make_estimates(*values), usual).action == chosen


class PassCounter:
    """A counter of the searches of strong players."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.max_pass_count = 0
        average_passes_original = search_passes.average_passes

        def count_passes(run_pass: Callable[[], list[ActionEstimate]], *limits: int, **options: bool) -> Any:
            taken = [0]

            def run_counted_pass() -> list[ActionEstimate]:
                taken[0] += 1
                return run_pass()

            result = average_passes_original(run_counted_pass, *limits, **options)
            self.max_pass_count = max(self.max_pass_count, taken[0])
            return result

        monkeypatch.setattr(search_passes, "average_passes", count_passes)

    def count_while_choosing(self, level: str, view: Observation, ms: int) -> int:
        self.max_pass_count = 0
        choose_action(level, view, Random(1), TimeLimit(ms, lambda: 0.0))
        return self.max_pass_count


@pytest.mark.slow
@pytest.mark.parametrize(
    "table", [("briscola", "classic", 3), ("briscola", "classic", 4), CHIAMATA_TABLE, SPADES_TABLE]
)
def test_second_pass_runs_only_for_unclear_choice(table: tuple[str, str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    looks, turns = PassCounter(monkeypatch), [*iter_turns(table, 1, 0, 3)]
    pass_counts = [looks.count_while_choosing("master", view, 1000) for view in turns]
    assert min(pass_counts) <= 1 < max(pass_counts) <= LEVEL_TABLE[table[0]]["master"][0].max_passes
    assert all(looks.count_while_choosing("master", view, 50) <= 1 for view in turns)


@pytest.mark.slow
def test_two_player_briscola_repeats_passes_until_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = PassCounter(monkeypatch)
    limits = [(step.min_ms, step.max_passes) for step in LEVEL_TABLE["briscola2"]["master"] if step.has_mixture]
    turns_by_stock: dict[bool, list[Observation]] = {True: [], False: []}
    for view in iter_turns(BRISCOLA_TABLE, 1, 0, 3):
        assert isinstance(view.phase, BriscolaTrickPhase)
        turns_by_stock[bool(view.phase.stock)].append(view)
    assert all(turns_by_stock.values())
    for (ms, many), view in zip(limits, cycle(turns_by_stock[True]), strict=False):
        assert looks.count_while_choosing("master", view, ms) == many
    for view in turns_by_stock[False]:
        assert {looks.count_while_choosing("master", view, ms) for ms, _many in limits} == {1}

"""A sum is told step by step, and comes to what the deal was worth; the trick it turned on is one of the deal's."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from math import prod

import pytest

from game.engine.phases import DealResult, Rung, Turning
from game.engine.tricks import PlayedOut
from game.words import say
from tests.helpers import NAMES, Table, playout
from tests.pairs import PAIRED

DEALS = 4


@cache
def endings(table: Table) -> tuple[tuple[DealResult, PlayedOut | None], ...]:
    """Deals played by chance: their results, and how they lay if they were played out."""
    phases = [moment.match.phase for moment in playout(table.match(), f"sums {table}", DEALS)]
    ended = [(phase.result, phase) for phase in phases if phase is not None and phase.result is not None]
    return tuple((result, phase if isinstance(phase, PlayedOut) else None) for result, phase in ended)


def sums(result: DealResult) -> list[list[Rung]]:
    rungs = [one for one in result.why if isinstance(one, Rung)]
    return [list(group) for _seats, group in groupby(rungs, key=lambda rung: rung.seats)]


@pytest.mark.parametrize("table", PAIRED, ids=str)
def test_each_step_follows_from_the_one_before_it_and_the_last_is_what_the_deal_was_worth(table: Table) -> None:
    for result, _over in endings(table):
        for rungs in sums(result):
            total = 0
            for rung in rungs:
                by = prod(rung.factors)
                total = total * by if rung.sign == "×" else total + by if rung.sign == "+" else total - by
                assert rung.total == total
            seats = rungs[0].seats
            assert {result.scores[seat] for seat in seats} == {total} or total == sum(result.points[s] for s in seats)


@pytest.mark.parametrize("table", PAIRED, ids=str)
def test_everybody_whom_a_deal_changed_has_a_sum_that_says_why(table: Table) -> None:
    for result, _over in endings(table):
        told = {seat for rungs in sums(result) for seat in rungs[0].seats}
        assert {seat for seat, change in enumerate(result.scores) if change} <= told


@pytest.mark.parametrize("table", PAIRED, ids=str)
def test_the_trick_a_deal_turned_on_is_one_of_its_tricks(table: Table) -> None:
    for result, over in endings(table):
        turned = [one for one in result.why if isinstance(one, Turning)]
        assert over is not None or not turned
        for one in turned:
            assert over is not None and 0 <= one.trick < len(over.done)
            assert one.values["number"] == one.trick + 1
            assert say(one, NAMES[: table.seats])

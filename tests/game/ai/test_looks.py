"""Who has the time looks again, in other worlds, and what the looks say together is their mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ai.estimate import Estimate, is_clear, pooled
from game.ai.limit import TimeUp
from game.ai.strong import together
from game.engine.actions import Play
from game.engine.cards import cards

ACE, TWO = (Play(0, card) for card in cards("As 2s"))
MOST = 4
CLEAR, EVEN, OTHERWISE = (9.0, 1.0), (5.2, 5.0), (5.0, 5.2)
"""What the ace and the two are found to be worth."""


def found(ace: float, two: float) -> list[Estimate]:
    return [Estimate(action=ACE, worth=ace, error=0.0), Estimate(action=TWO, worth=two, error=0.5)]


def looking(*worths: tuple[float, float]) -> Callable[[], list[Estimate]]:
    """Looks that find these one after the other; then the time is over."""
    left: Iterator[tuple[float, float]] = iter(worths)

    def look() -> list[Estimate]:
        for ace, two in left:
            return found(ace, two)
        raise TimeUp

    return look


def test_one_look_is_enough_for_who_is_not_in_doubt() -> None:
    assert together(looking(CLEAR, OTHERWISE), MOST, is_clear) == found(*CLEAR)


def test_who_is_in_doubt_looks_until_he_is_not() -> None:
    seen = (EVEN, CLEAR, OTHERWISE, OTHERWISE)
    assert together(looking(*seen), MOST, is_clear) == pooled([found(*EVEN), found(*CLEAR)])


def test_nobody_looks_more_often_than_he_may() -> None:
    seen = (EVEN, OTHERWISE) * MOST
    assert together(looking(*seen), MOST, is_clear) == pooled([found(*one) for one in seen[:MOST]])


def test_who_asks_for_many_looks_gets_them_however_clear_they_are() -> None:
    seen = (CLEAR, OTHERWISE, CLEAR)
    assert together(looking(*seen), len(seen)) == pooled([found(*one) for one in seen])


def test_a_clock_that_runs_out_leaves_what_was_seen() -> None:
    assert together(looking(EVEN, OTHERWISE), MOST, is_clear) == pooled([found(*EVEN), found(*OTHERWISE)])
    with pytest.raises(TimeUp):
        together(looking(), MOST, is_clear)


@given(st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)), min_size=1, max_size=9))
def test_looks_together_say_their_mean_and_are_surer_than_each(worths: list[tuple[float, float]]) -> None:
    ace, two = pooled([found(*one) for one in worths])
    assert ace.worth == pytest.approx(sum(one for one, _two in worths) / len(worths), abs=1e-9)
    assert two.error == pytest.approx(0.5 / len(worths) ** 0.5)
    assert is_clear([ace, two]) == (abs(ace.worth - two.worth) > 1 / len(worths) ** 0.5 or two.worth > ace.worth)

"""The time limit of a move is kept, and where it is long enough it changes nothing."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from game.ai import registry
from game.ai.advice import MIN_TIME_LIMIT, compute_advice, explain_actions
from game.ai.game_ai_info import ERROR_PRONE_LEVELS
from game.ai.levels import list_levels
from game.ai.time_limit import TIME_RESERVE_FRACTION, TIME_RESERVE_MS, TimeLimit, TimeUp
from game.match.observation import observe
from game.rules import GAMES
from game.rules.chiamata.auction import AuctionPhase
from tests.fakes import FakeClock
from tests.game.ai.club_turns import iter_turns
from tests.helpers import DETERMINISTIC_TIME_LIMIT, choose_without_time_limit, deal_match, play
from tests.lanes import choose_sample, long_test
from tests.rows import check_rows

TIME_CHECK_COUNTS: Final = (0, 1, 2, 5, 9, 17, 40)
"""The numbers of checks after which the time is over."""


class CountdownClock:
    """A clock that shows its start for a number of checks and then the end of the limit."""

    def __init__(self, looks: int) -> None:
        self.remaining_checks = looks
        self.late_check_count = 0

    def __call__(self) -> float:
        self.remaining_checks -= 1
        if self.remaining_checks >= -1:  # the first check is the start
            return 0.0
        self.late_check_count += 1
        return 1e6


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_new_work_starts_after_time_is_over(game: str) -> None:
    for number, view in enumerate(iter_turns(game, 7)):
        for level in list_levels(game):
            clock = CountdownClock(TIME_CHECK_COUNTS[number % len(TIME_CHECK_COUNTS)])
            assert registry.choose_action(level, view, Random(number), TimeLimit(50, clock)) in view.legal_actions
            assert clock.late_check_count <= 1


@long_test
@pytest.mark.parametrize("game", GAMES)
def test_time_limit_does_not_change_choice_when_time_is_enough(game: str) -> None:
    for number, view in enumerate(choose_sample([*iter_turns(game, 47)], 2)):
        for level in list_levels(game):
            slow = iter(range(10_000_000))
            ticking = TimeLimit(DETERMINISTIC_TIME_LIMIT.ms, lambda slow=slow: next(slow) * 1e-6)  # type: ignore[misc]
            assert registry.choose_action(level, view, Random(number), ticking) == choose_without_time_limit(
                level, view, Random(number)
            )


@check_rows("game", GAMES)
def test_heuristic_choice_is_made_when_there_is_no_time(game: str) -> None:
    for view in iter_turns(game, 9):
        at_once = choose_without_time_limit("club", view, Random(4))
        for level in list_levels(game):
            if level not in ERROR_PRONE_LEVELS and not isinstance(view.phase, AuctionPhase):
                assert registry.choose_action(level, view, Random(4), TimeLimit(1, lambda: 0.0)) == at_once


@check_rows("game", GAMES)
def test_advice_without_time_gets_minimum_search(game: str) -> None:
    for view in iter_turns(game, 23):
        assert compute_advice(view, TimeLimit(50, CountdownClock(0))) == compute_advice(view, MIN_TIME_LIMIT)
        assert {item.action for item in explain_actions(view, TimeLimit(50, CountdownClock(0)), Random(1))} <= set(
            view.legal_actions
        )


def test_shortest_search_of_a_hand_of_half_the_pack_has_a_state() -> None:
    match = deal_match(game="spades", seats=2)
    for bid in ("1 bid 5", "0 bid 5"):
        match = play(match, bid)
    assert {item.action for item in compute_advice(observe(match, 1), MIN_TIME_LIMIT)} == {*match.legal_actions()}


def test_time_of_a_search_ends_shortly_before_the_limit_by_its_clock() -> None:
    clock = FakeClock(100.0)
    check_time = TimeLimit(250, clock).start()
    clock.advance(((1 - TIME_RESERVE_FRACTION) * 250 - TIME_RESERVE_MS) / 1000 - 0.001)
    check_time()
    clock.advance(0.002)
    for _look in range(2):
        with pytest.raises(TimeUp):
            check_time()

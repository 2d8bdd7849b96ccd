"""The time for a move: it is kept by small steps, and where it is enough it changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

from game.ai import players
from game.ai.explain import GLANCE, explain, weigh
from game.ai.levels import levels_for
from game.ai.limit import Deadline, Limit, TimeUp
from game.ai.room import ERRING
from game.engine.actions import Deal
from game.fairness import shuffled, stream
from game.match import Match
from game.rules import GAMES
from game.rules.chiamata.auction import Auction
from game.view import View, look
from tests.helpers import UNHURRIED, choose, fresh

STEPS: Final = (0, 1, 2, 5, 9, 17, 40)
"""After so many looks at the clock the time is over."""


class Clock:
    """A clock that tells so many looks the time when it was begun, and then that all of it is over."""

    def __init__(self, looks: int) -> None:
        self.looks = looks
        self.late = 0

    def __call__(self) -> float:
        self.looks -= 1
        if self.looks >= -1:  # the first look is the beginning
            return 0.0
        self.late += 1
        return 1e6


def turns(game: str, every: int) -> Iterator[View]:
    """Some turns of two deals of `club`, as the seat on turn sees them."""
    rng, number = stream(3, "limits", game), 0
    for _deal in range(2):
        match: Match = fresh(game, seats=GAMES[game].proposed_seats)
        match = match.apply(Deal(shuffled(match.pack, rng))).match
        while match.to_act is not None:
            number += 1
            if number % every == 0:
                yield look(match, match.to_act)
            match = match.apply(choose("club", look(match, match.to_act), rng)).match


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_who_sees_that_the_time_is_over_begins_nothing_more(game: str) -> None:
    for number, view in enumerate(turns(game, 7)):
        for level in levels_for(game):
            clock = Clock(STEPS[number % len(STEPS)])
            assert players.choose(level, view, Random(number), Limit(50, clock)) in view.choices
            assert clock.late <= 1


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_where_the_time_is_enough_the_clock_changes_nothing(game: str) -> None:
    for number, view in enumerate(turns(game, 11)):
        for level in levels_for(game):
            slow = iter(range(10_000_000))
            ticking = Limit(UNHURRIED.ms, lambda slow=slow: next(slow) * 1e-6)  # type: ignore[misc]
            assert players.choose(level, view, Random(number), ticking) == choose(level, view, Random(number))


@pytest.mark.parametrize("game", GAMES)
def test_who_has_no_time_at_all_does_what_he_knows_by_rules_of_thumb(game: str) -> None:
    for view in turns(game, 9):
        at_once = choose("club", view, Random(4))
        for level in levels_for(game):
            if level not in ERRING and not isinstance(view.phase, Auction):
                assert players.choose(level, view, Random(4), Limit(1, lambda: 0.0)) == at_once


@pytest.mark.parametrize("game", GAMES)
def test_who_is_asked_for_advice_and_has_no_time_takes_a_glance(game: str) -> None:
    for view in turns(game, 23):
        assert explain(view, Limit(50, Clock(0))) == explain(view, GLANCE)
        assert {one.action for one in weigh(view, Limit(50, Clock(0)), Random(1))} <= set(view.choices)


def test_a_deadline_lets_go_on_until_a_little_before_the_time_is_over() -> None:
    now = [0.0]
    deadline: Deadline = Limit(50, lambda: now[0]).begin()
    deadline.check()
    assert 45 < deadline.left_ms() < 50
    now[0] = 0.045
    deadline.check()
    now[0] = 0.05
    with pytest.raises(TimeUp):
        deadline.check()

"""Chances as they are told: a rising curve over those that playouts find, and how it is made."""

from __future__ import annotations

import numpy as np
import pytest

from game.ai.chances import FILE, straightened, told
from game.ai.explain import explain
from game.ai.learned import learned_file
from game.engine.actions import Deal, Swap
from game.fairness import shuffled, stream
from game.rules import GAMES
from game.rules.chiamata.auction import Auction
from game.view import look
from tests.helpers import UNHURRIED, briscola, choose, fresh, play


@pytest.mark.parametrize("game", GAMES)
def test_where_more_is_found_no_less_is_told(game: str) -> None:
    found = [told(game, chance) for chance in np.linspace(0, 1, 101)]
    assert found == sorted(found)
    assert found[0] == 0 and found[-1] == 1
    assert learned_file(FILE)[game][1] > 0


def test_of_a_game_that_was_never_measured_the_chance_is_told_as_it_was_found() -> None:
    assert told("unknown", 0.3) == 0.3


@pytest.mark.parametrize("chance", [0.0, 1.0])
def test_what_is_sure_is_told_as_sure(chance: float) -> None:
    assert straightened(chance, -0.4, 0.7) == chance


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_advice_always_says_how_many_points_and_how_likely_it_is_to_win(game: str) -> None:
    rng, asked = stream(5, "chances", game), 0
    match = fresh(game, seats=GAMES[game].proposed_seats)
    match = match.apply(Deal(shuffled(match.pack, rng))).match
    while match.to_act is not None:
        view = look(match, match.to_act)
        if not isinstance(match.phase, Auction) and asked % 3 == 0:
            for one in explain(view, UNHURRIED):
                assert one.estimate.points is not None and one.estimate.win is not None
                assert 0 <= one.estimate.win <= 1
        asked += 1
        match = match.apply(choose("club", view, rng)).match


def test_an_exchange_is_weighed_against_playing_without_it() -> None:
    for turned, gains in (("Ad", True), ("Kd", True), ("5d", False), ("2d", False)):
        match = briscola(turned, "7d Ac 3s", "4d 4s 6s", stock="2h 4h", trump_exchange="seven")
        match = play(match, "0 play Ac", "1 play 4s")
        found = explain(look(match, 0), UNHURRIED)
        worth = {one.action: one.estimate.worth for one in found}
        swapped = worth.pop(next(one for one in worth if isinstance(one, Swap)))
        assert (swapped > max(worth.values())) == gains

"""Who has the time looks again, in other worlds, and what the looks say together is their mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ai import strong
from game.ai.briscola import for_two
from game.ai.characters import PLAIN
from game.ai.estimate import Estimate, is_clear, pooled
from game.ai.limit import Limit, TimeUp
from game.ai.natural import natural
from game.ai.players import MINDS, choose
from game.ai.strong import together
from game.engine.actions import Deal, Play
from game.engine.cards import cards
from game.fairness import shuffled
from game.match import new_match
from game.rules import GAMES
from game.rules.briscola.play import BriscolaTricks
from game.view import View, look
from tests.helpers import UNHURRIED

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


class Looks:
    """Counts the looks that strong players take together."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.most = 0
        whole = strong.together

        def counted(look: Callable[[], list[Estimate]], *limits: Any) -> list[Estimate]:
            taken = [0]

            def one() -> list[Estimate]:
                taken[0] += 1
                return look()

            found = whole(one, *limits)
            self.most = max(self.most, taken[0])
            return found

        monkeypatch.setattr(strong, "together", counted)

    def while_choosing(self, level: str, view: View, ms: int) -> int:
        self.most = 0
        choose(level, view, Random(1), Limit(ms, lambda: 0.0))
        return self.most


def turns(game: str, seats: int) -> Iterator[View]:
    """Some turns in a deal of `club` with a card to choose."""
    rng = Random(f"looks {game}")
    match = new_match(game, next(iter(GAMES[game].presets.values())), seats, 0)
    match = match.apply(Deal(shuffled(match.pack, rng))).match
    for number in range(60):
        if match.to_act is None or match.phase is None:
            return
        view = look(match, match.to_act)
        if match.phase.in_play and number % 3 == 0 and len(natural(view, MINDS[game].habits).choices) > 1:
            yield view
        match = match.apply(choose("club", view, rng, UNHURRIED)).match


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), [("briscola", 3), ("briscola", 4), ("chiamata", 5), ("spades", 4)])
def test_who_has_a_second_looks_again_only_where_he_is_in_doubt(
    game: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = Looks(monkeypatch)
    found = [looks.while_choosing("master", view, 1000) for view in turns(game, seats)]
    assert min(found) <= 1 < max(found) <= dict(strong.LOOKS)[1000]
    assert all(looks.while_choosing("master", view, 50) <= 1 for view in turns(game, seats))


@pytest.mark.slow
def test_who_plays_briscola_for_two_looks_as_often_as_there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = Looks(monkeypatch)
    for view in turns("briscola", 2):
        assert isinstance(view.phase, BriscolaTricks)
        for ms, many in for_two.LOOKS:
            assert looks.while_choosing("master", view, ms) == (many if view.phase.stock else 1)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_advice_is_one_look(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = Looks(monkeypatch)
    for view in turns(game, GAMES[game].proposed_seats):
        MINDS[game].weighed(natural(view, MINDS[game].habits), Random(1), UNHURRIED, PLAIN)
    assert looks.most <= 1

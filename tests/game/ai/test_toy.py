"""A game without a room of its own among the players is played at random everywhere, in silence and without advice."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from random import Random
from typing import ClassVar

import pytest

from game import talk
from game.ai.characters import PLAIN, Character
from game.ai.explain import explain
from game.ai.levels import levels_for
from game.ai.worker import Thinker
from game.commands import simulate, simulation
from game.engine.actions import Deal
from game.engine.cards import ITALIAN_PACK, Card, Rank
from game.engine.events import Dealt, Passed, Scored
from game.engine.options import Options
from game.engine.phases import DealResult, Reason, Step
from game.engine.tricks import Trick, Tricks, deal_round, in_order
from game.match import Match
from game.rules import GAMES, Game, Standing
from game.rules.family import RANKING
from game.view import look
from tests.helpers import UNHURRIED, choose, fresh, stacked

SIZE = 3


class HighTricks(Tricks, frozen=True, kw_only=True):
    """Three cards each, played as one likes; the highest of the suit led takes the trick."""

    ranking: ClassVar[tuple[Rank, ...]] = RANKING

    def settle(self) -> Step:
        taken = self.points()
        outcome = DealResult(state="scored", scores=taken, points=taken, why=(Reason("toy"),))
        return self.end(outcome, Scored(taken, taken))


def dealt(options: Options, seats: int, dealer: int, pack: tuple[Card, ...], _earlier: tuple[DealResult, ...]) -> Step:
    hands = deal_round(pack, seats, dealer, SIZE)
    trick = Trick(in_order(tuple(range(seats)), (dealer + 1) % seats))
    state = HighTricks(options=options, seats=seats, dealer=dealer, hands=hands, trick=trick, trump=None)
    return Step(state, (Dealt(dealer, hands),))


def stands(_options: Options, seats: int, results: tuple[DealResult, ...]) -> Standing:
    totals = tuple(sum(result.scores[seat] for result in results) for seat in range(seats))
    winners = tuple(seat for seat in range(seats) if totals[seat] == max(totals)) if len(results) > 2 else ()
    return Standing(totals=totals, over=bool(winners), winners=winners)


TOY = Game(
    name="toy", title="Toy", seats=(2, 3), clockwise=True, presets={"plain": Options()}, actions=(),
    pack_for=lambda _options, seats: ITALIAN_PACK[: SIZE * seats],
    sides_for=lambda _options, seats: tuple((seat,) for seat in range(seats)),
    deal=dealt, standing=stands, draw_ranking=RANKING, words={},
)  # fmt: skip


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", TOY)  # type: ignore[arg-type]


@pytest.fixture
def begun() -> Match:
    match = fresh("toy")
    return match.apply(Deal(stacked(match, ""))).match


def test_it_is_played_at_random_and_at_no_other_level(begun: Match) -> None:
    assert levels_for("toy") == ("random",)
    view = look(begun, begun.to_act)
    assert choose("random", view, Random(1)) in view.choices
    with pytest.raises(ValueError, match="no player 'club'"):
        choose("club", view, Random(1))


def test_the_process_beside_the_window_plays_it(begun: Match) -> None:
    thinker, came, due = Thinker(50), [], time.monotonic() + 60
    thinker.start()
    view = look(begun, begun.to_act)
    ticket = thinker.ask(view, "random", PLAIN, 1)
    while not came and time.monotonic() < due:
        came = thinker.poll()
        time.sleep(0.01)
    thinker.close()
    assert thinker.join(10)
    assert [number for number, _action in came] == [ticket]
    assert came[0][1] == choose("random", view, Random(1))


def test_it_is_simulated_in_the_unit_of_its_score(capsys: pytest.CaptureFixture[str]) -> None:
    parser = ArgumentParser()
    simulate.add_arguments(parser)
    assert simulation.run(parser.parse_args(["toy", "--players", "random", "--deals", "4", "--seats", "3"])) == 0
    assert "toy/plain" in capsys.readouterr().out


def test_its_players_keep_silent() -> None:
    assert talk.remark("toy", [Passed(0)], Character(name="", talkativeness=1.0), Random(1)) is None


def test_nobody_advises_on_it(begun: Match) -> None:
    with pytest.raises(ValueError, match="nobody advises on toy"):
        explain(look(begun, begun.to_act), UNHURRIED)

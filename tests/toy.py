"""A game of forty lines, registered nowhere but here: three cards each, the highest of the suit led takes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from game.engine.cards import ITALIAN_PACK, Card, Rank
from game.engine.events import Dealt, Scored
from game.engine.options import Options
from game.engine.phases import DealResult, Reason, Step
from game.engine.tricks import Trick, Tricks, deal_round, in_order
from game.rules import Game, Standing, register_game, unregister_game
from game.rules.family import RANKING
from game.rules.game import ScoreSum

HAND_SIZE = 3


class ToyTricks(Tricks, frozen=True, kw_only=True):
    """Any card may be played; a trick is a point."""

    ranking: ClassVar[tuple[Rank, ...]] = RANKING

    def settle(self) -> Step:
        points = self.points()
        outcome = DealResult(state="scored", scores=points, points=points, why=(Reason("toy", {"scores": points}),))
        return self.end(outcome, Scored(points, points))


def deal(options: Options, seats: int, dealer: int, pack: tuple[Card, ...], _earlier: tuple[DealResult, ...]) -> Step:
    hands = deal_round(pack, seats, dealer, HAND_SIZE)
    trick = Trick(in_order(tuple(range(seats)), (dealer + 1) % seats))
    state = ToyTricks(options=options, seats=seats, dealer=dealer, hands=hands, trick=trick, trump=None)
    return Step(state, (Dealt(dealer, hands),))


def standing(_options: Options, added: ScoreSum) -> Standing:
    totals = added.scores
    winners = tuple(seat for seat, total in enumerate(totals) if total == max(totals)) if added.scored > 1 else ()
    return Standing(totals=totals, over=bool(winners), winners=winners)


TOY = Game(
    name="toy", title="Toy", code_letter="T", seats=(2, 3), clockwise=True, presets={"plain": Options()}, actions=(),
    pack_for=lambda _options, _seats: ITALIAN_PACK, deal=deal, standing=standing, draw_ranking=RANKING,
    sides_for=lambda _options, seats: tuple((seat,) for seat in range(seats)), words={"toy": "tricks: {scores}"},
)  # fmt: skip


@contextmanager
def registered(game: Game = TOY) -> Iterator[None]:
    """Let the program play this game too, in a block or in a test that this decorates."""
    register_game(game)
    try:
        yield
    finally:
        unregister_game(game.name)

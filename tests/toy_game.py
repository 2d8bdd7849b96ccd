"""A game of fifty lines: three cards for each seat, the highest card of the suit led takes the trick."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from game.core.cards import ITALIAN_PACK, Card, Rank
from game.core.events import CardsDealt
from game.core.messages import Reason
from game.core.options import Options
from game.core.phase import DealResult, PhaseStep, ScoreTerm, build_score_lines
from game.core.trick_taking import Trick, TrickPhase, deal_hands, order_seats_from
from game.rules import register_game, unregister_game
from game.rules.briscola_family import RANKING
from game.rules.game import Game, ScoreSum, Standing

HAND_SIZE = 3


class ToyTrickPhase(TrickPhase, frozen=True, kw_only=True):
    """Any card may be played; a trick is a point."""

    ranking: ClassVar[tuple[Rank, ...]] = RANKING

    def score_deal(self) -> PhaseStep:
        points = self.count_points()
        lines = [
            line
            for seat, tricks in enumerate(points)
            for line in build_score_lines((seat,), ScoreTerm(Reason("toy_tricks"), "+", (tricks,)))
        ]
        result = DealResult(state="scored", scores=points, points=points, reasons=tuple(lines))
        return self.end_deal(result)


def deal(
    options: Options, seats: int, dealer: int, pack: tuple[Card, ...], _earlier: tuple[DealResult, ...]
) -> PhaseStep:
    hands = deal_hands(pack, seats, dealer, HAND_SIZE)
    trick = Trick(order_seats_from(tuple(range(seats)), (dealer + 1) % seats))
    state = ToyTrickPhase(options=options, seats=seats, dealer=dealer, hands=hands, trick=trick, trump=None)
    return PhaseStep(state, (CardsDealt(dealer, hands),))


def compute_standing(_options: Options, added: ScoreSum) -> Standing:
    totals = added.scores
    winners = tuple(seat for seat, total in enumerate(totals) if total == max(totals)) if added.scored > 1 else ()
    return Standing(totals=totals, is_over=bool(winners), winners=winners)


TOY = Game(
    id="toy",
    title="Toy",
    code_letter="T",
    seat_counts=(2, 3),
    is_clockwise=True,
    presets={"plain": Options()},
    actions=(),
    make_pack=lambda _options, _seats: ITALIAN_PACK,
    deal=deal,
    compute_standing=compute_standing,
    ranking=RANKING,
    get_sides=lambda _options, seats: tuple((seat,) for seat in range(seats)),
    messages={"toy_tricks": "tricks taken"},
)


@contextmanager
def register_temporarily(game: Game = TOY) -> Iterator[None]:
    """Return a context manager that registers the game for its block, or for a test that it decorates."""
    register_game(game)
    try:
        yield
    finally:
        unregister_game(game.id)

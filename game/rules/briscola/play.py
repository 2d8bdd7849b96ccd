"""Briscola, two to six seats (seed 002; six seats, exchange and partners' view are ours).

``Tricks → Over``: deal three each, turn the trump, play freely, draw while the stock lasts.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, Final, Self, get_args

from game.engine.actions import Action, Swap
from game.engine.cards import Card, Rank, Suit, card, hidden, without
from game.engine.events import Drew, Event, Scored, Swapped, mask_hands
from game.engine.options import Options
from game.engine.phases import Board, DealResult, Reason, Step, Turning
from game.engine.tricks import Taken, Tricks, in_order, reached, replace
from game.rules.briscola.actions import Sign, Word
from game.rules.briscola.events import HandShown, Signed
from game.rules.briscola.options import BriscolaOptions
from game.rules.family import RANKING, VALUES, counted

HAND_SIZE: Final = 3
MAJORITY: Final = 60
SIGNS: Final[tuple[Word, ...]] = get_args(Word)
EXCHANGED: Final[Mapping[str, Rank]] = {"seven": "7", "two": "2"}


def sides_for(options: Options, seats: int) -> tuple[tuple[int, ...], ...]:
    """The seats that win together: pairs sitting opposite, teams of three alternately, else each for himself."""
    assert isinstance(options, BriscolaOptions)
    return _sides(seats, seats == 6 or (seats == 4 and options.teams))


@lru_cache(maxsize=16)
def _sides(seats: int, in_teams: bool) -> tuple[tuple[int, ...], ...]:
    if in_teams:
        return tuple(range(0, seats, 2)), tuple(range(1, seats, 2))
    return tuple((seat,) for seat in range(seats))


@lru_cache(maxsize=64)
def _mates(sides: tuple[tuple[int, ...], ...], seat: int) -> tuple[int, ...]:
    return tuple(other for side in sides if seat in side for other in side if other != seat)


@lru_cache(maxsize=16)
def every_sign(seat: int) -> tuple[Sign, ...]:
    """The signs there are, made by ``seat``."""
    return tuple(Sign(seat, sign) for sign in SIGNS)


class BriscolaTricks(Tricks, frozen=True, kw_only=True):
    """Three cards in hand, a stock to draw from; the turned card is the last of it.

    ``signs`` are those made so far, the oldest first: (number of tricks done, seat, sign), the sign None where it is
    hidden. ``exchange``: who has taken which card for the seven (or the two) of trump, if anybody has.
    """

    ranking: ClassVar[tuple[Rank, ...]] = RANKING
    values: ClassVar[Mapping[Rank, int]] = VALUES

    options: BriscolaOptions
    trump: Suit
    turned: Card
    stock: tuple[Card, ...]
    signs: tuple[tuple[int, int, Word | None], ...] = ()
    exchange: tuple[int, Card] | None = None

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return sides_for(self.options, self.seats)

    @property
    def to_draw(self) -> int:
        return len(self.stock)

    @property
    def why_silent(self) -> Reason | None:
        """Neither talk nor signs during the first trick (seed 002)."""
        return None if self.done else Reason("signs_first_trick")

    def partners(self, seat: int) -> tuple[int, ...]:
        """The other seats of ``seat``'s side."""
        return _mates(self.sides, seat)

    def besides(self) -> tuple[tuple[tuple[Action, ...], Reason | None], ...]:
        seat = self.trick.to_play
        return (every_sign(seat), self._why_not_sign(seat)), ((Swap(seat),), self._why_not_swap(seat))

    def _why_not_sign(self, seat: int) -> Reason | None:
        if self.options.signals == "off":
            return Reason("signs_off")
        if not self.partners(seat):
            return Reason("signs_no_partner")
        if self.why_silent is not None:
            return self.why_silent
        if self.signs and self.signs[-1][:2] == (len(self.done), seat):
            return Reason("signs_one_a_turn")
        return None

    def _why_not_swap(self, seat: int) -> Reason | None:
        if self.options.trump_exchange == "off":
            return Reason("swap_off")
        if not self.stock:
            return Reason("swap_stock_gone")
        given = self._exchanged()
        if given not in self.hands[seat]:
            return Reason("swap_not_held", {"card": given})
        if not any(taken.winner == seat for taken in self.done):
            return Reason("swap_no_trick")
        return None

    def _exchanged(self) -> Card:
        return card(EXCHANGED[self.options.trump_exchange], self.trump)

    def do(self, action: Action) -> Step:
        if isinstance(action, Sign):
            signs = (*self.signs, (len(self.done), action.seat, action.sign))
            event = Signed(action.seat, action.sign, self.partners(action.seat))
            return Step(replace(self, signs=signs), (event,))
        if isinstance(action, Swap):
            return self._swap(action.seat)
        return super().do(action)

    def _swap(self, seat: int) -> Step:
        given = self._exchanged()
        hands = list(self.hands)
        hands[seat] = (*without(hands[seat], given), self.turned)
        after = replace(
            self, hands=tuple(hands), turned=given, stock=(*self.stock[:-1], given), exchange=(seat, self.turned)
        )
        return Step(after, (Swapped(seat, given, self.turned),))

    def after_trick(self) -> Step:
        if not self.stock:
            return Step(self, ())
        hands, events = list(self.hands), list[Event]()
        order = in_order(tuple(range(self.seats)), self.done[-1].winner)
        for seat, drawn in zip(order, self.stock, strict=False):
            hands[seat] = (*hands[seat], drawn)
            events.append(Drew(seat, drawn, drawn is self.turned))
        after = replace(self, hands=tuple(hands), stock=self.stock[self.seats :])
        return Step(after, (*events, *after._shown_hands()))

    def _shown_hands(self) -> tuple[Event, ...]:
        if self.stock or not self.options.show_partner_hand:
            return ()
        shown = (HandShown(seat, self.hands[seat], self.partners(seat)) for seat in range(self.seats))
        return tuple(event for event in shown if event.to)

    def settle(self) -> Step:
        points = self.points()
        sums = {side: sum(points[seat] for seat in side) for side in self.sides}
        winning, why = find_winning_side(sums, self.options)
        scores = tuple(int(winning is not None and seat in winning) for seat in range(self.seats))
        sums_of = tuple(rung for side in self.sides for rung in counted(self.done, side))
        turned = _turned(self.options, self.done, sums, winning) if winning is not None else ()
        outcome = DealResult(state="scored", scores=scores, points=points, why=(*sums_of, *turned, *why))
        return self.end(outcome, Scored(scores, points))

    def seen_by(self, seat: int | None) -> Self:
        mates = () if seat is None else self.partners(seat)
        looked = mates if self.options.show_partner_hand and not self.stock else ()
        known = {seat, *mates}
        return replace(
            self,
            hands=mask_hands(self.hands, seat, looked),
            stock=(*hidden(len(self.stock) - 1), self.turned) if self.stock else (),
            signs=tuple((at, who, sign if who in known else None) for at, who, sign in self.signs),
        )

    def board(self) -> Board:
        stock = len(self.stock)
        return replace(super().board(), stock=stock, turned=self.turned if stock else None)


Sums = Mapping[tuple[int, ...], int]


def find_winning_side(sums: Sums, options: BriscolaOptions) -> tuple[tuple[int, ...] | None, tuple[Reason, ...]]:
    """Return the side that wins the deal, if any, and the sums as lines (rules.md, Briscola)."""
    lines = tuple(Reason("side_points", {"seats": side, "points": sums[side]}) for side in sums)
    best = max(sums, key=sums.__getitem__)
    top = sums[best]
    if len(sums) == 2 or options.deal_winner == "over_60":
        if top > MAJORITY:
            return best, (*lines, Reason("over_60", {"seats": best, "points": top}))
        drawn = len(sums) == 2
        return None, (*lines, Reason("sixty_all" if drawn else "nobody_over_60", {"points": top}))
    if sum(points == top for points in sums.values()) > 1:
        return None, (*lines, Reason("tie_at_top", {"points": top}))
    return best, (*lines, Reason("most_points", {"seats": best, "points": top}))


def _turned(
    options: BriscolaOptions, done: tuple[Taken, ...], sums: Sums, winning: tuple[int, ...]
) -> tuple[Turning, ...]:
    """The trick with which the winners came to more than 60, or, where most points win, than the next best ever did."""
    counts = len(sums) == 2 or options.deal_winner == "over_60"
    line = MAJORITY if counts else max(points for side, points in sums.items() if side != winning)
    at = reached(done, winning, line + 1)
    if at is None:
        return ()
    values = {"number": at + 1, "seats": winning, "points": line}
    return (Turning("turned_60" if counts else "turned_most", values, trick=at),)

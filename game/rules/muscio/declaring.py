"""Muscio, three to six seats (seed 003; what it leaves open is ours, see `rules.md`).

``Deal (by hand) → Declaring → Exchange → Standing → Tricks → Over``. Who passed keeps his cards and plays none.
"""

from __future__ import annotations

from typing import NamedTuple, Self

from game.engine.actions import Action, Pass
from game.engine.cards import Card, Hand, Hands, Suit, hidden
from game.engine.events import Dealt, Event, Passed, Turned, Voided, mask_hands
from game.engine.phases import Board, DealResult, Phase, Reason, Step
from game.engine.tricks import Trick, replace, sorted_hand
from game.rules.muscio.actions import Blinde, In, Lay, Misdeal
from game.rules.muscio.events import BlindeTaken, Declared, Gatta, Misdealt
from game.rules.muscio.options import MuscioOptions
from game.rules.muscio.play import (
    Exchange,
    MuscioTricks,
    Saying,
    covered,
    ended,
    late,
    players_of,
    standing_or,
    taker_of,
)
from game.rules.muscio.score import HAND_SIZE, RANKING, by_being_alone, by_gatte, gatta


class Lie(NamedTuple):
    """Where the cards lie after the deal, hands sorted."""

    hands: Hands
    blinde: Hand
    turned: Card
    rest: tuple[Card, ...]


def lie_of(pack: tuple[Card, ...], seats: int, dealer: int) -> Lie:
    """Five cards together to each from forehand, the blinde's five just before the dealer's, the turned card."""
    fives = [pack[at : at + HAND_SIZE] for at in range(0, HAND_SIZE * (seats + 1), HAND_SIZE)]
    blinde = fives.pop(seats - 1)
    forehand = (dealer + 1) % seats
    hands = tuple(sorted_hand(fives[(seat - forehand) % seats], RANKING) for seat in range(seats))
    at = HAND_SIZE * (seats + 1)
    return Lie(hands, blinde, pack[at], pack[at + 1 :])


def nothing(phase: Phase, why: Reason, *, annulled: bool = False) -> DealResult:
    """A deal that does not count."""
    zeros = (0,) * phase.seats
    return DealResult(state="annulled" if annulled else "void", scores=zeros, points=zeros, why=(why,))


class DealByHand(Phase, frozen=True, kw_only=True):
    """The dealer has dealt five to each of the others, all from the ``stock``; nobody has seen a card.

    He lays the blinde before his own five (`Lay`) or not (`Misdeal`). Where forehand simply begins to declare,
    the cards were dealt by the computer.
    """

    options: MuscioOptions
    stock: tuple[Card, ...]

    @property
    def to_act(self) -> int:
        return self.dealer

    def awaits(self, seat: int) -> bool:
        return seat in (self.dealer, self.forehand)

    def candidates(self) -> tuple[Action, ...]:
        return (Lay(self.dealer), Misdeal(self.dealer))

    def why_not_on_turn(self, action: Action) -> Reason | None:
        if action.seat == self.dealer:
            return None if isinstance(action, (Lay, Misdeal)) else Reason("lay_first")
        if isinstance(action, (Lay, Misdeal)):
            return Reason("not_the_dealer", {"seat": self.dealer})
        return self._declaring().why_not(action)

    def do(self, action: Action) -> Step:
        if isinstance(action, Misdeal):
            why = Reason("misdeal", {"seat": self.dealer})
            return ended(self, nothing(self, why, annulled=True), Misdealt(self.dealer))
        after = self._declaring()
        dealt: tuple[Event, ...] = (Dealt(self.dealer, after.hands), Turned(after.turned))
        if isinstance(action, Lay):
            return Step(after, dealt)
        said = after.do(action)
        return Step(said.state, (*dealt, *said.events))

    def _declaring(self) -> Declaring:
        hands, blinde, turned, rest = lie_of(self.stock, self.seats, self.dealer)
        return Declaring(
            options=self.options, seats=self.seats, dealer=self.dealer,
            hands=hands, blinde=blinde, turned=turned, rest=rest,
        )  # fmt: skip

    def seen_by(self, seat: int | None) -> Self:
        return replace(self, stock=hidden(len(self.stock)))

    def board(self) -> Board:
        unseen = hidden(HAND_SIZE)
        hands = tuple(() if seat == self.dealer else unseen for seat in range(self.seats))
        return Board(hands=hands, piles=(0,) * self.seats, stock=len(self.stock) - HAND_SIZE * (self.seats - 1))


class Declaring(Phase, frozen=True, kw_only=True):
    """Each in turn from forehand plays, passes or plays with the blinde.

    ``said``: what every seat said, the oldest first; ``aside``: the hand put away by who took the blinde.
    """

    options: MuscioOptions
    hands: Hands
    blinde: Hand
    turned: Card
    rest: tuple[Card, ...]
    aside: Hand = ()
    said: tuple[Saying, ...] = ()

    @property
    def to_act(self) -> int:
        return (self.forehand + len(self.said)) % self.seats

    @property
    def trump(self) -> Suit:
        return self.turned.suit

    def candidates(self) -> tuple[Action, ...]:
        seat = self.to_act
        return (In(seat), Pass(seat), Blinde(seat))

    def why_not_on_turn(self, action: Action) -> Reason | None:
        if isinstance(action, Blinde):
            taker = taker_of(self.said)
            return None if taker is None else Reason("blinde_taken", {"seat": taker})
        return None if isinstance(action, (In, Pass)) else late(action, self.options) or Reason("declare_first")

    def do(self, action: Action) -> Step:
        assert isinstance(action, (In, Pass, Blinde))
        after, seat = replace(self, said=(*self.said, action)), action.seat
        event: Event = Passed(seat) if isinstance(action, Pass) else Declared(seat)
        if isinstance(action, Blinde):
            hands = list(self.hands)
            hands[seat] = sorted_hand(self.blinde, RANKING)
            event = BlindeTaken(seat, hands[seat])
            after = replace(after, hands=tuple(hands), blinde=(), aside=self.hands[seat])
        if len(after.said) < self.seats:
            return Step(after, (event,))
        declared = after._declared()
        return Step(declared.state, (event, *declared.events))

    def _declared(self) -> Step:
        """Everyone has spoken: gatte first, then whatever so many participants do."""
        players = players_of(self.said)
        if not players:
            return ended(self, nothing(self, Reason("nobody_plays")), Voided())
        gatte = self._gatte(players)
        if gatte:
            shown = tuple(one.seat for one in gatte)
            return ended(self, by_gatte(self.seats, players, gatte), *gatte, shown=shown)
        if len(players) == 1:
            return ended(self, by_being_alone(self.seats, players[0]))
        tricks = MuscioTricks(
            options=self.options, seats=self.seats, dealer=self.dealer, hands=self.hands, trick=Trick(players),
            trump=self.trump, blinde=self.blinde, turned=self.turned, rest=self.rest, aside=self.aside, said=self.said,
        )  # fmt: skip
        if self.dealer in players and taker_of(self.said) != self.dealer:
            return Step(Exchange(options=self.options, seats=self.seats, dealer=self.dealer, tricks=tricks), ())
        return Step(standing_or(tricks), ())

    def _gatte(self, players: tuple[int, ...]) -> tuple[Gatta, ...]:
        taker = taker_of(self.said)
        with_turned = None if taker == self.dealer else self.dealer
        found = (
            gatta(seat, self.hands[seat], self.trump, self.turned if seat == with_turned else None) for seat in players
        )
        return tuple(one for one in found if one is not None)

    def seen_by(self, seat: int | None) -> Self:
        return replace(self, hands=mask_hands(self.hands, seat), **covered(self, seat))

    def board(self) -> Board:
        return Board(
            hands=self.hands, piles=(0,) * self.seats, stock=len(self.rest) + 1, turned=self.turned,
            trump=self.trump, spare=len(self.blinde),
        )  # fmt: skip

"""Muscio once everyone has spoken: the dealer's exchange, the forfeit of one of two, the tricks (seed 003)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final, Protocol, Self, TypeAlias

from game.engine.actions import Action, Pass, Swap
from game.engine.cards import Card, Hand, Rank, Suit, hidden, without
from game.engine.events import Event, Scored, Swapped
from game.engine.phases import Board, DealResult, Over, Phase, Reason, Step
from game.engine.tricks import Trick, Tricks, of_suit, replace
from game.rules.muscio.actions import Blinde, Forfeit, In, Keep, Lay, Misdeal, Stand
from game.rules.muscio.events import Forfeited, Kept, Stood, Uncovered
from game.rules.muscio.options import MuscioOptions
from game.rules.muscio.score import RANKING, by_forfeit, by_tricks

TRUMP_TRICKS: Final = 2
"""The first tricks, in which three or more must play trumps and of two the leader must lead high."""
FEW: Final = 2
"""So many participants, and other rules hold."""

Saying: TypeAlias = In | Pass | Blinde


def taker_of(said: tuple[Saying, ...]) -> int | None:
    """Who plays with the blinde."""
    return next((one.seat for one in said if isinstance(one, Blinde)), None)


def players_of(said: tuple[Saying, ...]) -> tuple[int, ...]:
    """The participants so far, in order of play from forehand."""
    return tuple(one.seat for one in said if not isinstance(one, Pass))


def ended(phase: Phase, outcome: DealResult, *events: Event, shown: tuple[int, ...] = ()) -> Step:
    """The deal is over; the hands of ``shown`` lie open."""
    over = Over(
        options=phase.options, seats=phase.seats, dealer=phase.dealer, outcome=outcome, last=phase.board(), shown=shown
    )
    scored = (Scored(outcome.scores, outcome.points),) if outcome.state == "scored" else ()
    return Step(over, (*events, *scored))


class OnTable(Protocol):
    """A phase with cards on the table that belong to nobody at play."""

    @property
    def blinde(self) -> Hand: ...
    @property
    def rest(self) -> tuple[Card, ...]: ...
    @property
    def aside(self) -> Hand: ...
    @property
    def said(self) -> tuple[Saying, ...]: ...


class MuscioTricks(Tricks, frozen=True, kw_only=True):
    """Five tricks. ``said`` and ``aside`` as in `Declaring`; ``turned`` is the card that was turned up, ``given`` the
    one that the dealer put away for it, if he took it: nobody else sees that (rules.md, "Exchange")."""

    ranking: ClassVar[tuple[Rank, ...]] = RANKING

    options: MuscioOptions
    trump: Suit
    blinde: Hand
    turned: Card
    rest: tuple[Card, ...]
    aside: Hand
    said: tuple[Saying, ...]
    given: Hand = ()

    @property
    def taken_up(self) -> Card | None:
        """The turned trump if the dealer took it; all know that he did."""
        return self.turned if self.given else None

    @property
    def away(self) -> Hand:
        return (*self.aside, *self.given)

    @property
    def players(self) -> tuple[int, ...]:
        """The participants, in order of play from forehand."""
        return players_of(self.said)

    @property
    def in_trump_tricks(self) -> bool:
        """Whether this is one of the first tricks of three or more, in which trumps must be played."""
        return len(self.trick.seats) > FEW and len(self.done) < TRUMP_TRICKS

    @property
    def must_lead_high(self) -> bool:
        """Whether this is one of the first tricks of two, which the leader opens with the highest of a suit."""
        return len(self.trick.seats) == FEW and len(self.done) < TRUMP_TRICKS

    def playable(self, seat: int) -> Sequence[Card]:
        hand, led = self.hands[seat], self.trick.led
        if self.in_trump_tricks:
            return of_suit(hand, self.trump) or hand
        if led is None:
            return [card for card in hand if card is _highest(hand, card.suit)] if self.must_lead_high else hand
        return of_suit(hand, led.suit) or of_suit(hand, self.trump) or hand

    def why_refused(self, seat: int, card: Card) -> Reason:
        hand, led = self.hands[seat], self.trick.led
        if self.in_trump_tricks:
            return Reason("trump_tricks")
        if led is None:
            return Reason("lead_highest", {"card": _highest(hand, card.suit)})
        return Reason("follow", {"suit": led.suit}) if of_suit(hand, led.suit) else Reason("must_trump")

    def why_not_besides(self, action: Action) -> Reason | None:
        return late(action, self.options) or Reason("not_now")

    def falls_face_down(self, card: Card) -> bool:
        return self.in_trump_tricks and card.suit != self.trump

    def settle(self) -> Step:
        outcome = by_tricks(self.players, self.points())
        return self.end(outcome, *self._uncovered(), Scored(outcome.scores, outcome.points))

    def _uncovered(self) -> tuple[Event, ...]:
        plays = (play for taken in self.done for play in _face_down(taken.trick))
        seats, fallen = tuple(zip(*plays, strict=True)) or ((), ())
        return (Uncovered(seats, fallen),) if seats else ()

    def seen_by(self, seat: int | None) -> Self:
        given = self.given if seat == self.dealer else hidden(len(self.given))
        return replace(super().seen_by(seat), given=given, **covered(self, seat))

    def board(self) -> Board:
        turned = None if self.given else self.turned
        stock = len(self.rest) + (turned is not None)
        return replace(super().board(), stock=stock, turned=turned, spare=len(self.blinde))


def _highest(hand: Hand, suit: Suit) -> Card:
    """The highest card of a suit that a hand holds."""
    return min(of_suit(hand, suit), key=lambda card: RANKING.index(card.rank))


def _face_down(trick: Trick) -> tuple[tuple[int, Card], ...]:
    return tuple(play for play in trick.plays() if play[0] in trick.face_down)


def covered(phase: OnTable, seat: int | None) -> dict[str, Any]:
    """What lies on the table, hidden from ``seat``; who put a hand away knows it."""
    aside = phase.aside if seat is not None and seat == taker_of(phase.said) else hidden(len(phase.aside))
    return {"blinde": hidden(len(phase.blinde)), "rest": hidden(len(phase.rest)), "aside": aside}


class Exchange(Phase, frozen=True, kw_only=True):
    """The dealer may take the turned trump for one of his cards, put away face down. ``tricks``: the play after it."""

    options: MuscioOptions
    tricks: MuscioTricks

    @property
    def to_act(self) -> int:
        return self.dealer

    def candidates(self) -> tuple[Action, ...]:
        hand = self.tricks.hands[self.dealer]
        return (Keep(self.dealer), *(Swap(self.dealer, card) for card in hand))

    def why_not_on_turn(self, action: Action) -> Reason | None:
        if isinstance(action, Keep):
            return None
        if not isinstance(action, Swap):
            return late(action, self.options) or Reason("exchange_first")
        if action.card is None:
            return Reason("swap_what")
        return None if action.card in self.tricks.hands[self.dealer] else Reason("not_in_hand", {"card": action.card})

    def do(self, action: Action) -> Step:
        if isinstance(action, Keep):
            return Step(standing_or(self.tricks), (Kept(self.dealer),))
        assert isinstance(action, Swap) and action.card is not None
        given, taken, hands = action.card, self.tricks.turned, list(self.tricks.hands)
        hands[self.dealer] = (*without(hands[self.dealer], given), taken)
        tricks = replace(self.tricks, hands=tuple(hands), given=(given,))
        return Step(standing_or(tricks), (Swapped(self.dealer, given, taken, face_down=True),))

    def seen_by(self, seat: int | None) -> Self:
        return replace(self, tricks=self.tricks.seen_by(seat))

    def board(self) -> Board:
        return self.tricks.board()


class Standing(Phase, frozen=True, kw_only=True):
    """Two participants: who has not taken the blinde may give up. ``stood``: who would not."""

    options: MuscioOptions
    tricks: MuscioTricks
    stood: tuple[int, ...] = ()

    @property
    def asked(self) -> tuple[int, ...]:
        """Who may still give up, forehand of the two first."""
        taker = taker_of(self.tricks.said)
        return tuple(seat for seat in self.tricks.players if seat not in (*self.stood, taker))

    @property
    def to_act(self) -> int:
        return self.asked[0]

    def candidates(self) -> tuple[Action, ...]:
        return (Stand(self.to_act), Forfeit(self.to_act))

    def why_not_on_turn(self, action: Action) -> Reason | None:
        if isinstance(action, (Stand, Forfeit)):
            return None
        return late(action, self.options) or Reason("stand_first")

    def do(self, action: Action) -> Step:
        seat = action.seat
        if isinstance(action, Forfeit):
            winner = next(one for one in self.tricks.players if one != seat)
            return ended(self, by_forfeit(self.seats, seat, winner), Forfeited(seat))
        after = replace(self, stood=(*self.stood, seat))
        return Step(after if after.asked else self.tricks, (Stood(seat),))

    def seen_by(self, seat: int | None) -> Self:
        return replace(self, tricks=self.tricks.seen_by(seat))

    def board(self) -> Board:
        return self.tricks.board()


def standing_or(tricks: MuscioTricks) -> Phase:
    """Of two, at least one may give up; more begin to play."""
    if len(tricks.players) > FEW:
        return tricks
    return Standing(options=tricks.options, seats=tricks.seats, dealer=tricks.dealer, tricks=tricks)


def late(action: Action, options: MuscioOptions) -> Reason | None:
    """Why there is nothing to lay by hand now."""
    if not isinstance(action, (Lay, Misdeal)):
        return None
    return Reason("dealt_already") if options.hand_dealing else Reason("hand_dealing_off")

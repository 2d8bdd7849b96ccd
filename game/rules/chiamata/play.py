"""Briscola chiamata: five seats, an auction, a partner whom only the called card knows (seeds 000, 004).

``Auction → Naming → Tricks → Over``. The partner is never stored: he is who was dealt the called card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Self

from game.engine.actions import Action, Pass, Play
from game.engine.cards import SUITS, Card, Hand, Rank, card
from game.engine.events import Scored
from game.engine.phases import Board, Phase, Reason, Step
from game.engine.tricks import Tricks, replace
from game.rules.chiamata.actions import Call, Name, Solo
from game.rules.chiamata.calls import forced_suits
from game.rules.chiamata.events import Named, PartnerRevealed
from game.rules.chiamata.options import ChiamataOptions
from game.rules.chiamata.score import Contract, score
from game.rules.family import RANKING, VALUES


class ChiamataTricks(Tricks, frozen=True, kw_only=True):
    """Eight tricks of free play. ``called`` is None in solo, and until a suit is named for a blind first trick."""

    ranking: ClassVar[tuple[Rank, ...]] = RANKING
    values: ClassVar[Mapping[Rank, int]] = VALUES

    options: ChiamataOptions
    contract: Contract
    calls: tuple[Call | Pass | Solo, ...]
    called: Card | None = None

    def dealt_to(self, seat: int) -> Hand:
        """The eight cards a seat was dealt: those it holds and those it played (hidden where they are hidden)."""
        return (*self.hands[seat], *(one for who, one in self._fallen() if who == seat))

    def _fallen(self) -> tuple[tuple[int, Card], ...]:
        return (*(play for taken in self.done for play in taken.trick.plays()), *self.trick.plays())

    @property
    def is_revealed(self) -> bool:
        """Whether the called card has fallen, so that everybody knows the partner."""
        return any(card is self.called for _seat, card in self._fallen())

    def partner(self) -> int | None:
        """Who was dealt the called card, the caller himself if in mano; None in solo, or where that is hidden."""
        if self.called is None:
            return None
        return next((seat for seat in range(self.seats) if self.called in self.dealt_to(seat)), None)

    def do(self, action: Action) -> Step:
        step = super().do(action)
        if not isinstance(action, Play) or action.card is not self.called:
            return step
        played, *rest = step.events
        return Step(step.state, (played, PartnerRevealed(action.seat, action.card), *rest))

    def take(self) -> Step:
        if self.called is None and self.contract.rank is not None:
            return Step(naming(self), ())
        return super().take()

    def settle(self) -> Step:
        outcome = score(self.options, self.contract, self.called, self.partner(), self.done, self.seats)
        return self.end(outcome, Scored(outcome.scores, outcome.points))


class Naming(Phase, frozen=True, kw_only=True):
    """The caller names the suit. ``tricks`` is the play as it goes on; blind, its first trick is complete."""

    options: ChiamataOptions
    tricks: ChiamataTricks

    @property
    def to_act(self) -> int:
        return self.tricks.contract.caller

    def candidates(self) -> tuple[Action, ...]:
        return tuple(Name(self.to_act, suit) for suit in SUITS)

    def why_not_on_turn(self, action: Action) -> Reason | None:
        if not isinstance(action, Name):
            return Reason("naming_on")
        contract, hand = self.tricks.contract, self.tricks.dealt_to(self.to_act)
        assert contract.rank is not None
        if contract.is_forced and action.suit not in forced_suits(hand, contract.rank):
            return Reason("forced_other_suit", {"rank": contract.rank})
        if not self.options.in_hand and card(contract.rank, action.suit) in hand:
            return Reason("in_hand_off")
        return None

    def do(self, action: Action) -> Step:
        assert isinstance(action, Name) and self.tricks.contract.rank is not None
        called = card(self.tricks.contract.rank, action.suit)
        tricks = replace(self.tricks, trump=action.suit, called=called)
        named = Named(action.seat, called)
        if not tricks.trick.is_complete:
            return Step(tricks, (named,))
        fallen = tuple(PartnerRevealed(seat, called) for seat, one in tricks.trick.plays() if one is called)
        taken = tricks.take()
        return Step(taken.state, (named, *fallen, *taken.events))

    def seen_by(self, seat: int | None) -> Self:
        return replace(self, tricks=self.tricks.seen_by(seat))

    def board(self) -> Board:
        return self.tricks.board()


def naming(tricks: ChiamataTricks) -> Naming:
    return Naming(options=tricks.options, seats=tricks.seats, dealer=tricks.dealer, tricks=tricks)

"""Spades, each for himself, two to five seats (seed 001; nil and the penalty for broken bids are ours).

``Bidding → Tricks → Over``: the whole pack is dealt, one round of bids, follow suit, spades are trump.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, Self

from game.engine.actions import Action
from game.engine.cards import SUITS, Card, Hands, Rank, Suit
from game.engine.events import Scored, mask_hands
from game.engine.phases import Board, Phase, Reason, Step
from game.engine.tricks import Trick, Tricks, in_order, of_suit, replace
from game.rules.spades.actions import Bid
from game.rules.spades.events import BidMade
from game.rules.spades.options import SpadesOptions
from game.rules.spades.score import SpadesResult, score, turned, why_of

TRUMP: Final[Suit] = "s"
RANKING: Final[tuple[Rank, ...]] = ("BJ", "LJ", "A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2")
"""High to low. The jokers are the highest spades."""

NOT_FOLLOWED: Final[Mapping[Suit, Reason]] = {suit: Reason("suit_not_followed", {"suit": suit}) for suit in SUITS}
NOT_BROKEN: Final = Reason("spades_not_broken")


class Bidding(Phase, frozen=True, kw_only=True):
    """One round of bids from forehand.

    ``bids`` by seat, None for those who have not spoken; ``bags``: what each seat has kept of earlier deals.
    """

    options: SpadesOptions
    hands: Hands
    bids: tuple[int | None, ...]
    bags: tuple[int, ...]

    @property
    def to_act(self) -> int:
        spoken = self.seats - self.bids.count(None)
        return (self.forehand + spoken) % self.seats

    @property
    def most(self) -> int:
        """The highest bid: every trick of the deal."""
        return len(self.hands[0])

    @property
    def bids_allowed(self) -> range:
        """What may be bid, from the lowest."""
        return range(0 if self.options.nil else 1, self.most + 1)

    def candidates(self) -> tuple[Action, ...]:
        seat = self.to_act
        return tuple([Bid(seat, tricks) for tricks in self.bids_allowed])

    def legal(self) -> tuple[Action, ...]:
        return self.candidates()

    def why_not_on_turn(self, action: Action) -> Reason | None:
        if not isinstance(action, Bid):
            return Reason("bidding_on")
        allowed = self.bids_allowed
        if action.tricks in allowed:
            return None
        if action.tricks == 0:
            return Reason("nil_off")
        return Reason("bid_out_of_range", {"least": allowed[0], "most": allowed[-1]})

    def do(self, action: Action) -> Step:
        assert isinstance(action, Bid)
        seat, made = action.seat, BidMade(action.seat, action.tricks)
        bids = (*self.bids[:seat], action.tricks, *self.bids[seat + 1 :])
        spoken = tuple([bid for bid in bids if bid is not None])
        if len(spoken) < self.seats:
            return Step(replace(self, bids=bids), (made,))
        tricks = SpadesTricks(
            options=self.options, seats=self.seats, dealer=self.dealer, hands=self.hands, bids=spoken,
            bags=self.bags, trick=Trick(in_order(tuple(range(self.seats)), self.forehand)), trump=TRUMP,
        )  # fmt: skip
        return Step(tricks, (made,))

    def seen_by(self, seat: int | None) -> Self:
        return replace(self, hands=mask_hands(self.hands, seat))

    def board(self) -> Board:
        return Board(hands=self.hands, piles=(0,) * self.seats, trump=TRUMP)


class SpadesTricks(Tricks, frozen=True, kw_only=True):
    """Follow suit. ``broken``: whether a spade fell in one of the tricks taken, so that spades may be led."""

    ranking: ClassVar[tuple[Rank, ...]] = RANKING

    options: SpadesOptions
    bids: tuple[int, ...]
    bags: tuple[int, ...]
    broken: bool = False

    def unplayed(self) -> Self:
        return replace(super().unplayed(), broken=False)

    def playable(self, seat: int) -> Sequence[Card]:
        hand, cards = self.hands[seat], self.trick.cards
        if cards:
            led = cards[0].suit
            return [card for card in hand if card.suit == led] or hand
        return hand if self.broken else [card for card in hand if card.suit != TRUMP] or hand

    def why_refused(self, seat: int, card: Card) -> Reason:
        led = self.trick.led
        return NOT_BROKEN if led is None else NOT_FOLLOWED[led.suit]

    def after_trick(self) -> Step:
        if self.broken or not of_suit(self.done[-1].trick.cards, TRUMP):
            return Step(self, ())
        return Step(replace(self, broken=True), ())

    def settle(self) -> Step:
        taken = self.points()
        lines = tuple(map(score, (self.options,) * self.seats, self.bids, taken, self.bags))
        outcome = SpadesResult(
            state="scored", scores=tuple(line.points - line.penalty for line in lines), points=taken,
            why=(*turned(self.bids, lines, self.done), *(
                reason for seat, line in enumerate(lines) for reason in why_of(self.options, seat, line)
            )),
            bids=self.bids, bags=tuple(line.left for line in lines),
        )  # fmt: skip
        return self.end(outcome, Scored(outcome.scores, outcome.points))

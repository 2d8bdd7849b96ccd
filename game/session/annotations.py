"""What people put down for their own eyes, kept with the match beside its record for the deal that is played."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec

from game.core.cards import Hand, parse_cards

MAX_MARK_CHARACTERS: Final = 20
MarkText = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_MARK_CHARACTERS)]


class SeatMark(msgspec.Struct, frozen=True):
    """The person at seat ``by`` thinks so of ``seat``."""

    by: int
    seat: int
    word: MarkText


class DealMarks(msgspec.Struct, frozen=True):
    """All marks of the deal with this number."""

    deal: int = 0
    all: tuple[SeatMark, ...] = ()

    def get_marks(self, deal: int, author: int) -> dict[int, str]:
        """Return what the person at ``author`` has marked in this deal, by seat: nobody else may know it."""
        return {mark.seat: mark.word for mark in self.all if mark.by == author} if deal == self.deal else {}

    def with_mark(self, deal: int, author: int, seat: int, word: str) -> DealMarks:
        """Return them with another mark of one seat, an empty one for none; those of an earlier deal are gone."""
        others = tuple(mark for mark in self.all if (mark.by, mark.seat) != (author, seat)) if deal == self.deal else ()
        return DealMarks(deal, (*others, SeatMark(author, seat, word)) if word else others)


class HandOrder(msgspec.Struct, frozen=True):
    """The hand of a seat from left to right, in notation."""

    seat: int
    hand: str


class HandOrders(msgspec.Struct, frozen=True):
    """All hands that were arranged in the deal with this number."""

    deal: int = 0
    all: tuple[HandOrder, ...] = ()

    def get_order(self, deal: int, seat: int) -> Hand:
        """Return how a seat has arranged its cards in this deal; empty if it has not."""
        hands = (order.hand for order in self.all if order.seat == seat and self.deal == deal)
        return parse_cards(next(hands, ""))

    def with_order(self, deal: int, seat: int, hand: Hand) -> HandOrders:
        """Return them with another arrangement, an empty one for none; those of an earlier deal are gone."""
        others = tuple(order for order in self.all if order.seat != seat) if deal == self.deal else ()
        new_order = HandOrder(seat, " ".join(card.name for card in hand))
        return HandOrders(deal, (*others, new_order) if hand else others)


def parse_marks(stored: Any) -> DealMarks:
    """Return the marks in the note ``stored``; damaged ones are dropped, for they are not the match."""
    try:
        return msgspec.convert(stored, DealMarks)
    except msgspec.ValidationError:
        return DealMarks()


def parse_hand_orders(stored: Any) -> HandOrders:
    """Return the arrangements in the note ``stored``; damaged ones are dropped too."""
    try:
        orders = msgspec.convert(stored, HandOrders)
        for order in orders.all:
            parse_cards(order.hand)
    except (msgspec.ValidationError, ValueError):
        return HandOrders()
    return orders

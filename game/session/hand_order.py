"""How people hold their hands, each for his own eyes: kept with the match beside its record, for the deal played."""

from __future__ import annotations

from typing import Any

import msgspec

from game.core.cards import Card, Hand, parse_cards


class HandOrder(msgspec.Struct, frozen=True):
    """The hand of a seat from left to right, in notation."""

    seat: int
    hand: str


class HandOrders(msgspec.Struct, frozen=True):
    """All hands that were arranged in the deal with this number."""

    deal: int = 0
    all: tuple[HandOrder, ...] = ()

    def get_order(self, deal: int, seat: int) -> Hand:
        """How a seat has arranged its cards in this deal; empty if it has not."""
        hands = (order.hand for order in self.all if order.seat == seat and self.deal == deal)
        return parse_cards(next(hands, ""))

    def with_order(self, deal: int, seat: int, hand: tuple[Card, ...]) -> HandOrders:
        """With another arrangement of one seat, an empty one for none; those of an earlier deal are gone."""
        others = tuple(order for order in self.all if order.seat != seat) if deal == self.deal else ()
        new_order = HandOrder(seat, " ".join(card.name for card in hand))
        return HandOrders(deal, (*others, new_order) if hand else others)


def parse_hand_orders(stored: Any) -> HandOrders:
    """Return the arrangements in the note ``stored``; damaged ones are dropped, for they are not the match."""
    try:
        orders = msgspec.convert(stored, HandOrders)
        for order in orders.all:
            parse_cards(order.hand)
    except (msgspec.ValidationError, ValueError):
        return HandOrders()
    return orders

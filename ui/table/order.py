"""In which order the viewer sees the cards of a hand: the one declaration; places, digits and arrows follow it."""

from __future__ import annotations

from typing import Final, NamedTuple

from game.engine.cards import HIDDEN, SUITS, Card, Deck, Hand, Rank
from ui.settings import HandOrder

ALTERNATING: Final = "shcd"
"""French suits, colours in turn."""


class Order(NamedTuple):
    """``own``: the cards in the order that the person has brought them to; they come first.

    ``suits``: the suits from the left, empty where they are not told apart; ``ranking``: high to low. Where nothing
    says otherwise, cards are as the rules hand them out.
    """

    suits: str = ""
    ranking: tuple[Rank, ...] = ()
    by: HandOrder = "dealt"
    strongest_first: bool = True
    own: tuple[Card, ...] = ()


AS_DEALT: Final = Order()


def suits_of(deck: Deck) -> str:
    """The suits of a deck in the order that one sorts them in."""
    return ALTERNATING if deck == "french" else "".join(SUITS)


def shown_order(hand: Hand, order: Order) -> tuple[int, ...]:
    """The places of a hand's cards in the order in which the viewer sees them; what is alike in it stays as it is."""
    if HIDDEN in hand:
        return tuple(range(len(hand)))
    return tuple(sorted(range(len(hand)), key=lambda at: _place(hand[at], order)))


def as_seen(hand: Hand, order: Order) -> Hand:
    """A hand as the viewer sees it, left to right."""
    return tuple(hand[at] for at in shown_order(hand, order))


def _place(card: Card, order: Order) -> tuple[int, int, int]:
    own = order.own.index(card) if card in order.own else len(order.own)
    suit = order.suits.index(card.suit) if order.suits else 0
    if order.by == "dealt":
        return own, suit, 0
    rank = order.ranking.index(card.rank) * (1 if order.strongest_first else -1)
    return (own, suit, rank) if order.by == "suit" else (own, rank, suit)

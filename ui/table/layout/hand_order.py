"""In which order the viewer sees the cards of a hand: the one declaration; places, digits and arrows follow it."""

from __future__ import annotations

from typing import Final, NamedTuple

from game.core.cards import HIDDEN_CARD, SUITS, Card, DeckStyle, Hand, Rank
from ui.app.settings import HandSorting

ALTERNATING_SUITS: Final = "shcd"
"""French suits, colours in turn."""


class CardOrder(NamedTuple):
    """``arranged_cards``: the cards in the order that the person has brought them to; they come first.

    ``suit_order``: the suits from the left, empty where they are not told apart; ``rank_order``: high to low. Where
    nothing says otherwise, cards are as the rules hand them out.
    """

    suit_order: str = ""
    rank_order: tuple[Rank, ...] = ()
    criterion: HandSorting = "dealt"
    is_strongest_first: bool = True
    arranged_cards: tuple[Card, ...] = ()


DEALT_ORDER: Final = CardOrder()


def get_suit_order(deck: DeckStyle) -> str:
    """The suits of a deck in the order that one sorts them in."""
    return ALTERNATING_SUITS if deck == "french" else "".join(SUITS)


def compute_display_order(hand: Hand, card_order: CardOrder) -> tuple[int, ...]:
    """The places of a hand's cards in the order in which the viewer sees them; what is alike in it stays as it is."""
    if HIDDEN_CARD in hand:
        return tuple(range(len(hand)))
    return tuple(sorted(range(len(hand)), key=lambda index: _make_sort_key(hand[index], card_order)))


def sort_for_display(hand: Hand, card_order: CardOrder) -> Hand:
    """A hand as the viewer sees it, left to right."""
    return tuple(hand[index] for index in compute_display_order(hand, card_order))


def _make_sort_key(card: Card, card_order: CardOrder) -> tuple[int, int, int]:
    arranged_index = (
        card_order.arranged_cards.index(card) if card in card_order.arranged_cards else len(card_order.arranged_cards)
    )
    suit_index = card_order.suit_order.index(card.suit) if card_order.suit_order else 0
    if card_order.criterion == "dealt":
        return arranged_index, suit_index, 0
    rank_index = card_order.rank_order.index(card.rank) * (1 if card_order.is_strongest_first else -1)
    return (
        (arranged_index, suit_index, rank_index)
        if card_order.criterion == "suit"
        else (arranged_index, rank_index, suit_index)
    )

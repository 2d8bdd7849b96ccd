"""Order in which the viewer sees a hand.

Places, digit keys and arrow keys all follow it.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from game.core.cards import HIDDEN_CARD, SUITS, Card, DeckStyle, Hand, Rank

HandSorting: TypeAlias = Literal["dealt", "suit", "strength"]
ALTERNATING_SUITS: Final = "shcd"
"""The French suits with alternating colors."""


class CardOrder(NamedTuple):
    """The order of the cards in a hand.

    ``suit_order``: the suits from the left, empty if they do not matter; ``rank_order``: high to low;
    ``arranged_cards``: cards in the order that the person chose, which come first. Cards that compare equal keep their
    order.
    """

    suit_order: str = ""
    rank_order: tuple[Rank, ...] = ()
    criterion: HandSorting = "dealt"
    is_strongest_first: bool = True
    arranged_cards: tuple[Card, ...] = ()


DEALT_ORDER: Final = CardOrder()


def get_suit_order(deck: DeckStyle) -> str:
    """Return the suits of a deck in the usual sorting order."""
    return ALTERNATING_SUITS if deck == "french" else "".join(SUITS)


def compute_display_order(hand: Hand, card_order: CardOrder) -> tuple[int, ...]:
    """Return the indices of a hand's cards in the order in which the viewer sees them.

    A hand with hidden cards keeps its order.
    """
    if HIDDEN_CARD in hand:
        return tuple(range(len(hand)))
    return tuple(sorted(range(len(hand)), key=lambda index: _make_sort_key(hand[index], card_order)))


def sort_for_display(hand: Hand, card_order: CardOrder) -> Hand:
    """Return a hand as the viewer sees it, from left to right."""
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

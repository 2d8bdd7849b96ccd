"""Cards and packs.

A card is one of 54 interned values: ``Card("Ad") is Card("Ad")``. Suits are the four letters of the
rules (``d`` denari, ``h`` coppe, ``s`` spade, ``c`` bastoni); the screen draws them Italian or French.
Cards hash by identity, so a set of cards has no order that is the same in every run: sets are for
membership, tuples for anything that is walked through.
"""

from __future__ import annotations

import reprlib
from typing import Final, Literal, NoReturn, TypeAlias

Suit: TypeAlias = Literal["d", "h", "s", "c"]
Rank: TypeAlias = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "LJ", "BJ"]
DeckStyle: TypeAlias = Literal["italian", "french"]
"""The suits are one, their pictures and names two: d is denari or diamonds (rules.md, "Words and notation")."""

SUITS: Final[tuple[Suit, ...]] = ("d", "h", "s", "c")
ITALIAN_RANKS: Final[tuple[Rank, ...]] = ("A", "2", "3", "4", "5", "6", "7", "J", "Q", "K")
FRENCH_RANKS: Final[tuple[Rank, ...]] = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
JOKER_RANKS: Final[tuple[Rank, ...]] = ("LJ", "BJ")


class Card:
    """One card. ``rank`` and ``suit`` are its parts, ``str(card)`` its notation.

    Jokers are spades for every purpose (source 001). ``Card(text)`` raises ValueError for anything that
    is not a card's notation.
    """

    __slots__ = ("name", "rank", "suit")
    name: str
    rank: Rank
    suit: Suit

    def __new__(cls, name: str) -> Card:
        try:
            return _CARDS_BY_NAME[name]
        except (KeyError, TypeError):
            raise ValueError(f"{reprlib.repr(name)} is not a card") from None

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a card never changes")

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (self.name,)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Card({self.name!r})"


_CARDS_BY_NAME: dict[str, Card] = {}


def _intern_card(name: str, rank: str, suit: str) -> Card:
    card = object.__new__(Card)
    for slot, value in (("name", name), ("rank", rank), ("suit", suit)):
        object.__setattr__(card, slot, value)
    _CARDS_BY_NAME[name] = card
    return card


FRENCH_PACK: Final[tuple[Card, ...]] = tuple(_intern_card(r + s, r, s) for s in SUITS for r in FRENCH_RANKS)
ITALIAN_PACK: Final[tuple[Card, ...]] = tuple(card for card in FRENCH_PACK if card.rank in ITALIAN_RANKS)
JOKERS: Final[tuple[Card, ...]] = tuple(_intern_card(rank, rank, "s") for rank in JOKER_RANKS)
HIDDEN_CARD: Final[Card] = _intern_card("??", "?", "?")
"""Stands in an observation or an event for a card that the seat may not know."""

Hand: TypeAlias = tuple[Card, ...]
Hands: TypeAlias = tuple[Hand, ...]


def get_card(rank: Rank, suit: Suit) -> Card:
    """The card of this rank and suit."""
    return _CARDS_BY_NAME[rank + suit]


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards written in ``text``, with blanks between: ``cards("Ad 3d Kh")``. ValueError names the odd one."""
    return tuple(_parse_known_card(word) for word in text.split())


def _parse_known_card(word: str) -> Card:
    card = Card(word)
    if card is HIDDEN_CARD:
        raise ValueError(f"{word!r} is not a card")
    return card


def format_cards(cards: tuple[Card, ...]) -> str:
    """The reverse of `parse_cards`: ``"Ad 3d Kh"``."""
    return " ".join(card.name for card in cards)


def make_hidden_cards(count: int) -> Hand:
    """A hand of which only the number of cards is known."""
    return (HIDDEN_CARD,) * count


def remove_card(hand: Hand, card: Card) -> Hand:
    """``hand`` less one card that it holds, the order kept. ValueError if it does not hold it."""
    index = hand.index(card)
    return hand[:index] + hand[index + 1 :]


def parse_suit(text: str) -> Suit:
    """``text`` as a suit. ValueError if it is none of d h s c."""
    if text not in SUITS:
        raise ValueError(f"{text!r} is not a suit")
    return text

"""Cards and packs.

A card is one of 55 interned values, the hidden card among them: ``Card("Ad") is Card("Ad")``. Suits are the four
letters of the rules (``d`` denari, ``h`` coppe, ``s`` spade, ``c`` bastoni); the screen draws them Italian or French.

Cards hash by identity, so the order of a set of cards differs from run to run. Use sets for membership only, and
tuples for iteration.
"""

from __future__ import annotations

from typing import Final, Literal, NoReturn, TypeAlias

from game.core.arguments import check_argument, format_argument
from game.core.messages import InputError

Suit: TypeAlias = Literal["d", "h", "s", "c"]
Rank: TypeAlias = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "LJ", "BJ"]
DeckStyle: TypeAlias = Literal["italian", "french"]
"""The pictures and names of the suits: ``d`` is denari or diamonds (docs/rules.md, "Words and notation")."""

SUITS: Final[tuple[Suit, ...]] = ("d", "h", "s", "c")
ITALIAN_RANKS: Final[tuple[Rank, ...]] = ("A", "2", "3", "4", "5", "6", "7", "J", "Q", "K")
FRENCH_RANKS: Final[tuple[Rank, ...]] = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
JOKER_RANKS: Final[tuple[Rank, ...]] = ("LJ", "BJ")


class Card:
    """A card: ``rank`` and ``suit``, and ``str(card)`` as its notation.

    Jokers count as spades for every purpose (source 001). ``Card(text)`` raises InputError if ``text`` is not the
    notation of a card.
    """

    __slots__ = ("name", "rank", "suit")
    name: str
    rank: Rank
    suit: Suit

    def __new__(cls, name: str) -> Card:
        try:
            return _CARDS_BY_NAME[name]
        except (KeyError, TypeError):
            raise InputError("no_card", text=format_argument(name)) from None

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
"""The card in an observation or an event that the seat may not know."""

_CARDS: Final = frozenset(_CARDS_BY_NAME.values())

Hand: TypeAlias = tuple[Card, ...]
Hands: TypeAlias = tuple[Hand, ...]


def is_card(value: object) -> bool:
    """Return whether ``value`` is one of the interned cards, the hidden card among them."""
    return type(value) is Card and value in _CARDS


def get_card(rank: Rank, suit: Suit) -> Card:
    """Return the card of this rank and suit. Raise KeyError if there is none."""
    return _CARDS_BY_NAME[rank + suit]


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards written in ``text``, in this order: ``parse_cards("Ad 3d Kh")``.

    They are separated by blanks; an empty text gives (). Raise InputError with the first word that is not a card.
    """
    check_argument("text", text, str)
    return tuple(parse_card(word) for word in text.split())


def parse_card(word: str) -> Card:
    """Return the card written in a word. Raise InputError if it is not a card."""
    card = Card(word)
    if card is HIDDEN_CARD:
        raise InputError("no_card", text=format_argument(word))
    return card


def format_cards(cards: tuple[Card, ...]) -> str:
    """Return the notation of the cards, the inverse of `parse_cards`: ``"Ad 3d Kh"``."""
    return " ".join(card.name for card in cards)


def make_hidden_cards(count: int) -> Hand:
    """Return a hand of ``count`` hidden cards."""
    return (HIDDEN_CARD,) * count


def remove_card(hand: Hand, card: Card) -> Hand:
    """Return ``hand`` without ``card``, in the same order.

    Raise ValueError if the hand does not hold the card.
    """
    index = hand.index(card)
    return hand[:index] + hand[index + 1 :]


def parse_suit(text: str) -> Suit:
    """Return ``text`` as a suit. Raise ValueError if it is not one of d, h, s, c."""
    if text not in SUITS:
        raise ValueError(f"{text!r} is not a suit")
    return text

"""Cards typed by their names: rank and suit as a record writes them, or the first letters of the deck's own names."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Final
from unicodedata import normalize

from game.engine.cards import Card, Deck, Hand
from game.names import JOKER_NAMES, rank_name, suit_name

PATIENCE: Final = 1.5
"""Seconds after which another key begins another name."""
DOUBT: Final = 0.6
"""Seconds that a digit waits which may be the place of a card, or the rank of one."""


def spellings(card: Card, deck: Deck) -> Iterator[str]:
    """How a card may be typed, rank and suit in either order; what the record writes comes first."""
    rank, suit = card.rank.lower(), card.suit
    if card.rank in JOKER_NAMES:
        yield from (rank, rank[::-1])
        return
    called, coloured = _initial(rank_name(card.rank, deck)), _initial(suit_name(suit, deck))
    for one, other in ((rank, suit), (rank, coloured), (called, coloured)):
        yield from (one + other, other + one)


def _initial(word: str) -> str:
    """The key that a word begins with, without an accent: "e" of "épées"."""
    return normalize("NFD", word)[0].lower()


def meant(hand: Hand, text: str, deck: Deck) -> Card | None:
    """The card of a hand that begins so; one that the record writes so before one that is called so."""
    places = [(number, at) for at, card in enumerate(hand)
              for number, one in enumerate(spellings(card, deck)) if one.startswith(text)]  # fmt: skip
    return hand[min(places)[1]] if places else None


class Typed:
    """What has been typed of a name, and the card whose place was typed, as long as that may be a name."""

    def __init__(self) -> None:
        self._text = ""
        self._since = -inf
        self._doubtful: tuple[Card, float] | None = None

    def begun(self, now: float) -> bool:
        """Whether a name is being typed."""
        return bool(self._text) and now - self._since < PATIENCE

    def take(self, letter: str, hand: Hand, deck: Deck, now: float) -> Card | None:
        """The card that is meant with one more letter; None if none is, then the letter is not taken."""
        text = (self._text if self.begun(now) else "") + letter
        found = meant(hand, text, deck)
        if found is not None:
            self._text, self._since = text, now
        return found

    def forget(self) -> None:
        """The name is at its end, or something else was done."""
        self._text, self._doubtful = "", None

    def doubt(self, card: Card, now: float) -> None:
        """The place of this card was typed, which may be the rank of another."""
        self._doubtful = card, now + DOUBT

    def sure(self) -> None:
        """What was typed as a place was a rank, or does not count any more."""
        self._doubtful = None

    def rest(self, now: float) -> float:
        """Seconds until `due` has something."""
        return max(0.0, self._doubtful[1] - now) if self._doubtful is not None else inf

    def due(self, now: float) -> Card | None:
        """The card whose place was typed, once nothing has followed; only once."""
        if self._doubtful is None or now < self._doubtful[1]:
            return None
        card = self._doubtful[0]
        self.forget()
        return card

"""Cards typed by their names: rank and suit, by the letters of the language that is spoken."""

from __future__ import annotations

from math import inf
from typing import Final

from game.engine.cards import Card, Deck, Hand
from ui.table.letters import spellings

PATIENCE: Final = 1.5
"""Seconds after which another key begins another name."""
DOUBT: Final = 0.6
"""Seconds that a digit waits which may be the place of a card, or the rank of one."""


def meant(hand: Hand, text: str, deck: Deck) -> Card | None:
    """The card of a hand that is spelled so, else the first whose spelling begins so: more letters may follow."""
    begun = [(one != text, at) for at, card in enumerate(hand) for one in spellings(card, deck) if one.startswith(text)]
    return hand[min(begun)[1]] if begun else None


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

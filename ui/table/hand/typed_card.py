"""Cards typed by their names: rank and suit, by the letters of the language that is spoken."""

from __future__ import annotations

from math import inf
from typing import Final

from game.core.cards import Card, DeckStyle, Hand
from ui.table.hand.card_letters import list_spellings

NAME_TIMEOUT_S: Final = 1.5
"""Seconds after which another key begins another name."""
DIGIT_DELAY_S: Final = 0.6
"""Seconds that a digit waits which may be the place of a card, or the rank of one."""


def find_card_by_spelling(hand: Hand, text: str, deck: DeckStyle) -> Card | None:
    """The card of a hand that is spelled so, else the first whose spelling begins so: more letters may follow."""
    matches = [
        (spelling != text, index)
        for index, card in enumerate(hand)
        for spelling in list_spellings(card, deck)
        if spelling.startswith(text)
    ]
    return hand[min(matches)[1]] if matches else None


class TypedCard:
    """What has been typed of a name, and the card whose place was typed, as long as that may be a name."""

    def __init__(self) -> None:
        self._text = ""
        self._last_key_seconds = -inf
        self._delayed_card: tuple[Card, float] | None = None

    def is_typing(self, now: float) -> bool:
        """Whether a name is being typed."""
        return bool(self._text) and now - self._last_key_seconds < NAME_TIMEOUT_S

    def type_letter(self, letter: str, hand: Hand, deck: DeckStyle, now: float) -> Card | None:
        """The card that is meant with one more letter; None if none is, then the letter is not taken."""
        text = (self._text if self.is_typing(now) else "") + letter
        card = find_card_by_spelling(hand, text, deck)
        if card is not None:
            self._text, self._last_key_seconds = text, now
        return card

    def reset(self) -> None:
        """The name is at its end, or something else was done."""
        self._text, self._delayed_card = "", None

    def delay_digit(self, card: Card, now: float) -> None:
        """The place of this card was typed, which may be the rank of another."""
        self._delayed_card = card, now + DIGIT_DELAY_S

    def cancel_digit(self) -> None:
        """What was typed as a place was a rank, or does not count any more."""
        self._delayed_card = None

    def get_seconds_until_due(self, now: float) -> float:
        """Seconds until `take_due_card` returns a card."""
        return max(0.0, self._delayed_card[1] - now) if self._delayed_card is not None else inf

    def take_due_card(self, now: float) -> Card | None:
        """The card whose place was typed, once nothing has followed; only once."""
        if self._delayed_card is None or now < self._delayed_card[1]:
            return None
        card = self._delayed_card[0]
        self.reset()
        return card

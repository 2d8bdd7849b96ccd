"""Selection of a card by its typed name in the letters of the current language."""

from __future__ import annotations

from math import inf
from typing import Final

from game.core.cards import Card, DeckStyle, Hand
from game.text.card_letters import list_spellings

NAME_TIMEOUT_S: Final = 1.5
"""Seconds after which another key begins a new name."""
DIGIT_DELAY_S: Final = 0.6
"""Seconds that a digit waits if it may be the place of a card or a rank."""


def find_card_by_spelling(hand: Hand, text: str, deck: DeckStyle) -> Card | None:
    """Return the card with the spelling ``text``, else the first that begins so.

    None if no spelling begins so.
    """
    matches = [
        (spelling != text, index)
        for index, card in enumerate(hand)
        for spelling in list_spellings(card, deck)
        if spelling.startswith(text)
    ]
    return hand[min(matches)[1]] if matches else None


class TypedCard:
    """The letters of a name typed so far, and a delayed digit.

    Times are those of the context's clock, in seconds.
    """

    def __init__(self) -> None:
        self.text = ""
        """The letters typed so far."""
        self._last_key_seconds = -inf
        self._delayed_card: tuple[Card, float] | None = None

    @property
    def is_digit_delayed(self) -> bool:
        """Whether a digit waits for what is typed next."""
        return self._delayed_card is not None

    def is_typing(self, now: float) -> bool:
        """Return whether a name is being typed."""
        return bool(self.text) and now - self._last_key_seconds < NAME_TIMEOUT_S

    def type_letter(self, letter: str, hand: Hand, deck: DeckStyle, now: float) -> Card | None:
        """Return the card that is meant after another letter.

        If there is none, reject the letter and return None.
        """
        text = (self.text if self.is_typing(now) else "") + letter
        card = find_card_by_spelling(hand, text, deck)
        if card is not None:
            self.text, self._last_key_seconds = text, now
        return card

    def reset(self) -> None:
        """Forget the typed letters and the delayed digit."""
        self.text, self._delayed_card = "", None

    def delay_digit(self, card: Card, now: float) -> None:
        """Delay a digit that is the place of ``card`` or the rank of another card."""
        self._delayed_card = card, now + DIGIT_DELAY_S

    def cancel_digit(self) -> None:
        """Forget the delayed digit."""
        self._delayed_card = None

    def get_seconds_until_due(self, now: float) -> float:
        """Return the seconds until `take_due_card` returns a card; infinity if never."""
        return max(0.0, self._delayed_card[1] - now) if self._delayed_card is not None else inf

    def take_due_card(self, now: float) -> Card | None:
        """Return the card at the place of the delayed digit once its delay is over.

        None before, and after it was taken.
        """
        if self._delayed_card is None or now < self._delayed_card[1]:
            return None
        card = self._delayed_card[0]
        self.reset()
        return card

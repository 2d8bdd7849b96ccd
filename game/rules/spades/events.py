"""Events that only Spades has."""

from __future__ import annotations

from game.core.cards import HIDDEN_CARD, Hand, make_hidden_cards
from game.core.events import Event


class BidMade(Event, frozen=True):
    """A bid of a seat; 0 ``tricks`` is nil. ``is_blind``: it is blind nil."""

    seat: int
    tricks: int
    is_blind: bool = False

    @property
    def code(self) -> str:
        if self.is_blind:
            return "BidMadeBlindNil"
        return "BidMade" if self.tricks else "BidMadeNil"


class HandSeen(Event, frozen=True):
    """The first look of a seat at its own ``cards``, which it could not see when they were dealt."""

    seat: int
    cards: Hand

    def seen_by(self, seat: int | None) -> HandSeen:
        return self if seat == self.seat else HandSeen(self.seat, make_hidden_cards(len(self.cards)))

    @property
    def code(self) -> str:
        return "HandSeenHidden" if HIDDEN_CARD in self.cards else "HandSeen"

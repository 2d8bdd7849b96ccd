"""Events that only Muscio has."""

from __future__ import annotations

from game.core.cards import HIDDEN_CARD, Card, Hand, make_hidden_cards
from game.core.events import Event


class PlayDeclared(Event, frozen=True):
    """A declaration to play the deal with the cards dealt."""

    seat: int


class BlindeTaken(Event, frozen=True):
    """A declaration to play with the blinde: the seat put its hand away and took these ``cards``."""

    seat: int
    cards: Hand

    def seen_by(self, seat: int | None) -> BlindeTaken:
        return self if seat == self.seat else BlindeTaken(self.seat, make_hidden_cards(len(self.cards)))

    @property
    def code(self) -> str:
        return "BlindeTakenHidden" if HIDDEN_CARD in self.cards else "BlindeTaken"


class GattaShown(Event, frozen=True):
    """The showing of a gatta worth ``points``; ``cards`` may include the dealer's turned card."""

    seat: int
    cards: Hand
    points: int


class TurnedCardKept(Event, frozen=True):
    """The dealer's decision not to take the turned trump."""

    seat: int


class DealForfeited(Event, frozen=True):
    """The forfeit of one of two participants."""

    seat: int


class PlayerStood(Event, frozen=True):
    """The decision of one of two participants not to forfeit."""

    seat: int


class DealMisdealt(Event, frozen=True):
    """The misdeal: the dealer took their own five cards before the blinde."""

    seat: int


class FaceDownCardsShown(Event, frozen=True):
    """The showing of the face-down cards of ``seats`` after the last trick, in order of play."""

    seats: tuple[int, ...]
    cards: tuple[Card, ...]

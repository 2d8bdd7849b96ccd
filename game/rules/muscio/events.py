"""What happens in Muscio only."""

from __future__ import annotations

from game.core.cards import HIDDEN_CARD, Card, Hand, make_hidden_cards
from game.core.events import Event


class PlayDeclared(Event, frozen=True):
    """Muscio: a seat plays the deal with the cards it was dealt."""

    seat: int


class BlindeTaken(Event, frozen=True):
    """Muscio: a seat plays with the blinde: it put its hand away unseen and took these five."""

    seat: int
    cards: Hand

    def seen_by(self, seat: int | None) -> BlindeTaken:
        return self if seat == self.seat else BlindeTaken(self.seat, make_hidden_cards(len(self.cards)))

    @property
    def code(self) -> str:
        return "BlindeTakenHidden" if HIDDEN_CARD in self.cards else "BlindeTaken"


class GattaShown(Event, frozen=True):
    """Muscio: a seat shows five cards of one suit, with the dealer's turned card perhaps, worth ``points``."""

    seat: int
    cards: Hand
    points: int


class TurnedCardKept(Event, frozen=True):
    """Muscio: the dealer leaves the turned trump where it is."""

    seat: int


class DealForfeited(Event, frozen=True):
    """Muscio: one of two gives the deal up before it is played."""

    seat: int


class PlayerStood(Event, frozen=True):
    """Muscio: one of two plays on rather than forfeit."""

    seat: int


class DealMisdealt(Event, frozen=True):
    """Muscio: the dealer took his own five before he had laid the blinde."""

    seat: int


class FaceDownCardsShown(Event, frozen=True):
    """Muscio: the tricks are counted; the cards that ``seats`` played face down are shown, in the order they fell."""

    seats: tuple[int, ...]
    cards: tuple[Card, ...]

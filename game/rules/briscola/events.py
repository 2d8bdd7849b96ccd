"""Events that only Briscola has."""

from __future__ import annotations

from game.core.cards import Hand, make_hidden_cards
from game.core.events import Event
from game.rules.briscola.actions import SignName


class SignMade(Event, frozen=True):
    """A sign to ``partners``, who see which; the others see only that a sign was made.

    ``sign``: None where it is hidden.
    """

    seat: int
    sign: SignName | None
    partners: tuple[int, ...]

    def seen_by(self, seat: int | None) -> SignMade:
        is_visible = seat == self.seat or seat in self.partners
        return self if is_visible else SignMade(self.seat, None, self.partners)

    @property
    def code(self) -> str:
        return "SignMadeHidden" if self.sign is None else "SignMade"


class HandShown(Event, frozen=True):
    """The showing of the hand of ``seat`` to the partners ``to``."""

    seat: int
    cards: Hand
    to: tuple[int, ...]

    def seen_by(self, seat: int | None) -> HandShown:
        is_visible = seat == self.seat or seat in self.to
        return self if is_visible else HandShown(self.seat, make_hidden_cards(len(self.cards)), self.to)

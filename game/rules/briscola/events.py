"""What happens in Briscola only."""

from __future__ import annotations

from game.core.cards import Hand, make_hidden_cards
from game.core.events import Event
from game.rules.briscola.actions import SignName


class SignMade(Event, frozen=True):
    """Briscola: a sign was made. ``partners`` saw it; the others saw that there was one."""

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
    """A hand was shown to partners: ``to`` now see what ``seat`` holds."""

    seat: int
    cards: Hand
    to: tuple[int, ...]

    def seen_by(self, seat: int | None) -> HandShown:
        is_visible = seat == self.seat or seat in self.to
        return self if is_visible else HandShown(self.seat, make_hidden_cards(len(self.cards)), self.to)

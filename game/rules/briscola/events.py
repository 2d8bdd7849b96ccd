"""What happens in Briscola only."""

from __future__ import annotations

from game.engine.cards import Hand, hidden
from game.engine.events import Event
from game.rules.briscola.actions import Word


class Signed(Event, frozen=True):
    """Briscola: a sign was made. ``partners`` saw it; the others saw that there was one."""

    seat: int
    sign: Word | None
    partners: tuple[int, ...]

    def seen_by(self, seat: int | None) -> Signed:
        known = seat == self.seat or seat in self.partners
        return self if known else Signed(self.seat, None, self.partners)

    @property
    def code(self) -> str:
        return "SignedHidden" if self.sign is None else "Signed"


class HandShown(Event, frozen=True):
    """Partners look at each other's cards: ``to`` now see what ``seat`` holds."""

    seat: int
    cards: Hand
    to: tuple[int, ...]

    def seen_by(self, seat: int | None) -> HandShown:
        known = seat == self.seat or seat in self.to
        return self if known else HandShown(self.seat, hidden(len(self.cards)), self.to)

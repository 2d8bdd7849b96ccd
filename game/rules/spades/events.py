"""What happens in Spades only."""

from __future__ import annotations

from game.core.events import Event


class BidMade(Event, frozen=True):
    """Spades: a seat said how many tricks it will take; 0 is nil."""

    seat: int
    tricks: int

    @property
    def code(self) -> str:
        return "BidMade" if self.tricks else "BidMadeNil"

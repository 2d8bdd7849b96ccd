"""Events that only Spades has."""

from __future__ import annotations

from game.core.events import Event


class BidMade(Event, frozen=True):
    """A bid of a seat; 0 ``tricks`` is nil."""

    seat: int
    tricks: int

    @property
    def code(self) -> str:
        return "BidMade" if self.tricks else "BidMadeNil"

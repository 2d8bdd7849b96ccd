"""What happens in Briscola chiamata only."""

from __future__ import annotations

from game.core.cards import Card, Rank
from game.core.events import Event


class CallMade(Event, frozen=True):
    """Chiamata: a call in the auction. ``points``: those asked, None for a plain call."""

    seat: int
    rank: Rank
    points: int | None

    @property
    def code(self) -> str:
        return "CallMade" if self.points is None else "CallMadePoints"


class SoloCalled(Event, frozen=True):
    """Chiamata: a seat plays alone, without trump."""

    seat: int


class AuctionWon(Event, frozen=True):
    """Chiamata: the auction is over; this seat is the caller."""

    seat: int


class CalledCardNamed(Event, frozen=True):
    """Chiamata: the caller named the called card; its suit is trump."""

    seat: int
    card: Card


class PartnerRevealed(Event, frozen=True):
    """Chiamata: the called card fell; whoever was dealt it is the partner (the caller himself: in mano)."""

    seat: int
    card: Card

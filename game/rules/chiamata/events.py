"""Events that only Briscola chiamata has."""

from __future__ import annotations

from game.core.cards import Card, Rank
from game.core.events import Event


class CallMade(Event, frozen=True):
    """A call in the auction; ``points`` is None for a plain call."""

    seat: int
    rank: Rank
    points: int | None

    @property
    def code(self) -> str:
        return "CallMade" if self.points is None else "CallMadePoints"


class SoloCalled(Event, frozen=True):
    """A call of solo: the seat plays alone, without trump."""

    seat: int


class AuctionWon(Event, frozen=True):
    """The end of the auction; ``seat`` is the caller."""

    seat: int


class CalledCardNamed(Event, frozen=True):
    """The naming of the called card by the caller; its suit is trump."""

    seat: int
    card: Card


class PartnerRevealed(Event, frozen=True):
    """The play of the called card: ``seat`` was dealt it and is the partner.

    In mano, ``seat`` is the caller.
    """

    seat: int
    card: Card

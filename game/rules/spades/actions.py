"""What a seat can do in Spades besides playing cards."""

from __future__ import annotations

from game.core.actions import Action


class Bid(Action, frozen=True):
    """Spades: how many tricks the seat undertakes to take; 0 is nil."""

    verb = "bid"
    tricks: int

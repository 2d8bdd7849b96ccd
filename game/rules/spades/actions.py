"""Actions of Spades besides playing cards."""

from __future__ import annotations

from game.core.actions import Action


class Bid(Action, frozen=True):
    """A bid: the number of tricks that the seat expects to take; 0 is nil."""

    verb = "bid"
    tricks: int

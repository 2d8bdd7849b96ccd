"""Actions of Spades besides playing cards."""

from __future__ import annotations

from typing import Final

from game.core.actions import Action

MAX_HAND_SIZE: Final = 27
"""The cards of each of two players, with jokers."""


class Bid(Action, frozen=True):
    """A bid: the number of tricks that the seat expects to take; 0 is nil."""

    verb = "bid"
    numbers = range(MAX_HAND_SIZE + 1)
    tricks: int

    @property
    def message_verb(self) -> str:
        return self.verb if self.tricks else "bid_nil"


class BidBlindNil(Action, frozen=True):
    """A bid of blind nil: no trick, before the seat has seen its cards."""

    verb = "blind"
    can_be_undone = False


class LookAtHand(Action, frozen=True):
    """The refusal of blind nil: the seat sees its cards and bids after that."""

    verb = "look"
    can_be_undone = False

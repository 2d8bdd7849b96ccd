"""Actions of Briscola chiamata besides playing cards."""

from __future__ import annotations

from typing import Final

from game.core.actions import Action
from game.core.cards import Rank, Suit

MIN_CALLED_POINTS: Final = 62
MAX_CALLED_POINTS: Final = 120


class Call(Action, frozen=True):
    """A call in the auction: a rank, and points from 62 on; the suit is named later."""

    verb = "call"
    numbers = range(MIN_CALLED_POINTS, MAX_CALLED_POINTS + 1)
    rank: Rank
    points: int | None = None


class Solo(Action, frozen=True):
    """A call to play alone against four, without trump (*a carichi*)."""

    verb = "solo"


class NameSuit(Action, frozen=True):
    """The naming of the called card's suit by the caller; it becomes trump."""

    verb = "name"
    suit: Suit

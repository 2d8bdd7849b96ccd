"""What a seat can do in Briscola chiamata besides playing cards."""

from __future__ import annotations

from game.core.actions import Action
from game.core.cards import Rank, Suit


class Call(Action, frozen=True):
    """Chiamata: a bid in the auction, a rank, and from 62 on the points asked; the suit is named later."""

    verb = "call"
    rank: Rank
    points: int | None = None


class Solo(Action, frozen=True):
    """Chiamata: alone against four, without trump (*a carichi*)."""

    verb = "solo"


class NameSuit(Action, frozen=True):
    """Chiamata: the caller names the suit of the called card; it becomes trump."""

    verb = "name"
    suit: Suit

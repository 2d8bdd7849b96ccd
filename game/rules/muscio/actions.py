"""Actions of Muscio besides playing cards."""

from __future__ import annotations

from game.core.actions import Action


class PlayDeal(Action, frozen=True):
    """A declaration to play the deal with the cards dealt."""

    verb = "in"


class TakeBlinde(Action, frozen=True):
    """A declaration to play the deal with the five cards of the blinde."""

    verb = "blinde"


class KeepTurnedCard(Action, frozen=True):
    """The dealer's decision not to take the turned trump."""

    verb = "keep"


class Forfeit(Action, frozen=True):
    """The forfeit of one of two participants."""

    verb = "forfeit"


class Stand(Action, frozen=True):
    """The decision of one of two participants not to forfeit."""

    verb = "stand"


class LayBlinde(Action, frozen=True):
    """The correct deal by hand: the dealer lays the blinde before their own five cards."""

    verb = "lay"


class Misdeal(Action, frozen=True):
    """The misdeal by hand: the dealer takes their own five cards before the blinde."""

    verb = "misdeal"

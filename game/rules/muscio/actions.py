"""What a seat can do in Muscio besides playing cards."""

from __future__ import annotations

from game.core.actions import Action


class PlayDeal(Action, frozen=True):
    """Muscio: to play the deal with the cards dealt."""

    verb = "in"


class TakeBlinde(Action, frozen=True):
    """Muscio: to play the deal with the blinde's five cards."""

    verb = "blinde"


class KeepTurnedCard(Action, frozen=True):
    """Muscio: the dealer leaves the turned trump alone."""

    verb = "keep"


class Forfeit(Action, frozen=True):
    """Muscio: one of two gives the deal up."""

    verb = "forfeit"


class Stand(Action, frozen=True):
    """Muscio: one of two plays the deal."""

    verb = "stand"


class LayBlinde(Action, frozen=True):
    """Muscio, dealing by hand: to lay the blinde before one's own five cards, as is right."""

    verb = "lay"


class Misdeal(Action, frozen=True):
    """Muscio, dealing by hand: to take one's own five cards before the blinde is laid."""

    verb = "misdeal"

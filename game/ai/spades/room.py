"""Spades as its players know it: what they say to their bids."""

from __future__ import annotations

from typing import Final

from game.ai.room import Lines, Room
from game.engine.events import Event
from game.i18n import N_
from game.rules.spades.events import BidMade
from game.seating import LEVELS

LOW_BID: Final = 1
HIGH_BID: Final = 5

NIL: Final = Lines((N_("Not a single one."), N_("Today I collect nothing.")), (N_("Try to give me one!"),))
LOW: Final = Lines((N_("I am modest tonight."), N_("Small steps.")), (), (N_("One has to be careful."),))
USUAL: Final = Lines(
    (N_("That should do."), N_("Write it down.")), (N_("At least that many!"),), (N_("I think so, at least."),)
)
HIGH: Final = Lines(
    (N_("Watch me."), N_("Sharpen the pencil.")), (N_("And I could have said more!"),), (N_("I surprise myself."),)
)


def remarks(event: Event) -> Lines | None:
    """What there is to say to a bid."""
    if not isinstance(event, BidMade):
        return None
    if not event.tricks:
        return NIL
    return LOW if event.tricks <= LOW_BID else HIGH if event.tricks >= HIGH_BID else USUAL


SPADES: Final = Room(
    game="spades", levels=LEVELS, remarks=remarks, hopes=N_("Chance to make the bid"), costs=N_("costs {loss} points")
)

"""Briscola chiamata as its players know it: what they say in the auction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.ai.room import PASSING, Lines, Room
from game.engine.events import Event, Passed
from game.i18n import N_
from game.rules.chiamata.events import Called, CalledSolo, Named
from game.seating import LEVELS

CALLING: Final = Lines(
    (N_("Let's see who follows."), N_("Then it is my turn to try."), N_("Anybody lower?")),
    (N_("Who dares go lower?"), N_("I am only warming up.")),
    (N_("This far, no farther."), N_("If nobody else will…")),
)
RAISING: Final = Lines(
    (N_("And I mean it."), N_("Counting is an art.")),
    (N_("That is how it's done!"),),
    (N_("I hope I have counted well."),),
)
ALONE: Final = Lines(
    (N_("Alone against you all!"), N_("I need no partner tonight.")), (N_("All four of you, come!"),)
)
NAMING: Final = Lines(
    (N_("Somebody here is my friend."), N_("Let's see who smiles now."), N_("Well, whoever has it…")),
    (N_("Partner, make me proud!"),),
    (N_("Be kind to me, partner."),),
)

LINES: Final[Mapping[type[Event], Lines]] = {Called: CALLING, CalledSolo: ALONE, Passed: PASSING, Named: NAMING}


def remarks(event: Event) -> Lines | None:
    """What there is to say to a call, a pass, the suit that was named."""
    if isinstance(event, Called) and event.points is not None:
        return RAISING
    return LINES.get(type(event))


CHIAMATA: Final = Room(
    game="chiamata", levels=LEVELS, remarks=remarks, hopes=N_("Chance that one's own side wins the deal"),
    costs=N_("costs {loss} match points"),
)  # fmt: skip

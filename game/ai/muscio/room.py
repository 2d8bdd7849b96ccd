"""Muscio as its players know it: what they say to their declarations. A computer dealer always deals rightly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.ai.room import PASSING, Lines, Room
from game.engine.events import Event, Passed
from game.i18n import N_
from game.rules.muscio.actions import Misdeal
from game.rules.muscio.events import BlindeTaken, Declared, Forfeited, Stood
from game.seating import LEVELS

LINES: Final[Mapping[type[Event], Lines]] = {
    Passed: PASSING,
    Declared: Lines(
        (N_("Let's see."), N_("I am curious."), N_("One is enough for me.")),
        (N_("Of course I play!"), N_("Who joins me?")),
        (N_("With due respect."), N_("I hope I won't regret it.")),
    ),
    BlindeTaken: Lines(
        (N_("Luck, look this way!"), N_("Anything but what I had.")), (N_("Blind, and still I win!"),)
    ),
    Forfeited: Lines((N_("Take it, it's yours."), N_("Not worth the trouble.")), (N_("Next time, you'll see."),)),
    Stood: Lines((N_("Not so fast."), N_("First we play.")), (N_("Me, run? Never!"),)),
}


def remarks(event: Event) -> Lines | None:
    """What there is to say to a declaration."""
    return LINES.get(type(event))


MUSCIO: Final = Room(
    game="muscio", levels=LEVELS, never=(Misdeal,), remarks=remarks, hopes=N_("Chance to win the match"),
    costs=N_("costs {loss} points"),
)  # fmt: skip

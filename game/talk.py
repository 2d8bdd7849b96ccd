"""What the computer's characters say at the table when they bid or declare.

A remark comes from what everybody has seen and from chance: nothing here ever gets a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Final, NamedTuple, TypeAlias

from game.ai.characters import Character
from game.engine.events import Event, Passed
from game.i18n import N_, _
from game.rules.chiamata.events import Called, CalledSolo, Named
from game.rules.muscio.events import BlindeTaken, Declared, Forfeited, Stood
from game.rules.spades.events import BidMade

Occasion: TypeAlias = str


class Lines(NamedTuple):
    """What may be said on an occasion: by anybody, and besides by the bold or by the careful."""

    anybody: tuple[str, ...]
    bold: tuple[str, ...] = ()
    careful: tuple[str, ...] = ()


LINES: Final[Mapping[Occasion, Lines]] = {
    "call": Lines(
        (N_("Let's see who follows."), N_("Then it is my turn to try."), N_("Anybody lower?")),
        (N_("Who dares go lower?"), N_("I am only warming up.")),
        (N_("This far, no farther."), N_("If nobody else will…")),
    ),
    "call_points": Lines(
        (N_("And I mean it."), N_("Counting is an art.")),
        (N_("That is how it's done!"),),
        (N_("I hope I have counted well."),),
    ),
    "solo": Lines((N_("Alone against you all!"), N_("I need no partner tonight.")), (N_("All four of you, come!"),)),
    "pass": Lines(
        (N_("Not this time."), N_("I'd rather watch."), N_("Go on without me.")),
        (N_("I let you have this one."), N_("Enjoy it while it lasts.")),
        (N_("Better safe than sorry."), N_("Patience, patience.")),
    ),
    "name": Lines(
        (N_("Somebody here is my friend."), N_("Let's see who smiles now."), N_("Well, whoever has it…")),
        (N_("Partner, make me proud!"),),
        (N_("Be kind to me, partner."),),
    ),
    "nil": Lines((N_("Not a single one."), N_("Today I collect nothing.")), (N_("Try to give me one!"),)),
    "low_bid": Lines((N_("I am modest tonight."), N_("Small steps.")), (), (N_("One has to be careful."),)),
    "bid": Lines(
        (N_("That should do."), N_("Write it down.")), (N_("At least that many!"),), (N_("I think so, at least."),)
    ),
    "high_bid": Lines(
        (N_("Watch me."), N_("Sharpen the pencil.")), (N_("And I could have said more!"),), (N_("I surprise myself."),)
    ),
    "in": Lines(
        (N_("Let's see."), N_("I am curious."), N_("One is enough for me.")),
        (N_("Of course I play!"), N_("Who joins me?")),
        (N_("With due respect."), N_("I hope I won't regret it.")),
    ),
    "blinde": Lines((N_("Luck, look this way!"), N_("Anything but what I had.")), (N_("Blind, and still I win!"),)),
    "forfeit": Lines((N_("Take it, it's yours."), N_("Not worth the trouble.")), (N_("Next time, you'll see."),)),
    "stand": Lines((N_("Not so fast."), N_("First we play.")), (N_("Me, run? Never!"),)),
}

MARKED: Final = 0.2
"""From so much boldness, up or down, a character has lines of its own."""
LOW_BID: Final = 1
HIGH_BID: Final = 5

OCCASIONS: Final[Mapping[type[Event], Occasion]] = {
    CalledSolo: "solo", Passed: "pass", Named: "name", Declared: "in", BlindeTaken: "blinde",
    Forfeited: "forfeit", Stood: "stand",
}  # fmt: skip


def occasion(event: Event) -> Occasion | None:
    """What there is to remark on in a bid or declaration, as everybody sees it."""
    if isinstance(event, Called):
        return "call" if event.points is None else "call_points"
    if isinstance(event, BidMade):
        if not event.tricks:
            return "nil"
        return "low_bid" if event.tricks <= LOW_BID else "high_bid" if event.tricks >= HIGH_BID else "bid"
    return OCCASIONS.get(type(event))


def remark(events: Iterable[Event], character: Character, rng: Random) -> str | None:
    """What ``character`` says to what it has just done, in the player's language; None if it keeps silent.

    ``events`` are those of its action as somebody sees them who sits at no seat.
    """
    found = next((one for one in map(occasion, events) if one is not None), None)
    if found is None or rng.random() >= character.talkativeness:
        return None
    lines = LINES[found]
    bold, careful = character.boldness > MARKED, character.boldness < -MARKED
    return _(rng.choice((*lines.anybody, *(lines.bold if bold else ()), *(lines.careful if careful else ()))))

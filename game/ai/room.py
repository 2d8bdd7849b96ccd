"""What a game says of its players without thinking: the levels it has, and what they say at the table.

Nothing here needs the libraries that players think with: the window offers levels and remarks, and never thinks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

import msgspec

from game.engine.actions import Action
from game.engine.events import Event
from game.i18n import N_
from game.seating import LEVELS

ERRING: Final = LEVELS[:2]
"""Those that play foolish cards, as chance and beginners do."""


class Lines(NamedTuple):
    """What may be said on an occasion: by anybody, and besides by the bold or by the careful."""

    anybody: tuple[str, ...]
    bold: tuple[str, ...] = ()
    careful: tuple[str, ...] = ()


PASSING: Final = Lines(
    (N_("Not this time."), N_("I'd rather watch."), N_("Go on without me.")),
    (N_("I let you have this one."), N_("Enjoy it while it lasts.")),
    (N_("Better safe than sorry."), N_("Patience, patience.")),
)
"""Who passes, in whatever game one may."""

Remarks: TypeAlias = Callable[[Event], Lines | None]
"""What there is to say to one's own bid or declaration, as everybody sees it; None if nothing."""


def silent(_event: Event) -> Lines | None:
    """Nothing is said."""
    return None


class Room(msgspec.Struct, frozen=True, kw_only=True):
    """A game as its players know it. ``hopes``: what is expected as cards are played, from 0 to 1; ``costs``: what a
    choice costs that is not the best, in the unit of `game.ai.mind.Mind.price`. ``levels``: which it is played at, in
    rising strength; ``never``: what nobody does who plays at random; ``remarks``: what they say."""

    game: str
    hopes: str = N_("Chance to win")
    costs: str = N_("costs {loss}")
    levels: tuple[str, ...] = LEVELS[:1]
    never: tuple[type[Action], ...] = ()
    remarks: Remarks = silent

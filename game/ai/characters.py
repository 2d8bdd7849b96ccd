"""Who the computer players are: people of the village, each with a temperament. Strength is the level's affair."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from game.i18n import N_


class Character(msgspec.Struct, frozen=True, kw_only=True):
    """A temperament. ``about``: one line for the screen, to be translated; ``face``: which portrait, 0 is any.

    ``boldness`` from -1 (careful) to 1 (daring) moves bids and declarations, 0 leaves them as the level has them;
    ``talkativeness`` from 0 to 1: how likely a bid or declaration comes with a remark.
    """

    name: str
    about: str = ""
    face: int = 0
    boldness: float = 0.0
    talkativeness: float = 0.0


PLAIN: Final = Character(name="")
"""Nobody in particular."""

CHARACTERS: Final[Mapping[str, Character]] = {
    one.name: one
    for one in (
        Character(
            name="Bruno", face=5, about=N_("the baker: would rather bid than wait"),
            boldness=0.6, talkativeness=0.35,
        ),
        Character(
            name="Carla", face=11, about=N_("the teacher: bids what she holds"),
            talkativeness=0.2,
        ),
        Character(
            name="Dino", face=2, about=N_("the fisherman: careful, of few words"),
            boldness=-0.6, talkativeness=0.1,
        ),
        Character(
            name="Elsa", face=13, about=N_("the pharmacist: careful, exact"),
            boldness=-0.3, talkativeness=0.2,
        ),
        Character(
            name="Fabio", face=12, about=N_("the barber: a little bold, always talking"),
            boldness=0.3, talkativeness=0.6,
        ),
        Character(
            name="Anna", face=3, about=N_("the baker's daughter: calm and cheerful"),
            talkativeness=0.3,
        ),
        Character(
            name="Gina", face=8, about=N_("the innkeeper: daring and loud"),
            boldness=0.8, talkativeness=0.5,
        ),
        Character(
            name="Nonna Pia", face=1, about=N_("eighty years of cards: patient"),
            boldness=-0.8, talkativeness=0.4,
        ),
        Character(
            name="Zio Gino", face=7, about=N_("the uncle who risks it all"),
            boldness=1.0, talkativeness=0.5,
        ),
        Character(
            name="Don Piero", face=4, about=N_("the priest: measured, kind"),
            boldness=-0.2, talkativeness=0.25,
        ),
    )
}  # fmt: skip
"""Name -> who bears it."""


def character_of(name: str) -> Character:
    """Whose name this is; `PLAIN` for a name that nobody bears."""
    return CHARACTERS.get(name, PLAIN)

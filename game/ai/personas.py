"""Personas: names and temperaments of computer players. They do not change a player's strength."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from game.core.messages import N_


class Persona(msgspec.Struct, frozen=True, kw_only=True):
    """A temperament of a computer player.

    ``description``: trade and temperament with a colon between them, to be translated; ``portrait_number``: 0 is any
    portrait; ``boldness``: from -1 (careful) to 1 (daring), changes bids and declarations, 0 leaves those of the level;
    ``talkativeness``: probability of a remark on a bid or declaration.
    """

    name: str
    description: str = ""
    portrait_number: int = 0
    boldness: float = 0.0
    talkativeness: float = 0.0


NEUTRAL_PERSONA: Final = Persona(name="")
"""The persona without a temperament."""

PERSONAS: Final[Mapping[str, Persona]] = {
    persona.name: persona
    for persona in (
        Persona(
            name="Bruno", portrait_number=5, description=N_("the baker: would rather bid than wait"),
            boldness=0.6, talkativeness=0.35,
        ),
        Persona(
            name="Carla", portrait_number=11, description=N_("the teacher: bids what the cards are worth"),
            talkativeness=0.2,
        ),
        Persona(
            name="Dino", portrait_number=2, description=N_("the fisherman: cautious, says little"),
            boldness=-0.6, talkativeness=0.1,
        ),
        Persona(
            name="Elsa", portrait_number=13, description=N_("the pharmacist: careful and precise"),
            boldness=-0.3, talkativeness=0.2,
        ),
        Persona(
            name="Fabio", portrait_number=12, description=N_("the barber: a little bold, always talking"),
            boldness=0.3, talkativeness=0.6,
        ),
        Persona(
            name="Anna", portrait_number=3, description=N_("the baker's daughter: calm and cheerful"),
            talkativeness=0.3,
        ),
        Persona(
            name="Gina", portrait_number=8, description=N_("the innkeeper: daring and loud"),
            boldness=0.8, talkativeness=0.5,
        ),
        Persona(
            name="Nonna Pia", portrait_number=1, description=N_("the grandmother: eighty, very patient"),
            boldness=-0.8, talkativeness=0.4,
        ),
        Persona(
            name="Zio Gino", portrait_number=7, description=N_("the uncle: risks it all, every time"),
            boldness=1.0, talkativeness=0.5,
        ),
        Persona(
            name="Don Piero", portrait_number=4, description=N_("the priest: measured and kind"),
            boldness=-0.2, talkativeness=0.25,
        ),
    )
}  # fmt: skip
"""Name -> persona."""


def get_persona(name: str) -> Persona:
    """Return the persona of that name; `NEUTRAL_PERSONA` if there is none."""
    return PERSONAS.get(name, NEUTRAL_PERSONA)

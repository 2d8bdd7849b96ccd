"""What the computer's characters say at the table when they bid or declare; the words are each game's own.

A remark comes from what everybody has seen and from chance: nothing here ever gets a hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

from game.ai.characters import Character
from game.ai.levels import room_of
from game.engine.events import Event
from game.i18n import _

MARKED: Final = 0.2
"""From so much boldness, up or down, a character has lines of its own."""


def remark(game: str, events: Iterable[Event], character: Character, rng: Random) -> str | None:
    """What ``character`` says to what it has just done in ``game``, in the player's language; None if it keeps silent.

    ``events`` are those of its action as somebody sees them who sits at no seat.
    """
    lines = next((one for one in map(room_of(game).remarks, events) if one is not None), None)
    if lines is None or rng.random() >= character.talkativeness:
        return None
    bold, careful = character.boldness > MARKED, character.boldness < -MARKED
    return _(rng.choice((*lines.anybody, *(lines.bold if bold else ()), *(lines.careful if careful else ()))))

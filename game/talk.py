"""What the computer's characters say at the table when they bid or declare; the words are each game's own.

A remark comes from what everybody has seen and from chance: nothing here ever gets a hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, Final

import msgspec

from game.ai.characters import Character
from game.ai.levels import room_of
from game.ai.room import Lines
from game.discipline import MESSAGES_KEPT, Message, is_sayable
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
    return _(rng.choice(lines_of(lines, character)))


def lines_of(lines: Lines, character: Character) -> tuple[str, ...]:
    """What of ``lines`` suits ``character``."""
    bold, careful = character.boldness > MARKED, character.boldness < -MARKED
    return (*lines.anybody, *(lines.bold if bold else ()), *(lines.careful if careful else ()))


def chat_of(kept: Any, seats: int) -> tuple[Message, ...]:
    """What was said before, as it was ``kept``; a chat that was damaged is forgotten, it is not the match."""
    try:
        chat = msgspec.convert(kept, tuple[Message, ...])
    except msgspec.ValidationError:
        return ()
    return tuple(one for one in chat if 0 <= one.seat < seats and is_sayable(one.text))[-MESSAGES_KEPT:]

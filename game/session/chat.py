"""What the computer's characters say at the table when they bid or declare; the words are each game's own.

A remark comes from what everybody has seen and from chance: nothing here ever gets a hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, Final

import msgspec

from game.ai.game_ai_info import RemarkSet
from game.ai.levels import get_ai_info
from game.ai.personas import Persona
from game.core.events import Event
from game.session.penalties import MAX_STORED_MESSAGES, ChatMessage, is_valid_message
from game.text.gettext import _

MIN_BOLDNESS_FOR_OWN_LINES: Final = 0.2
"""From so much boldness, up or down, a character has lines of its own."""


def choose_remark(game_id: str, events: Iterable[Event], persona: Persona, rng: Random) -> str | None:
    """What ``persona`` says to what it has just done in ``game``, in the player's language; None if it keeps silent.

    ``events`` are those of its action as somebody sees them who sits at no seat.
    """
    lines = next(
        (found_lines for found_lines in map(get_ai_info(game_id).find_remarks, events) if found_lines is not None), None
    )
    if lines is None or rng.random() >= persona.talkativeness:
        return None
    return _(rng.choice(select_lines(lines, persona)))


def select_lines(lines: RemarkSet, persona: Persona) -> tuple[str, ...]:
    """What of ``lines`` suits ``persona``."""
    is_bold, is_careful = persona.boldness > MIN_BOLDNESS_FOR_OWN_LINES, persona.boldness < -MIN_BOLDNESS_FOR_OWN_LINES
    return (*lines.anybody, *(lines.bold if is_bold else ()), *(lines.careful if is_careful else ()))


def parse_chat(stored: Any, seat_count: int) -> tuple[ChatMessage, ...]:
    """What was said before, as it was ``kept``; a chat that was damaged is forgotten, it is not the match."""
    try:
        chat = msgspec.convert(stored, tuple[ChatMessage, ...])
    except msgspec.ValidationError:
        return ()
    return tuple(message for message in chat if 0 <= message.seat < seat_count and is_valid_message(message.text))[
        -MAX_STORED_MESSAGES:
    ]

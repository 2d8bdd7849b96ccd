"""Guided first deals: their content, the progress through them, and their session."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from game.lessons.briscola import LESSON as BRISCOLA_LESSON
from game.lessons.chiamata import LESSON as CHIAMATA_LESSON
from game.lessons.lesson import Lesson
from game.lessons.muscio import LESSON as MUSCIO_LESSON
from game.lessons.spades import LESSON as SPADES_LESSON
from game.lessons.spades_partners import LESSON as SPADES_PARTNERS_LESSON

LESSONS: Final[Mapping[str, Lesson]] = MappingProxyType(
    {
        "briscola": BRISCOLA_LESSON,
        "chiamata": CHIAMATA_LESSON,
        "spades": SPADES_LESSON,
        "spades-partners": SPADES_PARTNERS_LESSON,
        "muscio": MUSCIO_LESSON,
    }
)
"""The lessons by their ids, in the order of the games; the first of a game has the id of the game."""

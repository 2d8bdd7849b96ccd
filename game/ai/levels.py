"""The levels of strength, and which of them each game has; who has them is in `players`.

Nothing here needs the libraries that players think with: the window offers levels and never thinks.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from game.engine.actions import Action, Play
from game.rules.muscio.actions import Misdeal
from game.view import View

LEVELS: Final[tuple[str, ...]] = ("random", "novice", "club", "expert", "master")
"""All levels, in rising strength."""

LEVELS_OF: Final[Mapping[str, tuple[str, ...]]] = dict.fromkeys(("briscola", "chiamata", "spades", "muscio"), LEVELS)
"""Game -> the levels that it is played at, in rising strength; any other is played at random only."""


def levels_for(game: str) -> tuple[str, ...]:
    """The levels that ``game`` is played at, in rising strength."""
    return LEVELS_OF.get(game, LEVELS[:1])


def at_random(view: View, rng: Random) -> Action:
    """Any legal card; where no card can be played, any choice. Signs and exchanges are left alone.

    A computer dealer always deals rightly.
    """
    plays = tuple(choice for choice in view.choices if isinstance(choice, Play))
    return rng.choice(plays or tuple(choice for choice in view.choices if not isinstance(choice, Misdeal)))

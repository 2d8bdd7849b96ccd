"""The registry: every game that the program plays, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.rules.briscola.game import BRISCOLA
from game.rules.chiamata.game import CHIAMATA
from game.rules.game import Game, Standing, Tally
from game.rules.muscio.game import MUSCIO
from game.rules.spades.game import SPADES

GAMES: Final[Mapping[str, Game]] = {game.name: game for game in (BRISCOLA, CHIAMATA, SPADES, MUSCIO)}

__all__ = ["GAMES", "Game", "Standing", "Tally"]

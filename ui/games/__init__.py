"""The registry of faces: how each game looks and speaks. A game without an entry has the plain `GamePresentation`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ui.games.briscola.presentation import BriscolaPresentation
from ui.games.chiamata.presentation import ChiamataPresentation
from ui.games.muscio.presentation import MuscioPresentation
from ui.games.presentation import GamePresentation
from ui.games.spades.presentation import SpadesPresentation

PRESENTATIONS: Final[Mapping[str, GamePresentation]] = {
    face.game_id: face
    for face in (BriscolaPresentation(), ChiamataPresentation(), SpadesPresentation(), MuscioPresentation())
}
DEFAULT_PRESENTATION: Final = GamePresentation()


def get_presentation(game_id: str) -> GamePresentation:
    """The face of the game of this name."""
    return PRESENTATIONS.get(game_id, DEFAULT_PRESENTATION)

"""The registry of faces: how each game looks and speaks. A game without an entry has the plain `Face`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ui.games.briscola.face import BriscolaFace
from ui.games.chiamata.face import ChiamataFace
from ui.games.muscio.face import MuscioFace
from ui.games.spades.face import SpadesFace
from ui.table.face import Face

FACES: Final[Mapping[str, Face]] = {
    face.game: face for face in (BriscolaFace(), ChiamataFace(), SpadesFace(), MuscioFace())
}
PLAIN: Final = Face()


def face_of(game: str) -> Face:
    """The face of the game of this name."""
    return FACES.get(game, PLAIN)

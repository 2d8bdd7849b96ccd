"""The registry of presentations: how the window shows each game."""

from __future__ import annotations

from typing import Final

from ui.games.briscola.presentation import BriscolaPresentation
from ui.games.chiamata.presentation import ChiamataPresentation
from ui.games.muscio.presentation import MuscioPresentation
from ui.games.presentation import GamePresentation
from ui.games.spades.presentation import SpadesPresentation

_presentations: Final = dict[str, GamePresentation]()
_plain_presentation: Final = GamePresentation()


def register_presentation(game_id: str, presentation: GamePresentation) -> None:
    """Show a game with ``presentation``. Raise ValueError if the game has a presentation already."""
    if game_id in _presentations:
        raise ValueError(f"{game_id}: the game has a presentation")
    _presentations[game_id] = presentation


def unregister_presentation(game_id: str) -> None:
    """Remove the presentation of a game, so that it has the plain one. Raise KeyError if it has none."""
    del _presentations[game_id]


def get_presentation(game_id: str) -> GamePresentation:
    """Return the presentation of a game; the plain `GamePresentation` if none is registered."""
    return _presentations.get(game_id, _plain_presentation)


register_presentation("briscola", BriscolaPresentation())
register_presentation("chiamata", ChiamataPresentation())
register_presentation("spades", SpadesPresentation())
register_presentation("muscio", MuscioPresentation())

__all__ = ["GamePresentation", "get_presentation", "register_presentation", "unregister_presentation"]

"""Registry of all games that the program plays, by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from game.rules.briscola.game import BRISCOLA
from game.rules.chiamata.game import CHIAMATA
from game.rules.game import Game, Standing, Tally
from game.rules.muscio.game import MUSCIO
from game.rules.spades.game import SPADES

_games: Final = dict[str, Game]()
GAMES: Final[Mapping[str, Game]] = MappingProxyType(_games)


def register_game(game: Game) -> None:
    """Add a game to `GAMES`.

    Raise ValueError if its id or its ``code_letter`` is taken, or if the letter is not one of A to Z.
    """
    letter = game.code_letter
    if len(letter) != 1 or not "A" <= letter <= "Z":
        raise ValueError(f"{game.id}: code_letter must be one letter from A to Z, not {letter!r}")
    if game.id in _games:
        raise ValueError(f"{game.id}: name is taken by another game")
    holder = next((game.id for game in _games.values() if game.code_letter == letter), None)
    if holder is not None:
        raise ValueError(f"{game.id}: code_letter {letter} is taken by {holder}")
    _games[game.id] = game


def unregister_game(name: str) -> None:
    """Remove a registered game. Raise KeyError if there is no game of this name."""
    del _games[name]


for _game in (BRISCOLA, CHIAMATA, SPADES, MUSCIO):
    register_game(_game)

__all__ = ["GAMES", "Game", "Standing", "Tally", "register_game", "unregister_game"]

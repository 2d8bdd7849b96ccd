"""The registry: every game that the program plays, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.rules.briscola.game import BRISCOLA
from game.rules.chiamata.game import CHIAMATA
from game.rules.game import Game, Standing, Tally
from game.rules.muscio.game import MUSCIO
from game.rules.spades.game import SPADES


def register(*games: Game) -> Mapping[str, Game]:
    """Return the games by name. ValueError if two share a name or the letter of their deal codes."""
    named, coded = dict[str, Game](), dict[str, Game]()
    for game in games:
        letter = game.code_letter
        if len(letter) != 1 or not "A" <= letter <= "Z":
            raise ValueError(f"{game.name}: code_letter must be one letter from A to Z, not {letter!r}")
        if game.name in named:
            raise ValueError(f"{game.name}: name is taken by another game")
        if letter in coded:
            raise ValueError(f"{game.name}: code_letter {letter} is taken by {coded[letter].name}")
        named[game.name] = coded[letter] = game
    return named


GAMES: Final[Mapping[str, Game]] = register(BRISCOLA, CHIAMATA, SPADES, MUSCIO)

__all__ = ["GAMES", "Game", "Standing", "Tally", "register"]

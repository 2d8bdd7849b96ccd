"""The words of each game: how its figures, questions and results are said."""

from __future__ import annotations

from typing import Final

from game.text.games.briscola import BriscolaWords
from game.text.games.chiamata.words import ChiamataWords
from game.text.games.game_words import GameWords
from game.text.games.muscio import MuscioWords
from game.text.games.spades import SpadesWords

_words: Final = dict[str, GameWords]()
_plain_words: Final = GameWords()


def register_words(game_id: str, words: GameWords) -> None:
    """Say a game with ``words``. Raise ValueError if the game has words already."""
    if game_id in _words:
        raise ValueError(f"{game_id}: the game has words")
    _words[game_id] = words


def unregister_words(game_id: str) -> None:
    """Remove the words of a game, so that it has the plain ones. Raise KeyError if it has none."""
    del _words[game_id]


def get_words(game_id: str) -> GameWords:
    """Return the words of a game; the plain `GameWords` if none are registered."""
    return _words.get(game_id, _plain_words)


register_words("briscola", BriscolaWords())
register_words("chiamata", ChiamataWords())
register_words("spades", SpadesWords())
register_words("muscio", MuscioWords())

__all__ = ["GameWords", "get_words", "register_words", "unregister_words"]

"""The words of each game: how its figures, questions and results are said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.text.games.briscola import BriscolaWords
from game.text.games.chiamata import ChiamataWords
from game.text.games.game_words import GameWords
from game.text.games.muscio import MuscioWords
from game.text.games.spades import SpadesWords

_PLAIN_WORDS: Final = GameWords()
_WORDS: Final[Mapping[str, GameWords]] = {
    "briscola": BriscolaWords(), "chiamata": ChiamataWords(), "muscio": MuscioWords(), "spades": SpadesWords(),
}  # fmt: skip


def get_words(game_id: str) -> GameWords:
    """Return the words of a game; the plain `GameWords` if it has none of its own."""
    return _WORDS.get(game_id, _PLAIN_WORDS)

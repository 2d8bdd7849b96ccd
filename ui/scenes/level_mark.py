"""The mark of a level: dots that are filled up to it, always beside the word."""

from __future__ import annotations

from typing import Final

from game.match.setup import LEVELS
from game.text.player_names import format_player_kind
from ui.graphics import theme
from ui.widgets.layout import Row
from ui.widgets.nodes import Line, Node, make_disc

DOT_SIZE: Final = 8
DOT_GAP: Final = 3
"""In design pixels."""
OFFERED_LEVELS: Final = LEVELS[1:]


def describe_level(kind: str, *, color: theme.Color = theme.CREAM) -> Node:
    """Return a kind of player in words; after the dots of the level for one that the window offers."""
    word = Line(format_player_kind(kind), size=theme.SMALL_TEXT_SIZE, color=color)
    if kind not in OFFERED_LEVELS:
        return word
    strength = OFFERED_LEVELS.index(kind)
    dots = (
        make_disc(DOT_SIZE, fill_color=theme.CREAM if index <= strength else None, line_color=theme.CREAM)
        for index in range(len(OFFERED_LEVELS))
    )
    return Row(Row(*dots, gap=DOT_GAP, align="middle"), word, gap=theme.SMALL_GAP, align="middle")

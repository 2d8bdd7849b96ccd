"""What each deck contains: file name -> the function that draws it."""

from collections.abc import Callable, Mapping

from . import backs, french, icons, napoletane, portraits, trevisane
from .portraits import program
from .trevisane.index import indexed

Drawing = Callable[[], str]

DECKS: dict[str, Mapping[str, Drawing]] = {
    "napoletane": napoletane.cards(),
    "napoletane_index": indexed(napoletane.cards()),
    "trevisane": trevisane.cards(),
    **{style.deck: french.cards(style) for style in french.STYLES},
    "backs": backs.BACKS,
}
"""Deck -> card -> drawing; written to cards/<deck>/<card>.svg."""


def files() -> dict[str, Drawing]:
    """Every file the scripts own, as a path below assets -> drawing."""
    result: dict[str, Drawing] = {}
    for deck, cards in DECKS.items():
        for name, drawing in cards.items():
            result[f"cards/{deck}/{name}.svg"] = drawing
    for name, drawing in icons.ICONS.items():
        result[f"icons/{name}.svg"] = drawing
    for name, drawing in portraits.PORTRAITS.items():
        result[f"portraits/{name}.svg"] = drawing
    result["icon.svg"] = icons.program
    result["icon-16.svg"] = program.small
    return result

"""What each deck contains: file name -> the function that draws it."""

from collections.abc import Callable, Mapping

from . import backs, bastoni, coppe, courts, denari, icons, spade

Drawing = Callable[[], str]

RANKS = ("A", "2", "3", "4", "5", "6", "7", "J", "Q", "K")


def _napoletane() -> dict[str, Drawing]:
    deck: dict[str, Drawing] = {}
    for letter, numbers in (("d", denari.CARDS), ("h", coppe.CARDS), ("s", spade.CARDS), ("c", bastoni.CARDS)):
        suit: Mapping[str, Drawing] = {**numbers, **courts.CARDS[letter]}
        for rank in RANKS:
            deck[rank + letter] = suit[rank]
    return deck


DECKS: dict[str, dict[str, Drawing]] = {
    "napoletane": _napoletane(),
    "backs": dict(backs.BACKS),
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
    result["icon.svg"] = icons.program
    return result

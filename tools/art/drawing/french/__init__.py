"""The French deck: fifty-two cards and two jokers, in three styles."""

from collections.abc import Callable
from functools import partial

from . import aces, courts, jokers, pips
from .styles import STYLES, FrenchDeckStyle

__all__ = ["RANKS", "STYLES", "FrenchDeckStyle", "list_card_drawings"]

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
SUITS = ("d", "h", "s", "c")


def list_card_drawings(style: FrenchDeckStyle) -> dict[str, Callable[[], str]]:
    """Return the drawing of each card by its name, suit by suit from the ace to the king."""
    deck: dict[str, Callable[[], str]] = {}
    for suit in SUITS:
        for rank in RANKS:
            if rank == "A":
                deck[rank + suit] = partial(aces.draw_ace, suit, style)
            elif rank in courts.FIGURES:
                deck[rank + suit] = partial(courts.draw_court_card, rank, suit, style)
            else:
                deck[rank + suit] = partial(pips.draw_number_card, rank, suit, style)
    deck["LJ"] = partial(jokers.draw_little_joker, style)
    deck["BJ"] = partial(jokers.draw_big_joker, style)
    return deck

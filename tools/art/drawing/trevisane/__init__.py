"""The Trevisane deck: forty cards of the north, double-headed courts, laced swords and batons, mottoes."""

from collections.abc import Callable

from . import bastoni, coppe, courts_cavalli, courts_fanti, courts_re, denari, spade

RANKS = ("A", "2", "3", "4", "5", "6", "7", "J", "Q", "K")
SUITS = {"d": denari.CARDS, "h": coppe.CARDS, "s": spade.CARDS, "c": bastoni.CARDS}
COURTS = {"J": courts_fanti.CARDS, "Q": courts_cavalli.CARDS, "K": courts_re.CARDS}


def cards() -> dict[str, Callable[[], str]]:
    """Card name (rank, suit letter) -> drawing, suit by suit from the ace to the king."""
    deck: dict[str, Callable[[], str]] = {}
    for suit, numbers in SUITS.items():
        for rank in RANKS:
            deck[rank + suit] = COURTS[rank][suit] if rank in COURTS else numbers[rank]
    return deck

"""The Trevisane deck: forty cards with double-headed courts, interlaced swords and batons, and mottoes."""

from collections.abc import Callable

from . import bastoni, coppe, courts_cavalli, courts_fanti, courts_re, denari, spade

RANKS = ("A", "2", "3", "4", "5", "6", "7", "J", "Q", "K")
NUMBER_CARDS_BY_SUIT = {"d": denari.CARDS, "h": coppe.CARDS, "s": spade.CARDS, "c": bastoni.CARDS}
COURT_CARDS_BY_RANK = {"J": courts_fanti.CARDS, "Q": courts_cavalli.CARDS, "K": courts_re.CARDS}


def list_card_drawings() -> dict[str, Callable[[], str]]:
    """Return the drawing of each card by its name, suit by suit from the ace to the king."""
    deck: dict[str, Callable[[], str]] = {}
    for suit, numbers in NUMBER_CARDS_BY_SUIT.items():
        for rank in RANKS:
            deck[rank + suit] = COURT_CARDS_BY_RANK[rank][suit] if rank in COURT_CARDS_BY_RANK else numbers[rank]
    return deck

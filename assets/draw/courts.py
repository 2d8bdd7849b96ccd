"""The court cards of the Neapolitan deck, suit by suit."""

from collections.abc import Callable

from . import courts_cavalli, courts_fanti, courts_re

CARDS: dict[str, dict[str, Callable[[], str]]] = {
    suit: {"J": courts_fanti.CARDS[suit], "Q": courts_cavalli.CARDS[suit], "K": courts_re.CARDS[suit]}
    for suit in "dhsc"
}
"""Suit letter -> rank -> drawing."""

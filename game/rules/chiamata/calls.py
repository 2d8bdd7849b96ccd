"""Order of the calls, and forced calls (*chiamata obbligata*; sources 000 and 004)."""

from __future__ import annotations

from typing import Final

from game.core.cards import SUITS, Hand, Rank, Suit, get_card
from game.rules.briscola_family import RANKING

LOWEST_RANK: Final[Rank] = RANKING[-1]


def is_lower_rank(rank: Rank, other_rank: Rank) -> bool:
    """Return whether ``rank`` is lower than ``other_rank`` in Briscola order."""
    return RANKING.index(rank) > RANKING.index(other_rank)


def find_forced_suits(hand: Hand, rank: Rank) -> tuple[Suit, ...]:
    """Return the suits in which ``hand`` allows a forced call of ``rank`` (*chiamata obbligata*).

    In such a suit it holds every rank below ``rank``, and not ``rank`` itself. Return () for the lowest rank, the two.
    """
    lower_ranks = RANKING[RANKING.index(rank) + 1 :]
    return tuple(
        suit
        for suit in SUITS
        if lower_ranks
        and get_card(rank, suit) not in hand
        and all(get_card(lower_rank, suit) in hand for lower_rank in lower_ranks)
    )

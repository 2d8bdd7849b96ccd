"""The order of calls, and which of them a hand forces (*chiamata obbligata*): seeds 000 and 004."""

from __future__ import annotations

from typing import Final

from game.engine.cards import SUITS, Hand, Rank, Suit, card
from game.rules.family import RANKING

LOWEST: Final[Rank] = RANKING[-1]


def lower(one: Rank, other: Rank) -> bool:
    """Whether rank ``one`` is lower than ``other`` in Briscola order."""
    return RANKING.index(one) > RANKING.index(other)


def forced_suits(hand: Hand, rank: Rank) -> tuple[Suit, ...]:
    """The suits in which ``hand`` holds every rank below ``rank`` and not ``rank`` itself (*chiamata obbligata*)."""
    below = RANKING[RANKING.index(rank) + 1 :]
    return tuple(
        suit
        for suit in SUITS
        if below and card(rank, suit) not in hand and all(card(one, suit) in hand for one in below)
    )

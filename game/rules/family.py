"""What Briscola and Briscola chiamata share: the order of the cards and what they are worth (seeds 000, 002, 004)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.engine.cards import Rank
from game.engine.phases import Rung
from game.engine.tricks import Taken, card_sum

RANKING: Final[tuple[Rank, ...]] = ("A", "3", "K", "Q", "J", "7", "6", "5", "4", "2")
"""High to low."""

VALUES: Final[Mapping[Rank, int]] = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}
"""Card points; the others are worth nothing. The pack holds 120."""

CARICHI: Final[tuple[Rank, ...]] = ("A", "3")
FIGURES: Final[tuple[Rank, ...]] = ("K", "Q", "J")
ALL_POINTS: Final = 120


def counted(done: tuple[Taken, ...], side: tuple[int, ...]) -> tuple[Rung, ...]:
    """The card points of ``side`` as one adds them up: so many aces, so many threes, and so on."""
    return card_sum((card for taken in done if taken.winner in side for card in taken.trick.cards), VALUES, side)

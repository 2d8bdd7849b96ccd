"""Card order and card points of Briscola and Briscola chiamata (sources 000, 002, 004)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.core.cards import Rank
from game.core.phase import ScoreLine
from game.core.trick_taking import CompletedTrick, build_card_point_lines, list_taken_cards

RANKING: Final[tuple[Rank, ...]] = ("A", "3", "K", "Q", "J", "7", "6", "5", "4", "2")
"""The ranks from high to low."""

CARD_POINTS: Final[Mapping[Rank, int]] = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}
"""Card points by rank, 0 for the others; a pack has 120."""

CARICHI: Final[tuple[Rank, ...]] = ("A", "3")
FIGURES: Final[tuple[Rank, ...]] = ("K", "Q", "J")
PACK_POINTS: Final = 120
HALF_PACK_POINTS: Final = 60


def build_side_point_lines(
    completed_tricks: tuple[CompletedTrick, ...], side: tuple[int, ...]
) -> tuple[ScoreLine, ...]:
    """Return the score lines of the card points that the seats of ``side`` took, one for each rank with points."""
    return build_card_point_lines(list_taken_cards(completed_tricks, side), CARD_POINTS, side)

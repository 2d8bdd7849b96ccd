"""Partners in Spades: which seats and players they are, in single deals and in arrays."""

from __future__ import annotations

from typing import Final

from game.ai.rollout.rollout import IndexArray
from game.rules.spades.options import SpadesOptions
from game.rules.spades.phases import TEAM_SEAT_COUNT, get_sides

PARTNER_OFFSET: Final = TEAM_SEAT_COUNT // 2
"""The distance of partners in seats."""


def has_partners(options: SpadesOptions, seats: int) -> bool:
    """Return whether the seats opposite are partners."""
    return len(get_sides(options, seats)) < seats


def find_partners(player_indices: IndexArray, width: int) -> IndexArray:
    """Return the indices of the partners of players, both in flat arrays (players, ``width`` columns)."""
    partner_indices: IndexArray = (player_indices + PARTNER_OFFSET * width) % (TEAM_SEAT_COUNT * width)
    return partner_indices


def get_model_variant(options: SpadesOptions, seats: int) -> str:
    """Return the end of the names of the learned tables for a table of ``seats`` players."""
    return f"{seats}pairs" if has_partners(options, seats) else str(seats)

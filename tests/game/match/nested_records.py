"""Records at the limits of their size and nesting."""

from __future__ import annotations

from typing import Any

from game.core.actions import Pass
from game.match.record import DealRecord, Record
from game.shuffling.shuffle import derive_random, shuffle_pack
from tests.helpers import make_match

PLAYER_NAMES = ("Anna", "Bruno", "Carla", "Dino", "Elsa")


def make_void_deals(count: int) -> Record:
    """Return a match of chiamata with ``count`` deals in which everyone passed."""
    match = make_match("chiamata", seats=5, all_pass="same_dealer")
    passes = tuple(Pass(seat) for seat in (1, 2, 3, 4, 0))
    packs = (shuffle_pack(match.pack, derive_random(1, "void", number)) for number in range(count))
    deals = tuple(DealRecord(0, pack, passes) for pack in packs)
    return Record(
        game_id="chiamata", preset="regolamento", options=match.options, names=PLAYER_NAMES, first_dealer=0, deals=deals
    )


def make_nested_value(depth: int) -> Any:
    """Return lists and dicts nested to this depth."""
    value: Any = []
    for level in range(depth - 1):
        value = [value] if level % 2 else {"in": value}
    return value

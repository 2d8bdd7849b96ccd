"""Statistics entries of Spades: bid and tricks taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.core.events import Event
from game.core.messages import N_
from game.core.phase import DealResult
from game.rules.spades.scoring import SpadesResult
from game.rules.statistics_entries import StatCategory, StatEntriesBySeat, StatEntry

STAT_CATEGORIES: Final = (
    StatCategory(
        "bid", N_("Tricks taken, by bid"), {"0": N_("Nil"), **{str(bid): "" for bid in range(1, 27)}},
        N_("bids made"), N_("tricks taken"),
    ),
)  # fmt: skip


def list_stat_entries(_events: Sequence[Event], result: DealResult) -> StatEntriesBySeat:
    """Return by seat its entries: its bid and its tricks; none if the deal was not scored."""
    if not isinstance(result, SpadesResult) or result.state != "scored":
        return ((),) * len(result.scores)
    return tuple(
        (StatEntry("bid", str(bid), float(tricks == 0 if bid == 0 else tricks >= bid), float(tricks)),)
        for bid, tricks in zip(result.bids, result.points, strict=True)
    )

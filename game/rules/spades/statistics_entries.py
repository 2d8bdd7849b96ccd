"""Statistics entries of Spades: bid and tricks taken, with partners those of the side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.core.events import Event
from game.core.messages import N_
from game.core.phase import DealResult, ScoreLine
from game.rules.spades.scoring import SpadesResult
from game.rules.statistics_entries import StatCategory, StatEntriesBySeat, StatEntry

STAT_CATEGORIES: Final = (
    StatCategory(
        "bid", N_("Tricks taken, by bid"), {"0": N_("Nil"), **{str(bid): "" for bid in range(1, 27)}},
        N_("bids made"), N_("tricks taken"), N_("{won} of {count} made"),
    ),
    StatCategory(
        "side_bid", N_("The pair's tricks, by bid"), {str(bid): "" for bid in range(1, 27)},
        N_("bids made"), N_("tricks taken"), N_("{won} of {count} made"),
    ),
)  # fmt: skip


def list_stat_entries(_events: Sequence[Event], result: DealResult) -> StatEntriesBySeat:
    """Return by seat its entries: its bid and its tricks; none if the deal was not scored.

    A pair has one bid, which counts for both of its seats; nil counts for the seat that bid it.
    """
    if not isinstance(result, SpadesResult) or result.state != "scored":
        return ((),) * len(result.scores)
    sides = {line.seats for line in result.reasons if isinstance(line, ScoreLine)}
    entries: dict[int, tuple[StatEntry, ...]] = {}
    for side in sides:
        bid, tricks = sum(result.bids[seat] for seat in side), result.count_contract_tricks(side)
        category = "bid" if len(side) == 1 else "side_bid"
        side_entries = (StatEntry(category, str(bid), float(tricks >= bid), float(tricks)),) if bid else ()
        for seat in side:
            nil_entries = (_make_nil_entry(result.points[seat]),) if result.bids[seat] == 0 else ()
            entries[seat] = (*side_entries, *nil_entries)
    return tuple(entries[seat] for seat in range(len(result.scores)))


def _make_nil_entry(tricks: int) -> StatEntry:
    return StatEntry("bid", "0", float(tricks == 0), float(tricks))

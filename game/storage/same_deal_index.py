"""Which matches that are kept have the same cards, found by their packs."""

from __future__ import annotations

import sqlite3
from typing import Final

from game.core.cards import format_cards
from game.match.record import Record

MAX_MATCHES_WITH_SAME_PACKS: Final = 100
"""So many matches with the same cards are looked at, the oldest ones."""


def find_matches_with_packs(db: sqlite3.Connection, record: Record) -> tuple[int, ...]:
    """The numbers of the matches that have a pack of this record's, the oldest first. sqlite3.Error."""
    packs = _list_packs(record)
    query = f"SELECT DISTINCT match FROM deals WHERE pack IN ({', '.join('?' * len(packs))}) ORDER BY match LIMIT ?"
    return tuple(match_id for (match_id,) in db.execute(query, (*packs, MAX_MATCHES_WITH_SAME_PACKS)).fetchall())


def find_unfinished_deals_with_packs(db: sqlite3.Connection, record: Record) -> tuple[tuple[int, int], ...]:
    """Those of them that can be played on, each with the number of the deal. sqlite3.Error."""
    packs = _list_packs(record)
    query = (
        "SELECT d.match, d.number FROM matches m CROSS JOIN deals d ON d.match = m.id"
        f" WHERE NOT m.finished AND d.pack IN ({', '.join('?' * len(packs))})"
    )
    return tuple(db.execute(query, packs).fetchall())


def _list_packs(record: Record) -> tuple[str, ...]:
    return tuple({format_cards(deal.pack) for deal in record.deals})

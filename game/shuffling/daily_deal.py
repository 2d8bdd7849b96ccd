"""Daily deal: one deal for each date and game, the same for all players (docs/fairness.md).

The deal follows from the date, so nothing in it is secret. The day of a person begins at their midnight. The deal is
played against the computer, by the first preset of the game; only the first attempt counts.
"""

from __future__ import annotations

from datetime import datetime, tzinfo

from game.rules import GAMES
from game.shuffling.deal_codes import DealSpec
from game.shuffling.shuffle import derive_daily_key


def get_daily_date(timestamp: float, zone: tzinfo | None = None) -> str:
    """Return the local date of the daily deals at a moment, a text such as "2026-11-22".

    ``timestamp``: seconds, as from `time.time`. ``zone``: the time zone of the person; None: that of the system.
    """
    return datetime.fromtimestamp(timestamp, zone).date().isoformat()


def get_daily_deal(date: str, game_id: str) -> DealSpec:
    """Return the deal of a game on a date such as 2026-11-22, by the rules of the first preset.

    It depends on nothing else. Raise KeyError for an unknown game.
    """
    key, game = derive_daily_key(date, game_id), GAMES[game_id]
    preset, options = next(iter(game.presets.items()))
    seats = game.proposed_seat_count
    return DealSpec(
        game_id=game_id, preset=preset, options=options, seats=seats, dealer=int(key, 16) % seats, key=key
    )  # fmt: skip

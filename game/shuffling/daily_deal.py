"""The daily deal: one deal a game and date, the same for everyone, by the rule of docs/fairness.md.

Nobody draws and nothing is secret: whoever has the date has the deal. One plays it against the computer, by the
first preset of the game; only the first time counts.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import msgspec

from game.rules import GAMES
from game.shuffling.deal_codes import DealSpec
from game.shuffling.shuffle import derive_daily_key

STARTED_STATE: Final = "begun"
"""The state of a daily deal that was begun and is not over; then it is that of the deal's result."""
MAX_STORED_DAILY_RESULTS: Final = 10_000


class DailyResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a person in a daily deal. ``date`` as in 2026-11-22; ``score``, ``points``: their own of the deal.

    ``match``: the number of the saved match in which they began it; the same deal in another match does not count.
    ``profile``: the id of the person's profile.
    """

    date: str
    game: str
    match: int
    profile: str = ""
    state: str = STARTED_STATE
    score: int = 0
    points: int = 0

    @property
    def is_over(self) -> bool:
        return self.state != STARTED_STATE


class DailyResults(msgspec.Struct, frozen=True):
    """The stored results of daily deals, the oldest first."""

    results: tuple[DailyResult, ...] = ()

    def find_result(self, date: str, game_id: str, profile_id: str) -> DailyResult | None:
        """Return what this person did in this deal, None if they have not begun it."""
        key = (date, game_id, profile_id)
        return next((result for result in self.results if (result.date, result.game, result.profile) == key), None)

    def with_started(self, result: DailyResult) -> DailyResults:
        """With a deal that is begun; nothing changes if it was begun before."""
        known_result = self.find_result(result.date, result.game, result.profile)
        return self if known_result is not None else DailyResults((*self.results, result)[-MAX_STORED_DAILY_RESULTS:])

    def with_finished(self, result: DailyResult) -> DailyResults:
        """With the result of a deal; nothing changes if it was begun in another match, or is over already."""
        key = (result.date, result.game, result.match)
        started = next((other for other in self.results if (other.date, other.game, other.match) == key), None)
        if started is None:
            return self.with_started(result)
        if started.is_over:
            return self
        return DailyResults(tuple(result if other is started else other for other in self.results))


def get_daily_date(timestamp: float) -> str:
    """The date that the daily deals of this moment go by, the same all over the world: that of UTC.

    ``timestamp``: as `time.time` tells it.
    """
    return datetime.fromtimestamp(timestamp, UTC).date().isoformat()


def get_daily_deal(date: str, game_id: str) -> DealSpec:
    """The deal of a game on a date."""
    key, game = derive_daily_key(date, game_id), GAMES[game_id]
    preset, options = next(iter(game.presets.items()))
    seats = game.proposed_seat_count
    return DealSpec(
        game_id=game_id, preset=preset, options=options, seats=seats, dealer=int(key, 16) % seats, key=key
    )  # fmt: skip

"""Daily deal: one deal for each date and game, the same for all players (docs/fairness.md).

The deal follows from the date, so nothing in it is secret. It is played against the computer, by the first preset of
the game; only the first attempt counts.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import msgspec

from game.rules import GAMES
from game.shuffling.deal_codes import DealSpec
from game.shuffling.shuffle import derive_daily_key

STARTED_STATE: Final = "begun"
"""The state of a daily deal in progress; afterwards it is the state of the deal's result."""
MAX_STORED_DAILY_RESULTS: Final = 10_000


class DailyResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a person in a daily deal.

    ``date``: as in 2026-11-22; ``match``: number of the stored match in which it was started, the only one that
    counts; ``profile``: id of the person's profile; ``score``, ``points``: the person's own.
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
        """Return the result of a person in a deal; None if they have not started it."""
        key = (date, game_id, profile_id)
        return next((result for result in self.results if (result.date, result.game, result.profile) == key), None)

    def with_started(self, result: DailyResult) -> DailyResults:
        """Return the results with a started deal as the latest; unchanged if the person started it before."""
        known_result = self.find_result(result.date, result.game, result.profile)
        return self if known_result is not None else DailyResults((*self.results, result)[-MAX_STORED_DAILY_RESULTS:])

    def with_finished(self, result: DailyResult) -> DailyResults:
        """Return the results with the result of a finished deal.

        Nothing changes if it was over already. A deal that was not started is added with `with_started`, which changes
        nothing if the person started it in another match.
        """
        key = (result.date, result.game, result.match)
        started = next((other for other in self.results if (other.date, other.game, other.match) == key), None)
        if started is None:
            return self.with_started(result)
        if started.is_over:
            return self
        return DailyResults(tuple(result if other is started else other for other in self.results))


def get_daily_date(timestamp: float) -> str:
    """Return the date (UTC) of the daily deals at a moment, a text such as "2026-11-22".

    ``timestamp``: seconds, as from `time.time`.
    """
    return datetime.fromtimestamp(timestamp, UTC).date().isoformat()


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

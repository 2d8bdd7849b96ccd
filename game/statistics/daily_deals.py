"""Daily deals: one deal for each date and game, the same for all players (docs/fairness.md), and their results.

The deal follows from the date, so nothing in it is secret. The day of a person begins at their midnight. The deal is
played against the computer, by the first preset of the game; only the first attempt counts. The results are stored in a
small file of their own, so that no match is needed to read them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, datetime, timedelta, tzinfo
from typing import Final, NamedTuple

import msgspec

from game.match.match import Match
from game.match.setup import PlayerInfo
from game.rules import GAMES
from game.shuffling.deal_codes import DealSpec
from game.shuffling.shuffle import derive_daily_key
from game.storage.files import Folders
from game.storage.json_documents import JsonDocument
from game.storage.matches import MatchRepository

replace = msgspec.structs.replace
STARTED_STATE: Final = "begun"
"""The state of a daily deal in progress; afterwards it is the state of the deal's result."""
ONE_DAY: Final = timedelta(days=1)
MAX_STORED_DAILY_RESULTS: Final = 10_000


class DailyResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a person in a daily deal.

    ``date``: as in 2026-11-22; ``match``: number of the stored match in which it was started, the only one that
    counts; ``profile``: id of the person's profile; ``score``: the person's own, in the unit of `Game.tally_deal`;
    ``is_won``: whether the person won the deal, alone or with others; ``is_tied``: whether all players share the win;
    ``is_shared``: whether the person shares the win with other sides.
    """

    date: str
    game: str
    match: int
    profile: str = ""
    state: str = STARTED_STATE
    score: int = 0
    is_won: bool = False
    is_tied: bool = False
    is_shared: bool = False

    @property
    def is_over(self) -> bool:
        return self.state != STARTED_STATE


class Streak(NamedTuple):
    """The number of days in a row with a finished daily deal: up to now, and the most ever."""

    current: int
    best: int


class DailyResults(msgspec.Struct, frozen=True):
    """The stored results of daily deals, the oldest first."""

    results: tuple[DailyResult, ...] = ()

    def find_result(self, date: str, game_id: str, profile_id: str) -> DailyResult | None:
        """Return the result of a person in a deal; None if they have not started it."""
        key = (date, game_id, profile_id)
        return next((result for result in self.results if (result.date, result.game, result.profile) == key), None)

    def count_streak(self, today: str, profile_id: str) -> int:
        """Return the number of days in a row, up to today or yesterday, on which a person finished a deal."""
        dates = {result.date for result in self.results if result.profile == profile_id and result.is_over}
        return compute_streak(dates, today).current

    def find_results(self, game_id: str, profile_id: str) -> dict[str, DailyResult]:
        """Return the results of a person in a game, by date."""
        return {
            result.date: result for result in self.results if (result.game, result.profile) == (game_id, profile_id)
        }

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


def compute_streak(dates: Collection[str], today: str) -> Streak:
    """Return the streak of days, given the dates with a finished deal; a streak lasts through the day after it."""
    days = sorted({date.fromisoformat(iso_date) for iso_date in dates})
    length = best = 0
    for index, day in enumerate(days):
        length = length + 1 if index and day - days[index - 1] == ONE_DAY else 1
        best = max(best, length)
    is_current = bool(days) and date.fromisoformat(today) - days[-1] <= ONE_DAY
    return Streak(length if is_current else 0, best)


def compute_daily_result(date: str, match_id: int, match: Match, players: Sequence[PlayerInfo]) -> DailyResult | None:
    """Return the result so far of the daily deal of ``date``, for the first person.

    The daily deal is the first deal of the match. While it goes on, the result only says that it was started. Return
    None if ``date`` is empty, that is, the match has no daily deal, or if no person is among ``players``.
    """
    seat = next((index for index, player in enumerate(players) if player.is_person), None)
    if not date or seat is None:
        return None
    started = DailyResult(date=date, game=match.game_id, match=match_id)
    if match.phase is None or (match.is_deal_in_progress and not match.results):
        return started
    result = match.results[0] if match.results else match.get_deal_result()
    tally, winners = match.game.tally_deal(result, match.sides), match.game.find_deal_winners(result, match.sides)
    return replace(
        started, state=result.state, score=round(tally.scores[seat]), is_won=seat in winners,
        is_tied=min(tally.wins) > 0, is_shared=seat in winners and match.game.is_win_shared(result, match.sides),
    )  # fmt: skip


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


# -- on the disk -----------------------------------------------------------------------------------


def open_daily_results(folders: Folders) -> JsonDocument[DailyResults]:
    """Return the JSON document with the results of daily deals; nothing is read yet."""
    return JsonDocument(folders.data / "daily.json", DailyResults, DailyResults())


def store_daily_start(folders: Folders, result: DailyResult) -> None:
    """Store that a player starts a daily deal; only the first match counts. Raise StorageError."""
    open_daily_results(folders).update(lambda results: results.with_started(result))


def store_daily_result(folders: Folders, result: DailyResult) -> None:
    """Store the result of a daily deal; the first result stays. Raise StorageError."""
    open_daily_results(folders).update(lambda results: results.with_finished(result))


def start_daily_deal(repository: MatchRepository, result: DailyResult) -> None:
    """Store that the person in ``result.match`` starts a daily deal; the first match counts.

    A match that is not saved does not count. Raise StorageError if the match is missing or the results cannot be saved.
    """
    if repository.has_file:
        store_daily_start(repository.folders, _add_person(repository, result))


def finish_daily_deal(repository: MatchRepository, result: DailyResult) -> None:
    """Store the result of a daily deal; the first result stays.

    A match that is not saved does not count. Raise StorageError if the match is missing or the results cannot be saved.
    """
    if repository.has_file:
        store_daily_result(repository.folders, _add_person(repository, result))


def _add_person(repository: MatchRepository, result: DailyResult) -> DailyResult:
    seat_profiles = repository.get_seat_profiles(result.match)
    return replace(result, profile=next(filter(None, seat_profiles), ""))

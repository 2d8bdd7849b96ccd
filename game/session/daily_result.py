"""The results of daily deals, and their file: first that a deal was started, then its score.

The file is small and their own, so that no match is needed to read them.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from game.match.match import Match
from game.match.setup import PlayerInfo
from game.shuffling.daily_deal import DailyResult, DailyResults
from game.storage.files import Folders
from game.storage.json_documents import JsonDocument
from game.storage.matches import MatchRepository

replace = msgspec.structs.replace


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

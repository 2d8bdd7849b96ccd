"""Results of daily deals on the disk, in a small file of their own, so that no match is needed to read them."""

from __future__ import annotations

import msgspec

from game.shuffling.daily_deal import DailyResult, DailyResults
from game.storage.files import Folders
from game.storage.json_documents import JsonDocument
from game.storage.matches import MatchRepository

replace = msgspec.structs.replace


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

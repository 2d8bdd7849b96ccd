"""The results of daily deals on the disk: a small file of their own, because no match is needed to read them."""

from __future__ import annotations

from game.shuffling.daily_deal import DailyResult, DailyResults
from game.storage.files import Folders
from game.storage.json_documents import JsonDocument


def open_daily_results(folders: Folders) -> JsonDocument[DailyResults]:
    """Return the file of the results of daily deals."""
    return JsonDocument(folders.data / "daily.json", DailyResults, DailyResults())


def store_daily_start(folders: Folders, result: DailyResult) -> None:
    """Store that a player begins a daily deal; only the first match counts. StorageError if it is not stored."""
    open_daily_results(folders).update(lambda results: results.with_started(result))


def store_daily_result(folders: Folders, result: DailyResult) -> None:
    """Store how a daily deal ended; the first result stays. StorageError if it is not stored."""
    open_daily_results(folders).update(lambda results: results.with_finished(result))

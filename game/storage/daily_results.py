"""Results of daily deals on the disk, in a small file of their own, so that no match is needed to read them."""

from __future__ import annotations

from game.shuffling.daily_deal import DailyResult, DailyResults
from game.storage.files import Folders
from game.storage.json_documents import JsonDocument


def open_daily_results(folders: Folders) -> JsonDocument[DailyResults]:
    """Return the JSON document with the results of daily deals; nothing is read yet."""
    return JsonDocument(folders.data / "daily.json", DailyResults, DailyResults())


def store_daily_start(folders: Folders, result: DailyResult) -> None:
    """Store that a player starts a daily deal; only the first match counts. Raise StorageError."""
    open_daily_results(folders).update(lambda results: results.with_started(result))


def store_daily_result(folders: Folders, result: DailyResult) -> None:
    """Store the result of a daily deal; the first result stays. Raise StorageError."""
    open_daily_results(folders).update(lambda results: results.with_finished(result))

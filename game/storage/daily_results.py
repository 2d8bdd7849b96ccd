"""The results of daily deals on the disk: a small file of their own, for no match is needed to read them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.shuffling.daily_deal import DailyResult, DailyResults
from game.storage.files import Folders, StorageNotice
from game.storage.json_documents import change_json, load_json

FILE_NAME: Final = "daily.json"


def load_daily_results(folders: Folders) -> tuple[DailyResults, StorageNotice | None]:
    """What is kept. A damaged file is set aside, and the notice names it."""
    return load_json(folders.data / FILE_NAME, DailyResults, DailyResults())


def store_daily_start(folders: Folders, result: DailyResult) -> None:
    """Somebody begins a daily deal; only the first match counts. StorageError if it is not kept."""
    _update(folders, lambda results: results.with_started(result))


def store_daily_result(folders: Folders, result: DailyResult) -> None:
    """A daily deal is over; the first result stays. StorageError if it is not kept."""
    _update(folders, lambda results: results.with_finished(result))


def rename_daily_player(folders: Folders, name: str, new_name: str) -> None:
    """A person has another name. StorageError if that is not kept."""
    _update(folders, lambda results: results.with_renamed_player(name, new_name))


def _update(folders: Folders, change: Callable[[DailyResults], DailyResults]) -> None:
    change_json(folders.data / FILE_NAME, DailyResults, DailyResults(), change)

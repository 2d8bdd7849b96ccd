"""The results of daily deals on the disk: a small file of their own, for no match is needed to read them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.daily import DailyBook, DailyResult
from game.store.files import Folders, Notice
from game.store.jsonfile import change_json, load_json

FILE: Final = "daily.json"


def load_daily(folders: Folders) -> tuple[DailyBook, Notice | None]:
    """What is kept. A damaged file is set aside, and the notice names it."""
    return load_json(folders.data / FILE, DailyBook, DailyBook())


def begin_daily(folders: Folders, result: DailyResult) -> None:
    """Somebody begins a daily deal; only the first match counts. StorageError if it is not kept."""
    _change(folders, lambda book: book.begun(result))


def end_daily(folders: Folders, result: DailyResult) -> None:
    """A daily deal is over; the first result stays. StorageError if it is not kept."""
    _change(folders, lambda book: book.ended(result))


def rename_daily(folders: Folders, name: str, new: str) -> None:
    """A person has another name. StorageError if that is not kept."""
    _change(folders, lambda book: book.renamed(name, new))


def _change(folders: Folders, change: Callable[[DailyBook], DailyBook]) -> None:
    change_json(folders.data / FILE, DailyBook, DailyBook(), change)

"""The results of daily deals on the disk: a small file of their own, for no match is needed to read them."""

from __future__ import annotations

from typing import Final

from game.daily import DailyBook, DailyResult
from game.store.files import Folders, Notice
from game.store.jsonfile import change_json, load_json

FILE: Final = "daily.json"


def load_daily(folders: Folders) -> tuple[DailyBook, Notice | None]:
    """What is kept. A damaged file is set aside, and the notice names it."""
    return load_json(folders.data / FILE, DailyBook, DailyBook())


def begin_daily(folders: Folders, result: DailyResult) -> bool:
    """Somebody begins a daily deal. Whether it counts: not if he began it before. StorageError if it is not kept."""
    counts = False

    def change(book: DailyBook) -> DailyBook:
        nonlocal counts
        counts = book.of(result.date, result.game, result.name) is None
        return book.begun(result)

    change_json(folders.data / FILE, DailyBook, DailyBook(), change)
    return counts


def end_daily(folders: Folders, result: DailyResult) -> None:
    """A daily deal that was begun is over; the first result stays. StorageError if it is not kept."""
    change_json(folders.data / FILE, DailyBook, DailyBook(), lambda book: book.ended(result))

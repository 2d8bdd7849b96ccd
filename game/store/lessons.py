"""How far people have come in the lessons, on the disk: a small file of its own, for no match is needed to read it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.lessons.book import Learnt, LessonBook
from game.store.archive import Archive
from game.store.files import Folders, Notice
from game.store.jsonfile import change_json, load_json

FILE: Final = "lessons.json"


def load_lessons(folders: Folders) -> tuple[LessonBook, Notice | None]:
    """What is kept. A damaged file is set aside, and the notice names it."""
    return load_json(folders.data / FILE, LessonBook, LessonBook())


def keep_lesson(folders: Folders, now: Learnt) -> None:
    """Where somebody stands in a lesson. StorageError if it is not kept."""
    _change(folders, lambda book: book.kept(now))


def offer_lessons(folders: Folders, name: str) -> None:
    """Somebody has been shown the lessons. StorageError if that is not kept."""
    _change(folders, lambda book: book.offered_to(name))


def rename_lessons(folders: Folders, name: str, new: str) -> None:
    """A person has another name. StorageError if that is not kept."""
    _change(folders, lambda book: book.renamed(name, new))


def _change(folders: Folders, change: Callable[[LessonBook], LessonBook]) -> None:
    change_json(folders.data / FILE, LessonBook, LessonBook(), change)


def is_new(folders: Folders, archive: Archive, name: str) -> bool:
    """Whether somebody has neither played here nor been shown the lessons. StorageError as of the archive."""
    if load_lessons(folders)[0].was_offered(name):
        return False
    if not archive.has_sat(name):
        return True
    offer_lessons(folders, name)  # who plays need not be looked for in all matches again
    return False

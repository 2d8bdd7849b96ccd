"""How far people have come in the lessons, on the disk: a small file of its own, for no match is needed to read it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.lessons.progress import LessonProgress, LessonProgressList
from game.storage.archive import Archive
from game.storage.files import Folders, StorageNotice
from game.storage.json_documents import change_json, load_json

FILE_NAME: Final = "lessons.json"


def load_lesson_progress(folders: Folders) -> tuple[LessonProgressList, StorageNotice | None]:
    """What is kept. A damaged file is set aside, and the notice names it."""
    return load_json(folders.data / FILE_NAME, LessonProgressList, LessonProgressList())


def store_lesson_progress(folders: Folders, progress: LessonProgress) -> None:
    """Where somebody stands in a lesson. StorageError if it is not kept."""
    _update(folders, lambda book: book.with_progress(progress))


def store_lessons_offered(folders: Folders, name: str) -> None:
    """Somebody has been shown the lessons. StorageError if that is not kept."""
    _update(folders, lambda book: book.with_offer(name))


def rename_lesson_player(folders: Folders, name: str, new_name: str) -> None:
    """A person has another name. StorageError if that is not kept."""
    _update(folders, lambda book: book.with_renamed_player(name, new_name))


def _update(folders: Folders, change: Callable[[LessonProgressList], LessonProgressList]) -> None:
    change_json(folders.data / FILE_NAME, LessonProgressList, LessonProgressList(), change)


def is_new_player(folders: Folders, archive: Archive, name: str) -> bool:
    """Whether somebody has neither played here nor been shown the lessons. StorageError as of the archive."""
    if load_lesson_progress(folders)[0].has_been_offered(name):
        return False
    if not archive.has_played(name):
        return True
    store_lessons_offered(folders, name)  # who plays need not be looked for in all matches again
    return False

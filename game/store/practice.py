"""What people have made of the trainer's tasks, on the disk: a small file of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.practice import PracticeBook
from game.store.files import Folders, Notice
from game.store.jsonfile import change_json, load_json

FILE: Final = "practice.json"


def load_practice(folders: Folders) -> tuple[PracticeBook, Notice | None]:
    """What is kept. A damaged file is set aside, and the notice names it."""
    return load_json(folders.data / FILE, PracticeBook, PracticeBook())


def note_answer(folders: Folders, name: str, game: str, kind: str, *, right: bool) -> PracticeBook:
    """Keep one more answer of a person, and give all that is kept. StorageError if it is not kept."""
    return _change(folders, lambda book: book.answered(name, game, kind, right=right))


def rename_practice(folders: Folders, name: str, new: str) -> None:
    """A person has another name. StorageError if that is not kept."""
    _change(folders, lambda book: book.renamed(name, new))


def _change(folders: Folders, change: Callable[[PracticeBook], PracticeBook]) -> PracticeBook:
    book, _notice = change_json(folders.data / FILE, PracticeBook, PracticeBook(), change)
    return book

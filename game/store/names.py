"""The names that people have given up, on the disk: a small file of its own."""

from __future__ import annotations

from typing import Final

from game.renaming import NameBook
from game.store.files import Folders, Notice
from game.store.jsonfile import change_json, load_json

FILE: Final = "names.json"


def load_names(folders: Folders) -> tuple[NameBook, Notice | None]:
    """What is kept. A damaged file is set aside, and the notice names it."""
    return load_json(folders.data / FILE, NameBook, NameBook())


def keep_called(folders: Folders, called: str, *, named: bool) -> None:
    """What the person of this computer is called. StorageError if that is not kept; nothing is written if it was."""
    book, _notice = load_names(folders)
    if book.recognised(called, named=named) != book:
        change_json(folders.data / FILE, NameBook, NameBook(), lambda book: book.recognised(called, named=named))


def keep_name(folders: Folders, name: str, new: str, when: float) -> None:
    """A person has another name from now on. StorageError if that is not kept."""
    change_json(folders.data / FILE, NameBook, NameBook(), lambda book: book.renamed(name, new, when))

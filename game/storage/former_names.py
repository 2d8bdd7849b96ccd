"""The names that people have given up, on the disk: a small file of its own."""

from __future__ import annotations

from typing import Final

from game.match.former_names import FormerNames
from game.storage.files import Folders
from game.storage.json_documents import JsonDocument

FORMER_NAMES: Final = JsonDocument("names.json", FormerNames())


def store_owner_name(folders: Folders, name: str, *, is_chosen_name: bool) -> None:
    """Store the name of the person of this computer. StorageError; nothing is written if it was stored already."""
    former_names, _notice = FORMER_NAMES.load(folders)
    if former_names.with_owner_name(name, is_chosen_name=is_chosen_name) != former_names:
        FORMER_NAMES.change(folders, lambda stored: stored.with_owner_name(name, is_chosen_name=is_chosen_name))


def store_name_change(folders: Folders, name: str, new_name: str, changed_at: float) -> None:
    """Store that a person has another name from now on. StorageError if that is not stored."""
    FORMER_NAMES.change(folders, lambda stored: stored.with_name_change(name, new_name, changed_at))

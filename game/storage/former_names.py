"""The names that people have given up, on the disk: a small file of its own."""

from __future__ import annotations

from typing import Final

from game.match.former_names import FormerNames
from game.storage.files import Folders, StorageNotice
from game.storage.json_documents import change_json, load_json

FILE_NAME: Final = "names.json"


def load_former_names(folders: Folders) -> tuple[FormerNames, StorageNotice | None]:
    """What is kept. A damaged file is set aside, and the notice names it."""
    return load_json(folders.data / FILE_NAME, FormerNames, FormerNames())


def store_owner_name(folders: Folders, name: str, *, is_chosen_name: bool) -> None:
    """What the person of this computer is called. StorageError if that is not kept; nothing is written if it was."""
    former_names, _notice = load_former_names(folders)
    if former_names.with_owner_name(name, is_chosen_name=is_chosen_name) != former_names:
        change_json(
            folders.data / FILE_NAME,
            FormerNames,
            FormerNames(),
            lambda former_names: former_names.with_owner_name(name, is_chosen_name=is_chosen_name),
        )


def store_name_change(folders: Folders, name: str, new_name: str, changed_at: float) -> None:
    """A person has another name from now on. StorageError if that is not kept."""
    change_json(
        folders.data / FILE_NAME,
        FormerNames,
        FormerNames(),
        lambda former_names: former_names.with_name_change(name, new_name, changed_at),
    )

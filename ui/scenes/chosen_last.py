"""What was chosen for the last new match, kept for the next one."""

from __future__ import annotations

from typing import Final

from game.store.files import Folders
from game.store.jsonfile import load_json, save_json
from ui import form as forms
from ui.form import Form

FILE: Final = "new_match.json"
"""Its file, in the folder of the settings."""


def rename_chosen(folders: Folders, name: str, new: str) -> None:
    """A person has another name now: the next new match proposes that one. StorageError if it cannot be written."""
    path = folders.config / FILE
    nothing = forms.first_form(name)
    form, notice = load_json(path, Form, nothing)
    renamed = forms.with_new_name(form, name, new)
    if notice is None and form is not nothing and renamed != form:
        save_json(path, renamed)

"""What was chosen for the last new match, kept for the next one."""

from __future__ import annotations

from typing import Final

from game.storage.files import Folders
from game.storage.json_documents import load_json, save_json
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.form_state import NewMatchForm

LAST_CHOICES_FILE: Final = "new_match.json"
"""Its file, in the folder of the settings."""


def rename_in_last_choices(folders: Folders, name: str, new_name: str) -> None:
    """A person has another name now: the next new match proposes that one. StorageError if it cannot be written."""
    path = folders.config / LAST_CHOICES_FILE
    default_form = forms.make_default_form(name)
    form, notice = load_json(path, NewMatchForm, default_form)
    renamed = forms.rename_player(form, name, new_name)
    if notice is None and form is not default_form and renamed != form:
        save_json(path, renamed)

"""The choices for the last match of each game, and starting a match from choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from game.ai.levels import list_offered_levels
from game.match.setup import PERSON_KIND
from game.storage.files import Folders
from game.storage.json_documents import JsonDocument
from ui.app.context import AppContext
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.form_state import NewMatchForm

LAST_CHOICES_FILE: Final = "new_match.json"
"""In the folder of the settings."""


class LastChoices(msgspec.Struct, frozen=True, kw_only=True):
    """The choices for the last match of each game. ``game``: the game that was started last, "" if none was."""

    game: str = ""
    forms: dict[str, NewMatchForm] = {}

    def get_form(self, game: str, context: AppContext) -> NewMatchForm:
        """Return the choices for a match of a game as it was last played, of one person against the computer."""
        name, house_rules = context.settings.display_name, context.house_rules
        if game in self.forms:
            return _with_one_person(forms.repeat_form(self.forms[game], name, house_rules), context)
        return forms.with_game(forms.make_default_form(name, house_rules), game, house_rules)

    def get_level(self, game: str) -> str:
        """Return the level at which a game was last played, the first level if it was not or at several."""
        level = forms.get_level(self.forms[game]) if game in self.forms else ""
        return level or list_offered_levels(game)[0]

    def with_level(self, game: str, level: str) -> LastChoices:
        """Return the choices with another level for the computer players of a game that was played."""
        if game not in self.forms:
            return self
        return forms.replace_fields(self, forms=self.forms | {game: forms.with_level(self.forms[game], level)})

    def get_last_form(self, context: AppContext, *, is_of_people: bool = False) -> NewMatchForm:
        """Return the choices for the next match: those of the last, by the house rules.

        ``is_of_people``: with its people, or with two if it had only one; else one person plays against the computer.
        """
        name, house_rules = context.settings.display_name, context.house_rules
        form = forms.make_default_form(name, house_rules)
        if self.game in self.forms:
            form = forms.repair_form(self.forms[self.game], name, house_rules)
        if not is_of_people:
            return _with_one_person(form, context)
        return form if forms.count_people(form) > 1 else forms.with_kind(form, 1, PERSON_KIND, context.people)


def _with_one_person(form: NewMatchForm, context: AppContext) -> NewMatchForm:
    """Return the form with the computer in the place of all people but the one of the settings."""
    if forms.count_people(form) == 1:
        return form
    return forms.with_computer_opponents(form, context.settings.display_name, context.people)


def open_last_choices(folders: Folders) -> JsonDocument[LastChoices]:
    """Return the file of the last choices."""
    return JsonDocument(folders.config / LAST_CHOICES_FILE, LastChoices, LastChoices())


def start_match(context: AppContext, form: NewMatchForm, on_error: Callable[[str], object]) -> None:
    """Start a match and store its choices, or call ``on_error`` with what is wrong with them, in one line."""
    setup = forms.make_match_setup(form)
    if isinstance(setup, str):
        on_error(setup)
        return
    stored_form = forms.prepare_for_storage(forms.replace_fields(form, code=""), context.settings)
    context.storage.submit(
        open_last_choices(context.folders).update,
        lambda choices: LastChoices(game=form.game, forms={**choices.forms, form.game: stored_form}),
    )
    context.router.start_match(setup)


def rename_in_last_choices(folders: Folders, name: str, new_name: str) -> None:
    """Give a person their new name in the last choices. Raise StorageError if they cannot be written."""

    def rename(choices: LastChoices) -> LastChoices:
        renamed = {game: forms.rename_player(form, name, new_name) for game, form in choices.forms.items()}
        return forms.replace_fields(choices, forms=renamed)

    document = open_last_choices(folders)
    choices, _notice = document.read()
    if rename(choices) != choices:
        document.update(rename)

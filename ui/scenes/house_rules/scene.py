"""The house rules of every game, from which matches start, and named rule sets."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

from pygame_gui.elements import UIButton

from game.core.messages import N_
from game.core.options import OptionValue
from game.core.sanitizer import sanitize_line
from game.match.house_rules import (
    MAX_RULE_SET_NAME_CHARACTERS,
    Addition,
    RuleSet,
    change_rule,
    make_preset_rule_set,
    replace,
)
from game.rules import GAMES
from game.storage.files import StorageError, get_documents_folder, make_printable
from game.storage.rule_sets import export_rule_set, import_rule_set, make_file_name
from game.text.gettext import _, ngettext
from game.text.messages import format_preset_name
from ui.app.context import AppContext
from ui.app.router import HelpTopic
from ui.graphics import theme
from ui.scenes.dialogs.text_prompt import TextPrompt
from ui.scenes.house_rules.rules_form import RulesFormPage
from ui.widgets.base import set_enabled
from ui.widgets.form_layout import FormLayout


class HouseRulesScene(RulesFormPage):
    """The house rules of a game; each change takes effect and is saved at once."""

    title = N_("Our rules")

    def __init__(self, context: AppContext, game: str = "") -> None:
        super().__init__(context)
        self.game = game or next(iter(GAMES))
        self._reset_button: UIButton | None = None

    @property
    def rule_set(self) -> RuleSet:
        """The default rules of the game."""
        return self.context.house_rules.get_default_rule_set(self.game)

    # -- widgets

    def compose(self) -> None:
        self.add_boards(
            ("rules", lambda column: self.compose_rows("rules", column, self._add_default_rules)),
            ("tables", lambda column: self.compose_rows("tables", column, self._add_named_rule_sets)),
        )
        self.add_footer_button("back", _("Back"), self.on_escape)
        self.update_state()

    def _add_default_rules(self, column: FormLayout) -> None:
        self.add_game_choice(column, self.game, self._show_game)
        presets = GAMES[self.game].presets
        labels = [format_preset_name(preset) for preset in presets]
        self.add_choice("preset", column, _("Preset"), list(presets), labels, self.rule_set.preset, self._set_preset,
                    _("Every new match starts from these rules. What differs from the preset is gold."))  # fmt: skip
        (self._reset_button,) = self.add_small_buttons(
            column, ("reset-rules", _("Back to the preset"), self._reset_to_preset)
        )
        column.add_gap(22)
        self.add_rule_rows(column, self.rule_set.option_specs, self.rule_set)

    def _add_named_rule_sets(self, column: FormLayout) -> None:
        column.add_heading(_("Tables with rules of their own"))
        column.add_gap(4)
        rule_sets = self.context.house_rules.list_named_rule_sets(self.game)
        for number, rule_set in enumerate(rule_sets, 1):
            self._add_named_rule_set(column, number, rule_set)
        if not rule_sets:
            text = _("Keep a set of rules under a name, such as Bar Sport, and choose it in a new match.")
            column.add_text(text, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
            column.add_gap()
        self.add_small_buttons(
            column, ("keep-rules", _("Keep our rules under a name…"), self._save_as),
            ("import", _("Import…"), self._import), ("export", _("Export ours…"), partial(self.export, self.rule_set)),
        )  # fmt: skip
        column.add_gap(8)
        column.add_text(
            _("A file of rules may also be dropped on this window."), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED
        )

    def _add_named_rule_set(self, column: FormLayout, number: int, rule_set: RuleSet) -> None:
        column.add_text(rule_set.name, face="bold")
        column.add_text(format_rule_set(rule_set), size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
        column.add_gap(6)
        buttons: tuple[tuple[str, str, Callable[[], None]], ...] = (
            (f"make-ours-{number}", _("Make them ours"), partial(self._confirm_make_default, rule_set)),
            (f"export-{number}", _("Export…"), partial(self.export, rule_set)),
            (f"delete-{number}", _("Delete…"), partial(self._confirm_delete, rule_set)),
        )  # fmt: skip
        self.add_small_buttons(column, *buttons)
        column.add_gap(18)

    def update_state(self) -> None:
        assert self._reset_button is not None
        self.mark_changed(self.rule_set.changes)
        set_enabled(self._reset_button, is_enabled=bool(self.rule_set.changes))

    # -- what is done

    @property
    def help_topic(self) -> HelpTopic:
        return HelpTopic(self.game, self.rule_set, "rules")

    def _show_game(self, game: str) -> None:
        self.game = game
        self._show_rules()

    def _show_rules(self) -> None:
        """Show the current rules of the game."""
        self.recompose("rules")
        self.recompose("tables")
        if self.context.scenes.top is self:
            self.update_state()

    def set_rule(self, name: str, value: OptionValue) -> None:
        game = self.game
        self.context.save_house_rules(
            lambda house_rules: house_rules.with_default_rule_set(
                change_rule(house_rules.get_default_rule_set(game), name, value)
            ),
            self._on_saved,
            self._show_rules,
        )

    def _on_saved(self) -> None:
        if self.context.scenes.top is self:
            self.update_state()

    def _save_default(self, rule_set: RuleSet) -> None:
        self.context.save_house_rules(
            lambda house_rules: house_rules.with_default_rule_set(rule_set), self._show_rules, self._show_rules
        )

    def _confirm_make_default(self, rule_set: RuleSet) -> None:
        """Make a rule set the default; ask first if the current default would be lost."""
        save = partial(self._save_default, rule_set)
        if not self.context.house_rules.is_default_unsaved(self.game) or replace(rule_set, name="") == self.rule_set:
            save()
            return
        question = _("Make the rules of {name} ours? Those that are ours now are kept under no name.")
        self.context.router.confirm(question.format(name=rule_set.name), _("Replace ours"), save, _("Keep ours"))

    def _set_preset(self, preset: str) -> None:
        self._save_default(make_preset_rule_set(self.game, preset))

    def _reset_to_preset(self) -> None:
        self._set_preset(self.rule_set.preset)

    def _confirm_delete(self, rule_set: RuleSet) -> None:
        question = _("Delete the rules of {name}?").format(name=rule_set.name)
        self.context.router.confirm(question, _("Delete"), partial(self._delete, rule_set), _("Keep"))

    def _delete(self, rule_set: RuleSet) -> None:
        self.context.save_house_rules(
            lambda house_rules: house_rules.without_named_rule_set(rule_set), partial(self.recompose, "tables")
        )

    def _save_as(self) -> None:
        save_rule_set_as(self.context, self.rule_set, lambda _kept: self.recompose("tables"))

    def export(self, rules: RuleSet) -> None:
        context, place = self.context, str(get_documents_folder() / make_file_name(rules))

        def notify_export(path: Path) -> None:
            context.notify(_("The rules are in {file}.").format(file=make_printable(path)))

        context.scenes.push(TextPrompt(context, self, _("Export these rules to the file"), place, _("Export"),
                          lambda path: context.storage.submit(export_rule_set, rules, Path(path)),
                          notify_export))  # fmt: skip

    def _import(self) -> None:
        context, path_text = self.context, str(get_documents_folder()) + os.sep
        context.scenes.push(
            TextPrompt(
                context,
                self,
                _("Import rules from the file"),
                path_text,
                _("Import"),
                lambda path: context.storage.submit(import_rule_set, Path(path)),
                self.save_imported_rules,
            )
        )

    def on_imported(self, rule_set: RuleSet) -> None:
        self._show_game(rule_set.game)


def format_rule_set(rule_set: RuleSet) -> str:
    """Return a rule set in a few words."""
    preset, count = format_preset_name(rule_set.preset), len(rule_set.changes)
    if not count:
        return preset
    text = ngettext("{preset}, {count} rule changed", "{preset}, {count} rules changed", count)
    return text.format(preset=preset, count=count)


def save_rule_set_as(context: AppContext, rule_set: RuleSet, on_saved: Callable[[RuleSet], None]) -> None:
    """Ask for a name and save a rule set under it; confirm before another is replaced.

    ``on_saved`` gets the saved rule set.
    """

    def make_named(text: str) -> RuleSet:
        name = sanitize_line(text, MAX_RULE_SET_NAME_CHARACTERS)
        if not name:
            raise StorageError(_("This is no name."))
        return replace(rule_set, name=name)

    def save_or_confirm(named_set: RuleSet) -> None:
        conflicting = context.house_rules.find_name_conflict(named_set)
        addition = Addition(named_set, instead_of=conflicting)
        save = partial(context.save_house_rules, addition, lambda: on_saved(addition.named))
        if conflicting is None:
            save()
            return
        question = _("There are rules called {name} already. Keep the new ones in their place?").format(
            name=conflicting.name
        )
        context.router.confirm(question, _("Replace"), save, _("Keep the old ones"))

    context.scenes.push(
        TextPrompt(
            context,
            context.scenes.top,
            _("Keep these rules under the name"),
            rule_set.name,
            _("Keep"),
            lambda text: context.storage.submit(make_named, text),
            save_or_confirm,
            max_length=MAX_RULE_SET_NAME_CHARACTERS,
        )
    )

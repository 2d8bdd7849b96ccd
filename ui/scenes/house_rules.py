"""Our rules: the house rules of every game, from which each new match starts, and the sets of tables with a name."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

from pygame_gui.elements import UIButton

from game.engine.options import Value
from game.house_rules import NAME_LENGTH, Addition, RuleSet, preset_rules, replace, with_rule
from game.i18n import N_, _, ngettext
from game.rules import GAMES
from game.store.files import StorageError, documents_folder, shown
from game.store.rules import export_rules, file_name, import_rules
from game.text import clean
from game.words import preset_words
from ui import theme
from ui.doors import Topic
from ui.scene import Stage
from ui.scenes.prompt import Prompt
from ui.scenes.rules_page import RulesPage
from ui.widgets.column import Column


class HouseRules(RulesPage):
    """Each change holds at once and is kept; what differs from the preset is marked."""

    title = N_("Our rules")

    def __init__(self, stage: Stage, game: str = "") -> None:
        super().__init__(stage)
        self.game = game or next(iter(GAMES))
        self._reset: UIButton | None = None

    @property
    def rules(self) -> RuleSet:
        """The rules of the house."""
        return self.stage.rules.house_of(self.game)

    # -- widgets

    def compose(self) -> None:
        self.on_boards(("rules", self._house), ("tables", self._tables))
        self.foot_button("back", _("Back"), self.escape)
        self._show_state()

    def _house(self, column: Column) -> None:
        self.game_choice(column, self.game, self._show)
        presets = GAMES[self.game].presets
        words = [preset_words(one) for one in presets]
        self.choice("preset", column, _("Preset"), list(presets), words, self.rules.preset, self._set_preset,
                    _("Every new match starts from these rules. What differs from the preset is gold."))  # fmt: skip
        (self._reset,) = self.small_buttons(column, ("reset-rules", _("Back to the preset"), self._go_back))
        column.gap(22)
        self.rule_rows(column, self.rules.declared, self.rules)

    def _tables(self, column: Column) -> None:
        column.heading(_("Tables with rules of their own"))
        column.gap(4)
        tables = self.stage.rules.tables_of(self.game)
        for number, table in enumerate(tables, 1):
            self._table(column, number, table)
        if not tables:
            words = _("Keep a set of rules under a name, such as Bar Sport, and choose it in a new match.")
            column.words(words, size=theme.SMALL, colour=theme.MUTED)
            column.gap()
        self.small_buttons(
            column, ("keep-rules", _("Keep our rules under a name…"), self._keep),
            ("import", _("Import…"), self._import), ("export", _("Export ours…"), partial(self.export, self.rules)),
        )  # fmt: skip
        column.gap(8)
        column.words(_("A file of rules may also be dropped on this window."), size=theme.SMALL, colour=theme.MUTED)

    def _table(self, column: Column, number: int, table: RuleSet) -> None:
        column.words(table.name, face="bold")
        column.words(described(table), size=theme.SMALL, colour=theme.MUTED)
        column.gap(6)
        buttons: tuple[tuple[str, str, Callable[[], None]], ...] = (
            (f"make-ours-{number}", _("Make them ours"), partial(self._ask_ours, table)),
            (f"export-{number}", _("Export…"), partial(self.export, table)),
            (f"delete-{number}", _("Delete…"), partial(self._ask_delete, table)),
        )  # fmt: skip
        self.small_buttons(column, *buttons)
        column.gap(18)

    def _show_state(self) -> None:
        assert self._reset is not None
        self.mark(self.rules.changes)
        if self.rules.changes:
            self._reset.enable()
        else:
            self._reset.disable()

    # -- what is done

    @property
    def topic(self) -> Topic:
        return Topic(self.game, self.rules, "rules")

    def _show(self, game: str) -> None:
        self.game = game
        self.stage.rebuild()

    def set_rule(self, name: str, value: Value) -> None:
        game = self.game
        self.stage.agree(lambda book: book.with_house(with_rule(book.house_of(game), name, value)), self._changed)

    def _changed(self) -> None:
        if self.stage.scene is self:
            self._show_state()

    def _agree(self, rules: RuleSet) -> None:
        self.stage.agree(lambda book: book.with_house(rules), self.stage.rebuild)

    def _ask_ours(self, table: RuleSet) -> None:
        """Make a table's rules those of the house; it is asked first where ours would be lost."""
        agree = partial(self._agree, table)
        if not self.stage.rules.only_ours(self.game) or replace(table, name="") == self.rules:
            agree()
            return
        question = _("Make the rules of {name} ours? Those that are ours now are kept under no name.")
        self.stage.doors.ask(question.format(name=table.name), _("Replace ours"), agree, _("Keep ours"))

    def _set_preset(self, preset: str) -> None:
        self._agree(preset_rules(self.game, preset))

    def _go_back(self) -> None:
        self._set_preset(self.rules.preset)

    def _ask_delete(self, table: RuleSet) -> None:
        question = _("Delete the rules of {name}?").format(name=table.name)
        self.stage.doors.ask(question, _("Delete"), partial(self._delete, table), _("Keep"))

    def _delete(self, table: RuleSet) -> None:
        self.stage.agree(lambda book: book.without_table(table), self.stage.rebuild)

    def _keep(self) -> None:
        keep_under_a_name(self.stage, self.rules, lambda _kept: self.stage.rebuild())

    def export(self, rules: RuleSet) -> None:
        stage, place = self.stage, str(documents_folder() / file_name(rules))

        def told(path: Path) -> None:
            stage.notify(_("The rules are in {file}.").format(file=shown(path)))

        stage.push(Prompt(stage, self, _("Export these rules to the file"), place, _("Export"),
                          lambda path: stage.storage.run(export_rules, rules, Path(path)), told))  # fmt: skip

    def _import(self) -> None:
        stage, place = self.stage, str(documents_folder()) + os.sep
        stage.push(Prompt(stage, self, _("Import rules from the file"), place, _("Import"),
                          lambda path: stage.storage.run(import_rules, Path(path)), self.take))  # fmt: skip

    def imported(self, rules: RuleSet) -> None:
        self._show(rules.game)


def described(rules: RuleSet) -> str:
    """A set of rules in a few words."""
    preset, count = preset_words(rules.preset), len(rules.changes)
    if not count:
        return preset
    words = ngettext("{preset}, {count} rule changed", "{preset}, {count} rules changed", count)
    return words.format(preset=preset, count=count)


def keep_under_a_name(stage: Stage, rules: RuleSet, then: Callable[[RuleSet], None]) -> None:
    """Ask for a name and keep the rules under it, in the place of others only if so wanted; ``then`` gets them."""

    def named(text: str) -> RuleSet:
        name = clean(text, NAME_LENGTH)
        if not name:
            raise StorageError(_("This is no name."))
        return replace(rules, name=name)

    def ask(kept: RuleSet) -> None:
        old = stage.rules.in_the_way(kept)
        addition = Addition(kept, instead_of=old)
        keep = partial(stage.agree, addition, lambda: then(addition.named))
        if old is None:
            keep()
            return
        question = _("There are rules called {name} already. Keep the new ones in their place?").format(name=old.name)
        stage.doors.ask(question, _("Replace"), keep, _("Keep the old ones"))

    stage.push(Prompt(stage, stage.scene, _("Keep these rules under the name"), rules.name, _("Keep"),
                      lambda text: stage.storage.run(named, text), ask, most=NAME_LENGTH))  # fmt: skip

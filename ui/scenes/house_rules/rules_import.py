"""The base class of pages that import house rules."""

from __future__ import annotations

from concurrent.futures import Future
from functools import partial
from pathlib import Path

from game.exchange.rule_files import import_rule_set
from game.match.house_rules import RULES_FILE_SUFFIX, Addition, RuleSet
from game.rules import GAMES
from game.text.gettext import _
from ui.scenes.import_page import ImportPage


class RulesImportPage(ImportPage):
    """A page that imports files of rules, and saves them beside the existing ones."""

    file_suffix = RULES_FILE_SUFFIX

    def on_imported(self, rule_set: RuleSet) -> None:
        """Handle rules that were imported and saved."""
        raise NotImplementedError

    def start_import(self, paths: tuple[Path, ...]) -> Future[tuple[RuleSet, ...]]:
        return self.context.storage.submit(lambda: tuple(map(import_rule_set, paths)))

    def finish_import(self, imported: tuple[RuleSet, ...]) -> None:
        for rule_set in imported:
            addition = Addition(rule_set)
            self.context.save_house_rules(addition, partial(self._notify_saved, addition))

    def _notify_saved(self, addition: Addition) -> None:
        named = addition.named
        text = _("{name} ({game}) added to your rule sets.")
        self.context.notify(text.format(name=named.name, game=_(GAMES[named.game].title)))
        self.on_imported(named)

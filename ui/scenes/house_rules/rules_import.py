"""The base class of pages on which a file of house rules can be dropped."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.exchange.rule_files import import_rule_set
from game.match.house_rules import Addition, RuleSet
from game.rules import GAMES
from game.text.gettext import _
from ui.app.context import AppContext
from ui.scenes.page import Page
from ui.services.tasks import Task


class RulesImportPage(Page):
    """A page that imports a file of rules dropped on it."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self._importing: Task | None = None

    def on_imported(self, rule_set: RuleSet) -> None:
        """Handle rules that were imported and saved."""
        raise NotImplementedError

    def save_imported_rules(self, rule_set: RuleSet) -> None:
        """Save imported rules beside the existing ones."""

        def notify_saved() -> None:
            named = addition.named
            text = _("{name} ({game}) added to your rule sets.")
            self.context.notify(text.format(name=named.name, game=_(GAMES[named.game].title)))
            self.on_imported(named)

        addition = Addition(rule_set)
        self.context.save_house_rules(addition, notify_saved)

    def handle_event(self, event: pygame.event.Event) -> None:
        is_importing = self._importing is not None and self._importing.is_pending
        if event.type == pygame.DROPFILE and not is_importing:
            importing = self.context.storage.submit(import_rule_set, Path(event.file))
            self._importing = self.context.tasks.submit(importing, self.save_imported_rules, owner=self)
        else:
            super().handle_event(event)

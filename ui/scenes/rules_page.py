"""House rules as rows of widgets, made from their declaration: what every page that changes them has in common."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any, Final

import pygame
from pygame_gui.elements import UIButton

from game.aids import NAMES as AIDS
from game.engine.options import DISCIPLINE, Rule, Value
from game.house_rules import Addition, RuleSet
from game.i18n import _
from game.rules import GAMES
from game.store.files import StorageError
from game.store.rules import import_rules
from ui import theme
from ui.page import Page, to_widget_id
from ui.scene import Stage
from ui.widgets.choice import Choice, cycle_width, row_width
from ui.widgets.column import Column
from ui.widgets.controls import HEIGHT, STEPPER_WIDTH, SWITCH_WIDTH, Fold, Stepper, Switch
from ui.widgets.drawn import Drawn
from ui.widgets.words import Words

TWO_BOARDS: Final = 1000
"""Design pixels of width from which two boards stand side by side, not one below the other."""


class RulesPage(Page):
    """Shows house rules and marks those that differ; a file of rules that is dropped on it is imported."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.discipline_shown = False
        self.labels: dict[str, Words] = {}
        self._importing: Future[RuleSet] | None = None

    # -- for subclasses

    def set_rule(self, name: str, value: Value) -> None:
        """A person gave a rule another value."""
        raise NotImplementedError

    def imported(self, rules: RuleSet) -> None:
        """Rules came from a file and are kept under this name now."""
        self.stage.rebuild()

    # -- rows

    def rule_rows(self, column: Column, rules: Iterable[Rule], agreed: RuleSet) -> None:
        """A row for each rule; those of table discipline fold away."""
        self.labels, rules = {}, tuple(rules)
        for rule in (one for one in rules if one.name not in DISCIPLINE | AIDS):
            self._rule(column, rule, agreed.value(rule.name))
        column.gap(8)
        column.heading(_("Help at the table"))
        for rule in (one for one in rules if one.name in AIDS):
            self._rule(column, rule, agreed.value(rule.name))
        column.gap(4)
        place = column.place(column.width)
        fold = Fold(_("Clock and leaving"), self.discipline_shown, place, self.stage.manager, self.stage.unit,
                    column.scroll.inside)  # fmt: skip
        self.on_value("discipline", fold, self._fold, _("Clock and leaving"), column.scroll)
        column.y += place.height
        column.gap(10)
        for rule in (one for one in rules if one.name in DISCIPLINE and self.discipline_shown):
            self._rule(column, rule, agreed.value(rule.name))

    def mark(self, different: Collection[str]) -> None:
        """Show which rules differ from those that they are compared with."""
        for name, label in self.labels.items():
            label.mark(theme.GOLD if name in different else theme.CREAM, marked=name in different)

    def _fold(self, shown: bool) -> None:
        self.discipline_shown = shown
        self.stage.rebuild()

    def _rule(self, column: Column, rule: Rule, value: Any) -> None:
        set_rule = partial(self.set_rule, rule.name)
        if rule.values and not rule.is_switch:
            words = [_(rule.names[one]) if one in rule.names else str(one) for one in rule.values]
            self.labels[rule.name] = self.choice(
                to_widget_id(rule.name), column, _(rule.label), rule.values, words, value, set_rule, _(rule.help)
            )
            return
        make, wide = (self._switch, SWITCH_WIDTH) if rule.is_switch else (self._stepper, STEPPER_WIDTH)
        label, widget = column.row(_(rule.label), _(rule.help), column.px(wide), partial(make, column, rule, value))
        self.labels[rule.name] = label
        self.on_value(to_widget_id(rule.name), widget, set_rule, _(rule.label), column.scroll)

    def _switch(self, column: Column, rule: Rule, value: Any, rect: pygame.Rect) -> Drawn:
        return Switch(value, rect, self.stage.manager, self.stage.unit, column.scroll.inside)

    def _stepper(self, column: Column, rule: Rule, value: Any, rect: pygame.Rect) -> Drawn:
        bounds = (rule.low, rule.high)
        return Stepper(value, bounds, rule.proposed, rect, self.stage.manager, self.stage.unit, column.scroll.inside)

    def choice(
        self, widget_id: str, column: Column, label: str, values: Sequence[Any], words: Sequence[str], value: Any,
        act: Callable[[Any], None], help: str = "",
    ) -> Words:  # fmt: skip
        """A row with one of a few values; gives its label."""
        unit, manager = self.stage.unit, self.stage.manager
        wide = row_width(words, unit)
        if wide > column.width * (0.62 if help else 1.0):
            wide = min(cycle_width(words, unit), column.width)

        def choice(rect: pygame.Rect) -> Choice:
            return Choice(values, words, value, rect, manager, unit, column.scroll.inside)

        said, widget = column.row(label, help, wide, choice)
        self.on_value(widget_id, widget, act, label, column.scroll)
        return said

    def game_choice(self, column: Column, game: str, act: Callable[[str], None]) -> None:
        """Which game it is about; a heading if there is only one."""
        if len(GAMES) > 1:
            words = [_(one.title) for one in GAMES.values()]
            self.choice("game", column, _("Game"), list(GAMES), words, game, act)
        else:
            column.heading(_(GAMES[game].title))

    def small_buttons(self, column: Column, *buttons: tuple[str, str, Callable[[], None]]) -> tuple[UIButton, ...]:
        """Buttons (id, words, what they do) as wide as their words, side by side as far as there is room."""
        px, x, made = self.stage.px, 0, list[UIButton]()
        for widget_id, words, act in buttons:
            wide = theme.font("sans", px(theme.BODY)).size(words)[0] + px(28)
            if x and x + wide > column.width:
                column.y += px(HEIGHT + 8)
                x = 0
            place = column.place(wide, left=x)
            made.append(self.button(widget_id, words, place, act, style="#small", into=column.scroll))
            x = place.right + px(10)
        column.y += px(HEIGHT)
        return tuple(made)

    def on_boards(
        self, left: tuple[str, Callable[[Column], None]], right: tuple[str, Callable[[Column], None]]
    ) -> None:
        """Two boards side by side, each with a column of rows; one with both where the window is narrow."""
        px, body = self.stage.px, self.body
        if body.width < px(TWO_BOARDS):
            self._on_board(left[0], body, left[1], right[1])
            return
        one = pygame.Rect(body.left, body.top, round(body.width * 0.48), body.height)
        other = pygame.Rect(one.right + px(20), body.top, body.right - one.right - px(20), body.height)
        self._on_board(left[0], one, left[1])
        self._on_board(right[0], other, right[1])

    def _on_board(self, name: str, board: pygame.Rect, *parts: Callable[[Column], None]) -> None:
        self.board(board)
        column = Column(self.scroll(name, board), self.stage.manager)
        for number, part in enumerate(parts):
            if number:
                column.gap(20)
            part(column)
        self.end_scroll(name, column.y)

    # -- rules from a file

    @property
    def busy(self) -> bool:
        return self._importing is not None

    def update(self, seconds: float) -> None:
        if self._importing is None or not self._importing.done():
            return
        asked, self._importing = self._importing, None
        error = asked.exception()
        if isinstance(error, StorageError):
            self.stage.notify(str(error))
        else:
            self.take(asked.result())

    def take(self, rules: RuleSet) -> None:
        """Keep rules that came from a file, beside those that there are."""

        def kept() -> None:
            named = addition.named
            words = _("{name} ({game}) is among the house rules now.")
            self.stage.notify(words.format(name=named.name, game=_(GAMES[named.game].title)))
            self.imported(named)

        addition = Addition(rules)
        self.stage.agree(addition, kept)

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.DROPFILE and self._importing is None:
            self._importing = self.stage.storage.run(import_rules, Path(event.file))
        else:
            super().handle(event)

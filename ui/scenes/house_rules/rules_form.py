"""The base class of pages that change house rules; rows follow from declarations."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import pygame
from pygame_gui.elements import UIButton

from game.core.options import COMMON_OPTION_NAMES, OptionSpec, OptionValue
from game.match.assistance import ASSISTANCE_OPTION_NAMES as AIDS
from game.match.house_rules import Addition, RuleSet
from game.rules import GAMES
from game.storage.rule_sets import import_rule_set
from game.text.gettext import _
from ui.app.context import AppContext
from ui.graphics import theme
from ui.scenes.page import Page, to_widget_id
from ui.services.tasks import Task
from ui.widgets.base import CustomWidget
from ui.widgets.controls import CONTROL_HEIGHT, STEPPER_WIDTH, SWITCH_WIDTH, Disclosure, Stepper, Switch
from ui.widgets.form_layout import FormLayout
from ui.widgets.label import TextLabel
from ui.widgets.segmented import SegmentedControl, compute_cycle_width, compute_row_width

TWO_BOARDS_MIN_WIDTH: Final = 1000
"""The page width from which two boards are side by side, in design pixels."""


class RulesFormPage(Page):
    """A page with house rules, which marks the changed ones.

    A file of rules that is dropped on it is imported. The part "rules" has the rows of `add_rule_rows`.
    """

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.is_discipline_shown = False
        self.labels: dict[str, TextLabel] = {}
        self._importing: Task | None = None

    # -- for subclasses

    def set_rule(self, name: str, value: OptionValue) -> None:
        """Set a rule to the value that a person chose."""
        raise NotImplementedError

    def on_imported(self, rule_set: RuleSet) -> None:
        """Handle rules that were imported and saved."""
        raise NotImplementedError

    def update_state(self) -> None:
        """Mark the changed rules, and enable the buttons that apply."""
        raise NotImplementedError

    # -- rows

    def add_rule_rows(self, column: FormLayout, specs: Iterable[OptionSpec], rule_set: RuleSet) -> None:
        """Add a row for each rule; those about the clock and leaving are folded away."""
        self.labels, specs = {}, tuple(specs)
        for spec in (candidate for candidate in specs if candidate.name not in COMMON_OPTION_NAMES | AIDS):
            self._add_rule_row(column, spec, rule_set.get_value(spec.name))
        column.add_gap(8)
        column.add_heading(_("Help at the table"))
        for spec in (candidate for candidate in specs if candidate.name in AIDS):
            self._add_rule_row(column, spec, rule_set.get_value(spec.name))
        column.add_gap(4)
        rect = column.make_row_rect(column.width)
        fold = Disclosure(
            _("Clock and leaving"),
            self.is_discipline_shown,
            rect,
            self.context.ui_manager,
            self.context.ui_scale,
            column.scroll_area.content,
        )
        self.bind_value("discipline", fold, self._set_discipline_shown, _("Clock and leaving"), column.scroll_area)
        column.next_y += rect.height
        column.add_gap(10)
        for spec in (
            candidate for candidate in specs if candidate.name in COMMON_OPTION_NAMES and self.is_discipline_shown
        ):
            self._add_rule_row(column, spec, rule_set.get_value(spec.name))

    def mark_changed(self, changed_names: Collection[str]) -> None:
        """Mark the rules with these names as changed, and only these."""
        for name, label in self.labels.items():
            label.set_style(theme.GOLD if name in changed_names else theme.CREAM, is_underlined=name in changed_names)

    def _set_discipline_shown(self, is_shown: bool) -> None:
        self.is_discipline_shown = is_shown
        self.recompose("rules")
        self.update_state()

    def _add_rule_row(self, column: FormLayout, spec: OptionSpec, value: Any) -> None:
        set_rule = partial(self.set_rule, spec.name)
        if spec.values and not spec.is_switch:
            labels = [
                _(spec.value_labels[option_value]) if option_value in spec.value_labels else str(option_value)
                for option_value in spec.values
            ]
            self.labels[spec.name] = self.add_choice(
                to_widget_id(spec.name), column, _(spec.label), spec.values, labels, value, set_rule, _(spec.help)
            )
            return
        make_widget, width = (
            (self._make_switch, SWITCH_WIDTH) if spec.is_switch else (self._make_stepper, STEPPER_WIDTH)
        )
        label_widget, widget = column.add_row(
            _(spec.label), _(spec.help), column.px(width), partial(make_widget, column, spec, value)
        )
        self.labels[spec.name] = label_widget
        self.bind_value(to_widget_id(spec.name), widget, set_rule, _(spec.label), column.scroll_area)

    def _make_switch(self, column: FormLayout, spec: OptionSpec, value: Any, rect: pygame.Rect) -> CustomWidget:
        return Switch(value, rect, self.context.ui_manager, self.context.ui_scale, column.scroll_area.content)

    def _make_stepper(self, column: FormLayout, spec: OptionSpec, value: Any, rect: pygame.Rect) -> CustomWidget:
        bounds = (spec.min_value, spec.max_value)
        return Stepper(
            value,
            bounds,
            spec.proposed_values,
            rect,
            self.context.ui_manager,
            self.context.ui_scale,
            column.scroll_area.content,
        )

    def add_choice(
        self, widget_id: str, column: FormLayout, label: str, values: Sequence[Any], labels: Sequence[str], value: Any,
        on_change: Callable[[Any], None], hint: str = "",
    ) -> TextLabel:  # fmt: skip
        """Add a row with a choice of a value, and return its label.

        ``hint``: a line below the label, empty for none.
        """
        ui_scale, manager = self.context.ui_scale, self.context.ui_manager
        width = compute_row_width(labels, ui_scale)
        if width > column.width * (0.62 if hint else 1.0):
            width = min(compute_cycle_width(labels, ui_scale), column.width)

        def make_choice(rect: pygame.Rect) -> SegmentedControl:
            return SegmentedControl(values, labels, value, rect, manager, ui_scale, column.scroll_area.content)

        label_widget, widget = column.add_row(label, hint, width, make_choice)
        self.bind_value(widget_id, widget, on_change, label, column.scroll_area)
        return label_widget

    def add_game_choice(self, column: FormLayout, game: str, on_change: Callable[[str], None]) -> None:
        """Add a choice of the game, or a heading if there is only one game."""
        if len(GAMES) > 1:
            labels = [_(game_definition.title) for game_definition in GAMES.values()]
            self.add_choice("game", column, _("Game"), list(GAMES), labels, game, on_change)
        else:
            column.add_heading(_(GAMES[game].title))

    def add_small_buttons(
        self, column: FormLayout, *buttons: tuple[str, str, Callable[[], None]]
    ) -> tuple[UIButton, ...]:
        """Add small buttons side by side, in several lines if needed, and return them.

        Each button is given as its id, its text and its action.
        """
        px, x, added = self.context.px, 0, list[UIButton]()
        for widget_id, text, on_press in buttons:
            width = theme.load_font("sans", px(theme.BODY_TEXT_SIZE)).size(text)[0] + px(28)
            if x and x + width > column.width:
                column.next_y += px(CONTROL_HEIGHT + 8)
                x = 0
            rect = column.make_row_rect(width, left=x)
            added.append(
                self.add_button(widget_id, text, rect, on_press, style="#small", scroll_area=column.scroll_area)
            )
            x = rect.right + px(10)
        column.next_y += px(CONTROL_HEIGHT)
        return tuple(added)

    def add_boards(
        self, left_part: tuple[str, Callable[[FormLayout], None]], right_part: tuple[str, Callable[[FormLayout], None]]
    ) -> None:
        """Add two boards side by side, or a single board if the window is narrow.

        Each part is the name of its scroll area and a function that adds its rows.
        """
        px, body = self.context.px, self.body
        if body.width < px(TWO_BOARDS_MIN_WIDTH):
            self._add_board_column(left_part[0], body, left_part[1], right_part[1])
            return
        left_rect = pygame.Rect(body.left, body.top, round(body.width * 0.48), body.height)
        right_rect = pygame.Rect(left_rect.right + px(20), body.top, body.right - left_rect.right - px(20), body.height)
        self._add_board_column(left_part[0], left_rect, left_part[1])
        self._add_board_column(right_part[0], right_rect, right_part[1])

    def _add_board_column(self, name: str, board_rect: pygame.Rect, *add_parts: Callable[[FormLayout], None]) -> None:
        self.add_board(board_rect)
        column = FormLayout(self.begin_scroll_area(name, board_rect), self.context.ui_manager)
        for number, add_part in enumerate(add_parts):
            if number:
                column.add_gap(20)
            add_part(column)
        self.end_scroll_area(name, column.next_y)

    # -- rules from a file

    def save_imported_rules(self, rule_set: RuleSet) -> None:
        """Save imported rules beside the existing ones."""

        def notify_saved() -> None:
            named = addition.named
            text = _("{name} ({game}) is among the house rules now.")
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

"""House rules of each game, from which new matches start, and named rule sets: a tab of the settings."""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import pygame
from pygame_gui.elements import UIButton

from game.core.messages import N_
from game.core.options import CLOCK_OPTION_NAMES, COMMON_OPTION_NAMES, OptionSpec, OptionValue
from game.core.sanitizer import sanitize_line
from game.exchange.rule_files import export_rule_set, import_rule_set
from game.match.assistance import ASSISTANCE_OPTION_NAMES as AIDS
from game.match.house_rules import (
    MAX_RULE_SET_NAME_CHARACTERS,
    NO_HOUSE_RULES,
    RULES_FILE_SUFFIX,
    Addition,
    RuleSet,
    change_rule,
    make_preset_rule_set,
    replace,
)
from game.rules import GAMES
from game.storage.files import StorageError
from game.text.file_names import make_rules_file_name
from game.text.gettext import _
from game.text.messages import format_preset_name
from game.text.rule_sets import format_rule_set
from ui.app.context import AppContext
from ui.app.router import HelpTopic
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.theme import CONTROL_HEIGHT
from ui.graphics.theme import SMALL_GAP as ROW_GAP
from ui.graphics.theme import SMALL_TEXT_SIZE as HINT_TEXT_SIZE
from ui.scenes.dialogs.export_report import report_export
from ui.scenes.dialogs.file_prompt import FilePrompt
from ui.scenes.dialogs.text_prompt import TextPrompt
from ui.scenes.header_choice_layout import HeaderChoiceLayout
from ui.scenes.house_rules.option_rows import SECTION_GAP, add_choice_row, add_option_row, add_section_heading
from ui.scenes.house_rules.rules_import import RulesImportPage
from ui.scenes.page import BOARD_PADDING
from ui.scenes.settings.tabs import add_settings_tabs
from ui.services.file_dialogs import build_open_command, build_save_command, get_documents_folder
from ui.widgets.base import set_enabled
from ui.widgets.form_layout import FormLayout
from ui.widgets.label import LineLabel, TextLabel
from ui.widgets.popup_menu import MenuEntry
from ui.widgets.segmented import compute_row_width

RulesSection = Literal["rules", "aids", "saved"]
SECTION_TITLES: Final[Mapping[RulesSection, str]] = {
    "rules": N_("Rules"),
    "aids": N_("Assistance and timer"),
    "saved": N_("Saved rules"),
}
AddRows: TypeAlias = Callable[[FormLayout], None]
TWO_COLUMNS_MIN_WIDTH: Final = 1000
"""The width of the panel from which there are two columns, in design pixels."""
COLUMN_GAP: Final = 12
"""Between the columns, without their paddings, in design pixels."""
HEAD_GAP: Final = 8
"""Above the choice of game and section, in design pixels."""
WIDE_ROW_GAP: Final = 14
NARROW_ROW_GAP: Final = 6
"""Between the rows of a column, in design pixels: if there are few, and else."""
MAX_WIDE_ROWS: Final = 6
"""The rows of a column, with the line about the dot, up to which they are far apart."""
DOT_GAP: Final = 12
DOT_RADIUS: Final = 4
"""The distance of the dot of a changed rule from its label, and its radius, in design pixels."""
LEGEND_HEIGHT_RATIO: Final = 1.4
"""The height of the line about the dot, in text sizes."""


class HouseRulesScene(RulesImportPage):
    """The house rules of a game in sections, the last of which has the named rule sets.

    Rules that differ from the preset are marked. Each change is stored at once.
    """

    title = N_("Settings")

    def __init__(self, context: AppContext, game: str = "", section: RulesSection = "rules") -> None:
        super().__init__(context)
        self.game = game or next(iter(GAMES))
        self.section = section
        self.labels: dict[str, TextLabel] = {}
        """The labels of the rules that are shown, by the name of the rule."""
        self.marked_names = frozenset[str]()
        """The shown rules that have a dot because they differ from the preset."""
        self._reset_button: UIButton | None = None
        self._legend: LineLabel | None = None
        self._has_clock_rows = False

    @property
    def rule_set(self) -> RuleSet:
        """The house rules of the game."""
        return self.context.house_rules.get_default_rule_set(self.game)

    # -- widgets

    def compose(self) -> None:
        self.compose_part("section", partial(self._compose_section, add_settings_tabs(self, "house-rules")))
        self.add_footer_button("back", _("Back"), self.on_escape)
        self._show_changes()

    def _compose_section(self, board: pygame.Rect) -> None:
        """Add the choice of game and section, and the rows: in two columns if they have room."""
        self.labels, self._legend, self._reset_button = {}, None, None
        left_rows, right_rows = self._list_rows()
        if board.width < self.context.px(TWO_COLUMNS_MIN_WIDTH):
            self._add_column("rules", board, (self._add_head_rows, *left_rows, *right_rows), WIDE_ROW_GAP)
            return
        px = self.context.px
        game_choice, section_choice = self._head_choices
        head = HeaderChoiceLayout(self, board.left + px(BOARD_PADDING), board.top + px(HEAD_GAP), board.width)
        head.add(*game_choice)
        head.skip_to(board.right - px(BOARD_PADDING) - compute_row_width(section_choice[3], self.context.ui_scale))
        head.add(*section_choice)
        top = head.bottom
        column = pygame.Rect(board.left, top, (board.width - px(COLUMN_GAP)) // 2, board.bottom - top)
        row_gap = WIDE_ROW_GAP if max(len(left_rows), len(right_rows)) <= MAX_WIDE_ROWS else NARROW_ROW_GAP
        self._add_column("rules", column, left_rows, row_gap)
        self._add_column("more-rules", column.move(board.width - column.width, 0), right_rows, row_gap)

    @property
    def _head_choices(self) -> tuple[tuple[str, str, list[Any], list[str], Any, Callable[[Any], None]], ...]:
        """The choice of the game and that of the section, as `HeaderChoiceLayout.add` takes them."""
        titles = [_(game_definition.title) for game_definition in GAMES.values()]
        sections = [_(title) for title in SECTION_TITLES.values()]
        return (
            ("game", _("Game"), list(GAMES), titles, self.game, self._show_game),
            ("section", _("Section"), list(SECTION_TITLES), sections, self.section, self.show_section),
        )

    def _add_head_rows(self, column: FormLayout) -> None:
        for widget_id, label, values, labels, value, on_change in self._head_choices:
            add_choice_row(self, column, widget_id, label, "", values, labels, value, on_change)
        column.add_gap(SECTION_GAP)

    def _add_column(self, name: str, rect: pygame.Rect, rows: Sequence[AddRows], row_gap: int) -> None:
        column = FormLayout(
            self.begin_scroll_area(name, rect), control_height=CONTROL_HEIGHT,
            row_gap=row_gap,
        )  # fmt: skip
        for add_rows in rows:
            add_rows(column)
        self.end_scroll_area(name, column.next_y)

    def _list_rows(self) -> tuple[list[AddRows], list[AddRows]]:
        """Return what adds the rows of the section to its left and to its right column."""
        specs = self.rule_set.option_specs
        self._has_clock_rows = self.rule_set.options.has_turn_clock
        if self.section == "saved":
            return [self._add_named_rule_sets], [self._add_own_rules]
        if self.section == "aids":
            hidden_names = frozenset[str]() if self._has_clock_rows else CLOCK_OPTION_NAMES
            clock_names = COMMON_OPTION_NAMES - hidden_names - {"talk"}
            return (
                [self._make_rule_group(_("Assistance"), AIDS), self._add_legend],
                [self._make_rule_group(_("Turn timer"), clock_names), self._make_rule_group(_("Messages"), {"talk"})],
            )
        rows: list[AddRows] = [self._add_preset_row] if len(GAMES[self.game].presets) > 1 else []
        rows += [partial(self._add_rule_row, spec) for spec in specs if spec.name not in COMMON_OPTION_NAMES | AIDS]
        left_count = (len(rows) + 1) // 2
        return [*rows[:left_count], self._add_legend], rows[left_count:]

    def _add_preset_row(self, column: FormLayout) -> None:
        presets = list(GAMES[self.game].presets)
        labels = [format_preset_name(preset) for preset in presets]
        add_choice_row(
            self, column, "preset", _("Start from"),
            _("Sets all rules as they are there; your changes are lost."), presets, labels,
            self.rule_set.preset, self._set_preset,
        )  # fmt: skip

    def _make_rule_group(self, title: str, names: Container[str]) -> AddRows:
        """Return what adds the rules with these names below their title."""

        def add_group(column: FormLayout) -> None:
            if column.next_y:
                column.add_gap(SECTION_GAP)
            add_section_heading(column, title)
            for spec in self.rule_set.option_specs:
                if spec.name in names:
                    self._add_rule_row(spec, column)

        return add_group

    def _add_rule_row(self, spec: OptionSpec, column: FormLayout) -> None:
        value = self.rule_set.get_value(spec.name)
        self.labels[spec.name] = add_option_row(self, column, spec, value, partial(self.set_rule, spec.name))

    def _add_legend(self, column: FormLayout) -> None:
        """Add the line that says what a dot means, once a rule is changed."""
        size = column.px(HINT_TEXT_SIZE)
        self._legend = LineLabel(
            "",
            pygame.Rect(0, column.next_y, column.width, round(size * LEGEND_HEIGHT_RATIO)),
            column.scroll_area.place,
            size=HINT_TEXT_SIZE,
            color=theme.MUTED,
        )
        column.next_y += self._legend.rect.height

    def _add_named_rule_sets(self, column: FormLayout) -> None:
        add_section_heading(column, _("Saved rule sets"))
        rule_sets = self.context.house_rules.list_named_rule_sets(self.game)
        for number, rule_set in enumerate(rule_sets, 1):
            self._add_named_rule_set(column, number, rule_set)
        if not rule_sets:
            text = _("Save your rules under a name, such as Bar Sport, to choose them in a new match.")
            column.add_text(text, size=HINT_TEXT_SIZE, color=theme.MUTED)

    def _add_own_rules(self, column: FormLayout) -> None:
        """Add what the house rules of the game are, and the buttons that save, reset and move them."""
        if column.next_y:
            column.add_gap(SECTION_GAP)
        add_section_heading(column, _("Your rules"))
        column.add_text(format_rule_set(self.rule_set, self.context.house_rules))
        column.add_gap()
        px, left = column.px, 0
        for widget_id, text, on_press in (
            ("keep-rules", _("Save rules…"), self._save_as),
            ("reset-rules", _("Discard changes"), self._reset_to_preset),
            ("import", _("Import rules…"), self._import),
            ("export", _("Export rules…"), partial(self.export, self.rule_set)),
        ):  # fmt: skip
            width = theme.load_font(theme.BUTTON_FACE, px(theme.BODY_TEXT_SIZE)).size(text)[0] + px(28)
            if left and left + width > column.width:
                left, column.next_y = 0, column.next_y + px(CONTROL_HEIGHT + ROW_GAP)
            rect = column.make_row_rect(width, left=left)
            button = self.add_button(widget_id, text, rect, on_press, style="#small", scroll_area=column.scroll_area)
            left = rect.right + px(ROW_GAP)
            if widget_id == "reset-rules":
                self._reset_button = button
        column.next_y += px(CONTROL_HEIGHT)

    def _add_named_rule_set(self, column: FormLayout, number: int, rule_set: RuleSet) -> None:
        """Add the name of a rule set and what it is based on, a button that uses it, and a menu."""
        px, height, scroll_area = column.px, column.px(CONTROL_HEIGHT), column.scroll_area
        menu_rect = pygame.Rect(column.width - height, 0, height, height)
        use_width = theme.load_font(theme.BUTTON_FACE, px(theme.BODY_TEXT_SIZE)).size(_("Use"))[0] + px(28)
        use_rect = pygame.Rect(menu_rect.left - px(ROW_GAP) - use_width, 0, use_width, height)
        top, text_width = column.next_y, use_rect.left - px(ROW_GAP)
        column.add_text(rule_set.name, face="bold", width=text_width)
        column.add_text(
            format_rule_set(replace(rule_set, name=""), NO_HOUSE_RULES),
            size=HINT_TEXT_SIZE,
            color=theme.MUTED,
            width=text_width,
        )
        column.next_y = max(column.next_y, top + height)
        menu_rect.centery = use_rect.centery = (top + column.next_y) // 2
        self.add_button(
            f"make-ours-{number}", _("Use"), use_rect, partial(self._confirm_make_default, rule_set), style="#small",
            label=_("Use {name}").format(name=rule_set.name), scroll_area=scroll_area,
        )  # fmt: skip
        menu_button = self.add_button(
            f"rule-set-menu-{number}", "", menu_rect,
            lambda: self._open_rule_set_menu(menu_button, number, rule_set), style="#small", symbol="dots",
            label=_("More options for {name}").format(name=rule_set.name), scroll_area=scroll_area,
        )  # fmt: skip
        column.add_gap(ROW_GAP + 4)

    def _open_rule_set_menu(self, button: UIButton, number: int, rule_set: RuleSet) -> None:
        entries = [
            MenuEntry(f"export-{number}", _("Export…"), partial(self.export, rule_set), "export"),
            MenuEntry(f"delete-{number}", _("Delete…"), partial(self._confirm_delete, rule_set), "trash", True),
        ]
        self.open_menu(self.focus.get_widget_id(button), entries)

    def _show_changes(self) -> None:
        """Mark the changed rules; the button that resets them is enabled if there are any."""
        changed_names = self.rule_set.changes
        self.marked_names = frozenset(name for name in self.labels if name in changed_names)
        if self._legend is not None:
            self._legend.set_text(_("For new matches. Rules with a dot are changed.") if changed_names else "")
        if self._reset_button is not None:
            set_enabled(self._reset_button, is_enabled=bool(changed_names))

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        px, areas = self.context.px, [area.viewport for area in self.scroll_areas.values()]
        for name in sorted(self.marked_names):
            label = self.labels[name]
            rect = pygame.Rect(label.get_abs_rect())
            center = rect.left - px(DOT_GAP), rect.top + label.line_height // 2
            if any(area.top <= center[1] < area.bottom for area in areas):
                canvas.draw_aacircle(theme.CREAM, center, px(DOT_RADIUS))

    # -- actions

    @property
    def help_topic(self) -> HelpTopic:
        return HelpTopic(self.game, self.rule_set, "rules")

    def _show_game(self, game: str) -> None:
        self.game = game
        self._show_rules()

    def show_section(self, section: RulesSection) -> None:
        """Show another part of the rules."""
        self.section = section
        for scroll_area in self.scroll_areas.values():
            scroll_area.move_to(0)
        self._show_rules()

    def _show_rules(self) -> None:
        """Show the current rules of the game."""
        self.recompose("section")
        if self.context.scenes.top is self:
            self._show_changes()

    def set_rule(self, name: str, value: OptionValue) -> None:
        """Store a rule of the game."""
        game = self.game
        self.context.save_house_rules(
            lambda house_rules: house_rules.with_default_rule_set(
                change_rule(house_rules.get_default_rule_set(game), name, value)
            ),
            self._on_saved,
            self._show_rules,
        )

    def _on_saved(self) -> None:
        if self.context.scenes.top is not self:
            return
        if self._has_clock_rows != self.rule_set.options.has_turn_clock:
            self.recompose("section")
        self._show_changes()

    def _save_default(self, rule_set: RuleSet) -> None:
        self.context.save_house_rules(
            lambda house_rules: house_rules.with_default_rule_set(rule_set), self._show_rules, self._show_rules
        )

    def _confirm_make_default(self, rule_set: RuleSet) -> None:
        """Use a named rule set as the house rules; ask first if unsaved house rules would be lost."""
        save = partial(self._save_default, rule_set)
        if not self.context.house_rules.is_default_unsaved(self.game) or rule_set.has_same_rules(self.rule_set):
            save()
            return
        question = _("Use {name} as your house rules? Your current rules are not saved under a name.")
        self.context.router.confirm(question.format(name=rule_set.name), _("Replace"), save, _("Cancel"))

    def _set_preset(self, preset: str) -> None:
        self._save_default(make_preset_rule_set(self.game, preset))

    def _reset_to_preset(self) -> None:
        self._set_preset(self.rule_set.preset)

    def _confirm_delete(self, rule_set: RuleSet) -> None:
        question = _("Delete the rule set {name}?").format(name=rule_set.name)
        self.context.router.confirm(question, _("Delete"), partial(self._delete, rule_set), _("Keep"))

    def _delete(self, rule_set: RuleSet) -> None:
        self.context.save_house_rules(
            lambda house_rules: house_rules.without_named_rule_set(rule_set), self._show_rules
        )

    def _save_as(self) -> None:
        save_rule_set_as(self.context, self.rule_set, lambda _kept: self._show_rules())

    def export(self, rules: RuleSet) -> None:
        """Ask for a file, and write the rules to it under their saved name."""
        context, house_rules = self.context, self.context.house_rules
        named = house_rules.find_named(rules) or rules
        file = get_documents_folder() / make_rules_file_name(named, house_rules)
        title = _("Export {name} to file").format(name=named.name) if named.name else _("Export rules to file")

        def start_export(paths: tuple[Path, ...]) -> Future[Path]:
            return context.storage.submit(export_rule_set, named, paths[0])

        def notify_export(path: Path) -> None:
            report_export(context, _("Rules exported to {file}."), path)

        command = build_save_command(title, file)
        context.scenes.push(
            FilePrompt(context, self, title, str(file), _("Export"), start_export, notify_export, command)
        )

    def _import(self) -> None:
        """Ask for files of rules, and save the rules in them."""
        context, title, folder = self.context, _("Import rules from file"), get_documents_folder()

        def start_import(paths: tuple[Path, ...]) -> Future[tuple[RuleSet, ...]]:
            return context.storage.submit(lambda: tuple(import_rule_set(path) for path in paths))

        command = build_open_command(title, folder, suffix=RULES_FILE_SUFFIX)
        path_text = str(folder) + os.sep
        context.scenes.push(
            FilePrompt(context, self, title, path_text, _("Import"), start_import, self._save_all_imported, command)
        )

    def _save_all_imported(self, rule_sets: tuple[RuleSet, ...]) -> None:
        for rule_set in rule_sets:
            self.save_imported_rules(rule_set)

    def on_imported(self, rule_set: RuleSet) -> None:
        self._show_game(rule_set.game)


def save_rule_set_as(context: AppContext, rule_set: RuleSet, on_saved: Callable[[RuleSet], None]) -> None:
    """Ask for a name, store the rules under it, and call ``on_saved`` with the named rules.

    The person is asked before other rules of that name are replaced.
    """

    def make_named(text: str) -> RuleSet:
        name = sanitize_line(text, MAX_RULE_SET_NAME_CHARACTERS)
        if not name:
            raise StorageError(_("Enter a name."))
        return replace(rule_set, name=name)

    def save_or_confirm(named_set: RuleSet) -> None:
        conflicting = context.house_rules.find_name_conflict(named_set)
        addition = Addition(named_set, instead_of=conflicting)
        save = partial(context.save_house_rules, addition, lambda: on_saved(addition.named))
        if conflicting is None:
            save()
            return
        question = _("A rule set named {name} already exists. Replace it?").format(name=conflicting.name)
        context.router.confirm(question, _("Replace"), save, _("Cancel"))

    context.scenes.push(
        TextPrompt(
            context,
            context.scenes.top,
            _("Save these rules as"),
            rule_set.name,
            _("Save"),
            lambda text: context.storage.submit(make_named, text),
            save_or_confirm,
            max_length=MAX_RULE_SET_NAME_CHARACTERS,
        )
    )

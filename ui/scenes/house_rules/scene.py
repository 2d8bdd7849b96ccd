"""House rules of each game, from which new matches start, and named rule sets: a tab of the settings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final, Literal

from game.core.messages import N_
from game.core.options import COMMON_OPTION_NAMES, OptionSpec, OptionValue
from game.core.sanitizer import sanitize_line
from game.exchange.rule_files import export_rule_set
from game.match.assistance import ASSISTANCE_OPTION_NAMES as AIDS
from game.match.house_rules import (
    MAX_RULE_SET_NAME_CHARACTERS,
    NO_HOUSE_RULES,
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
from ui.scenes.dialogs.prompts import TextPrompt, open_export_prompt
from ui.scenes.house_rules.rules_import import RulesImportPage
from ui.scenes.page import to_widget_id
from ui.scenes.settings.tabs import describe_tab
from ui.widgets.controls import Stepper, Switch
from ui.widgets.fields import Action, Field, Widget, make_choice
from ui.widgets.layout import Alternatives, Column, Grid, Padded, Rest, Row, Sized
from ui.widgets.nodes import Line, Node, Scroll, Space, Text
from ui.widgets.popup_menu import MenuEntry

RulesSection = Literal["rules", "aids", "saved"]
SECTION_TITLES: Final[Mapping[RulesSection, str]] = {
    "rules": N_("Rules"),
    "aids": N_("Assistance and timer"),
    "saved": N_("Saved rules"),
}
OTHER_NAMES: Final = COMMON_OPTION_NAMES | AIDS
"""The options that are not in the section of the rules."""
TWO_COLUMNS_MIN_WIDTH: Final = 1000
"""The width of the panel from which there are two columns, in design pixels."""
MAX_WIDE_ROWS: Final = 6
"""The rows of a column, with the line about the dot, up to which they are far apart."""
DOT_WIDTH: Final = 12
OWN_BUTTON_WIDTH: Final = 190
"""The widths of the dot of a changed rule and of a button, in design pixels."""


class HouseRulesScene(RulesImportPage):
    """The house rules of a game in sections, the last of which has the named rule sets.

    Rules that differ from the preset are marked. Each change is stored at once.
    """

    title = N_("Settings")

    def __init__(self, context: AppContext, game: str = "", section: RulesSection = "rules") -> None:
        super().__init__(context)
        self.game = game or next(iter(GAMES))
        self.section = section
        self._shown_specs: tuple[OptionSpec, ...] = ()

    @property
    def rule_set(self) -> RuleSet:
        """The house rules of the game."""
        return self.context.house_rules.get_default_rule_set(self.game)

    # -- what is on the page

    def describe(self) -> Node:
        """Return the choice of game and section, and the rows: in two columns if these have room."""
        self._shown_specs = self.rule_set.effective_option_specs
        left, right = self._list_rows()
        game = make_choice({name: _(game.title) for name, game in GAMES.items()}, self.game, id="game", label=_("Game"))
        titles = {section: _(title) for section, title in SECTION_TITLES.items()}
        section = make_choice(titles, self.section, id="section", label=_("Section"))
        game.on_change, section.on_change = self._show_game, self.show_section
        gap = theme.GAP if max(len(left), len(right)) <= MAX_WIDE_ROWS else theme.TINY_GAP
        rows = (Scroll("rules", Column(*left, gap=gap)), Scroll("more-rules", Column(*right, gap=gap)))
        columns = Row(*rows, gap=theme.SECTION_GAP, grow=1)
        head = Padded(Row(game, Space(grow=1), section), padding=0, top=theme.SMALL_GAP)
        fields = (Field(_("Game"), game), Field(_("Section"), section), Space(theme.LARGE_GAP))
        narrow = Scroll("rules", Column(*fields, *left, *right, gap=theme.SMALL_GAP))
        wide = Rest(Column(head, columns), TWO_COLUMNS_MIN_WIDTH)
        return describe_tab(self.context, "house-rules", Alternatives(wide, narrow, grow=1))

    def _list_rows(self) -> tuple[list[Node], list[Node]]:
        """Return the rows of the section in its left and in its right column."""
        if self.section == "saved":
            return self._list_named_rule_sets(), self._list_own_rules()
        if self.section == "aids":
            clock_names = COMMON_OPTION_NAMES - {"talk"}
            return (
                [describe_heading(_("Assistance")), *self._list_rules(AIDS), self._describe_legend()],
                [
                    describe_heading(_("Turn timer")), *self._list_rules(clock_names), Space(theme.SMALL_GAP),
                    describe_heading(_("Messages")), *self._list_rules({"talk"}),
                ],
            )  # fmt: skip
        rows = [self._describe_preset()] if len(GAMES[self.game].presets) > 1 else []
        rows += self._list_rules(spec.name for spec in self.rule_set.option_specs if spec.name not in OTHER_NAMES)
        left_count = (len(rows) + 1) // 2
        return [*rows[:left_count], self._describe_legend()], rows[left_count:]

    def _describe_preset(self) -> Node:
        labels = {preset: format_preset_name(preset) for preset in GAMES[self.game].presets}
        choice = make_choice(labels, self.rule_set.preset, id="preset", on_change=self._set_preset)
        explanation = _("Replaces all rules; your changes will be lost.")
        return self._describe_marked("", Field(_("Preset"), choice, explanation=explanation))

    def _list_rules(self, names: Iterable[str]) -> list[Node]:
        shown = set(names)
        return [
            self._describe_marked(
                spec.name,
                describe_option(spec, self.rule_set.get_value(spec.name), partial(self.set_rule, spec.name)),
            )
            for spec in self._shown_specs
            if spec.name in shown
        ]

    def _describe_marked(self, name: str, field: Node) -> Node:
        """Return a field after the dot of a rule that differs from the preset."""
        dot = Line(self._get_dot(name), id=f"dot-{name}" if name else "")
        return Row(Sized(dot, width=DOT_WIDTH, height=theme.CONTROL_HEIGHT), Rest(field, 0), align="top")

    def _get_dot(self, name: str) -> str:
        return "•" if name in self.rule_set.changes else ""

    @property
    def _legend_text(self) -> str:
        return _("For new matches. A dot marks changed rules.") if self.rule_set.changes else ""

    def _describe_legend(self) -> Node:
        return Line(self._legend_text, id="legend", size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)

    def _list_named_rule_sets(self) -> list[Node]:
        rule_sets = self.context.house_rules.list_named_rule_sets(self.game)
        hint = _("Save your rules under a name, such as Bar Sport, so you can choose them in a new match.")
        rows = [self._describe_rule_set(number, rule_set) for number, rule_set in enumerate(rule_sets, 1)]
        empty = Text(hint, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
        return [describe_heading(_("Saved rule sets")), *(rows or [empty])]

    def _list_own_rules(self) -> list[Node]:
        """Return what the house rules of the game are, and the buttons that save, reset and move them."""
        buttons = [
            Action("keep-rules", _("Save rules…"), self._save_as),
            Action("reset-rules", _("Discard changes"), self._reset_to_preset, is_enabled=bool(self.rule_set.changes)),
            Action("import", _("Import rules…"), partial(self.ask_for_files, _("Import rules from file"))),
            Action("export", _("Export rules…"), partial(self.export, self.rule_set)),
        ]
        rules = Text(format_rule_set(self.rule_set, self.context.house_rules))
        return [describe_heading(_("Your rules")), rules, Grid(buttons, OWN_BUTTON_WIDTH, theme.SMALL_GAP)]

    def _describe_rule_set(self, number: int, rule_set: RuleSet) -> Node:
        """Return the name of a rule set and what it is based on, a button that uses it, and a menu."""
        base = format_rule_set(replace(rule_set, name=""), NO_HOUSE_RULES)
        hint = Text(base, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED)
        texts = Column(Text(rule_set.name, face="bold"), hint, grow=1)
        use = Action(f"make-ours-{number}", _("Use"), partial(self._confirm_make_default, rule_set))
        use.label = _("Use {name}").format(name=rule_set.name)
        menu = Action(f"rule-set-menu-{number}", "", partial(self._open_rule_set_menu, number, rule_set), symbol="dots")
        menu.label = _("More options for {name}").format(name=rule_set.name)
        return Row(texts, use, menu, gap=theme.SMALL_GAP, align="middle")

    def _open_rule_set_menu(self, number: int, rule_set: RuleSet) -> None:
        entries = [
            MenuEntry(f"export-{number}", _("Export…"), partial(self.export, rule_set), "export"),
            MenuEntry(f"delete-{number}", _("Delete…"), partial(self._confirm_delete, rule_set), "trash", True),
        ]
        self.open_menu(f"rule-set-menu-{number}", entries)

    def _show_changes(self) -> None:
        """Mark the changed rules; the button that resets them is enabled if there are any."""
        for spec in self.rule_set.option_specs:
            dot = self.find(f"dot-{spec.name}")
            if dot is not None:
                dot.set_text(self._get_dot(spec.name))
        legend = self.find("legend")
        if legend is not None:
            legend.set_text(self._legend_text)

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
        self.recompose("body")

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
        if self._shown_specs != self.rule_set.effective_option_specs:
            self.recompose("body")
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
        question = _("Use {name} as your house rules? Your current rules aren't saved under a name.")
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
        title = _("Export {name} to file").format(name=named.name) if named.name else _("Export rules to file")
        open_export_prompt(
            context,
            title,
            make_rules_file_name(named, house_rules),
            lambda path: context.storage.submit(export_rule_set, named, path),
            _("Rules exported to {file}."),
        )

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
            _("Save these rules as"),
            rule_set.name,
            _("Save"),
            lambda text: context.storage.submit(make_named, text),
            save_or_confirm,
            max_length=MAX_RULE_SET_NAME_CHARACTERS,
        )
    )


def describe_heading(text: str) -> Node:
    """Return the heading of a section."""
    return Text(text, face="serif", size=theme.SECTION_TEXT_SIZE)


def describe_option(spec: OptionSpec, value: Any, on_change: Callable[[Any], None]) -> Node:
    """Return the field of an option."""
    widget_id = to_widget_id(spec.name)
    if spec.values and not spec.is_switch:
        labels = {shown: _(spec.value_labels.get(shown, str(shown))) for shown in spec.shown_values}
        control = make_choice(labels, value, id=widget_id, on_change=on_change)
    elif spec.is_switch:
        control = Widget(Switch, (value,), id=widget_id, on_change=on_change)
    else:
        names = {number: _(name) for number, name in spec.value_labels.items()}
        bounds = (spec.min_value, spec.max_value)
        control = Widget(Stepper, (value, bounds, spec.proposed_values), id=widget_id, on_change=on_change)
        control.options = {"labels": names}
    return Field(_(spec.label), control, explanation=_(spec.help), min_height=theme.CONTROL_HEIGHT)

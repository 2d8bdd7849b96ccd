"""The sheet over a new match with everything beyond game, players and rule set."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, Literal

import pygame

from game.core.messages import N_
from game.core.options import COMMON_OPTION_NAMES, OptionSpec
from game.match.assistance import ASSISTANCE_OPTION_NAMES
from game.match.setup import MAX_SHUFFLE_WORD_CHARACTERS
from game.text.gettext import _
from game.text.narration import make_sentence
from game.text.rule_sets import format_rule_set
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.graphics import theme
from ui.scenes.dialogs.box import DialogBox
from ui.scenes.house_rules.scene import describe_heading, describe_option, save_rule_set_as
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.form_state import NewMatchForm
from ui.widgets.base import set_enabled, set_visible
from ui.widgets.fields import Action, Field, Input, make_choice
from ui.widgets.layout import Alternatives, Anchored, Column, Grid, Padded, Row, Sized
from ui.widgets.nodes import Line, Node, Rule, Scroll, Section, Space

SheetSection = Literal["rules", "match"]
SECTION_TITLES: Final[Mapping[SheetSection, str]] = {"rules": N_("Rules"), "match": N_("This match")}
MAX_RULES_BESIDE_MATCH: Final = 5
"""The number of house rules up to which a single section fits a page, also with a turn timer."""
MAX_RULES_ABOVE: Final = 9
"""The number of house rules in the first column of a sheet that has only rules."""
SHEET_SIZE: Final = (1040, 672)
EDGE: Final = 24
"""The least space between the sheet and the window, in design pixels of the window."""
TITLE_TEXT_SIZE: Final = 32
TWO_COLUMNS_MIN_WIDTH: Final = 940
"""Design pixels of the sheet's width from which there are two columns."""
FIELD_WIDTH: Final = 240
SEATS_BUTTON_WIDTH: Final = 210
MAX_CODE_CHARACTERS: Final = 120
"""The longest deal code that can be typed: with many changed rules, and spaces."""


class MoreOptionsSheet(DialogBox):
    """Changes house rules, turn timer, assistance and the deal of ``form``; each change is passed to ``on_change``.

    ``people``: the names of the people on this computer, the likeliest first. ``has_only_rules``: whether the sheet has
    neither assistance nor deal nor seats, for a table over the network. ``section``: the part that comes first.
    """

    def __init__(
        self, context: AppContext, scene_below: Scene, form: NewMatchForm, people: tuple[str, ...],
        on_change: Callable[[NewMatchForm], object], *, has_only_rules: bool = False, section: SheetSection = "rules",
    ) -> None:  # fmt: skip
        super().__init__(context, scene_below, _("More options"))
        self._has_only_rules = has_only_rules
        self.form = form
        self._people = people
        self._on_change = on_change
        self._section: SheetSection = "match" if form.code else section
        self._first_section = section

    @property
    def _is_large(self) -> bool:
        """Whether the sheet has its full size, and not a small window or a large text."""
        return self.context.size[0] >= self.context.px(SHEET_SIZE[0])

    @property
    def toast_rect(self) -> pygame.Rect:
        """The area between the title and the control beside it."""
        title, button = (self.find(widget_id).get_abs_rect() for widget_id in ("title", self._first_id))
        gap = self.context.px(theme.SMALL_GAP)
        width = max(1, button.left - title.right - 2 * gap)
        return pygame.Rect(title.right + gap, title.top, width, title.height)

    @property
    def title_rect(self) -> pygame.Rect:
        rect: pygame.Rect = self.find("title").get_abs_rect()
        return rect

    @property
    def _first_id(self) -> str:
        return "section" if self.find("section") is not None else "close"

    # -- what is on the sheet

    def compose(self) -> None:
        edge, (width, height) = round(EDGE * self.context.window_scale), SHEET_SIZE
        room = self.context.window_rect.inflate(-2 * edge, -2 * edge)
        self.panel_rect = Anchored(Sized(Space(), width=width, height=height)).place(self.frame, room)
        Section("body", self.describe, grow=1).make(self.frame, self.panel_rect)
        self._update_state()

    def describe(self) -> Node:
        """Return the rows between title and buttons, in two columns if these have room: all, or those of a section."""
        count = len(self._list_rules())
        has_sections = not self._has_only_rules and count > MAX_RULES_BESIDE_MATCH
        is_wide = self.panel_rect.width >= self.context.px(TWO_COLUMNS_MIN_WIDTH)
        gaps = theme.LARGE_GAP if has_sections and is_wide else theme.SMALL_GAP, theme.TINY_GAP

        def stack(name: str, groups: Sequence[Sequence[Node]]) -> Node:
            columns = (Column(*(Column(*rows, gap=gap) for rows in groups), gap=theme.LARGE_GAP) for gap in gaps)
            return Scroll(name, *columns, padding=theme.SMALL_GAP)

        rules, time, assistance, match = (
            self._list_rules_with_title(slice(None)),
            self._list_time(),
            [describe_heading(_("Assistance")), *self._list_options(ASSISTANCE_OPTION_NAMES)],
            self._list_match(),
        )
        if self._has_only_rules:
            left = [self._list_rules_with_title(slice(MAX_RULES_ABOVE))]
            more = self._list_rules_with_title(slice(MAX_RULES_ABOVE, None)) if count > MAX_RULES_ABOVE else []
            right = [more, time] if more else [time]
        elif not has_sections:
            left, right = [rules, time], [assistance, match]
            if self._first_section == "match":
                left, right = right, left
        elif self._section == "rules":
            half = (count + 1) // 2
            left, right = [self._list_rules()[:half]], [self._list_rules()[half:]]
        else:
            left, right = [assistance, time], [match]
        first, second = stack("rules", left), stack("more-rules" if self._has_only_rules else "deal", right)
        wide = Row(first, Rule(is_vertical=True), Space(theme.SECTION_GAP), second, grow=1)
        in_order = (
            [rules, time, assistance, match] if self._first_section == "rules" else [assistance, match, time, rules]
        )
        narrow = stack("rules", [rules, time] if self._has_only_rules else in_order)
        head = self._describe_head(has_choice=has_sections and is_wide)
        padding = theme.COLUMN_GAP if self._is_large else theme.LARGE_GAP
        column = Column(head, wide if is_wide else narrow, self._describe_foot(), gap=theme.GAP)
        return Padded(column, padding=padding, top=theme.LARGE_GAP)

    def _describe_head(self, *, has_choice: bool) -> Node:
        titles = {section: _(title) for section, title in SECTION_TITLES.items()}
        choice = make_choice(titles, self._section, id="section", label=_("Section"), on_change=self._show_section)
        title = Line(self.question, id="title", face="serif", size=TITLE_TEXT_SIZE)
        close = Action("close", "", self.on_escape, style="#menu_entry", symbol="close", label=_("Close"))
        return Row(title, Space(grow=1), choice if has_choice else None, close, gap=theme.LARGE_GAP, align="middle")

    def _describe_foot(self) -> Node:
        name = format_rule_set(forms.get_chosen_rule_set(self.form), self.context.house_rules)
        height = theme.BUTTON_HEIGHT if self._is_large else theme.LARGE_CONTROL_HEIGHT
        reset = Action("reset-rules", _("Reset to {name}").format(name=name), self._reset_rules, style="#menu_entry")
        save = Action("keep-rules", _("Save rules…"), self._save_rules, style="#menu_entry")
        done = Action("done", _("Done"), self.on_escape, style="#primary", min_width=192 if self._is_large else 96)
        reset.height = save.height = done.height = height
        reason = Line(id="done-reason", size=theme.SMALL_TEXT_SIZE, color=theme.RED_LIGHT, align="right", grow=1)
        actions = Alternatives(Row(reset, save, reason), Row(replace(reset, grow=1), save), grow=1)
        return Row(actions, Space(theme.LARGE_GAP), done, align="middle")

    def _show_section(self, section: SheetSection) -> None:
        self._section = section
        self._recompose_rules()

    def _list_rules(self) -> list[Node]:
        """Return the house rules that have an effect in this match."""
        other_names = COMMON_OPTION_NAMES | ASSISTANCE_OPTION_NAMES
        specs = forms.list_relevant_rules(self.form)
        return [self._describe_option(spec) for spec in specs if spec.name not in other_names]

    def _list_rules_with_title(self, rows: slice) -> list[Node]:
        return [describe_heading(_("House rules")), *self._list_rules()[rows]]

    def _list_time(self) -> list[Node]:
        options = *self._list_options(COMMON_OPTION_NAMES - {"talk"}), *self._list_options({"talk"})
        return [describe_heading(_("Time and messages")), *options]

    def _list_options(self, names: Container[str]) -> list[Node]:
        return [self._describe_option(spec) for spec in forms.list_relevant_rules(self.form) if spec.name in names]

    def _describe_option(self, spec: OptionSpec) -> Node:
        value: Any = forms.get_current_rule_set(self.form).get_value(spec.name)
        return describe_option(spec, value, partial(self._change, forms.with_rule, spec.name))

    def _list_match(self) -> list[Node]:
        """Return the fields of the deal, and the buttons that seat people or computer players at all seats."""
        word = Input(self.form.word, self._set_word, MAX_SHUFFLE_WORD_CHARACTERS, id="word", width=FIELD_WIDTH)
        code = Input(self.form.code, self._set_code, MAX_CODE_CHARACTERS, id="code", width=SHEET_SIZE[0])
        word.options, code.options = {"placeholder": _("Any words")}, {"placeholder": _("Optional")}
        name = self.context.settings.display_name
        seat_computers = partial(self._change, forms.with_computer_opponents, name, self._people)
        seat_people = partial(self._change, forms.with_only_people, self._people)
        seats = [
            Action("against-computer", _("Fill with computers"), seat_computers, symbol="computer"),
            Action("only-people", _("People only"), seat_people, symbol="people"),
        ]
        word_help = _(
            "This text and a secret number determine the order of the cards. You can check this with "
            "“Verify shuffle” once the deal is over."
        )
        code_help = _("Play the same deal as someone else. The code sets the game and its rules.")
        fault = Line(id="code-fault", size=theme.SMALL_TEXT_SIZE, color=theme.RED_LIGHT)
        return [
            describe_heading(_("Deal")),
            Field(_("Shuffle text"), word, _("Your words are mixed in, so nobody can rig the deal."), word_help),
            Field(_("Deal code"), code, fault, code_help),
            describe_heading(_("Seats")),
            Grid(seats, SEATS_BUTTON_WIDTH, theme.GAP),
        ]

    # -- changes

    def _set_form(self, form: NewMatchForm) -> None:
        """Adopt a form. The rows are made again if it has other rules to choose from."""
        old_form, self.form = self.form, form
        self._on_change(form)
        if (old_form.game, forms.list_relevant_rules(old_form)) != (form.game, forms.list_relevant_rules(form)):
            self._recompose_rules()
        self._update_state()

    def _recompose_rules(self) -> None:
        self.recompose("body")
        self._update_state()

    def _update_state(self) -> None:
        fault, code = "" if self._has_only_rules else forms.find_code_error(self.form), self.find("code")
        if code is not None:
            self.find("code-fault").set_text(fault)
            code.set_invalid(is_invalid=bool(fault))
        set_enabled(self.find("done"), is_enabled=not fault)
        text, reason = _("Check the deal code."), self.find("done-reason")
        if reason is not None:
            has_room = theme.load_font("sans", reason.size).size(text)[0] <= reason.rect.width
            reason.set_text(text if fault and has_room else "")
        for button in map(self.find, ("reset-rules", "keep-rules")):
            set_visible(button, is_visible=bool(self.form.changes))

    def _change(self, change: Callable[..., NewMatchForm], *values: Any) -> None:
        """Put in place of the form what ``change`` makes of it with some values."""
        self._set_form(change(self.form, *values))

    def _set_word(self, word: str) -> None:
        self._set_form(forms.replace_fields(self.form, word=word))

    def _set_code(self, code: str) -> None:
        old_form, form = self.form, forms.with_code(self.form, code)
        self._section = "match"  # where the code is entered, if its game has sections
        had_fault = bool(forms.find_code_error(old_form))
        self._set_form(form)
        if form != forms.replace_fields(old_form, code=code):
            self._recompose_rules()
        fault = forms.find_code_error(form)
        if fault:
            self.scroll_areas.get("deal", self.scroll_areas["rules"]).reveal(self.find("code-fault"))
            if not had_fault:
                self.context.speak(make_sentence(fault))

    def _reset_rules(self) -> None:
        self._set_form(forms.without_changes(self.form))
        self._recompose_rules()

    def _save_rules(self) -> None:
        save_rule_set_as(
            self.context,
            forms.get_current_rule_set(self.form),
            lambda rule_set: self._set_form(forms.with_rules(self.form, rule_set)),
        )

"""The form for a new match: game, players and house rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import msgspec
import pygame
from pygame_gui.elements import UIButton

from game.core.messages import N_
from game.core.options import OptionValue
from game.match.house_rules import RuleSet
from game.match.setup import MAX_SHUFFLE_WORD_CHARACTERS
from game.rules import GAMES
from game.text.gettext import _
from ui.app.context import AppContext
from ui.app.router import HelpTopic
from ui.graphics import theme
from ui.scenes.house_rules.rules_form import RulesFormPage
from ui.scenes.house_rules.scene import save_rule_set_as
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.form_state import MAX_NAME_CHARACTERS, NewMatchForm
from ui.scenes.page import FOOTER_HEIGHT
from ui.widgets.base import set_enabled
from ui.widgets.controls import CONTROL_HEIGHT
from ui.widgets.form_layout import ROW_GAP, FormLayout
from ui.widgets.label import LineLabel
from ui.widgets.scroll_area import ScrollArea
from ui.widgets.segmented import SegmentedControl, compute_row_width
from ui.widgets.text_input import TextInput

MAX_CODE_CHARACTERS: Final = 120
"""The longest deal code, with many rules and spaces."""
PERSONA_LINE_HEIGHT: Final = 20
"""The height of the line about a character, in design pixels."""


class NewMatchScene(RulesFormPage):
    """The page of the form; all choices are in ``form``, which survives a rebuild."""

    title = N_("New match")

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.form = forms.make_default_form(context.settings.display_name, context.house_rules)
        last_choices = forms.open_last_choices(context.folders, self.form)
        self._loading = context.tasks.submit(
            context.storage.submit_document(last_choices.read), self._restore_form, self._report_unread, owner=self
        )
        self._persona_lines: dict[int, LineLabel] = {}
        self._error_line: LineLabel | None = None
        self._code_fault: LineLabel | None = None
        self._code_scroll: ScrollArea | None = None
        self._play_button: UIButton | None = None
        self._reset_button: UIButton | None = None
        self._save_rules_button: UIButton | None = None

    @property
    def help_topic(self) -> HelpTopic:
        return HelpTopic(self.form.game, forms.get_current_rule_set(self.form))

    @property
    def people(self) -> tuple[str, ...]:
        """The names of this computer's people, the one in the settings first."""
        return (
            self.context.settings.display_name,
            *(profile.name for profile in self.context.profiles[1:] if profile.name),
        )

    def _restore_form(self, form: NewMatchForm) -> None:
        self.form = forms.repair_form(form, self.context.settings.display_name, self.context.house_rules)
        self.recompose("form")

    def _report_unread(self, error: BaseException) -> None:
        self.context.report(error)
        self.recompose("form")

    # -- changing the form

    def set_form(self, form: NewMatchForm) -> None:
        """Take over other choices that need other widgets."""
        parts = ("form",) if self._loading.is_pending else ("table", "rules")
        self.form = form
        self._loading.cancel()
        for name in parts:
            self.recompose(name)
        if self.context.scenes.top is self:
            self.update_state()

    def _set_form_in_place(self, form: NewMatchForm) -> None:
        """Replace the form by one that the same widgets show."""
        self.form = form
        self._loading.cancel()
        self.update_state()

    def update_state(self) -> None:
        assert (
            self._error_line
            and self._code_fault
            and self._play_button
            and self._reset_button
            and self._save_rules_button
        )
        self._error_line.set_text(forms.find_seats_error(self.form))
        self._code_fault.set_text(forms.find_code_error(self.form))
        set_enabled(self._play_button, is_enabled=not forms.find_error(self.form))
        set_enabled(self._reset_button, is_enabled=bool(self.form.changes))
        set_enabled(self._save_rules_button, is_enabled=bool(self.form.changes))
        self.mark_changed(forms.list_changed_rules(self.form))
        for seat, line in self._persona_lines.items():
            line.set_text(forms.describe_persona(self.form.players[seat]))

    def set_name(self, seat: int, name: str) -> None:
        """Set the name at a seat."""
        player = msgspec.structs.replace(self.form.players[seat], name=name)
        self._set_form_in_place(forms.with_player(self.form, seat, player))

    def set_kind(self, seat: int, kind: str) -> None:
        """Set the kind of player at a seat."""
        before = self.form.players[seat]
        form = forms.with_kind(self.form, seat, kind, self.people)
        become = self._set_form_in_place if form.players[seat].is_person == before.is_person else self.set_form
        become(form)

    def _set_word(self, word: str) -> None:
        self._set_form_in_place(msgspec.structs.replace(self.form, word=word))

    def set_code(self, code: str) -> None:
        """Set the deal code, and show its error if it has one."""
        form = forms.with_code(self.form, code)
        same = msgspec.structs.replace(self.form, code=code)
        (self._set_form_in_place if form == same else self.set_form)(form)
        if self._code_scroll is not None and self._code_fault is not None and self._code_fault.text:
            self._code_scroll.reveal(self._code_fault)

    def set_rule(self, name: str, value: OptionValue) -> None:
        self._set_form_in_place(forms.with_rule(self.form, name, value))

    def on_imported(self, rule_set: RuleSet) -> None:
        if rule_set.game == self.form.game:
            self.set_form(forms.with_rules(self.form, rule_set))

    def _save_rules(self) -> None:
        save_rule_set_as(self.context, forms.get_current_rule_set(self.form), self.on_imported)

    def _start_match(self) -> None:
        setup = forms.make_match_setup(self.form)
        if isinstance(setup, str):
            return
        form = forms.prepare_for_storage(msgspec.structs.replace(self.form, code=""), self.context.settings)
        last_choices = forms.open_last_choices(self.context.folders, form)
        self.context.storage.submit(last_choices.update, lambda _old: form)
        self.context.router.start_match(setup)

    # -- widgets

    def compose(self) -> None:
        self.compose_part("form", self._compose_form)

    def _compose_form(self) -> None:
        if self._loading.is_pending:  # it comes with the next frame or two
            return
        self.add_boards(("match", self._add_match_column), ("rules", self._add_rules_column))
        self._add_footer()
        self.update_state()

    def _add_footer(self) -> None:
        px, area = self.context.px, self.area
        back = self.add_footer_button("back", _("Back"), self.on_escape)
        self._play_button = self.add_footer_button("play", _("Play"), self._start_match, is_right=True)
        left, right = back.relative_rect.right + px(20), self._play_button.relative_rect.left - px(20)
        rect = pygame.Rect(left, area.bottom - px(FOOTER_HEIGHT), right - left, px(FOOTER_HEIGHT))
        self._error_line = LineLabel(
            "", rect, self.context.ui_manager, size=px(theme.BODY_TEXT_SIZE), color=theme.CREAM, align="right"
        )

    def _add_match_column(self, column: FormLayout) -> None:
        self.compose_rows("table", column, self._add_table_rows)
        self._add_pack_rows(column)

    def _add_table_rows(self, column: FormLayout) -> None:
        self._persona_lines = {}
        game, house_rules = GAMES[self.form.game], self.context.house_rules
        self.add_game_choice(
            column, game.id, lambda value: self.set_form(forms.with_game(self.form, value, house_rules))
        )
        rule_sets = house_rules.list_offered_rule_sets(game.id)
        if len(rule_sets) > 1:
            labels = [forms.format_rule_set_name(value) for value in rule_sets]
            self.add_choice("preset", column, _("Rules of"), rule_sets, labels, forms.get_chosen_rule_set(self.form),
                        lambda value: self.set_form(forms.with_rules(self.form, value)))  # fmt: skip
        if len(game.seat_counts) > 1:
            self.add_choice(
                "seats",
                column,
                _("Players"),
                game.seat_counts,
                [str(value) for value in game.seat_counts],
                self.form.seats,
                lambda value: self.set_form(forms.with_seats(self.form, value)),
            )
        column.add_gap(8)
        column.add_heading(_("At the table"))
        for seat in range(self.form.seats):
            self._add_seat_row(column, seat)
        column.add_gap(4)
        self._add_quick_choices(column)
        column.add_gap(18)

    def _add_pack_rows(self, column: FormLayout) -> None:
        column.add_heading(_("The pack"))
        self._add_text_row("word", column, _("Your own word"),
                   _("From it and a secret number the packs follow; it may be empty."),
                   self.form.word, MAX_SHUFFLE_WORD_CHARACTERS, self._set_word)  # fmt: skip
        self._add_text_row("code", column, _("Deal code"),
                   _("Plays the deal of somebody else's result; it brings its rules with it."),
                   self.form.code, MAX_CODE_CHARACTERS, self.set_code)  # fmt: skip
        column.next_y -= column.px(ROW_GAP)
        self._code_scroll = column.scroll_area
        place = column.make_row_rect(column.width, theme.SMALL_TEXT_SIZE * 1.4)
        self._code_fault = LineLabel(
            "",
            place,
            self.context.ui_manager,
            size=column.px(theme.SMALL_TEXT_SIZE),
            color=theme.RED_LIGHT,
            container=column.scroll_area.content,
        )
        column.next_y += place.height

    def _add_text_row(
        self,
        widget_id: str,
        column: FormLayout,
        label: str,
        hint: str,
        text: str,
        max_length: int,
        on_change: Callable[[str], None],
    ) -> None:
        manager, container = self.context.ui_manager, column.scroll_area.content
        width = column.width if widget_id == "code" else round(column.width * 0.5)

        def make_entry(rect: pygame.Rect) -> TextInput:
            return TextInput(text, rect, manager, max_length=max_length, container=container)

        _label, entry = column.add_row(label, hint, width, make_entry)
        self.bind_text(widget_id, entry, on_change, label, column.scroll_area)

    def _add_seat_row(self, column: FormLayout, seat: int) -> None:
        px, manager, player = self.context.px, self.context.ui_manager, self.form.players[seat]
        kinds = forms.list_player_kinds(self.form.game)
        labels = [forms.format_player_kind(player_kind) for player_kind in kinds]
        kind_space = column.width - px(12) - compute_row_width(labels, self.context.ui_scale)
        fits_in_row = kind_space >= px(130)
        name_width = min(kind_space, px(260)) if fits_in_row else round(column.width * 0.5)
        name_rect, container = column.make_row_rect(name_width), column.scroll_area.content
        entry = TextInput(player.name, name_rect, manager, max_length=MAX_NAME_CHARACTERS, container=container)
        self.bind_text(f"name-{seat}", entry, partial(self.set_name, seat),
                     _("Name at seat {seat}").format(seat=seat + 1), column.scroll_area)  # fmt: skip
        kind_width = (
            compute_row_width(labels, self.context.ui_scale) if fits_in_row else column.width - name_width - px(12)
        )
        kind_rect = column.make_row_rect(kind_width, left=column.width - kind_width)
        kind_choice = SegmentedControl(kinds, labels, player.kind, kind_rect, manager, self.context.ui_scale, container)
        self.bind_value(f"kind-{seat}", kind_choice, partial(self.set_kind, seat),
                      _("Who plays at seat {seat}").format(seat=seat + 1), column.scroll_area)  # fmt: skip
        column.next_y += px(CONTROL_HEIGHT)
        if player.is_person:
            column.add_gap(10)
            return
        name_rect = column.make_row_rect(column.width, PERSONA_LINE_HEIGHT, px(8))
        self._persona_lines[seat] = LineLabel(
            "", name_rect, manager, size=px(theme.SMALL_TEXT_SIZE), color=theme.MUTED, container=container
        )
        column.next_y += name_rect.height

    def _add_quick_choices(self, column: FormLayout) -> None:
        name = self.context.settings.display_name
        on_against_computer = partial(
            self._change_form, lambda form: forms.with_computer_opponents(form, name, self.people)
        )
        on_only_people = partial(self._change_form, lambda form: forms.with_only_people(form, self.people))
        self.add_small_buttons(column, ("against-computer", _("Me against the computer"), on_against_computer),
                           ("only-people", _("Only people"), on_only_people))  # fmt: skip

    def _change_form(self, change: Callable[[NewMatchForm], NewMatchForm]) -> None:
        self.set_form(change(self.form))

    def _add_rules_column(self, column: FormLayout) -> None:
        self.compose_rows("rules", column, self._add_rules)

    def _add_rules(self, column: FormLayout) -> None:
        """Add the house rules that matter at the chosen number of seats."""
        column.add_heading(_("House rules"))
        self.add_rule_rows(column, forms.list_relevant_rules(self.form), forms.get_current_rule_set(self.form))
        text = _("Back to the rules of the preset")
        if self.form.agreed or self.form.table:
            text = _("Back to the rules of {name}").format(
                name=forms.format_rule_set_name(forms.get_chosen_rule_set(self.form))
            )
        self._reset_button, self._save_rules_button = self.add_small_buttons(
            column, ("reset-rules", text, partial(self._change_form, forms.without_changes)),
            ("keep-rules", _("Keep these rules under a name…"), self._save_rules),
        )  # fmt: skip

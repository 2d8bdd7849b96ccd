"""A new match: what is played, who sits where, by which house rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import msgspec
import pygame
from pygame_gui.elements import UIButton

from game.engine.options import Value
from game.house_rules import RuleSet
from game.i18n import N_, _
from game.rules import GAMES
from game.seating import WORD_LENGTH, is_nameless
from game.store.jsonfile import load_json, save_json
from ui import form as forms
from ui import theme
from ui.doors import Topic
from ui.fetched import Fetched
from ui.form import NAME_LENGTH, Form
from ui.page import BAR
from ui.scene import Stage
from ui.scenes.chosen_last import FILE
from ui.scenes.house_rules import keep_under_a_name
from ui.scenes.rules_page import RulesPage
from ui.widgets.choice import Choice, row_width
from ui.widgets.column import GAP, Column
from ui.widgets.controls import HEIGHT
from ui.widgets.entry import Entry
from ui.widgets.scroll import Scroll
from ui.widgets.words import Line

CODE_LENGTH: Final = 120
"""A deal code with many rules of its own, and blanks."""
ABOUT: Final = 20
"""The height of the line on a character, in design pixels."""


class NewMatch(RulesPage):
    """The scene; all choices are in ``form``, which survives any rebuild."""

    title = N_("New match")

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.form = forms.first_form(stage.settings.called, stage.rules)
        self._remembered = Fetched[Form](stage, load_json, stage.folders.config / FILE, Form, self.form)
        self._abouts: dict[int, Line] = {}
        self._fault: Line | None = None
        self._code_fault: Line | None = None
        self._code_scroll: Scroll | None = None
        self._play: UIButton | None = None
        self._reset: UIButton | None = None
        self._keep: UIButton | None = None

    @property
    def topic(self) -> Topic:
        return Topic(self.form.game, forms.rules_now(self.form))

    @property
    def people(self) -> tuple[str, ...]:
        """The names of this computer's people, the one of the settings first."""
        return (self.stage.settings.called, *(one.name for one in self.stage.profiles if not is_nameless(one.name)))

    @property
    def busy(self) -> bool:
        return super().busy or self._remembered.waited_for

    def update(self, seconds: float) -> None:
        super().update(seconds)
        form = self._remembered.take()
        if form is not None:
            self.set_form(forms.mended(form, self.stage.settings.called, self.stage.rules))

    # -- changing the form

    def set_form(self, form: Form) -> None:
        """Other choices, with other widgets for them."""
        self.form = form
        self._remembered.forget()
        self.stage.rebuild()

    def _become_quietly(self, form: Form) -> None:
        """Other choices that the same widgets show."""
        self.form = form
        self._remembered.forget()
        self._show_state()

    def _show_state(self) -> None:
        """The line of fault, and what may be pressed, as the form is now."""
        assert self._fault and self._code_fault and self._play and self._reset and self._keep
        self._fault.say(forms.seats_fault(self.form))
        self._code_fault.say(forms.code_fault(self.form))
        _allow(self._play, not forms.fault(self.form))
        _allow(self._reset, bool(self.form.changes))
        _allow(self._keep, bool(self.form.changes))
        self.mark(forms.different(self.form))
        for seat, line in self._abouts.items():
            line.say(forms.about(self.form.players[seat]))

    def set_name(self, seat: int, name: str) -> None:
        player = msgspec.structs.replace(self.form.players[seat], name=name)
        self._become_quietly(forms.with_player(self.form, seat, player))

    def set_kind(self, seat: int, kind: str) -> None:
        before = self.form.players[seat]
        form = forms.with_kind(self.form, seat, kind, self.people)
        become = self._become_quietly if form.players[seat].is_person == before.is_person else self.set_form
        become(form)

    def _set_word(self, word: str) -> None:
        self._become_quietly(msgspec.structs.replace(self.form, word=word))

    def set_code(self, code: str) -> None:
        form = forms.with_code(self.form, code)
        same = msgspec.structs.replace(self.form, code=code)
        (self._become_quietly if form == same else self.set_form)(form)
        if self._code_scroll is not None and self._code_fault is not None and self._code_fault.words:
            self._code_scroll.reveal(self._code_fault)

    def set_rule(self, name: str, value: Value) -> None:
        self._become_quietly(forms.with_rule(self.form, name, value))

    def imported(self, rules: RuleSet) -> None:
        if rules.game == self.form.game:
            self.set_form(forms.with_rules(self.form, rules))

    def _keep_rules(self) -> None:
        keep_under_a_name(self.stage, forms.rules_now(self.form), self.imported)

    def _begin(self) -> None:
        agreed = forms.seating(self.form)
        if isinstance(agreed, str):
            return
        form = forms.to_remember(msgspec.structs.replace(self.form, code=""), self.stage.settings)
        self.stage.storage.run(save_json, self.stage.folders.config / FILE, form)
        self.stage.doors.begin(agreed)

    # -- widgets

    def compose(self) -> None:
        if self.busy:  # what was chosen last comes with the next frame or two: no widgets for anything else before
            return
        self._abouts = {}
        self.on_boards(("match", self._match), ("rules", self._rules))
        self._foot()
        self._show_state()

    def _foot(self) -> None:
        px, area = self.stage.px, self.area
        back = self.foot_button("back", _("Back"), self.escape)
        self._play = self.foot_button("play", _("Play"), self._begin, right=True)
        left, right = back.relative_rect.right + px(20), self._play.relative_rect.left - px(20)
        rect = pygame.Rect(left, area.bottom - px(BAR), right - left, px(BAR))
        self._fault = Line("", rect, self.stage.manager, size=px(theme.BODY), colour=theme.CREAM, align="right")

    def _match(self, column: Column) -> None:
        """What is played, and who sits where."""
        game, book = GAMES[self.form.game], self.stage.rules
        self.game_choice(column, game.name, lambda one: self.set_form(forms.with_game(self.form, one, book)))
        offered = book.offered(game.name)
        if len(offered) > 1:
            words = [forms.rules_words(one) for one in offered]
            self.choice("preset", column, _("Rules of"), offered, words, forms.rules_chosen(self.form),
                        lambda one: self.set_form(forms.with_rules(self.form, one)))  # fmt: skip
        if len(game.seats) > 1:
            self.choice("seats", column, _("Players"), game.seats, [str(one) for one in game.seats], self.form.seats,
                        lambda one: self.set_form(forms.with_seats(self.form, one)))  # fmt: skip
        column.gap(8)
        column.heading(_("At the table"))
        for seat in range(self.form.seats):
            self._seat(column, seat)
        column.gap(4)
        self._quick_choices(column)
        column.gap(18)
        column.heading(_("The pack"))
        self._line("word", column, _("Your own word"),
                   _("From it and a secret number the packs follow; it may be empty."),
                   self.form.word, WORD_LENGTH, self._set_word)  # fmt: skip
        self._line("code", column, _("Deal code"),
                   _("Plays the deal of somebody else's result; it brings its rules with it."),
                   self.form.code, CODE_LENGTH, self.set_code)  # fmt: skip
        column.y -= column.px(GAP)
        self._code_scroll = column.scroll
        place = column.place(column.width, theme.SMALL * 1.4)
        self._code_fault = Line("", place, self.stage.manager, size=column.px(theme.SMALL), colour=theme.RED_LIGHT,
                                container=column.scroll.inside)  # fmt: skip
        column.y += place.height

    def _line(
        self, widget_id: str, column: Column, label: str, help: str, text: str, most: int, act: Callable[[str], None]
    ) -> None:
        """A row with something to type."""
        manager, inside = self.stage.manager, column.scroll.inside
        wide = column.width if widget_id == "code" else round(column.width * 0.5)

        def made(rect: pygame.Rect) -> Entry:
            return Entry(text, rect, manager, most=most, container=inside)

        _label, entry = column.row(label, help, wide, made)
        self.on_text(widget_id, entry, act, label, column.scroll)

    def _seat(self, column: Column, seat: int) -> None:
        """One seat: a name, who plays, and a line on the computer's character."""
        px, manager, player = self.stage.px, self.stage.manager, self.form.players[seat]
        kinds = forms.kinds_for(self.form.game)
        words = [forms.kind_words(one) for one in kinds]
        beside = column.width - px(12) - row_width(words, self.stage.unit)
        in_row = beside >= px(130)
        name_width = min(beside, px(260)) if in_row else round(column.width * 0.5)
        place, inside = column.place(name_width), column.scroll.inside
        entry = Entry(player.name, place, manager, most=NAME_LENGTH, container=inside)
        self.on_text(f"name-{seat}", entry, partial(self.set_name, seat),
                     _("Name at seat {seat}").format(seat=seat + 1), column.scroll)  # fmt: skip
        wide = row_width(words, self.stage.unit) if in_row else column.width - name_width - px(12)
        rect = column.place(wide, left=column.width - wide)
        kind = Choice(kinds, words, player.kind, rect, manager, self.stage.unit, inside)
        self.on_value(f"kind-{seat}", kind, partial(self.set_kind, seat),
                      _("Who plays at seat {seat}").format(seat=seat + 1), column.scroll)  # fmt: skip
        column.y += px(HEIGHT)
        if player.is_person:
            column.gap(10)
            return
        place = column.place(column.width, ABOUT, px(8))
        self._abouts[seat] = Line("", place, manager, size=px(theme.SMALL), colour=theme.MUTED, container=inside)
        column.y += place.height

    def _quick_choices(self, column: Column) -> None:
        name = self.stage.settings.called
        against = partial(self._apply, lambda form: forms.against_computer(form, name, self.people))
        people = partial(self._apply, lambda form: forms.only_people(form, self.people))
        self.small_buttons(column, ("against-computer", _("Me against the computer"), against),
                           ("only-people", _("Only people"), people))  # fmt: skip

    def _apply(self, change: Callable[[Form], Form]) -> None:
        self.set_form(change(self.form))

    def _rules(self, column: Column) -> None:
        """The house rules that matter at so many seats."""
        column.heading(_("House rules"))
        self.rule_rows(column, forms.rules_of(self.form), forms.rules_now(self.form))
        words = _("Back to the rules of the preset")
        if self.form.agreed or self.form.table:
            words = _("Back to the rules of {name}").format(name=forms.rules_words(forms.rules_chosen(self.form)))
        self._reset, self._keep = self.small_buttons(
            column, ("reset-rules", words, partial(self._apply, forms.without_changes)),
            ("keep-rules", _("Keep these rules under a name…"), self._keep_rules),
        )  # fmt: skip


def _allow(button: UIButton, allowed: bool) -> None:
    if allowed:
        button.enable()
    else:
        button.disable()

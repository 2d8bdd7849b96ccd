"""A new match: what is played, who sits where, by which house rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any, Final

import msgspec
import pygame
from pygame_gui.elements import UIButton

from game.engine.options import DISCIPLINE, Rule, Value
from game.i18n import _
from game.rules import GAMES
from game.store.files import Notice
from game.store.jsonfile import load_json, save_json
from ui import form as forms
from ui import theme
from ui.form import NAME_LENGTH, Form
from ui.page import BAR, Page
from ui.scene import Stage
from ui.widgets.choice import Choice, cycle_width, row_width
from ui.widgets.column import Column
from ui.widgets.controls import HEIGHT, STEPPER_WIDTH, SWITCH_WIDTH, Fold, Stepper, Switch
from ui.widgets.drawn import Drawn
from ui.widgets.entry import Entry
from ui.widgets.words import Line, Words

FILE: Final = "new_match.json"
TWO_BOARDS: Final = 1000
"""Design pixels of width from which rules stand beside seats, not below them."""


ABOUT: Final = 20
"""The height of the line on a character, in design pixels."""


class NewMatch(Page):
    """The scene; all choices are in ``form``, which survives any rebuild."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.title = _("New match")
        self.form = forms.first_form(stage.settings.name)
        self.discipline_shown = False
        self._remembered: Future[tuple[Form, Notice | None]] | None = stage.storage.run(
            load_json, stage.folders.config / FILE, Form, self.form
        )
        self._labels: dict[str, Words] = {}
        self._abouts: dict[int, Line] = {}
        self._fault: Line | None = None
        self._play: UIButton | None = None
        self._reset: UIButton | None = None

    @property
    def busy(self) -> bool:
        return self._remembered is not None

    def update(self, seconds: float) -> None:
        future = self._remembered
        if future is not None and future.done():
            self._remembered = None
            form, notice = future.result()
            if notice is not None:
                self.stage.notify(notice.text)
            self._become(forms.mended(form, self.stage.settings.name))

    # -- changing the form

    def _become(self, form: Form) -> None:
        """Other choices, with other widgets for them."""
        self.form = form
        self._remembered = None
        self.stage.rebuild()

    def _become_quietly(self, form: Form) -> None:
        """Other choices that the same widgets show."""
        self.form = form
        self._remembered = None
        self._show_state()

    def _show_state(self) -> None:
        """The line of fault, and what may be pressed, as the form is now."""
        words = forms.fault(self.form)
        assert self._fault and self._play and self._reset
        self._fault.say(words)
        _allow(self._play, not words)
        _allow(self._reset, bool(self.form.changes))
        for name, label in self._labels.items():
            label.recolour(theme.GOLD if name in self.form.changes else theme.CREAM)
        for seat, line in self._abouts.items():
            line.say(forms.about(self.form.players[seat]))

    def _rename(self, seat: int, name: str) -> None:
        player = msgspec.structs.replace(self.form.players[seat], name=name)
        self._become_quietly(forms.with_player(self.form, seat, player))

    def _set_kind(self, seat: int, kind: str) -> None:
        before = self.form.players[seat]
        player = msgspec.structs.replace(before, kind=kind)
        become = self._become_quietly if player.is_person == before.is_person else self._become
        become(forms.with_player(self.form, seat, player))

    def _set_rule(self, name: str, value: Value) -> None:
        self._become_quietly(forms.with_rule(self.form, name, value))

    def _fold(self, shown: bool) -> None:
        self.discipline_shown = shown
        self.stage.rebuild()

    def _begin(self) -> None:
        agreed = forms.seating(self.form)
        if isinstance(agreed, str):
            return
        self.stage.storage.run(save_json, self.stage.folders.config / FILE, self.form)
        self.stage.doors.begin(agreed)

    # -- widgets

    def compose(self) -> None:
        if self.busy:  # what was chosen last comes with the next frame or two: no widgets for anything else before
            return
        px, body = self.stage.px, self.body
        self._labels, self._abouts = {}, {}
        if body.width >= px(TWO_BOARDS):
            gap = px(20)
            left = pygame.Rect(body.left, body.top, round(body.width * 0.48), body.height)
            right = pygame.Rect(left.right + gap, body.top, body.right - left.right - gap, body.height)
            self._on_board("match", left, self._match)
            self._on_board("rules", right, self._rules)
        else:
            self._on_board("match", body, self._match, self._rules)
        self._foot()
        self._show_state()

    def _on_board(self, name: str, board: pygame.Rect, *parts: Callable[[Column], None]) -> None:
        self.board(board)
        column = Column(self.scroll(name, board), self.stage.manager)
        for number, part in enumerate(parts):
            if number:
                column.gap(20)
            part(column)
        self.end_scroll(name, column.y)

    def _foot(self) -> None:
        px, area = self.stage.px, self.area
        back = self.foot_button(_("Back"), self.escape)
        self._play = self.foot_button(_("Play"), self._begin, right=True)
        left, right = back.relative_rect.right + px(20), self._play.relative_rect.left - px(20)
        rect = pygame.Rect(left, area.bottom - px(BAR), right - left, px(BAR))
        self._fault = Line("", rect, self.stage.manager, size=px(theme.BODY), colour=theme.CREAM, align="right")

    def _match(self, column: Column) -> None:
        """What is played, and who sits where."""
        game = GAMES[self.form.game]
        if len(GAMES) > 1:
            words = [_(one.title) for one in GAMES.values()]
            self._choice(column, _("Game"), "game", list(GAMES), words, self.form.game,
                         lambda one: self._become(forms.with_game(self.form, one)))  # fmt: skip
        else:
            column.heading(_(game.title))
        if len(game.presets) > 1:
            words = [_(one.capitalize()) for one in game.presets]
            self._choice(column, _("Rules of"), "preset", list(game.presets), words, self.form.preset,
                         lambda one: self._become(forms.with_preset(self.form, one)))  # fmt: skip
        if len(game.seats) > 1:
            self._choice(column, _("Players"), "seats", game.seats, [str(one) for one in game.seats], self.form.seats,
                         lambda one: self._become(forms.with_seats(self.form, one)))  # fmt: skip
        column.gap(8)
        column.heading(_("At the table"))
        for seat in range(self.form.seats):
            self._seat(column, seat)
        column.gap(4)
        self._quick_choices(column)

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
        self.on_text(entry, partial(self._rename, seat), f"name {seat}", column.scroll)
        wide = row_width(words, self.stage.unit) if in_row else column.width - name_width - px(12)
        rect = column.place(wide, left=column.width - wide)
        kind = Choice(kinds, words, player.kind, rect, manager, self.stage.unit, inside)
        self.on_value(kind, partial(self._set_kind, seat), f"kind {seat}", column.scroll)
        column.y += px(HEIGHT)
        if player.is_person:
            column.gap(10)
            return
        place = column.place(column.width, ABOUT, px(8))
        self._abouts[seat] = Line("", place, manager, size=px(theme.SMALL), colour=theme.MUTED, container=inside)
        column.y += place.height

    def _quick_choices(self, column: Column) -> None:
        px, name = self.stage.px, self.stage.settings.name
        x = 0
        for words, change in (
            (_("Me against the computer"), lambda form: forms.against_computer(form, name)),
            (_("Only people"), forms.only_people),
        ):
            button = self._small_button(column, words, partial(self._apply, change), x)
            x = round(button.relative_rect.right) + px(10)
        column.y += px(HEIGHT)

    def _apply(self, change: Callable[[Form], Form]) -> None:
        self._become(change(self.form))

    def _small_button(self, column: Column, words: str, act: Callable[[], None], x: int) -> UIButton:
        """A button as wide as its words; on a new line if there is no room beside the last one."""
        px = self.stage.px
        wide = theme.font("sans", px(theme.BODY)).size(words)[0] + px(28)
        if x and x + wide > column.width:
            column.y += px(HEIGHT + 8)
            x = 0
        return self.button(words, column.place(wide, left=x), act, style="#small", into=column.scroll)

    def _rules(self, column: Column) -> None:
        """The house rules that matter at so many seats; those of table discipline fold away."""
        column.heading(_("House rules"))
        rules = forms.rules_of(self.form)
        for rule in (one for one in rules if one.name not in DISCIPLINE):
            self._rule(column, rule)
        column.gap(4)
        place = column.place(column.width)
        fold = Fold(_("Clock and leaving"), self.discipline_shown, place, self.stage.manager, self.stage.unit,
                    column.scroll.inside)  # fmt: skip
        self.on_value(fold, self._fold, "discipline", column.scroll)
        column.y += place.height
        column.gap(10)
        for rule in (one for one in rules if one.name in DISCIPLINE and self.discipline_shown):
            self._rule(column, rule)
        words = _("Back to the rules of the preset")
        self._reset = self._small_button(column, words, partial(self._apply, forms.without_changes), 0)
        column.y += self.stage.px(HEIGHT)

    def _rule(self, column: Column, rule: Rule) -> None:
        value = getattr(forms.options_of(self.form), rule.name)
        set_rule = partial(self._set_rule, rule.name)
        if rule.values and not rule.is_switch:
            words = [_(rule.names[one]) if one in rule.names else str(one) for one in rule.values]
            self._choice(column, _(rule.label), rule.name, rule.values, words, value, set_rule, _(rule.help))
            return
        make, wide = (self._switch, SWITCH_WIDTH) if rule.is_switch else (self._stepper, STEPPER_WIDTH)
        label, widget = column.row(_(rule.label), _(rule.help), column.px(wide), partial(make, column, rule, value))
        self._labels[rule.name] = label
        self.on_value(widget, set_rule, rule.name, column.scroll)

    def _switch(self, column: Column, rule: Rule, value: Any, rect: pygame.Rect) -> Drawn:
        return Switch(value, rect, self.stage.manager, self.stage.unit, column.scroll.inside)

    def _stepper(self, column: Column, rule: Rule, value: Any, rect: pygame.Rect) -> Drawn:
        bounds = (rule.low, rule.high)
        return Stepper(value, bounds, rule.proposed, rect, self.stage.manager, self.stage.unit, column.scroll.inside)

    def _choice(
        self, column: Column, label: str, name: str, values: Sequence[Any], words: Sequence[str], value: Any,
        act: Callable[[Any], None], help: str = "",
    ) -> None:  # fmt: skip
        unit, manager = self.stage.unit, self.stage.manager
        wide = row_width(words, unit)
        if wide > column.width * (0.62 if help else 1.0):
            wide = min(cycle_width(words, unit), column.width)

        def choice(rect: pygame.Rect) -> Choice:
            return Choice(values, words, value, rect, manager, unit, column.scroll.inside)

        said, widget = column.row(label, help, wide, choice)
        if help:
            self._labels[name] = said
        self.on_value(widget, act, name, column.scroll)


def _allow(button: UIButton, allowed: bool) -> None:
    if allowed:
        button.enable()
    else:
        button.disable()

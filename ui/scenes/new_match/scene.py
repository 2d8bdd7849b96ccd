"""A new match: the game, the players and the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from game.ai.levels import list_offered_levels
from game.core.messages import N_
from game.session.avatars import choose_portraits, filter_human_avatars
from game.text.formatting import join_with_and
from game.text.gettext import _
from game.text.player_names import format_person_number, format_player_kind
from ui.app.context import AppContext
from ui.graphics import theme
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.form_page import MatchFormPage, make_choice_label
from ui.scenes.new_match.form_state import NewMatchForm
from ui.scenes.new_match.last_choices import start_match
from ui.scenes.new_match.seat_dialog import SeatDialog
from ui.scenes.new_match.tiles import SeatTile, describe_sides, make_code_error
from ui.scenes.page import FOOTER_BUTTON_WIDTH
from ui.widgets.fields import Action, Widget, make_choice
from ui.widgets.layout import Alternatives, Column, Grid, Panel, Rest, Row
from ui.widgets.nodes import Line, Node, Space, Text

MIN_SIDES_WIDTH: Final = 300
"""Design pixels of width below which the line of the sides is below the number of players."""


class NewMatchScene(MatchFormPage):
    """The page of a match at this screen; ``is_of_people``: it begins with several people."""

    title = N_("New match")

    def build(self) -> None:
        super().build()
        error = self.find("code-error") or self.find("seats-error")
        if error is not None:  # it says why Play is disabled
            self.scroll_areas["match"].reveal(error)

    def __init__(self, context: AppContext, *, is_of_people: bool = False) -> None:
        super().__init__(context)
        self.is_of_people = is_of_people

    def _choose_level(self, level: str) -> None:
        self.set_form(forms.with_level(self.form, level))

    def _start_match(self) -> None:
        start_match(self.context, self.form, self.context.notify)

    def _open_seat(self, seat: int) -> None:
        self.context.scenes.push(SeatDialog(self.context, self, seat, self.form, self.context.people, self.set_form))

    # -- what is on the page

    @property
    def narration(self) -> tuple[str, ...]:
        return (*super().narration, *filter(None, (forms.find_error(self.form),)))

    def list_players(self) -> Sequence[Node]:
        names, counts = [player.name for player in self.form.players], self.describe_counts()
        sides = [join_with_and([names[seat] for seat in side]) for side in forms.list_public_sides(self.form)]
        if sides:
            line = describe_sides(sides)
            head: Node = Alternatives(
                Row(counts, Rest(line, MIN_SIDES_WIDTH), gap=theme.LARGE_GAP), Column(counts, line)
            )
        else:
            head = counts
        return list(filter(None, (head, self._describe_levels(), self._list_seats(), self._describe_error())))

    def _describe_levels(self) -> Node | None:
        """Return the choice of a level for all computer players, with the one that suits the person."""
        form, fitting = self.form, self.fitting_levels.get(self.form.game, "")
        computer_count = sum(not player.is_person for player in form.players[: form.seats])
        if not computer_count:
            return None
        label = _("Opponent") if computer_count == 1 else _("All opponents")
        levels = {level: format_player_kind(level) for level in list_offered_levels(form.game)}
        choice = make_choice(levels, forms.get_level(form) or None, id="levels", label=label)
        choice.height, choice.on_change = theme.LARGE_CONTROL_HEIGHT, self._choose_level
        row = Row(make_choice_label(label), choice, gap=theme.SECTION_GAP, align="middle")
        if fitting not in levels:
            return row
        suggested = Line(_("Suggested for you: {level}").format(level=levels[fitting]), color=theme.MUTED)
        return Alternatives(Row(row, Space(grow=1), suggested, align="middle"), Column(row, suggested))

    def _list_seats(self) -> Node:
        context, form = self.context, self.form
        players, images = forms.list_players(form), context.card_images["italian"]
        numbers = choose_portraits([player.name for player in players], filter_human_avatars(players, context.avatars))
        side_by_seat = {seat: index for index, side in enumerate(forms.list_public_sides(form)) for seat in side}
        tiles = []
        for seat, player in enumerate(players):
            level = format_player_kind(player.kind)
            tile = Widget(SeatTile, (seat, player.name, level, numbers[seat], side_by_seat.get(seat), images))
            tile.id, tile.on_change, tile.options = f"seat-{seat}", self._open_seat, {"kind": player.kind}
            tile.label = player.name or format_person_number(seat + 1)
            tiles.append(tile)
        return Grid(tiles, min_width=SeatTile.natural_size[0])

    def _describe_error(self) -> Node | None:
        """Return the error of the form; that of the deal code leads to its field."""
        error = forms.find_error(self.form)
        if not error:
            return None
        if forms.find_seats_error(self.form):
            text = Text(error, id="seats-error", color=theme.RED_LIGHT)
            return Panel(text, padding=theme.SECTION_GAP, top=theme.LARGE_GAP)
        return replace(make_code_error(error), on_change=lambda _value: self._open_code())

    def list_footer(self) -> Sequence[Node]:
        open_more = partial(self.open_more_options, "match")
        more = Action("more-options", _("More options"), open_more, style="#menu", min_width=192)
        play = Action(
            "play", _("Play"), self._start_match, style="#primary", symbol="play", min_width=FOOTER_BUTTON_WIDTH
        )
        play.is_enabled = not forms.find_error(self.form)
        return (self.make_back(), Space(grow=1), more, play)

    def set_form(self, form: NewMatchForm) -> None:
        super().set_form(form)
        self.recompose("foot")

    def _open_code(self) -> None:
        """Open the sheet with the other choices at the field of the deal code."""
        self.open_more_options("match")
        sheet = self.context.scenes.top
        field = sheet.focus.find("code")
        if field is not None:
            sheet.focus.focus_widget(field)

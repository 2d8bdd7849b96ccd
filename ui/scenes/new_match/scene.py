"""A new match: the game, the players and the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from game.core.messages import N_
from game.text.formatting import join_with_and
from game.text.gettext import _
from game.text.player_names import format_player_kind
from ui.graphics import theme
from ui.graphics.avatars import choose_portraits, filter_human_avatars
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.form_page import MatchFormPage
from ui.scenes.new_match.form_state import NewMatchForm
from ui.scenes.new_match.last_choices import start_match
from ui.scenes.new_match.seat_dialog import SeatDialog
from ui.scenes.new_match.tiles import CodeErrorTile, SeatTile, describe_sides
from ui.scenes.page import FOOTER_BUTTON_WIDTH
from ui.widgets.fields import Action, Widget
from ui.widgets.layout import Alternatives, Column, Grid, Panel, Rest, Row
from ui.widgets.nodes import Node, Space, Text

MIN_WIDTH_OF_FRIENDS_TEXT: Final = 760
"""In design pixels; a narrower page has the picture only, so that toasts fit beside it."""
MIN_SIDES_WIDTH: Final = 300
"""Design pixels of width below which the line of the sides is below the number of players."""


class NewMatchScene(MatchFormPage):
    """The page of a match at this screen."""

    title = N_("New match")

    def build(self) -> None:
        super().build()
        error = self.find("code-error") or self.find("seats-error")
        if error is not None:  # it says why Play is disabled
            self.scroll_areas["match"].reveal(error)

    def _start_match(self) -> None:
        start_match(self.context, self.form, self.context.notify)

    def _open_seat(self, seat: int) -> None:
        self.context.scenes.push(SeatDialog(self.context, self, seat, self.form, self.people, self.set_form))

    # -- what is on the page

    @property
    def narration(self) -> tuple[str, ...]:
        return (*super().narration, *filter(None, (forms.find_error(self.form),)))

    def list_players(self) -> Sequence[Node]:
        names, counts = [player.name for player in self.form.players], self.describe_counts()
        sides = [join_with_and([names[seat] for seat in side]) for side in forms.list_public_sides(self.form)]
        if sides:
            line = describe_sides(sides)
            head: Node = Alternatives(Row(counts, Rest(line, MIN_SIDES_WIDTH)), Column(counts, line))
        else:
            head = counts
        return list(filter(None, (head, self._list_seats(), self._describe_error())))

    def _list_seats(self) -> Node:
        context, form = self.context, self.form
        players, images = form.players[: form.seats], context.card_images["italian"]
        numbers = choose_portraits([player.name for player in players], filter_human_avatars(players, context.avatars))
        side_by_seat = {seat: index for index, side in enumerate(forms.list_public_sides(form)) for seat in side}
        tiles = []
        for seat, player in enumerate(players):
            level = format_player_kind(player.kind)
            tile = Widget(SeatTile, (seat, player.name, level, numbers[seat], side_by_seat.get(seat), images))
            tile.id, tile.on_change = f"seat-{seat}", self._open_seat
            tile.label = player.name or _("Player {number}").format(number=seat + 1)
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
        images = self.context.card_images["italian"]
        return Widget(
            CodeErrorTile, (error, images), id="code-error", label=error, on_change=lambda _value: self._open_code()
        )

    def list_header(self) -> Sequence[Node]:
        text, height = _("With friends"), theme.LARGE_CONTROL_HEIGHT
        options: dict[str, Any] = {"style": "#menu", "symbol": "people", "label": text, "height": height}
        wide, narrow = (
            Action("with-friends", words, self.context.router.open_friends, **options) for words in (text, "")
        )
        is_wide = self.area.width >= self.context.px(MIN_WIDTH_OF_FRIENDS_TEXT)
        return (wide if is_wide else narrow,)

    def list_footer(self) -> Sequence[Node]:
        more = Action("more-options", _("More options"), self.open_more_options, style="#menu", min_width=192)
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
        self.open_more_options()
        sheet = self.context.scenes.top
        field = sheet.focus.find("code")
        if field is not None:
            sheet.focus.focus_widget(field)

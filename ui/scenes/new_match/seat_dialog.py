"""The dialog for a seat of a new match: name and level."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from game.text.gettext import _
from game.text.player_names import format_player_kind
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.graphics import theme
from ui.scenes.dialogs.box import DialogBox
from ui.scenes.new_match import form_state as forms
from ui.scenes.new_match.form_state import MAX_NAME_CHARACTERS, NewMatchForm
from ui.widgets.fields import Action, Field, Input, make_choice
from ui.widgets.layout import Column
from ui.widgets.nodes import Line, Node, Space

NAME_WIDTH: Final = 320


class SeatDialog(DialogBox):
    """Changes the player at a seat of ``form``; each change is passed to ``on_change``.

    ``people``: the names of the people on this computer, the likeliest first.
    """

    question_face = "serif"
    panel_width = 720

    def __init__(
        self, context: AppContext, scene_below: Scene, seat: int, form: NewMatchForm, people: tuple[str, ...],
        on_change: Callable[[NewMatchForm], object],
    ) -> None:  # fmt: skip
        super().__init__(context, scene_below, _("Player {number}").format(number=seat + 1))
        self.seat = seat
        self.form = form
        self._people = people
        self._on_change = on_change

    def list_contents(self) -> Sequence[Node]:
        player, number = self.form.players[self.seat], self.seat + 1
        kinds = {kind: format_player_kind(kind) for kind in forms.list_player_kinds(self.form.game)}
        name = Input(
            player.name,
            self._set_name,
            MAX_NAME_CHARACTERS,
            id=f"name-{self.seat}",
            label=_("Name at seat {seat}").format(seat=number),
            width=NAME_WIDTH,
        )
        kind = make_choice(
            kinds,
            player.kind,
            id=f"kind-{self.seat}",
            label=_("Player at seat {seat}").format(seat=number),
            on_change=self._set_kind,
        )
        return (
            Column(Field(_("Name"), name), _make_line("name-error", theme.RED_LIGHT)),
            Column(Field(_("Played by"), kind), _make_line("kind-line"), _make_line("persona-line")),
        )

    def list_answers(self) -> Sequence[Node]:
        return Space(grow=1), Action("done", _("Done"), self.on_escape, style="#primary", grow=1)

    def compose(self) -> None:
        super().compose()
        self._update_lines()

    def _update_lines(self) -> None:
        player = self.form.players[self.seat]
        self.find("name-error").set_text(forms.find_seats_error(self.form))
        self.find("kind-line").set_text(forms.describe_kind(player.kind))
        self.find("persona-line").set_text(forms.describe_persona(player, self.form.game))

    def _set_form(self, form: NewMatchForm) -> None:
        self.form = form
        self._on_change(form)
        self._update_lines()

    def _set_name(self, name: str) -> None:
        player = msgspec.structs.replace(self.form.players[self.seat], name=name)
        self._set_form(forms.with_player(self.form, self.seat, player))

    def _set_kind(self, kind: str) -> None:
        form = forms.with_kind(self.form, self.seat, kind, self._people)
        name = form.players[self.seat].name
        if name != self.form.players[self.seat].name:
            self.find(f"name-{self.seat}").set_text(name)
        self._set_form(form)


def _make_line(widget_id: str, color: theme.Color = theme.MUTED) -> Line:
    return Line(id=widget_id, size=theme.SMALL_TEXT_SIZE, color=color, align="right")
